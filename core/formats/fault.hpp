// SPDX-License-Identifier: Apache-2.0
// The one sentence of a reader's error: "<path>: <place>: expected X, found Y".
#pragma once

#include <fmt/format.h>

#include <exception>
#include <new>
#include <string_view>
#include <utility>

#include "lockstep/formats/byte_source.hpp"
#include "lockstep/result.hpp"

namespace lockstep::formats {

inline Error fault(const ByteSource& source, std::string_view place, std::string_view expected,
                   std::string_view found, ErrorCode code = ErrorCode::kMalformed) {
  return {code, fmt::format("{}: {}: expected {}, found {}", source.name(), place, expected, found)};
}

/// Runs a reader; what the standard library throws becomes an Error here, so that no exception leaves
/// core/formats.
template <class Read>
auto guarded(std::string_view name, Read&& read) -> decltype(read()) {
  try {
    return read();
  } catch (const std::bad_alloc&) {
    return Error{ErrorCode::kOutOfMemory,
                 fmt::format("{}: expected enough memory to read it, found too little", name)};
  } catch (const std::exception& exception) {
    return Error{ErrorCode::kInternal, fmt::format("{}: reading it failed: {}", name, exception.what())};
  }
}

}  // namespace lockstep::formats
