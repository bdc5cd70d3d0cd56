// SPDX-License-Identifier: Apache-2.0
// What the standard library throws becomes an Error at the border of core/groth16.
#pragma once

#include <fmt/format.h>

#include <exception>
#include <new>
#include <string_view>

#include "lockstep/result.hpp"

namespace lockstep::groth16 {

// Runs work(), which returns a Result; `what` begins the sentence of an error.
template <class Work>
auto guarded(std::string_view what, Work&& work) -> decltype(work()) {
  try {
    return work();
  } catch (const std::bad_alloc&) {
    return Error{ErrorCode::kOutOfMemory, fmt::format("{}: expected enough memory, found too little", what)};
  } catch (const std::exception& exception) {
    return Error{ErrorCode::kInternal, fmt::format("{}: failed: {}", what, exception.what())};
  }
}

}  // namespace lockstep::groth16
