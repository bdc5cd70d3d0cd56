// SPDX-License-Identifier: Apache-2.0
// Affine points of y^2 = x^3 + b.
#pragma once

namespace lockstep::algebra {

// G describes the group:
//   using Field;  using Scalar;                     coordinates; integers modulo the group's order
//   static constexpr Field b();                     the curve's constant
//   static constexpr AffinePoint<G> generator();
//   static constexpr std::string_view kName;        "g1" or "g2"
//
// The point at infinity is written (0, 0), which lies on neither curve as b is not 0. The object is the limbs
// of x, then those of y. Nothing says that a value is on the curve or in the subgroup: readers check it.
// Every function is [thread-safe] and allocates nothing.
template <class G>
struct AffinePoint {
  using Group = G;
  using Field = typename G::Field;

  Field x;
  Field y;

  static constexpr AffinePoint infinity() { return {}; }
  constexpr bool is_infinity() const { return x.is_zero() && y.is_zero(); }
  // True for infinity too.
  constexpr bool is_on_curve() const { return is_infinity() || y.square() == x.square() * x + G::b(); }
  constexpr AffinePoint operator-() const { return {x, -y}; }
  friend constexpr bool operator==(const AffinePoint&, const AffinePoint&) = default;
};

}  // namespace lockstep::algebra
