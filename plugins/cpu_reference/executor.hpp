// SPDX-License-Identifier: Apache-2.0
// How an algorithm runs on all cores, and gets its memory, without knowing whose they are.
#pragma once

#include <cstdint>
#include <functional>

#include "failure.hpp"
#include "memory_pool.hpp"

namespace lockstep::cpu_reference {

class Executor {
 public:
  /// Indices [begin, end) of a loop, on worker `worker` < worker_count().
  using Body = std::function<void(std::uint64_t begin, std::uint64_t end, std::uint32_t worker)>;

  Executor() = default;
  Executor(const Executor&) = delete;
  Executor& operator=(const Executor&) = delete;
  virtual ~Executor() = default;

  /// Runs body over [0, count) in pieces of at least `grain` indices and returns when all are done. Pieces
  /// that run at the same time have different workers. Throws Cancelled when the job was cancelled, and what
  /// a body throws.
  virtual void run(std::uint64_t count, std::uint64_t grain, const Body& body) = 0;
  virtual std::uint32_t worker_count() const = 0;

  /// Working memory of at least `bytes`, aligned to a page, with whatever content; `secret` is wiped after
  /// use. Throws Failure where memory is refused.
  virtual Block scratch(std::uint64_t bytes, bool secret) = 0;
};

}  // namespace lockstep::cpu_reference
