// SPDX-License-Identifier: Apache-2.0
// The oneTBB side of ThreadPool, apart from it for the sake of ThreadSanitizer: the library is not
// instrumented, so that its own hand-overs between threads look like races. This file's source is not
// instrumented either; what runs in it is, and hands its data over by atomics of its own.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>

namespace lockstep::backend {

class Arena {
 public:
  explicit Arena(std::uint32_t threads);
  ~Arena();
  Arena(const Arena&) = delete;
  Arena& operator=(const Arena&) = delete;

  /// Calls work(argument, worker) `copies` times, on as many threads as are free, the calling one among them;
  /// returns when all calls have. Calls that run at once have different workers, below `threads`. `work` must
  /// not throw.
  void run_copies(std::uint32_t copies, void (*work)(void* argument, std::uint32_t worker), void* argument);

  /// Calls `work` once, on the calling thread where one of the arena's places is free.
  void run(const std::function<void()>& work);

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace lockstep::backend
