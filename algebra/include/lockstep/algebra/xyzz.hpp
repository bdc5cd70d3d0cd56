// SPDX-License-Identifier: Apache-2.0
// Points of y^2 = x^3 + b in XYZZ coordinates: the cheapest accumulator of affine points, used for buckets.
#pragma once

#include "lockstep/algebra/jacobian.hpp"
#include "lockstep/algebra/point.hpp"

namespace lockstep::algebra {

// Stands for the affine point (x / zz, y / zzz) with zz^3 = zzz^2; infinity is zz = 0. Additions are
// complete. Formulas: Bernstein and Lange, "Explicit-formulas database", short Weierstrass, xyzz:
// dbl-2008-s-1, mdbl-2008-s-1, add-2008-s, madd-2008-s (8 multiplications and 2 squarings). Every function is
// [thread-safe], allocates nothing, and branches on the values.
template <class G>
struct XyzzPoint {
  using Group = G;
  using Field = typename G::Field;
  using Affine = AffinePoint<G>;

  Field x;
  Field y;
  Field zz;
  Field zzz;

  static constexpr XyzzPoint identity() { return {Field::one(), Field::one(), Field::zero(), Field::zero()}; }
  static constexpr XyzzPoint from_affine(const Affine& p) {
    return p.is_infinity() ? identity() : XyzzPoint{p.x, p.y, Field::one(), Field::one()};
  }

  constexpr bool is_infinity() const { return zz.is_zero(); }
  constexpr XyzzPoint operator-() const { return {x, -y, zz, zzz}; }

  constexpr XyzzPoint doubled() const {
    if (is_infinity()) return *this;
    const Doubling d(x, y);
    return {d.x, d.y, d.v * zz, d.w * zzz};
  }

  constexpr XyzzPoint add(const XyzzPoint& q) const {
    if (is_infinity()) return q;
    if (q.is_infinity()) return *this;
    const Field u1 = x * q.zz;
    const Field s1 = y * q.zzz;
    const Field p = q.x * zz - u1;
    const Field r = q.y * zzz - s1;
    if (p.is_zero()) return r.is_zero() ? doubled() : identity();
    const Field pp = p.square();
    const Field ppp = p * pp;
    const Field v = u1 * pp;
    const Field x3 = r.square() - ppp - v.doubled();
    return {x3, r * (v - x3) - s1 * ppp, zz * q.zz * pp, zzz * q.zzz * ppp};
  }

  constexpr XyzzPoint add_mixed(const Affine& q) const {
    if (q.is_infinity()) return *this;
    if (is_infinity()) return from_affine(q);
    const Field p = q.x * zz - x;
    const Field r = q.y * zzz - y;
    if (p.is_zero()) return r.is_zero() ? doubled_affine(q) : identity();
    const Field pp = p.square();
    const Field ppp = p * pp;
    const Field v = x * pp;
    const Field x3 = r.square() - ppp - v.doubled();
    return {x3, r * (v - x3) - y * ppp, zz * pp, zzz * ppp};
  }

  // Twice an affine point that is not infinity.
  static constexpr XyzzPoint doubled_affine(const Affine& p) {
    const Doubling d(p.x, p.y);
    return {d.x, d.y, d.v, d.w};
  }

  // (x zz, y zzz, zz) is the same point, since zz / 1 takes the part of z.
  constexpr JacobianPoint<G> to_jacobian() const {
    return is_infinity() ? JacobianPoint<G>::identity() : JacobianPoint<G>{x * zz, y * zzz, zz};
  }

  // With 1/zzz known (anything when zzz is 0): 1/zz is (zz / zzz)^2.
  constexpr Affine to_affine(const Field& zzz_inverse) const {
    if (is_infinity()) return Affine::infinity();
    return {x * (zz * zzz_inverse).square(), y * zzz_inverse};
  }
  constexpr Affine to_affine() const { return to_affine(zzz.inverse()); }
  constexpr const Field& denominator() const { return zzz; }

  // Whether both stand for one point.
  friend constexpr bool operator==(const XyzzPoint& p, const XyzzPoint& q) {
    if (p.is_infinity() || q.is_infinity()) return p.is_infinity() && q.is_infinity();
    return p.x * q.zz == q.x * p.zz && p.y * q.zzz == q.y * p.zzz;
  }

 private:
  // What doubling (x, y) gives, with the factors v, w of zz and zzz. A point with y = 0 has no double but
  // infinity; v = w = 0 says so.
  struct Doubling {
    Field x, y, v, w;
    constexpr Doubling(const Field& x1, const Field& y1) {
      const Field u = y1.doubled();
      v = u.square();
      w = u * v;
      const Field s = x1 * v;
      const Field xx = x1.square();
      const Field m = xx.doubled() + xx;
      x = m.square() - s.doubled();
      y = m * (s - x) - w * y1;
    }
  };
};

}  // namespace lockstep::algebra
