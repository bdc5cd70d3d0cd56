// SPDX-License-Identifier: Apache-2.0
// What a pairing works on: a point of G2 with its Miller lines computed ahead, and a term of a product of
// pairings. The functions are static members of the curves (bn254.hpp, bls12_381.hpp).
#pragma once

#include <array>
#include <cstddef>

#include "lockstep/algebra/point.hpp"

namespace lockstep::algebra {

// A line through multiples of Q, evaluated at P = (x, y) of G1 as at_y y + at_x x + constant, each summand at
// its own power of w in Fp12, up to factors that the final exponentiation removes.
template <class Fp2>
struct MillerLine {
  Fp2 at_y;
  Fp2 at_x;
  Fp2 constant;
};

// All lines of the Miller loop of one point Q of G2, in the order in which the loop uses them. Preparing
// costs about a third of the loop; a fixed point (of a verifying key) is prepared once.
template <class G2, std::size_t kLineCount>
struct PreparedG2 {
  bool infinity = true;
  std::array<MillerLine<typename G2::Field>, kLineCount> lines{};
};

// One factor e(g1, *g2) of a product. The prepared point is the caller's and outlives the call.
template <class G1, class Prepared>
struct MillerTermOf {
  AffinePoint<G1> g1;
  const Prepared* g2;
};

}  // namespace lockstep::algebra
