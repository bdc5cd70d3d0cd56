// SPDX-License-Identifier: Apache-2.0
// Points that are on the curve and not in the subgroup of order r.
#pragma once

#include <stdexcept>

#include "lockstep/algebra/curves.hpp"
#include "lockstep/algebra/subgroup.hpp"

namespace lockstep::test {

template <class Field>
Field small_element(std::uint64_t value) {
  return Field::from_u64(value);
}
template <class Field>
requires requires(Field f) {
  f.c0;
}
Field small_element(std::uint64_t value) {
  return {decltype(Field::c0)::from_u64(value), decltype(Field::c0)::from_u64(1)};
}

/// Tries x = 1, 2, ...: nearly every point of a curve with a cofactor is outside the subgroup. (G1 of BN254
/// has no cofactor, and no such point.)
template <class G>
algebra::AffinePoint<G> point_off_subgroup() {
  using Field = typename G::Field;
  for (std::uint64_t i = 1; i < 100; ++i) {
    const Field x = small_element<Field>(i);
    const auto y = (x.square() * x + G::b()).sqrt();
    if (!y) continue;
    const algebra::AffinePoint<G> point{x, *y};
    if (!algebra::in_subgroup(point)) return point;
  }
  throw std::logic_error("no point outside the subgroup");
}

}  // namespace lockstep::test
