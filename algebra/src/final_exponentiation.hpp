// SPDX-License-Identifier: Apache-2.0
// The parts of the final exponentiation that both families share. Internal.
#pragma once

#include <cstddef>
#include <span>

#include "frobenius.hpp"

namespace lockstep::algebra {

// a^((p^6 - 1)(p^2 + 1)): into the cyclotomic subgroup, where squaring is cheap and conjugation inverts. 0
// stays 0.
template <class Curve>
constexpr typename Curve::Fp12 final_exponentiation_easy(const typename Curve::Fp12& a) {
  const auto t = a.conjugate() * a.inverse();
  return Frobenius<Curve>::apply_twice(t) * t;
}

// a^e for a of the cyclotomic subgroup, e given by signed digits -1, 0, 1 after a leading 1, most significant
// first.
template <class Fp12>
constexpr Fp12 cyclotomic_pow(const Fp12& a, std::span<const signed char> digits) {
  const Fp12 inverse = a.conjugate();
  Fp12 r = a;
  for (const int digit : digits) {
    r = r.cyclotomic_square();
    if (digit != 0) r *= digit > 0 ? a : inverse;
  }
  return r;
}

}  // namespace lockstep::algebra
