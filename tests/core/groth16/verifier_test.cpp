// SPDX-License-Identifier: Apache-2.0
#include "lockstep/groth16/verifier.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

#include "groth16_support.hpp"
#include "simulated.hpp"

namespace lockstep::groth16 {
namespace {

using ::testing::HasSubstr;

template <class Curve>
class ProofVerification : public ::testing::Test {};
TYPED_TEST_SUITE(ProofVerification, AllCurves);

template <class Curve>
PreparedVerifyingKey<Curve> prepare(const Simulator<Curve>& simulator) {
  auto prepared = PreparedVerifyingKey<Curve>::make(simulator.key());
  EXPECT_TRUE(prepared) << prepared.error().message;
  return *std::move(prepared);
}

void expect_invalid(const Result<void>& verdict, const std::string& reason) {
  ASSERT_FALSE(verdict);
  EXPECT_EQ(verdict.error().code, ErrorCode::kInvalidProof);
  EXPECT_THAT(verdict.error().message, HasSubstr(reason));
}

template <class G>
algebra::AffinePoint<G> plus_generator(const algebra::AffinePoint<G>& point) {
  return algebra::JacobianPoint<G>::from_affine(point).add_mixed(G::generator()).to_affine();
}

TYPED_TEST(ProofVerification, AcceptsValidProofsWhateverTheNumberOfInputs) {
  for (const std::size_t count : {0U, 1U, 3U, 31U, 32U, 33U, 200U}) {
    Simulator<TypeParam> simulator(count, 10 + count);
    const auto verifier = prepare(simulator);
    const auto inputs = simulator.inputs();
    EXPECT_TRUE(verifier.verify(simulator.proof(inputs), inputs)) << count << " inputs";
  }
}

TYPED_TEST(ProofVerification, AcceptsEdgeValuesOfInputs) {
  using Fr = typename TypeParam::Fr;
  Simulator<TypeParam> simulator(4, 11);
  const auto verifier = prepare(simulator);
  const PublicInputs<TypeParam> inputs{Fr::zero(), Fr::one(), -Fr::one(), Fr::from_u64(1ULL << 63)};
  EXPECT_TRUE(verifier.verify(simulator.proof(inputs), inputs));
}

TYPED_TEST(ProofVerification, AcceptsTheNegatedPair) {
  Simulator<TypeParam> simulator(2, 12);
  const auto verifier = prepare(simulator);
  const auto inputs = simulator.inputs();
  Proof<TypeParam> proof = simulator.proof(inputs);
  proof.a = -proof.a;
  proof.b = -proof.b;
  EXPECT_TRUE(verifier.verify(proof, inputs));
}

TYPED_TEST(ProofVerification, AcceptsInfinityAsCWhereTheEquationHolds) {
  using Fr = typename TypeParam::Fr;
  Simulator<TypeParam> simulator(0, 13);
  const auto verifier = prepare(simulator);
  // a b = alpha beta + ic gamma makes c = 0
  const Fr product = simulator.alpha() * simulator.beta() + simulator.first_ic() * simulator.gamma();
  const Proof<TypeParam> proof = simulator.proof({}, product, Fr::one());
  ASSERT_TRUE(proof.c.is_infinity());
  EXPECT_TRUE(verifier.verify(proof, {}));
  Proof<TypeParam> other = simulator.proof({});
  other.c = proof.c;
  expect_invalid(verifier.verify(other, {}), "pairing equation");
}

TYPED_TEST(ProofVerification, RefusesAChangedElement) {
  Simulator<TypeParam> simulator(3, 14);
  const auto verifier = prepare(simulator);
  const auto inputs = simulator.inputs();
  const Proof<TypeParam> good = simulator.proof(inputs);
  Proof<TypeParam> bad = good;
  bad.a = plus_generator(good.a);
  expect_invalid(verifier.verify(bad, inputs), "pairing equation");
  bad = good;
  bad.b = plus_generator(good.b);
  expect_invalid(verifier.verify(bad, inputs), "pairing equation");
  bad = good;
  bad.c = plus_generator(good.c);
  expect_invalid(verifier.verify(bad, inputs), "pairing equation");
  bad = good;
  std::swap(bad.a, bad.c);
  expect_invalid(verifier.verify(bad, inputs), "pairing equation");
  bad = good;
  bad.a = -good.a;
  expect_invalid(verifier.verify(bad, inputs), "pairing equation");
}

TYPED_TEST(ProofVerification, RefusesAnyChangedOrSwappedInput) {
  using Fr = typename TypeParam::Fr;
  Simulator<TypeParam> simulator(3, 15);
  const auto verifier = prepare(simulator);
  const auto inputs = simulator.inputs();
  const Proof<TypeParam> proof = simulator.proof(inputs);
  for (std::size_t i = 0; i < inputs.size(); ++i) {
    auto changed = inputs;
    changed[i] += Fr::one();
    expect_invalid(verifier.verify(proof, changed), "pairing equation");
  }
  auto swapped = inputs;
  std::swap(swapped[0], swapped[1]);
  expect_invalid(verifier.verify(proof, swapped), "pairing equation");
}

TYPED_TEST(ProofVerification, RefusesAnotherNumberOfInputs) {
  Simulator<TypeParam> simulator(2, 16);
  const auto verifier = prepare(simulator);
  auto inputs = simulator.inputs();
  const Proof<TypeParam> proof = simulator.proof(inputs);
  inputs.push_back(TypeParam::Fr::zero());
  expect_invalid(verifier.verify(proof, inputs), "expected 2 public inputs, found 3");
  inputs.resize(1);
  expect_invalid(verifier.verify(proof, inputs), "expected 2 public inputs, found 1");
}

TYPED_TEST(ProofVerification, RefusesInfinityAsAOrB) {
  Simulator<TypeParam> simulator(1, 17);
  const auto verifier = prepare(simulator);
  const auto inputs = simulator.inputs();
  Proof<TypeParam> proof = simulator.proof(inputs);
  proof.a = TypeParam::G1Affine::infinity();
  expect_invalid(verifier.verify(proof, inputs), "point A of the proof is infinity");
  proof = simulator.proof(inputs);
  proof.b = TypeParam::G2Affine::infinity();
  expect_invalid(verifier.verify(proof, inputs), "point B of the proof is infinity");
}

TYPED_TEST(ProofVerification, RefusesPointsOffTheCurve) {
  Simulator<TypeParam> simulator(1, 18);
  const auto verifier = prepare(simulator);
  const auto inputs = simulator.inputs();
  const Proof<TypeParam> good = simulator.proof(inputs);
  Proof<TypeParam> bad = good;
  bad.a.y += TypeParam::Fp::one();
  expect_invalid(verifier.verify(bad, inputs), "point A of the proof is not on the curve");
  bad = good;
  bad.b.x += TypeParam::Fp2::one();
  expect_invalid(verifier.verify(bad, inputs), "point B of the proof is not on the curve");
  bad = good;
  bad.c.x += TypeParam::Fp::one();
  expect_invalid(verifier.verify(bad, inputs), "point C of the proof is not on the curve");
}

TYPED_TEST(ProofVerification, RefusesPointsOutsideTheSubgroup) {
  using G1 = typename TypeParam::G1;
  using G2 = typename TypeParam::G2;
  Simulator<TypeParam> simulator(1, 19);
  const auto verifier = prepare(simulator);
  const auto inputs = simulator.inputs();
  Proof<TypeParam> bad = simulator.proof(inputs);
  // The part of order r is as it should be; what is added is of another order.
  const auto component = [](const auto& point) {
    using G = typename std::decay_t<decltype(point)>::Group;
    return algebra::JacobianPoint<G>::from_affine(point).mul(G::Scalar::modulus());
  };
  bad.b = component(point_outside_subgroup<G2>()).add_mixed(bad.b).to_affine();
  expect_invalid(verifier.verify(bad, inputs), "point B of the proof is not in the subgroup");
  if constexpr (TypeParam::kId == CurveId::kBls12_381) {
    bad = simulator.proof(inputs);
    const Proof<TypeParam> good = bad;
    bad.a = component(point_outside_subgroup<G1>()).add_mixed(good.a).to_affine();
    expect_invalid(verifier.verify(bad, inputs), "point A of the proof is not in the subgroup");
    bad = good;
    bad.c = component(point_outside_subgroup<G1>()).add_mixed(good.c).to_affine();
    expect_invalid(verifier.verify(bad, inputs), "point C of the proof is not in the subgroup");
  }
}

TEST(Verifier, ServesBothCurves) {
  const auto check = []<class Curve>(Simulator<Curve> simulator) {
    const auto verifier = Verifier::make(simulator.key());
    ASSERT_TRUE(verifier);
    EXPECT_EQ(verifier->curve(), Curve::kId);
    EXPECT_EQ(verifier->public_count(), 2U);
    const auto inputs = simulator.inputs();
    EXPECT_TRUE(verifier->verify(simulator.proof(inputs), inputs));
    expect_invalid(verifier->verify(simulator.proof(inputs), simulator.inputs()), "pairing equation");
    const std::vector<AnyProof> proofs{simulator.proof(inputs), simulator.proof(inputs)};
    const auto bad = verifier->verify_batch(proofs, std::vector<AnyPublicInputs>{inputs, simulator.inputs()});
    ASSERT_TRUE(bad);
    ASSERT_EQ(bad->size(), 1U);
    EXPECT_EQ(bad->front().index, 1U);
  };
  check(Simulator<algebra::Bn254>(2, 20));
  check(Simulator<algebra::Bls12_381>(2, 21));
}

TEST(Verifier, RefusesProofsAndInputsOfTheOtherCurve) {
  Simulator<algebra::Bn254> bn254(1, 22);
  Simulator<algebra::Bls12_381> bls12_381(1, 23);
  const auto verifier = Verifier::make(bn254.key());
  ASSERT_TRUE(verifier);
  const auto inputs = bn254.inputs();
  const auto other_inputs = bls12_381.inputs();
  const AnyProof proof = bn254.proof(inputs);
  const AnyProof other_proof = bls12_381.proof(other_inputs);
  for (const auto& verdict : {verifier->verify(other_proof, inputs), verifier->verify(proof, other_inputs)}) {
    ASSERT_FALSE(verdict);
    EXPECT_EQ(verdict.error().code, ErrorCode::kMismatch);
  }
  const std::vector<AnyProof> proofs{proof, other_proof};
  const auto batch = verifier->verify_batch(proofs, std::vector<AnyPublicInputs>{inputs, other_inputs});
  ASSERT_FALSE(batch);
  EXPECT_EQ(batch.error().code, ErrorCode::kMismatch);
}

}  // namespace
}  // namespace lockstep::groth16
