// SPDX-License-Identifier: Apache-2.0
// The threads of an engine: one oneTBB arena that the core and every plugin share.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>

#include "lockstep/api.hpp"

namespace lockstep::backend {

/// [thread-safe]
class LOCKSTEP_API ThreadPool {
 public:
  /// `threads` work at once, the calling one among them; 0: as many as this process may run on (its CPU
  /// affinity and cgroup quota).
  explicit ThreadPool(unsigned threads);
  ~ThreadPool();
  ThreadPool(const ThreadPool&) = delete;
  ThreadPool& operator=(const ThreadPool&) = delete;

  /// Upper bound of `worker`; constant.
  std::uint32_t worker_count() const;

  /// One piece of a loop: indices [begin, end) on worker `worker`.
  using Body = std::function<void(std::uint64_t begin, std::uint64_t end, std::uint32_t worker)>;
  /// True when the loop should stop: asked before each piece.
  using Stop = std::function<bool()>;

  /// Runs body over [0, count) in pieces of at least `grain` indices (0 counts as 1); pieces shrink towards
  /// `grain` as the loop nears its end, so that the last ones finish together. Returns when every begun piece
  /// is done; false when `stop` left pieces out. Two pieces that run at once have different workers. May be
  /// nested: a thread that waits for an inner loop runs nothing but pieces of that loop. An exception of
  /// `body` stops the loop and is thrown on to the caller.
  bool parallel_for(std::uint64_t count, std::uint64_t grain, const Body& body, const Stop& stop = {});

  /// Runs `work` on the calling thread; what it does with oneTBB stays on this pool's threads.
  void run(const std::function<void()>& work);

 private:
  struct State;
  std::unique_ptr<State> state_;
};

/// Number of CPUs that this process may use: affinity, and the cgroup's quota rounded up. At least 1.
LOCKSTEP_API unsigned available_cpus();

}  // namespace lockstep::backend
