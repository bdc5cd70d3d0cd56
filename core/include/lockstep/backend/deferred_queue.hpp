// SPDX-License-Identifier: Apache-2.0
// Work off the critical path: freeing and wiping, in order, on one background thread.
#pragma once

#include <functional>
#include <memory>

#include "lockstep/api.hpp"
#include "lockstep/timing/recorder.hpp"

namespace lockstep::backend {

/// [thread-safe]. The thread starts with the first work and is joined by the destructor, which runs what is
/// left.
class LOCKSTEP_API DeferredQueue {
 public:
  DeferredQueue();
  ~DeferredQueue();
  DeferredQueue(const DeferredQueue&) = delete;
  DeferredQueue& operator=(const DeferredQueue&) = delete;

  /// Hands work over; a RECLAIM span for `span` is recorded around it while `recorder` is not null. False,
  /// and nothing taken, when memory or threads are out. Exceptions of `work` are swallowed.
  bool push(std::function<void()> work, std::shared_ptr<timing::Recorder> recorder = {},
            timing::SpanId span = 0);

  /// Returns when all work that was handed over before the call has run; called by deferred work, runs what
  /// stands behind it.
  void drain();

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace lockstep::backend
