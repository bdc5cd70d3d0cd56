// SPDX-License-Identifier: Apache-2.0
// Many independent affine additions with one inversion between them: 5 multiplications and 1 squaring an
// addition, against 11 for a mixed addition.
#pragma once

#include <cstddef>
#include <span>

#include "lockstep/algebra/point.hpp"

namespace lockstep::groth16 {

// sums[i] += addends[i] for all i, complete: infinity, equal and opposite operands give what the group law
// says. All spans have at least as many elements as sums; denominators and prefixes are left undefined.
// [session-exclusive in its spans], allocates nothing.
template <class G>
void batch_add(std::span<algebra::AffinePoint<G>> sums, std::span<const algebra::AffinePoint<G>> addends,
               std::span<typename G::Field> denominators, std::span<typename G::Field> prefixes) {
  using Field = typename G::Field;
  using Affine = algebra::AffinePoint<G>;

  // A denominator of zero marks a sum that needs no division.
  Field product = Field::one();
  for (std::size_t i = 0; i < sums.size(); ++i) {
    Affine& p = sums[i];
    const Affine& q = addends[i];
    Field denominator = Field::zero();
    if (p.is_infinity()) {
      p = q;
    } else if (!q.is_infinity()) {
      denominator = q.x - p.x;
      if (denominator.is_zero()) {
        denominator = p.y + q.y;  // 2 y when the points are equal, 0 when they are opposite
        if (denominator.is_zero()) p = Affine::infinity();
      }
    }
    denominators[i] = denominator;
    prefixes[i] = product;
    if (!denominator.is_zero()) product = product * denominator;
  }

  Field inverse = product.inverse();
  for (std::size_t i = sums.size(); i-- > 0;) {
    const Field& denominator = denominators[i];
    if (denominator.is_zero()) continue;
    const Field reciprocal = inverse * prefixes[i];
    inverse = inverse * denominator;
    Affine& p = sums[i];
    const Affine& q = addends[i];
    Field numerator = q.y - p.y;
    if (p.x == q.x) {
      const Field xx = p.x.square();
      numerator = xx.doubled() + xx;
    }
    const Field slope = numerator * reciprocal;
    const Field x = slope.square() - p.x - q.x;
    p.y = slope * (p.x - x) - p.y;
    p.x = x;
  }
}

}  // namespace lockstep::groth16
