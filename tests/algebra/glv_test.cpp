// SPDX-License-Identifier: Apache-2.0
// The endomorphism of G1 and the halving of scalars.
#include "lockstep/algebra/glv.hpp"

#include <gtest/gtest.h>

#include "lockstep/algebra/signed_digits.hpp"
#include "support.hpp"

namespace lockstep::algebra::testing {
namespace {

template <class G>
class GlvTest : public ::testing::Test {
 protected:
  using Scalar_ = typename G::Scalar;
  Random random_;
  std::vector<Scalar_> scalars_ = [this] {
    auto values = interesting_elements<Scalar_>(random_, 500);
    const Scalar_ lambda = G::Glv::lambda();
    for (const Scalar_& base : {lambda, -lambda, lambda.square(), lambda.halved()}) {
      for (std::uint64_t i = 0; i < 3; ++i) {
        values.push_back(base + Scalar_::from_u64(i));
        values.push_back(base - Scalar_::from_u64(i));
      }
    }
    return values;
  }();
};
using G1Groups = ::testing::Types<Bn254::G1, Bls12_381::G1>;
TYPED_TEST_SUITE(GlvTest, G1Groups);

TYPED_TEST(GlvTest, ConstantsAreCubeRootsOfUnityThatBelongTogether) {
  using G = TypeParam;
  const auto beta = G::Glv::beta();
  const auto lambda = G::Glv::lambda();
  EXPECT_EQ(beta.square() * beta, G::Field::one());
  EXPECT_FALSE(beta.is_one());
  EXPECT_EQ(lambda.square() * lambda, G::Scalar::one());
  EXPECT_FALSE(lambda.is_one());
  for (int i = 0; i < 5; ++i) {
    const auto p = this->random_.template point<G>();
    EXPECT_EQ(glv_endomorphism(p), p.mul(lambda));
    EXPECT_EQ(glv_endomorphism(p.to_affine()), p.mul(lambda).to_affine());
  }
}

TYPED_TEST(GlvTest, BasisVectorsAreInTheLatticeAndSpanIt) {
  using Glv = typename TypeParam::Glv;
  const Integer r = Integer::from(TypeParam::Scalar::modulus());
  const Integer lambda = Integer::from_element(Glv::lambda());
  const Integer a1 = Integer::from(Glv::kA1);
  const Integer n1 = Integer::from(Glv::kN1);
  const Integer a2 = Integer::from(Glv::kA2);
  const Integer b2 = Integer::from(Glv::kB2);
  EXPECT_EQ((a1 - n1 * lambda) % r, Integer(0));
  EXPECT_EQ((a2 + b2 * lambda) % r, Integer(0));
  EXPECT_EQ(a1 * b2 + n1 * a2, r);
}

TYPED_TEST(GlvTest, PartsAreShortAndGiveTheScalarBack) {
  using Scalar = typename TypeParam::Scalar;
  for (const Scalar& scalar : this->scalars_) {
    const GlvScalars k = glv_decompose<TypeParam>(scalar.to_standard());
    EXPECT_LE(wide::bit_length<2>(k.k0), kGlvBits);
    EXPECT_LE(wide::bit_length<2>(k.k1), kGlvBits);
    Scalar k0 = Scalar::from_standard_unchecked(wide::resize<4>(k.k0));
    Scalar k1 = Scalar::from_standard_unchecked(wide::resize<4>(k.k1));
    if (k.negative0) k0 = -k0;
    if (k.negative1) k1 = -k1;
    ASSERT_EQ(k0 + k1 * TypeParam::Glv::lambda(), scalar);
  }
}

TYPED_TEST(GlvTest, MultiplicationAgreesWithThePlainOne) {
  using G = TypeParam;
  const auto p = this->random_.template point<G>();
  for (std::size_t i = 0; i < 40; ++i) {
    EXPECT_EQ(mul_glv(p, this->scalars_[i]), p.mul(this->scalars_[i]));
  }
  EXPECT_TRUE(mul_glv(JacobianPoint<G>::identity(), this->scalars_.back()).is_infinity());
}

template <std::size_t kCount>
long long value_of(const std::array<signed char, kCount>& digits) {
  long long value = 1;
  for (const int digit : digits) value = 2 * value + digit;
  return value;
}

TEST(SignedDigits, GiveTheValueBack) {
  EXPECT_EQ(value_of(binary_digits<binary_digit_count(1)>(1)), 1);
  EXPECT_EQ(value_of(binary_digits<binary_digit_count(0xd201)>(0xd201)), 0xd201);
  EXPECT_EQ(value_of(naf_digits<naf_digit_count(1)>(1)), 1);
  EXPECT_EQ(value_of(naf_digits<naf_digit_count(7)>(7)), 7);
  EXPECT_EQ(value_of(naf_digits<naf_digit_count(6)>(6)), 6);
  EXPECT_EQ(value_of(naf_digits<naf_digit_count(Bn254::kSeed)>(Bn254::kSeed)), 4965661367192848881);
  EXPECT_EQ(count_nonzero(naf_digits<naf_digit_count(0xffff)>(0xffff)), 1u);
}

}  // namespace
}  // namespace lockstep::algebra::testing
