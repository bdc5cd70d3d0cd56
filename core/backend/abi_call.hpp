// SPDX-License-Identifier: Apache-2.0
// Calling into a plugin: nothing it does may pass as an exception, and what it says of a failure becomes an
// Error.
#pragma once

#include <string>
#include <string_view>
#include <utility>

#include "lockstep/abi/status.h"
#include "lockstep/backend/prover.hpp"
#include "lockstep/result.hpp"

namespace lockstep::backend {

/// Room for a plugin's words about one call.
class AbiError {
 public:
  AbiError() { raw_.struct_size = sizeof raw_; }
  AbiError(const AbiError&) = delete;
  AbiError& operator=(const AbiError&) = delete;

  lks_error* out() { return &raw_; }
  BackendFailure failure(lks_status status) const;
  /// "cuda: loading the key failed: <the plugin's sentence> (out of device memory, driver code 2, in msm_h)"
  Error to_error(std::string_view backend, std::string_view doing, lks_status status) const;

 private:
  lks_error raw_{};
};

/// Calls a function of a plugin. A C++ plugin that lets an exception out has a fault of its own.
template <class Function, class... Arguments>
lks_status call_plugin(Function function, Arguments&&... arguments) noexcept {
  try {
    return function(std::forward<Arguments>(arguments)...);
  } catch (...) {
    return LKS_E_INTERNAL;
  }
}

/// Text of a plugin in a fixed array: up to the NUL or the end, control characters as '?'.
std::string plugin_text(const char* text, std::size_t capacity);
/// The same for a NUL-terminated string, at most 256 bytes of it; null is "".
std::string plugin_text(const char* text);

}  // namespace lockstep::backend
