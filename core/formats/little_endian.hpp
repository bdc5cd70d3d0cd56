// SPDX-License-Identifier: Apache-2.0
// Unaligned little-endian loads.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <type_traits>

namespace lockstep::formats {

static_assert(std::endian::native == std::endian::little, "files are mapped, not swapped");

/// A T (an integer or an array of them) at bytes that need no alignment.
template <class T>
T load(const std::byte* bytes) {
  static_assert(std::is_trivially_copyable_v<T>);
  T value{};
  std::memcpy(&value, bytes, sizeof value);
  return value;
}

}  // namespace lockstep::formats
