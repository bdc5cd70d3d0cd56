// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <vector>

#include "groth16_support.hpp"
#include "lockstep/groth16/verifier.hpp"
#include "simulated.hpp"

namespace lockstep::groth16 {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

template <class Curve>
class BatchVerification : public ::testing::Test {
 protected:
  BatchVerification() : simulator_(3, 30), verifier_(*PreparedVerifyingKey<Curve>::make(simulator_.key())) {}

  void add(std::size_t count) {
    for (std::size_t i = 0; i < count; ++i) {
      inputs_.push_back(simulator_.inputs());
      proofs_.push_back(simulator_.proof(inputs_.back()));
    }
  }
  std::vector<std::size_t> bad_places() const {
    const auto bad = verifier_.verify_batch(proofs_, inputs_);
    EXPECT_TRUE(bad);
    std::vector<std::size_t> places;
    for (const BadProof& proof : *bad) {
      EXPECT_EQ(proof.reason.code, ErrorCode::kInvalidProof);
      places.push_back(proof.index);
    }
    return places;
  }

  Simulator<Curve> simulator_;
  PreparedVerifyingKey<Curve> verifier_;
  std::vector<Proof<Curve>> proofs_;
  std::vector<PublicInputs<Curve>> inputs_;
};
TYPED_TEST_SUITE(BatchVerification, AllCurves);

TYPED_TEST(BatchVerification, AcceptsValidProofsWhateverTheirNumber) {
  EXPECT_THAT(this->bad_places(), IsEmpty());
  for (const std::size_t count : {1U, 1U, 14U, 1U, 24U}) {
    this->add(count);
    EXPECT_THAT(this->bad_places(), IsEmpty()) << this->proofs_.size() << " proofs";
  }
}

TYPED_TEST(BatchVerification, NamesTheProofsWhoseEquationFails) {
  this->add(20);
  this->inputs_[17][0] += TypeParam::Fr::one();
  this->proofs_[4].c = -this->proofs_[4].c;
  EXPECT_THAT(this->bad_places(), ElementsAre(4U, 17U));
}

// Without weights the product over a batch would hold for these two.
TYPED_TEST(BatchVerification, IsNotFooledByFaultsThatCancel) {
  this->add(2);
  std::swap(this->proofs_[0].c, this->proofs_[1].c);
  EXPECT_THAT(this->bad_places(), ElementsAre(0U, 1U));
}

TYPED_TEST(BatchVerification, NamesMalformedAndInvalidProofsTogether) {
  this->add(5);
  this->proofs_[0].a.x += TypeParam::Fp::one();
  this->inputs_[2].pop_back();
  std::swap(this->proofs_[3].a, this->proofs_[3].c);
  const auto bad = this->verifier_.verify_batch(this->proofs_, this->inputs_);
  ASSERT_TRUE(bad);
  ASSERT_EQ(bad->size(), 3U);
  EXPECT_EQ((*bad)[0].index, 0U);
  EXPECT_THAT((*bad)[0].reason.message, HasSubstr("not on the curve"));
  EXPECT_EQ((*bad)[1].index, 2U);
  EXPECT_THAT((*bad)[1].reason.message, HasSubstr("expected 3 public inputs"));
  EXPECT_EQ((*bad)[2].index, 3U);
  EXPECT_THAT((*bad)[2].reason.message, HasSubstr("pairing equation"));
}

TYPED_TEST(BatchVerification, WantsInputsForEveryProof) {
  this->add(2);
  this->inputs_.pop_back();
  const auto bad = this->verifier_.verify_batch(this->proofs_, this->inputs_);
  ASSERT_FALSE(bad);
  EXPECT_EQ(bad.error().code, ErrorCode::kUsage);
}

}  // namespace
}  // namespace lockstep::groth16
