// SPDX-License-Identifier: Apache-2.0
// Points of y^2 = x^3 + b in Jacobian coordinates.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include "lockstep/algebra/point.hpp"

namespace lockstep::algebra {

// Stands for the affine point (x / z^2, y / z^3); infinity is z = 0, whatever x and y are. Additions are
// complete: infinity, equal and opposite operands give what the group law says. Formulas: Bernstein and
// Lange, "Explicit- formulas database", short Weierstrass with a = 0: dbl-2009-l, add-2007-bl, madd-2007-bl.
// Every function is [thread-safe], allocates nothing, and branches on the values.
template <class G>
struct JacobianPoint {
  using Group = G;
  using Field = typename G::Field;
  using Affine = AffinePoint<G>;

  Field x;
  Field y;
  Field z;

  static constexpr JacobianPoint identity() { return {Field::one(), Field::one(), Field::zero()}; }
  static constexpr JacobianPoint generator() { return from_affine(G::generator()); }
  static constexpr JacobianPoint from_affine(const Affine& p) {
    return p.is_infinity() ? identity() : JacobianPoint{p.x, p.y, Field::one()};
  }

  constexpr bool is_infinity() const { return z.is_zero(); }
  constexpr JacobianPoint operator-() const { return {x, -y, z}; }

  constexpr JacobianPoint doubled() const {
    if (is_infinity()) return *this;
    const Field a = x.square();
    const Field b = y.square();
    const Field c = b.square();
    const Field d = ((x + b).square() - a - c).doubled();
    const Field e = a.doubled() + a;
    const Field x3 = e.square() - d.doubled();
    return {x3, e * (d - x3) - c.doubled().doubled().doubled(), (y * z).doubled()};
  }

  constexpr JacobianPoint add(const JacobianPoint& q) const {
    if (is_infinity()) return q;
    if (q.is_infinity()) return *this;
    const Field z1z1 = z.square();
    const Field z2z2 = q.z.square();
    const Field u1 = x * z2z2;
    const Field s1 = y * q.z * z2z2;
    const Field h = q.x * z1z1 - u1;
    const Field half_slope = q.y * z * z1z1 - s1;
    if (h.is_zero()) return half_slope.is_zero() ? doubled() : identity();
    const Field slope = half_slope.doubled();
    const Field i = h.doubled().square();
    const Field j = h * i;
    const Field v = u1 * i;
    const Field x3 = slope.square() - j - v.doubled();
    return {x3, slope * (v - x3) - (s1 * j).doubled(), ((z + q.z).square() - z1z1 - z2z2) * h};
  }

  constexpr JacobianPoint add_mixed(const Affine& q) const {
    if (q.is_infinity()) return *this;
    if (is_infinity()) return from_affine(q);
    const Field z1z1 = z.square();
    const Field h = q.x * z1z1 - x;
    const Field half_slope = q.y * z * z1z1 - y;
    if (h.is_zero()) return half_slope.is_zero() ? doubled() : identity();
    const Field slope = half_slope.doubled();
    const Field hh = h.square();
    const Field i = hh.doubled().doubled();
    const Field j = h * i;
    const Field v = x * i;
    const Field x3 = slope.square() - j - v.doubled();
    return {x3, slope * (v - x3) - (y * j).doubled(), (z + h).square() - z1z1 - hh};
  }

  // scalar times this; the scalar is an unsigned integer (standard form), little-endian limbs of any number.
  constexpr JacobianPoint mul(std::span<const std::uint64_t> scalar) const {
    std::array<JacobianPoint, 16> multiples{identity(), *this};
    for (std::size_t i = 2; i < multiples.size(); ++i) {
      multiples[i] = i % 2 == 0 ? multiples[i / 2].doubled() : multiples[i - 1].add(*this);
    }
    JacobianPoint r = identity();
    for (std::size_t i = 16 * scalar.size(); i-- > 0;) {
      r = r.doubled().doubled().doubled().doubled();
      r = r.add(multiples[(scalar[i / 16] >> (4 * (i % 16))) & 15]);
    }
    return r;
  }
  constexpr JacobianPoint mul(const typename G::Scalar& scalar) const { return mul(scalar.to_standard()); }

  // With 1/z known (anything when z is 0); one inversion then serves many points (batch.hpp).
  constexpr Affine to_affine(const Field& z_inverse) const {
    if (is_infinity()) return Affine::infinity();
    const Field zz = z_inverse.square();
    return {x * zz, y * zz * z_inverse};
  }
  constexpr Affine to_affine() const { return to_affine(z.inverse()); }
  constexpr const Field& denominator() const { return z; }

  // Whether both stand for one point.
  friend constexpr bool operator==(const JacobianPoint& p, const JacobianPoint& q) {
    if (p.is_infinity() || q.is_infinity()) return p.is_infinity() && q.is_infinity();
    const Field pp = p.z.square();
    const Field qq = q.z.square();
    return p.x * qq == q.x * pp && p.y * qq * q.z == q.y * pp * p.z;
  }
};

}  // namespace lockstep::algebra
