// SPDX-License-Identifier: Apache-2.0
// One inversion for many elements (Montgomery's trick): three multiplications an element beside it.
#pragma once

#include <cassert>
#include <cstddef>
#include <span>

#include "lockstep/algebra/point.hpp"

namespace lockstep::algebra {

// values[i] = 1 / values[i]; zeros stay zero. scratch: at least as many elements as values, contents left
// undefined, not overlapping. [thread-safe], allocates nothing.
template <class F>
constexpr void batch_invert(std::span<F> values, std::span<F> scratch) {
  assert(scratch.size() >= values.size());
  F product = F::one();
  for (std::size_t i = 0; i < values.size(); ++i) {
    scratch[i] = product;
    if (!values[i].is_zero()) product *= values[i];
  }
  F inverse = product.inverse();
  for (std::size_t i = values.size(); i-- > 0;) {
    if (values[i].is_zero()) continue;
    const F value = values[i];
    values[i] = inverse * scratch[i];
    inverse *= value;
  }
}

// affine[i] = points[i], for Jacobian or XYZZ points, infinity included. affine has as many elements as
// points; scratch at least as many, contents left undefined. Nothing overlaps. [thread-safe], allocates
// nothing.
template <class Point>
constexpr void batch_to_affine(std::span<const Point> points, std::span<typename Point::Affine> affine,
                               std::span<typename Point::Field> scratch) {
  using F = typename Point::Field;
  assert(affine.size() == points.size() && scratch.size() >= points.size());
  F product = F::one();
  for (std::size_t i = 0; i < points.size(); ++i) {
    scratch[i] = product;
    if (!points[i].is_infinity()) product *= points[i].denominator();
  }
  F inverse = product.inverse();
  for (std::size_t i = points.size(); i-- > 0;) {
    affine[i] = points[i].to_affine(inverse * scratch[i]);
    if (!points[i].is_infinity()) inverse *= points[i].denominator();
  }
}

}  // namespace lockstep::algebra
