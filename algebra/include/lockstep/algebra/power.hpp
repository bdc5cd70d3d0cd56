// SPDX-License-Identifier: Apache-2.0
// Powers in any ring with one(), square() and multiplication.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

namespace lockstep::algebra {

// base^exponent, in windows of four bits; the exponent is an unsigned integer, little-endian limbs of any
// number. The time depends on the exponent. 0^0 is 1. [thread-safe], allocates nothing.
template <class F>
constexpr F power(const F& base, std::span<const std::uint64_t> exponent) {
  std::array<F, 16> powers{F::one(), base};
  for (std::size_t i = 2; i < powers.size(); ++i) powers[i] = powers[i - 1] * base;
  F r = F::one();
  bool started = false;
  for (std::size_t i = 16 * exponent.size(); i-- > 0;) {
    const std::uint64_t digit = (exponent[i / 16] >> (4 * (i % 16))) & 15;
    if (started) r = r.square().square().square().square();
    if (digit == 0) continue;
    r = started ? r * powers[digit] : powers[digit];
    started = true;
  }
  return r;
}

}  // namespace lockstep::algebra
