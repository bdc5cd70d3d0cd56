// SPDX-License-Identifier: Apache-2.0
// Test suites that run once a curve.
#pragma once

#include <gtest/gtest.h>

#include <string>

#include "lockstep/algebra/curves.hpp"

namespace lockstep::test {

using Curves = ::testing::Types<algebra::Bn254, algebra::Bls12_381>;

struct CurveNames {
  template <class Curve>
  static std::string GetName(int) {
    return std::string(Curve::kName);
  }
};

/// The curve that a file over Curve does not mean.
template <class Curve>
struct OtherCurve {
  using Type = algebra::Bn254;
};
template <>
struct OtherCurve<algebra::Bn254> {
  using Type = algebra::Bls12_381;
};

}  // namespace lockstep::test
