// SPDX-License-Identifier: Apache-2.0
// The digits of a fixed exponent or loop count, worked out at compile time.
#pragma once

#include <array>
#include <cstddef>

#include "lockstep/algebra/wide.hpp"

namespace lockstep::algebra {

// The digits of value > 0 in base 2 below the leading 1, most significant first: 0 and 1.
// Length: position of the highest set bit.
constexpr std::size_t binary_digit_count(wide::Uint128 value) {
  std::size_t count = 0;
  while ((value >>= 1) != 0) ++count;
  return count;
}
template <std::size_t kCount>
consteval std::array<signed char, kCount> binary_digits(wide::Uint128 value) {
  std::array<signed char, kCount> digits{};
  for (std::size_t i = kCount; i-- > 0; value >>= 1) digits[i] = static_cast<signed char>(value & 1);
  return digits;
}

// The same for the non-adjacent form, with digits -1, 0 and 1 of which no two neighbours are both non-zero:
// the fewest non-zero digits possible. It is at most one digit longer than the binary form. value < 2^126.
constexpr std::size_t naf_digit_count(wide::Uint128 value) {
  return binary_digit_count(3 * value) - 1;  // the non-adjacent form of n is (3 n - n) / 2, digit by digit
}
template <std::size_t kCount>
consteval std::array<signed char, kCount> naf_digits(wide::Uint128 value) {
  std::array<signed char, kCount> digits{};
  for (std::size_t i = kCount; i-- > 0;) {
    const int digit = (value & 1) == 0 ? 0 : 2 - static_cast<int>(value & 3);
    digits[i] = static_cast<signed char>(digit);
    value = (digit < 0 ? value + 1 : value - static_cast<unsigned>(digit)) >> 1;
  }
  if (value != 1) throw "the count is not the length of the value";
  return digits;
}

template <std::size_t kCount>
constexpr std::size_t count_nonzero(const std::array<signed char, kCount>& digits) {
  std::size_t count = 0;
  for (const int digit : digits) count += digit != 0 ? 1 : 0;
  return count;
}

}  // namespace lockstep::algebra
