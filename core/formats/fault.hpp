// SPDX-License-Identifier: Apache-2.0
// The one sentence of a reader's error: "<path>: <place>: expected X, found Y".
#pragma once

#include <fmt/format.h>

#include <exception>
#include <new>
#include <span>
#include <string>
#include <string_view>
#include <utility>

#include "lockstep/formats/byte_source.hpp"
#include "lockstep/result.hpp"

namespace lockstep::formats {

inline Error fault(const ByteSource& source, std::string_view place, std::string_view expected,
                   std::string_view found, ErrorCode code = ErrorCode::kMalformed) {
  return {code, fmt::format("{}: {}: expected {}, found {}", source.name(), place, expected, found)};
}

/// Octets of a file, which may be anything: as text where they can be printed, else in hexadecimal.
inline std::string show_octets(std::span<const std::byte> octets) {
  std::string text;
  std::string hexadecimal;
  bool printable = true;
  for (const std::byte octet : octets) {
    const auto c = static_cast<unsigned char>(octet);
    printable = printable && c >= 0x20 && c < 0x7f;
    text.push_back(static_cast<char>(c));
    hexadecimal += fmt::format("{:02x}", c);
  }
  return printable ? fmt::format("\"{}\"", text) : "bytes " + hexadecimal;
}

/// A text of a file, which may be anything, short enough for a message.
inline std::string in_quotes(std::string_view text) {
  constexpr std::size_t kLongest = 40;
  std::string result = "\"";
  for (const char c : text.substr(0, kLongest)) result.push_back(c >= 0x20 && c < 0x7f ? c : '?');
  return result + (text.size() > kLongest ? "...\"" : "\"");
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
