// SPDX-License-Identifier: Apache-2.0
// All curves, and the step from a curve's id at run time to its type. The only switch over curves.
#pragma once

#include <utility>

#include "lockstep/algebra/bls12_381.hpp"
#include "lockstep/algebra/bn254.hpp"
#include "lockstep/algebra/curve_id.hpp"

namespace lockstep::algebra {

// Calls f(Curve{}) with the type of the curve, Bn254 or Bls12_381, and returns what it returns (one type for
// both). The id must be one of the enumerators: ids from outside are checked where they are read.
template <class F>
constexpr decltype(auto) with_curve(CurveId id, F&& f) {
  switch (id) {
    case CurveId::kBn254:
      return std::forward<F>(f)(Bn254{});
    case CurveId::kBls12_381:
      return std::forward<F>(f)(Bls12_381{});
  }
  __builtin_unreachable();
}

}  // namespace lockstep::algebra
