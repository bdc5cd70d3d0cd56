// SPDX-License-Identifier: Apache-2.0
// What the tests of core/groth16 share: the curves as test types, and reproducible pseudo-random elements.
#pragma once

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <random>
#include <vector>

#include "lockstep/algebra/curves.hpp"

namespace lockstep::groth16 {

using AllCurves = ::testing::Types<algebra::Bn254, algebra::Bls12_381>;
using AllGroups =
    ::testing::Types<algebra::Bn254::G1, algebra::Bn254::G2, algebra::Bls12_381::G1, algebra::Bls12_381::G2>;

template <class F>
class Random {
 public:
  explicit Random(std::uint64_t seed) : engine_(seed) {}

  F next() {
    typename F::Limbs limbs{};
    for (auto& limb : limbs) limb = engine_();
    return F::from_standard_unchecked(limbs);
  }
  std::vector<F> vector(std::size_t count) {
    std::vector<F> values(count);
    for (F& value : values) value = next();
    return values;
  }

 private:
  std::mt19937_64 engine_;
};

template <class G>
algebra::AffinePoint<G> generator_times(const typename G::Scalar& scalar) {
  return algebra::JacobianPoint<G>::generator().mul(scalar).to_affine();
}

}  // namespace lockstep::groth16
