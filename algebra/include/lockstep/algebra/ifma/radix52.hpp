// SPDX-License-Identifier: Apache-2.0
// The constants of a prime field in limbs of 52 bits, for the AVX-512 IFMA instructions.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "lockstep/algebra/wide.hpp"

namespace lockstep::algebra::ifma {

inline constexpr unsigned kLimbBits = 52;
inline constexpr std::uint64_t kLimbMask = (std::uint64_t{1} << kLimbBits) - 1;

// F is a Field of 4 words of 64 bits (then 5 limbs here) or of 6 words (8 limbs). R' = 2^(52 limbs) is the
// Montgomery radix of the lanes, R = 2^(64 words) that of F.
template <class F>
struct Radix52 {
  static constexpr std::size_t kWords = F::kLimbs;
  static_assert(kWords == 4 || kWords == 6, "fields have 4 or 6 words");
  static constexpr std::size_t kLimbs = kWords == 4 ? 5 : 8;
  static constexpr std::size_t kRadixBits = kLimbBits * kLimbs;
  using Limbs = std::array<std::uint64_t, kLimbs>;
  // An integer below 2^(64 (words + 1)), which R' and the multiples of p below it are.
  using Long = wide::Wide<kWords + 1>;

  static constexpr Limbs split(const Long& value) {
    Limbs r{};
    for (std::size_t i = 0; i < kRadixBits; ++i) {
      r[i / kLimbBits] |= std::uint64_t{wide::bit<kWords + 1>(value, i)} << (i % kLimbBits);
    }
    return r;
  }
  static constexpr Limbs split(const F& value) { return split(wide::resize<kWords + 1>(value.limbs)); }

  static constexpr Long long_multiple(std::uint64_t count) {
    Long r = wide::resize<kWords + 1>(F::modulus());
    wide::mul_add_small<kWords + 1>(r, count, 0);
    return r;
  }
  // count * p, for count <= kMaxBound
  static constexpr Limbs multiple(std::uint64_t count) { return split(long_multiple(count)); }

  // 2^exponent mod p as an integer
  static constexpr F power_of_two(std::size_t exponent) {
    F r{wide::from_u64<kWords>(1)};
    for (std::size_t i = 0; i < exponent; ++i) r = r + r;
    return r;
  }

  // The largest B, 1024 at most, with B p < 2^bits.
  static constexpr unsigned bound_below(std::size_t bits) {
    unsigned bound = 1;
    while (bound < 1024 && wide::bit_length<kWords + 1>(long_multiple(bound + 1)) <= bits) ++bound;
    return bound;
  }

  // Values are below kMaxBound p, so that they fit the limbs.
  static constexpr unsigned kMaxBound = bound_below(kRadixBits);
  // Factors below A p and B p may be multiplied while A B <= kMaxProduct (<= R' / p): the result, below
  // A B p^2 / R' + p, then is below 2 p.
  static constexpr unsigned kMaxProduct = kRadixBits - F::kBits >= 20 ? 1U << 20 : kMaxBound;
  // Values below kMaxDense p fit the words of F.
  static constexpr unsigned kMaxDense = bound_below(64 * kWords);

  static constexpr Limbs kModulus = multiple(1);
  // -p^-1 mod 2^52
  static constexpr std::uint64_t kInverse = F::kMontgomeryInverse & kLimbMask;
  // R' mod p: the one of the lane form.
  static constexpr Limbs kOne = split(power_of_two(kRadixBits));
  // What to multiply by: R'^2 / R from x R to x R', and R from x R' to x R.
  static constexpr Limbs kToLaneForm = split(power_of_two(2 * kRadixBits - 64 * kWords));
  static constexpr Limbs kToMontgomery = split(power_of_two(64 * kWords));

  // For a value t < kMaxBound p: q = (t >> kQuotientShift) kReciprocal >> 52 is floor(t / p) or one less. The
  // shift leaves 17 bits or more of p, so the error of the reciprocal, below 2^-16 t / p, and the bits
  // shifted out make less than one together.
  static constexpr unsigned kQuotientShift = (unsigned{kLimbs} - 1) * kLimbBits + (kWords == 4 ? 26 : 0);
  static constexpr std::uint64_t kReciprocal =
      (std::uint64_t{1} << kLimbBits) /
      (wide::shift_right<kWords + 1>(long_multiple(1), kQuotientShift)[0] + 1);
  // R' - p: adding q times this and dropping what is at R' and above subtracts q p.
  static constexpr Limbs kNegatedModulus = [] {
    Limbs r{};
    std::uint64_t carry = 1;
    for (std::size_t i = 0; i < kLimbs; ++i) {
      const std::uint64_t digit = (~kModulus[i] & kLimbMask) + carry;
      r[i] = digit & kLimbMask;
      carry = digit >> kLimbBits;
    }
    return r;
  }();
};

}  // namespace lockstep::algebra::ifma
