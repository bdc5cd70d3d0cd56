// SPDX-License-Identifier: Apache-2.0
// The extension Fp12 = Fp6[w] / (w^2 - v), in which pairings take their values.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "lockstep/algebra/fp6.hpp"
#include "lockstep/algebra/power.hpp"

namespace lockstep::algebra {

// c0 + c1 w. Every function is [thread-safe] and allocates nothing.
template <class Tower_>
struct Fp12 {
  using Tower = Tower_;
  using Base = Fp6<Tower>;
  using Fp2 = typename Tower::Fp2;

  Base c0;
  Base c1;

  static constexpr Fp12 zero() { return {}; }
  static constexpr Fp12 one() { return {Base::one(), Base::zero()}; }

  friend constexpr bool operator==(const Fp12&, const Fp12&) = default;
  constexpr bool is_zero() const { return c0.is_zero() && c1.is_zero(); }
  constexpr bool is_one() const { return c0.is_one() && c1.is_zero(); }

  friend constexpr Fp12 operator+(const Fp12& a, const Fp12& b) { return {a.c0 + b.c0, a.c1 + b.c1}; }
  friend constexpr Fp12 operator-(const Fp12& a, const Fp12& b) { return {a.c0 - b.c0, a.c1 - b.c1}; }
  friend constexpr Fp12 operator*(const Fp12& a, const Fp12& b) {
    const Base v0 = a.c0 * b.c0;
    const Base v1 = a.c1 * b.c1;
    return {v0 + v1.mul_by_v(), (a.c0 + a.c1) * (b.c0 + b.c1) - v0 - v1};
  }
  constexpr Fp12 operator-() const { return {-c0, -c1}; }
  constexpr Fp12& operator+=(const Fp12& other) { return *this = *this + other; }
  constexpr Fp12& operator-=(const Fp12& other) { return *this = *this - other; }
  constexpr Fp12& operator*=(const Fp12& other) { return *this = *this * other; }

  // (c0 + c1)(c0 + v c1) = c0^2 + v c1^2 + (1 + v) c0 c1, so two products in Fp6 do.
  constexpr Fp12 square() const {
    const Base cross = c0 * c1;
    const Base sum = (c0 + c1) * (c0 + c1.mul_by_v());
    return {sum - cross - cross.mul_by_v(), cross.doubled()};
  }
  // The square of an element of the cyclotomic subgroup, whose order divides p^4 - p^2 + 1; of others
  // something else (Granger and Scott, "Faster squaring in the cyclotomic subgroup of sixth degree
  // extensions", 2010, section 3.1). With w^6 = xi the element is three elements of Fp4 = Fp2[s]/(s^2 - xi),
  // s = w^3.
  constexpr Fp12 cyclotomic_square() const {
    const auto fp4_square = [](const Fp2& a, const Fp2& b, Fp2& real, Fp2& imaginary) {
      const Fp2 aa = a.square();
      const Fp2 bb = b.square();
      real = Tower::mul_by_xi(bb) + aa;
      imaginary = (a + b).square() - aa - bb;
    };
    Fp2 r0, i0, r1, i1, r2, i2;
    fp4_square(c0.c0, c1.c1, r0, i0);
    fp4_square(c1.c0, c0.c2, r1, i1);
    fp4_square(c0.c1, c1.c2, r2, i2);
    const auto three_minus_two = [](const Fp2& s, const Fp2& a) { return (s - a).doubled() + s; };
    const auto three_plus_two = [](const Fp2& s, const Fp2& a) { return (s + a).doubled() + s; };
    return {
        {three_minus_two(r0, c0.c0), three_minus_two(r1, c0.c1), three_minus_two(r2, c0.c2)},
        {three_plus_two(Tower::mul_by_xi(i2), c1.c0), three_plus_two(i0, c1.c1), three_plus_two(i1, c1.c2)}};
  }
  constexpr Fp12 doubled() const { return {c0.doubled(), c1.doubled()}; }

  // c0 - c1 w, which is also the p^6-th power, and for elements of norm 1 over Fp6 the inverse.
  constexpr Fp12 conjugate() const { return {c0, -c1}; }

  // 1 / this; 0 for 0.
  constexpr Fp12 inverse() const {
    const Base scale = (c0.square() - c1.square().mul_by_v()).inverse();
    return {c0 * scale, -(c1 * scale)};
  }

  // this^exponent; the exponent is an unsigned integer, little-endian limbs of any number.
  constexpr Fp12 pow(std::span<const std::uint64_t> exponent) const { return power(*this, exponent); }
};

}  // namespace lockstep::algebra
