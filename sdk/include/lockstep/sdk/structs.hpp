// SPDX-License-Identifier: Apache-2.0
// The rules by which two sides of different minor versions read each other's structs (abi/version.h).
#pragma once

#include <algorithm>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <type_traits>

#include "lockstep/sdk/result.hpp"

namespace lockstep::sdk {

/// A C struct that opens with its own size.
template <class T>
concept SizedStruct = std::is_standard_layout_v<T> && std::is_trivially_copyable_v<T> && requires(T t) {
  { t.struct_size } -> std::same_as<std::uint32_t&>;
};

/// No struct of this major version grows past this; a larger struct_size is a caller's mistake, and is
/// refused before any byte is read through it.
inline constexpr std::uint32_t kLargestStructBytes = 4096;

namespace detail {

template <SizedStruct T>
Result<void> check_struct_size(const T* given, const char* name) noexcept {
  static_assert(offsetof(T, struct_size) == 0);
  if (given == nullptr) return Error(Code::kInvalidArgument, name, " is NULL");
  const std::uint32_t size = given->struct_size;
  // A multiple of the alignment never cuts a field in two.
  if (size < sizeof(std::uint32_t) || size > kLargestStructBytes || size % alignof(T) != 0) {
    return Error(Code::kInvalidArgument, name, ".struct_size is ", size, ", expected ", sizeof(T));
  }
  return {};
}

}  // namespace detail

/// An input argument struct: copies what both sides know and takes the rest as zero. A tail that this side
/// does not know must be zero (kUnsupported else).
template <SizedStruct T>
Result<T> read_input(const T* given, const char* name) noexcept {
  if (auto checked = detail::check_struct_size(given, name); !checked) return std::move(checked).error();
  const auto* bytes = reinterpret_cast<const unsigned char*>(given);
  for (std::size_t i = sizeof(T); i < given->struct_size; ++i) {
    if (bytes[i] != 0) {
      return Error(Code::kUnsupported, name, " uses a field at offset ", i, " that this plugin (ABI ",
                   LKS_ABI_MAJOR, ".", LKS_ABI_MINOR, ") does not know");
    }
  }
  T known{};
  std::memcpy(&known, given, std::min<std::size_t>(given->struct_size, sizeof(T)));
  return known;
}

/// Whether an output struct can be filled in; before the work is done.
template <SizedStruct T>
Result<void> check_output(const T* given, const char* name) noexcept {
  return detail::check_struct_size(given, name);
}

/// Fills an output struct up to the caller's size; what the caller has beyond this side's knowledge becomes
/// zero. The caller's struct_size stays. Requires check_output.
template <SizedStruct T>
void write_output(T* given, T value) noexcept {
  const std::uint32_t size = given->struct_size;
  value.struct_size = size;
  std::memcpy(given, &value, std::min<std::size_t>(size, sizeof(T)));
  if (size > sizeof(T)) std::memset(reinterpret_cast<unsigned char*>(given) + sizeof(T), 0, size - sizeof(T));
}

/// A table of functions: copies min(sizes), so that what the other side lacks is NULL. Requires table !=
/// NULL.
template <SizedStruct T>
T read_table(const T* table) noexcept {
  T known{};
  const std::size_t bytes = std::min<std::size_t>(table->struct_size, sizeof(T));
  std::memcpy(&known, table, bytes - bytes % alignof(T));
  return known;
}

}  // namespace lockstep::sdk
