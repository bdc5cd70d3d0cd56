// SPDX-License-Identifier: Apache-2.0
// Errors inside this backend: thrown by what computes, caught where a call of the host came in.
#pragma once

#include <stdexcept>
#include <utility>

#include "lockstep/sdk/result.hpp"

namespace lockstep::cpu_reference {

/// Thrown when the job was cancelled.
class Cancelled : public std::runtime_error {
 public:
  Cancelled() : std::runtime_error("the job was cancelled") {}
};

/// Carries what the adapter tells the host.
struct Failure {
  sdk::Error error;
};

/// Runs `work`, which gives a sdk::Result<T>; what it throws becomes that Result's error.
template <class Work>
auto guarded(Work&& work) -> decltype(work()) {
  try {
    return work();
  } catch (Failure& failure) {
    return std::move(failure.error);
  } catch (const Cancelled& cancelled) {
    return sdk::Error(sdk::Code::kCancelled, cancelled.what());
  }
}

}  // namespace lockstep::cpu_reference
