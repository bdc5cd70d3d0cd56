// SPDX-License-Identifier: Apache-2.0
// Prime fields of 4 or 6 limbs.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>

#include "lockstep/algebra/inverse.hpp"
#include "lockstep/algebra/kernels.hpp"
#include "lockstep/algebra/modular.hpp"
#include "lockstep/algebra/power.hpp"
#include "lockstep/algebra/wide.hpp"

namespace lockstep::algebra {

// An element of the prime field that P describes:
//   static constexpr wide::Wide<N> kModulus;       the prime p, N = 4 or 6 limbs, top bit clear
//   static constexpr std::uint64_t kNonResidue;    the least quadratic non-residue, standard form
//
// Form: Montgomery, x is kept as x R mod p with R = 2^(64 N), always canonical (< p), so that equal elements
// have equal bytes. The object is its limbs and nothing else (least significant first): an array of checked
// limbs in a mapped file may be viewed as an array of Field.
//
// Every function is [thread-safe]; none allocates except to_decimal. Addition, subtraction and multiplication
// are branch-free in the values; inverse, sqrt, pow and text conversions take a time that depends on them.
template <class P>
class Field {
 public:
  static constexpr std::size_t kLimbs = P::kModulus.size();
  static constexpr std::size_t kBytes = 8 * kLimbs;
  static constexpr std::size_t kBits = wide::bit_length<kLimbs>(P::kModulus);
  using Limbs = std::array<std::uint64_t, kLimbs>;

  // Montgomery form, canonical.
  Limbs limbs{};

  static constexpr Field zero() { return {}; }
  static constexpr Field one() { return Field{kMontgomeryOne}; }
  static constexpr Field from_u64(std::uint64_t value) {
    return from_standard_unchecked(wide::from_u64<kLimbs>(value));
  }
  static constexpr Limbs modulus() { return P::kModulus; }
  static constexpr bool is_canonical(const Limbs& limbs) { return wide::less<kLimbs>(limbs, P::kModulus); }
  // The least quadratic non-residue.
  static constexpr Field non_residue() { return from_u64(P::kNonResidue); }
  // How often 2 divides p - 1.
  static constexpr std::size_t kTwoAdicity = [] {
    Limbs p = P::kModulus;
    p[0] -= 1;
    std::size_t count = 0;
    while (!wide::bit<kLimbs>(p, count)) ++count;
    return count;
  }();

  // From the integer itself, little-endian limbs; nothing when it is not below p.
  static constexpr std::optional<Field> from_standard(const Limbs& value) {
    if (!is_canonical(value)) return std::nullopt;
    return from_standard_unchecked(value);
  }
  // The same for a value known to be below p; larger values below 2^(64 N) are reduced.
  static constexpr Field from_standard_unchecked(const Limbs& value) {
    return Field{value} * Field{kMontgomeryRadixSquared};
  }
  // The integer below p that this element stands for, little-endian limbs.
  constexpr Limbs to_standard() const { return (*this * Field{wide::from_u64<kLimbs>(1)}).limbs; }
  // From limbs that are in Montgomery form already; nothing when they are not canonical.
  static constexpr std::optional<Field> from_montgomery(const Limbs& montgomery) {
    if (!is_canonical(montgomery)) return std::nullopt;
    return Field{montgomery};
  }

  // From the integer as bytes (standard form); nothing when it is not below p.
  static constexpr std::optional<Field> from_bytes_le(std::span<const std::uint8_t, kBytes> bytes) {
    Limbs value{};
    for (std::size_t i = 0; i < kBytes; ++i) value[i / 8] |= std::uint64_t{bytes[i]} << (8 * (i % 8));
    return from_standard(value);
  }
  static constexpr std::optional<Field> from_bytes_be(std::span<const std::uint8_t, kBytes> bytes) {
    Limbs value{};
    for (std::size_t i = 0; i < kBytes; ++i) {
      value[i / 8] |= std::uint64_t{bytes[kBytes - 1 - i]} << (8 * (i % 8));
    }
    return from_standard(value);
  }
  constexpr void to_bytes_le(std::span<std::uint8_t, kBytes> bytes) const {
    const Limbs value = to_standard();
    for (std::size_t i = 0; i < kBytes; ++i)
      bytes[i] = static_cast<std::uint8_t>(value[i / 8] >> (8 * (i % 8)));
  }
  constexpr void to_bytes_be(std::span<std::uint8_t, kBytes> bytes) const {
    to_bytes_le(bytes);
    std::reverse(bytes.begin(), bytes.end());
  }

  // From decimal digits; nothing when there are none, when another character or a needless leading zero
  // occurs, or when the value is not below p.
  static constexpr std::optional<Field> from_decimal(std::string_view digits) {
    if (digits.empty() || (digits.size() > 1 && digits.front() == '0')) return std::nullopt;
    Limbs value{};
    for (const char c : digits) {
      if (c < '0' || c > '9') return std::nullopt;
      if (wide::mul_add_small<kLimbs>(value, 10, static_cast<std::uint64_t>(c - '0')) != 0)
        return std::nullopt;
    }
    return from_standard(value);
  }
  std::string to_decimal() const {
    Limbs value = to_standard();
    std::string digits;
    do {
      digits.push_back(static_cast<char>('0' + wide::div_small<kLimbs>(value, 10)));
    } while (!wide::is_zero<kLimbs>(value));
    std::reverse(digits.begin(), digits.end());
    return digits;
  }

  friend constexpr bool operator==(const Field&, const Field&) = default;
  constexpr bool is_zero() const { return wide::is_zero<kLimbs>(limbs); }
  constexpr bool is_one() const { return limbs == kMontgomeryOne; }

  friend constexpr Field operator+(const Field& a, const Field& b) {
    Field r;
    modular::add<kLimbs>(r.limbs.data(), a.limbs.data(), b.limbs.data(), P::kModulus.data());
    return r;
  }
  friend constexpr Field operator-(const Field& a, const Field& b) {
    Field r;
    modular::sub<kLimbs>(r.limbs.data(), a.limbs.data(), b.limbs.data(), P::kModulus.data());
    return r;
  }
  friend constexpr Field operator*(const Field& a, const Field& b) {
    Field r;
    multiply(r.limbs, a.limbs, b.limbs);
    return r;
  }
  constexpr Field operator-() const { return zero() - *this; }
  // In place, without a copy of the result.
  constexpr Field& operator+=(const Field& other) {
    modular::add<kLimbs>(limbs.data(), limbs.data(), other.limbs.data(), P::kModulus.data());
    return *this;
  }
  constexpr Field& operator-=(const Field& other) {
    modular::sub<kLimbs>(limbs.data(), limbs.data(), other.limbs.data(), P::kModulus.data());
    return *this;
  }
  constexpr Field& operator*=(const Field& other) {
    multiply(limbs, limbs, other.limbs);
    return *this;
  }

  constexpr Field square() const {
    if (std::is_constant_evaluated()) return *this * *this;
    Field r;
    kernels::active<kLimbs>().sqr(r.limbs.data(), limbs.data(), P::kModulus.data(), kMontgomeryInverse);
    return r;
  }
  constexpr Field doubled() const { return *this + *this; }
  // The element whose double this is.
  constexpr Field halved() const {
    const std::uint64_t odd = std::uint64_t{0} - (limbs[0] & 1);
    Limbs even{};
    unsigned char carry = 0;
#pragma GCC unroll 8
    for (std::size_t i = 0; i < kLimbs; ++i) {
      even[i] = wide::add_carry(limbs[i], P::kModulus[i] & odd, carry);
    }
    return Field{wide::shift_right<kLimbs>(even, 1)};
  }

  // this^exponent; the exponent is an unsigned integer, little-endian limbs of any number. 0^0 is 1.
  constexpr Field pow(std::span<const std::uint64_t> exponent) const {
    return power(*this, exponent);
  }

  // 1 / this; 0 for 0. The limbs are x R; their inverse times R^2 is what stands for 1 / x.
  constexpr Field inverse() const {
    constexpr ModularInverse<kLimbs> kInvert(P::kModulus);
    return Field{kInvert(limbs)} * Field{kMontgomeryRadixCubed};
  }

  // A root, or nothing when there is none. Which of the two is not specified.
  constexpr std::optional<Field> sqrt() const;

  // Whether this is the larger of itself and its negative, that is above (p - 1) / 2 in standard form.
  constexpr bool is_lexicographically_larger() const {
    return wide::less<kLimbs>(wide::shift_right<kLimbs>(P::kModulus, 1), to_standard());
  }

  // -p^-1 mod 2^64, by Newton's iteration: p is its own inverse to 3 bits, and each step doubles the bits.
  static constexpr std::uint64_t kMontgomeryInverse = [] {
    const std::uint64_t p = P::kModulus[0];
    std::uint64_t inverse = p;
    for (int i = 0; i < 5; ++i) inverse *= 2 - p * inverse;
    return std::uint64_t{0} - inverse;
  }();
  // The limbs of R times what these limbs are.
  static constexpr Limbs times_radix(Field value) {
    for (std::size_t i = 0; i < 64 * kLimbs; ++i) value = value + value;
    return value.limbs;
  }
  // R, R^2 and R^3 mod p as plain integers: the Montgomery forms of 1, R and R^2.
  static constexpr Limbs kMontgomeryOne = times_radix({wide::from_u64<kLimbs>(1)});
  static constexpr Limbs kMontgomeryRadixSquared = times_radix({kMontgomeryOne});
  static constexpr Limbs kMontgomeryRadixCubed = times_radix({kMontgomeryRadixSquared});

 private:
  static constexpr void multiply(Limbs& r, const Limbs& a, const Limbs& b) {
    if (std::is_constant_evaluated()) {
      kernels::mul_portable<kLimbs>(r.data(), a.data(), b.data(), P::kModulus.data(), kMontgomeryInverse);
    } else {
      kernels::active<kLimbs>().mul(r.data(), a.data(), b.data(), P::kModulus.data(), kMontgomeryInverse);
    }
  }
};

template <class P>
constexpr std::optional<Field<P>> Field<P>::sqrt() const {
  // p - 1 = 2^s t with t odd. With x = a^((t-1)/2): a x is a root of a up to b = a x^2, which lies in the
  // group of order 2^s (Tonelli and Shanks; Cohen, "A course in computational algebraic number theory",
  // algorithm 1.5.1).
  constexpr Limbs kOddPart = wide::shift_right<kLimbs>(P::kModulus, kTwoAdicity);
  constexpr Limbs kHalfOddPart = wide::shift_right<kLimbs>(kOddPart, 1);
  if (is_zero()) return zero();
  const Field x = pow(kHalfOddPart);
  Field root = *this * x;
  Field b = root * x;
  if constexpr (kTwoAdicity > 1) {
    Field generator = non_residue().pow(kOddPart);
    std::size_t order = kTwoAdicity;
    while (!b.is_one()) {
      std::size_t order_b = 0;
      for (Field power = b; !power.is_one(); power = power.square()) {
        if (++order_b == order) return std::nullopt;
      }
      for (std::size_t i = order_b + 1; i < order; ++i) generator = generator.square();
      root *= generator;
      generator = generator.square();
      b *= generator;
      order = order_b;
    }
    return root;
  } else {
    return b.is_one() ? std::optional<Field>{root} : std::nullopt;
  }
}

}  // namespace lockstep::algebra
