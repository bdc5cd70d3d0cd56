// SPDX-License-Identifier: Apache-2.0
// Primitive 2^k-th roots of unity in Fr. A Groth16 key fixes which of them its domain uses, and ecosystems
// disagree (see the curves' files): a key proved with the roots of the other ecosystem gives invalid proofs.
#pragma once

#include <cassert>
#include <cstddef>

#include "lockstep/algebra/field.hpp"

namespace lockstep::algebra {

// g^((r - 1) / 2^k) for a non-residue g: a primitive 2^k-th root of unity, k <= kTwoAdicity. The root of k is
// the square of the root of k + 1. [thread-safe]
template <class Fr>
constexpr Fr root_of_unity(const Fr& non_residue, std::size_t k) {
  assert(k <= Fr::kTwoAdicity);
  // r - 1 = 2^kTwoAdicity t, t odd
  Fr root = non_residue.pow(wide::shift_right<Fr::kLimbs>(Fr::modulus(), Fr::kTwoAdicity));
  for (std::size_t i = k; i < Fr::kTwoAdicity; ++i) root = root.square();
  return root;
}

}  // namespace lockstep::algebra
