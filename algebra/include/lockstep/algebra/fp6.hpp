// SPDX-License-Identifier: Apache-2.0
// The cubic extension Fp6 = Fp2[v] / (v^3 - xi).
#pragma once

#include "lockstep/algebra/fp2.hpp"

namespace lockstep::algebra {

// c0 + c1 v + c2 v^2. Tower names the field below and the non-residue:
//   using Fp2;  static constexpr Fp2 mul_by_xi(const Fp2&);
// Every function is [thread-safe] and allocates nothing.
template <class Tower_>
struct Fp6 {
  using Tower = Tower_;
  using Base = typename Tower::Fp2;

  Base c0;
  Base c1;
  Base c2;

  static constexpr Fp6 zero() { return {}; }
  static constexpr Fp6 one() { return {Base::one(), Base::zero(), Base::zero()}; }

  friend constexpr bool operator==(const Fp6&, const Fp6&) = default;
  constexpr bool is_zero() const { return c0.is_zero() && c1.is_zero() && c2.is_zero(); }
  constexpr bool is_one() const { return c0.is_one() && c1.is_zero() && c2.is_zero(); }

  friend constexpr Fp6 operator+(const Fp6& a, const Fp6& b) {
    return {a.c0 + b.c0, a.c1 + b.c1, a.c2 + b.c2};
  }
  friend constexpr Fp6 operator-(const Fp6& a, const Fp6& b) {
    return {a.c0 - b.c0, a.c1 - b.c1, a.c2 - b.c2};
  }
  // Karatsuba with six products (Devegili, O hEigeartaigh, Scott, Dahab, "Multiplication and squaring on
  // pairing-friendly fields", 2006, section 4).
  friend constexpr Fp6 operator*(const Fp6& a, const Fp6& b) {
    const Base v0 = a.c0 * b.c0;
    const Base v1 = a.c1 * b.c1;
    const Base v2 = a.c2 * b.c2;
    const Base cross12 = (a.c1 + a.c2) * (b.c1 + b.c2) - v1 - v2;
    const Base cross01 = (a.c0 + a.c1) * (b.c0 + b.c1) - v0 - v1;
    const Base cross02 = (a.c0 + a.c2) * (b.c0 + b.c2) - v0 - v2;
    return {v0 + Tower::mul_by_xi(cross12), cross01 + Tower::mul_by_xi(v2), cross02 + v1};
  }
  friend constexpr Fp6 operator*(const Fp6& a, const Base& b) { return {a.c0 * b, a.c1 * b, a.c2 * b}; }
  constexpr Fp6 operator-() const { return {-c0, -c1, -c2}; }
  constexpr Fp6& operator+=(const Fp6& other) { return *this = *this + other; }
  constexpr Fp6& operator-=(const Fp6& other) { return *this = *this - other; }
  constexpr Fp6& operator*=(const Fp6& other) { return *this = *this * other; }

  // Three squarings and two products (the same paper, "CH-SQR2").
  constexpr Fp6 square() const {
    const Base s0 = c0.square();
    const Base s1 = (c0 * c1).doubled();
    const Base s2 = (c0 - c1 + c2).square();
    const Base s3 = (c1 * c2).doubled();
    const Base s4 = c2.square();
    return {s0 + Tower::mul_by_xi(s3), s1 + Tower::mul_by_xi(s4), s1 + s2 + s3 - s0 - s4};
  }
  constexpr Fp6 doubled() const { return {c0.doubled(), c1.doubled(), c2.doubled()}; }
  constexpr Fp6 mul_by_v() const { return {Tower::mul_by_xi(c2), c0, c1}; }

  // this (b0 + b1 v), five products.
  constexpr Fp6 mul_by_01(const Base& b0, const Base& b1) const {
    const Base v0 = c0 * b0;
    const Base v1 = c1 * b1;
    return {v0 + Tower::mul_by_xi((c1 + c2) * b1 - v1), (c0 + c1) * (b0 + b1) - v0 - v1,
            (c0 + c2) * b0 - v0 + v1};
  }
  // this (b1 v), three products.
  constexpr Fp6 mul_by_1(const Base& b1) const { return {Tower::mul_by_xi(c2 * b1), c0 * b1, c1 * b1}; }

  // 1 / this; 0 for 0. By the norm to Fp2 (Beuchat and others, "High-speed software implementation of the
  // optimal ate pairing over Barreto-Naehrig curves", 2010, algorithm 17).
  constexpr Fp6 inverse() const {
    const Base t0 = c0.square() - Tower::mul_by_xi(c1 * c2);
    const Base t1 = Tower::mul_by_xi(c2.square()) - c0 * c1;
    const Base t2 = c1.square() - c0 * c2;
    const Base scale = (c0 * t0 + Tower::mul_by_xi(c2 * t1 + c1 * t2)).inverse();
    return {t0 * scale, t1 * scale, t2 * scale};
  }
};

}  // namespace lockstep::algebra
