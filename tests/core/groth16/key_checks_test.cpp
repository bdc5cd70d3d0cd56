// SPDX-License-Identifier: Apache-2.0
#include "lockstep/groth16/key_checks.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "groth16_support.hpp"
#include "lockstep/groth16/verifier.hpp"
#include "simulated.hpp"

namespace lockstep::groth16 {
namespace {

using ::testing::HasSubstr;

template <class Curve>
class VerifyingKeyChecks : public ::testing::Test {};
TYPED_TEST_SUITE(VerifyingKeyChecks, AllCurves);

template <class Curve>
void expect_malformed(const VerifyingKey<Curve>& key, const std::string& message) {
  const auto checked = check_verifying_key(key);
  ASSERT_FALSE(checked);
  EXPECT_EQ(checked.error().code, ErrorCode::kMalformed);
  EXPECT_THAT(checked.error().message, HasSubstr(message));
  EXPECT_FALSE(PreparedVerifyingKey<Curve>::make(key));
}

TYPED_TEST(VerifyingKeyChecks, PassAGoodKey) {
  VerifyingKey<TypeParam> key = Simulator<TypeParam>(40, 40).key();
  EXPECT_TRUE(check_verifying_key(key));
  EXPECT_TRUE(check_matching_groups(key));
  key.beta_g1 = key.delta_g1 = TypeParam::G1Affine::infinity();
  EXPECT_TRUE(check_verifying_key(AnyVerifyingKey{key}));
  EXPECT_TRUE(check_matching_groups(key));
}

TYPED_TEST(VerifyingKeyChecks, NameTheBadPoint) {
  const VerifyingKey<TypeParam> good = Simulator<TypeParam>(40, 41).key();
  VerifyingKey<TypeParam> bad = good;
  bad.alpha_g1 = TypeParam::G1Affine::infinity();
  expect_malformed(bad, "alpha is infinity");
  bad = good;
  bad.beta_g2.y += TypeParam::Fp2::one();
  expect_malformed(bad, "beta is not on the curve");
  bad = good;
  bad.gamma_g2 = TypeParam::G2Affine::infinity();
  expect_malformed(bad, "gamma is infinity");
  bad = good;
  bad.delta_g2 = point_outside_subgroup<typename TypeParam::G2>();
  expect_malformed(bad, "delta is not in the subgroup");
  bad = good;
  bad.ic[37].x += TypeParam::Fp::one();
  bad.ic[39] = TypeParam::G1Affine::infinity();
  expect_malformed(bad, "IC point 37 is not on the curve");
  bad = good;
  bad.ic[40] = TypeParam::G1Affine::infinity();
  expect_malformed(bad, "IC point 40 is infinity");
  bad.ic.clear();
  expect_malformed(bad, "at least one IC point");
}

TYPED_TEST(VerifyingKeyChecks, WantBetaAndDeltaAlikeInBothGroups) {
  const VerifyingKey<TypeParam> good = Simulator<TypeParam>(1, 42).key();
  VerifyingKey<TypeParam> bad = good;
  bad.beta_g1 = -good.beta_g1;
  EXPECT_FALSE(check_matching_groups(bad));
  bad = good;
  bad.delta_g1 = good.beta_g1;
  const auto checked = check_matching_groups(bad);
  ASSERT_FALSE(checked);
  EXPECT_EQ(checked.error().code, ErrorCode::kMalformed);
  EXPECT_THAT(checked.error().message, HasSubstr("delta in G1"));
}

TYPED_TEST(VerifyingKeyChecks, TellKeysApart) {
  const VerifyingKey<TypeParam> key = Simulator<TypeParam>(3, 43).key();
  const VerifyingKey<TypeParam> other = Simulator<TypeParam>(3, 44).key();
  VerifyingKey<TypeParam> same = key;
  same.beta_g1 = TypeParam::G1Affine::infinity();
  EXPECT_TRUE(check_same_verifying_key(key, "k.zkey", same, "vk.json"));

  const auto expect_difference = [&](const VerifyingKey<TypeParam>& changed, const std::string& what) {
    const auto checked = check_same_verifying_key(key, "k.zkey", changed, "vk.json");
    ASSERT_FALSE(checked);
    EXPECT_EQ(checked.error().code, ErrorCode::kMismatch);
    EXPECT_EQ(checked.error().message,
              "k.zkey and vk.json are different verifying keys: they differ in " + what);
  };
  VerifyingKey<TypeParam> changed = key;
  changed.alpha_g1 = other.alpha_g1;
  expect_difference(changed, "alpha");
  changed = key;
  changed.beta_g2 = other.beta_g2;
  expect_difference(changed, "beta");
  changed = key;
  changed.gamma_g2 = other.gamma_g2;
  expect_difference(changed, "gamma");
  changed = key;
  changed.delta_g2 = other.delta_g2;
  expect_difference(changed, "delta");
  changed = key;
  changed.ic[2] = other.ic[2];
  expect_difference(changed, "IC point 2");
  changed = key;
  changed.ic.pop_back();
  expect_difference(changed, "IC (4 points and 3)");
}

TEST(VerifyingKeyComparison, TellsCurvesApart) {
  const auto checked = check_same_verifying_key(Simulator<algebra::Bn254>(1, 45).key(), "a",
                                                Simulator<algebra::Bls12_381>(1, 46).key(), "b");
  ASSERT_FALSE(checked);
  EXPECT_THAT(checked.error().message, HasSubstr("differ in the curve"));
}

}  // namespace
}  // namespace lockstep::groth16
