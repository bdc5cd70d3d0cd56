// SPDX-License-Identifier: Apache-2.0
// The parameter files: that their numbers fit together.
#include <gtest/gtest.h>

#include <set>

#include "support.hpp"

namespace lockstep::algebra::testing {
namespace {

TEST(Bn254Parameters, ModuliFollowFromTheSeed) {
  const Integer x(Bn254::kSeed);
  const Integer x2 = x * x;
  const Integer quartic = Integer(36) * x2 * x2 + Integer(36) * x2 * x + Integer(6) * x + Integer(1);
  EXPECT_EQ(Integer::from(Bn254::Fp::modulus()), quartic + Integer(24) * x2);
  EXPECT_EQ(Integer::from(Bn254::Fr::modulus()), quartic + Integer(18) * x2);
}

TEST(Bn254Parameters, TwistConstantIsThreeOverXi) {
  EXPECT_EQ(Bn254::Tower::mul_by_xi(Bn254::G2::b()), Bn254::Fp2::from_u64(3));
}

TEST(Bls12_381Parameters, ModuliFollowFromTheSeed) {
  const Integer z = Integer(0) - Integer(Bls12_381::kSeedNegated);
  const Integer r = z * z * z * z - z * z + Integer(1);
  const Integer z_minus_1 = z - Integer(1);
  EXPECT_EQ(Integer::from(Bls12_381::Fr::modulus()), r);
  EXPECT_EQ(Integer::from(Bls12_381::Fp::modulus()), z_minus_1 * z_minus_1 * r / Integer(3) + z);
}

TEST(Bls12_381Parameters, TwistConstantIsFourXi) {
  EXPECT_EQ(Bls12_381::G2::b(), Bls12_381::Tower::mul_by_xi(Bls12_381::Fp2::from_u64(4)));
}

TEST(WithCurve, CallsWithTheTypeOfTheCurve) {
  for (const CurveId id : {CurveId::kBn254, CurveId::kBls12_381}) {
    EXPECT_EQ(with_curve(id, [](auto curve) { return decltype(curve)::kId; }), id);
  }
}

TEST(CurveName, IsEmptyForWhatIsNoCurve) {
  EXPECT_EQ(curve_name(CurveId::kBn254), "bn254");
  EXPECT_EQ(curve_name(CurveId::kBls12_381), "bls12_381");
  EXPECT_EQ(curve_name(static_cast<CurveId>(0)), "");
}

template <class Curve>
class RootOfUnityTest : public ::testing::Test {};
TYPED_TEST_SUITE(RootOfUnityTest, AllCurves);

TYPED_TEST(RootOfUnityTest, HasExactlyItsOrderAndEachIsTheSquareOfTheNext) {
  using Fr = typename TypeParam::Fr;
  for (auto* root : {&TypeParam::root_of_unity_snarkjs, &TypeParam::root_of_unity_bellman}) {
    EXPECT_EQ(root(0), Fr::one());
    EXPECT_EQ(root(1), -Fr::one());
    for (std::size_t k = 1; k <= TypeParam::kTwoAdicity; ++k) EXPECT_EQ(root(k).square(), root(k - 1));
  }
}

TYPED_TEST(RootOfUnityTest, ConventionsDifferAbovePowerOne) {
  EXPECT_NE(TypeParam::root_of_unity_snarkjs(TypeParam::kTwoAdicity),
            TypeParam::root_of_unity_bellman(TypeParam::kTwoAdicity));
}

TEST(RootOfUnity, OfFullOrderHasThePublishedValue) {
  // bls12_381 crate, ROOT_OF_UNITY: 7^((r - 1) / 2^32)
  EXPECT_EQ(Bls12_381::root_of_unity_bellman(32),
            Bls12_381::Fr::from_standard_unchecked(
                wide::from_hex<4>("16a2a19edfe81f20d09b681922c813b4b63683508c2280b93829971f439f0d2b")));
  // ffjavascript derives 5^((r - 1) / 2^28) on bn128; published as the 2^28-th root by circom's tools
  EXPECT_EQ(Bn254::root_of_unity_snarkjs(28),
            Bn254::Fr::from_decimal(
                "19103219067921713944291392827692070036145651957329286315305642004821462161904"));
}

}  // namespace
}  // namespace lockstep::algebra::testing
