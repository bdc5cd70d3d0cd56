// SPDX-License-Identifier: Apache-2.0
// The quadratic extension Fp2 = Fp[u] / (u^2 + 1), for p = 3 mod 4.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <type_traits>

#include "lockstep/algebra/field.hpp"
#include "lockstep/algebra/power.hpp"

namespace lockstep::algebra {

// c0 + c1 u. Form: that of the base field. The object is the limbs of c0, then those of c1.
// Every function is [thread-safe] and allocates nothing.
template <class Base_>
struct Fp2 {
  using Base = Base_;
  static_assert(Base::kTwoAdicity == 1, "u^2 + 1 is irreducible only for p = 3 mod 4");

  Base c0;
  Base c1;

  static constexpr Fp2 zero() { return {}; }
  static constexpr Fp2 one() { return {Base::one(), Base::zero()}; }
  static constexpr Fp2 from_u64(std::uint64_t value) { return {Base::from_u64(value), Base::zero()}; }

  friend constexpr bool operator==(const Fp2&, const Fp2&) = default;
  constexpr bool is_zero() const { return c0.is_zero() && c1.is_zero(); }
  constexpr bool is_one() const { return c0.is_one() && c1.is_zero(); }

  friend constexpr Fp2 operator+(const Fp2& a, const Fp2& b) { return {a.c0 + b.c0, a.c1 + b.c1}; }
  friend constexpr Fp2 operator-(const Fp2& a, const Fp2& b) { return {a.c0 - b.c0, a.c1 - b.c1}; }
  friend constexpr Fp2 operator*(const Fp2& a, const Fp2& b) {
    Fp2 r;
    multiply(r, a, b);
    return r;
  }
  friend constexpr Fp2 operator*(const Fp2& a, const Base& b) { return {a.c0 * b, a.c1 * b}; }
  constexpr Fp2 operator-() const { return {-c0, -c1}; }
  constexpr Fp2& operator+=(const Fp2& other) {
    c0 += other.c0;
    c1 += other.c1;
    return *this;
  }
  constexpr Fp2& operator-=(const Fp2& other) {
    c0 -= other.c0;
    c1 -= other.c1;
    return *this;
  }
  constexpr Fp2& operator*=(const Fp2& other) {
    multiply(*this, *this, other);
    return *this;
  }

  constexpr Fp2 square() const {
    if (std::is_constant_evaluated()) return {(c0 + c1) * (c0 - c1), (c0 * c1).doubled()};
    Fp2 r;
    kernels::active<Base::kLimbs>().sqr_fp2(r.data(), data(), kModulus.data(), Base::kMontgomeryInverse);
    return r;
  }
  constexpr Fp2 doubled() const { return {c0.doubled(), c1.doubled()}; }
  constexpr Fp2 halved() const { return {c0.halved(), c1.halved()}; }
  // c0 - c1 u, which is also the p-th power.
  constexpr Fp2 conjugate() const { return {c0, -c1}; }
  // c0^2 + c1^2, the product of the two conjugates.
  constexpr Base norm() const { return c0.square() + c1.square(); }

  // 1 / this; 0 for 0.
  constexpr Fp2 inverse() const {
    const Base scale = norm().inverse();
    return {c0 * scale, -(c1 * scale)};
  }

  // this^exponent; the exponent is an unsigned integer, little-endian limbs of any number.
  constexpr Fp2 pow(std::span<const std::uint64_t> exponent) const { return power(*this, exponent); }

  // A root, or nothing when there is none. Which of the two is not specified.
  // With n^2 = norm: the root's real part squared is (c0 + n) / 2 or (c0 - n) / 2, whichever is a square in
  // Fp (Adj, Rodriguez-Henriquez, "Square root computation over even extension fields", 2012, section 4).
  constexpr std::optional<Fp2> sqrt() const {
    if (c1.is_zero()) {
      if (const auto real = c0.sqrt()) return Fp2{*real, Base::zero()};
      const auto imaginary = (-c0).sqrt();  // -1 is no square, so one of the two has a root
      return Fp2{Base::zero(), *imaginary};
    }
    const auto n = norm().sqrt();
    if (!n) return std::nullopt;
    auto real = (c0 + *n).halved().sqrt();
    if (!real) real = (c0 - *n).halved().sqrt();
    if (!real) return std::nullopt;
    const Fp2 root{*real, c1 * real->doubled().inverse()};
    return root.square() == *this ? std::optional<Fp2>{root} : std::nullopt;
  }

  // Whether this is the larger of itself and its negative, comparing c1 first, then c0 (the order of the
  // compressed encodings).
  constexpr bool is_lexicographically_larger() const {
    return c1.is_zero() ? c0.is_lexicographically_larger() : c1.is_lexicographically_larger();
  }

 private:
  static constexpr typename Base::Limbs kModulus = Base::modulus();
  static constexpr void multiply(Fp2& r, const Fp2& a, const Fp2& b) {
    if (std::is_constant_evaluated()) {
      const Base low = a.c0 * b.c0;
      const Base high = a.c1 * b.c1;
      r = {low - high, (a.c0 + a.c1) * (b.c0 + b.c1) - low - high};
    } else {
      kernels::active<Base::kLimbs>().mul_fp2(r.data(), a.data(), b.data(), kModulus.data(),
                                              Base::kMontgomeryInverse);
    }
  }
  std::uint64_t* data() { return c0.limbs.data(); }
  const std::uint64_t* data() const { return c0.limbs.data(); }
};

}  // namespace lockstep::algebra
