// SPDX-License-Identifier: Apache-2.0
// The laws of Fp2, Fp6 and Fp12.
#include <gtest/gtest.h>

#include "support.hpp"

namespace lockstep::algebra::testing {
namespace {

template <class F>
class ExtensionTest : public ::testing::Test {
 protected:
  Random random_;
  std::vector<F> values_ = [this] {
    std::vector<F> values = {F::zero(), F::one(), -F::one()};
    for (int i = 0; i < 8; ++i) values.push_back(random_.element<F>());
    return values;
  }();
};
using AllExtensions =
    ::testing::Types<Bn254::Fp2, Bn254::Fp6, Bn254::Fp12, Bls12_381::Fp2, Bls12_381::Fp6, Bls12_381::Fp12>;
TYPED_TEST_SUITE(ExtensionTest, AllExtensions);

TYPED_TEST(ExtensionTest, IsACommutativeRingWithOne) {
  using F = TypeParam;
  for (const F& a : this->values_) {
    EXPECT_EQ(a + F::zero(), a);
    EXPECT_EQ(a * F::one(), a);
    EXPECT_EQ(a * F::zero(), F::zero());
    EXPECT_EQ(a - a, F::zero());
    EXPECT_EQ(a + (-a), F::zero());
    EXPECT_EQ(a.doubled(), a + a);
    EXPECT_EQ(a.square(), a * a);
    for (const F& b : this->values_) {
      EXPECT_EQ(a + b, b + a);
      EXPECT_EQ(a * b, b * a);
      EXPECT_EQ((a + b) - b, a);
      for (const F& c : this->values_) {
        EXPECT_EQ((a * b) * c, a * (b * c));
        EXPECT_EQ(a * (b + c), a * b + a * c);
      }
    }
  }
}

TYPED_TEST(ExtensionTest, InverseTimesElementIsOneAndZeroStaysZero) {
  using F = TypeParam;
  EXPECT_EQ(F::zero().inverse(), F::zero());
  for (const F& a : this->values_) {
    if (!a.is_zero()) {
      EXPECT_EQ(a * a.inverse(), F::one());
    }
  }
}

template <class Curve>
class TowerTest : public ::testing::Test {
 protected:
  Random random_;
};
TYPED_TEST_SUITE(TowerTest, AllCurves);

TYPED_TEST(TowerTest, GeneratorsSatisfyTheirEquations) {
  using Fp = typename TypeParam::Fp;
  using Fp2 = typename TypeParam::Fp2;
  using Fp6 = typename TypeParam::Fp6;
  using Fp12 = typename TypeParam::Fp12;
  const Fp2 u{Fp::zero(), Fp::one()};
  EXPECT_EQ(u.square(), -Fp2::one());
  const Fp2 xi = TypeParam::Tower::mul_by_xi(Fp2::one());
  EXPECT_EQ(xi, (TypeParam::kId == CurveId::kBn254 ? Fp2::from_u64(9) : Fp2::from_u64(1)) + u);
  const Fp6 v{Fp2::zero(), Fp2::one(), Fp2::zero()};
  EXPECT_EQ(v * v * v, (Fp6{xi, Fp2::zero(), Fp2::zero()}));
  const Fp12 w{Fp6::zero(), Fp6::one()};
  EXPECT_EQ(w.square(), (Fp12{v, Fp6::zero()}));
  const Fp6 a = this->random_.template element<Fp6>();
  EXPECT_EQ(a.mul_by_v(), a * v);
  const Fp2 b = this->random_.template element<Fp2>();
  EXPECT_EQ(TypeParam::Tower::mul_by_xi(b), b * xi);
  EXPECT_EQ(b * Fp::from_u64(5), b * Fp2::from_u64(5));
}

TYPED_TEST(TowerTest, XiIsNeitherASquareNorACube) {
  using Fp2 = typename TypeParam::Fp2;
  const Integer p = Integer::from(TypeParam::Fp::modulus());
  const Integer order = p * p - Integer(1);
  const Fp2 xi = TypeParam::Tower::mul_by_xi(Fp2::one());
  EXPECT_NE(xi.pow((order / Integer(2)).all_limbs()), Fp2::one());
  EXPECT_NE(xi.pow((order / Integer(3)).all_limbs()), Fp2::one());
  EXPECT_EQ(xi.pow(order.all_limbs()), Fp2::one());
}

TYPED_TEST(TowerTest, SparseProductsAgreeWithFullOnes) {
  using Fp2 = typename TypeParam::Fp2;
  using Fp6 = typename TypeParam::Fp6;
  const auto a = this->random_.template element<Fp6>();
  const auto b0 = this->random_.template element<Fp2>();
  const auto b1 = this->random_.template element<Fp2>();
  EXPECT_EQ(a.mul_by_01(b0, b1), a * (Fp6{b0, b1, Fp2::zero()}));
  EXPECT_EQ(a.mul_by_1(b1), a * (Fp6{Fp2::zero(), b1, Fp2::zero()}));
  EXPECT_EQ(a * b0, a * (Fp6{b0, Fp2::zero(), Fp2::zero()}));
}

TYPED_TEST(TowerTest, RootsInFp2ExistExactlyForSquares) {
  using Fp = typename TypeParam::Fp;
  using Fp2 = typename TypeParam::Fp2;
  EXPECT_EQ(Fp2::zero().sqrt(), Fp2::zero());
  const Integer p = Integer::from(Fp::modulus());
  const auto half_order = ((p * p - Integer(1)) / Integer(2)).all_limbs();
  std::vector<Fp2> values = {Fp2::one(),       -Fp2::one(),       {Fp::zero(), Fp::one()},
                             Fp2::from_u64(2), -Fp2::from_u64(2), {Fp::zero(), -Fp::from_u64(3)}};
  for (int i = 0; i < 30; ++i) {
    values.push_back(this->random_.template element<Fp2>());
    values.push_back({this->random_.template element<Fp>(), Fp::zero()});
    values.push_back({Fp::zero(), this->random_.template element<Fp>()});
  }
  int squares = 0;
  for (const Fp2& a : values) {
    const auto root = a.sqrt();
    EXPECT_EQ(root.has_value(), a.pow(half_order).is_one());
    if (root) {
      EXPECT_EQ(root->square(), a);
    }
    squares += root.has_value() ? 1 : 0;
    const auto root_of_square = a.square().sqrt();
    ASSERT_TRUE(root_of_square.has_value());
    EXPECT_TRUE(*root_of_square == a || *root_of_square == -a);
  }
  EXPECT_GT(squares, 60);
  EXPECT_LT(squares, static_cast<int>(values.size()));
}

TYPED_TEST(TowerTest, OrderOfFp2ComparesTheImaginaryPartFirst) {
  using Fp = typename TypeParam::Fp;
  using Fp2 = typename TypeParam::Fp2;
  EXPECT_TRUE((Fp2{Fp::one(), -Fp::one()}).is_lexicographically_larger());
  EXPECT_FALSE((Fp2{-Fp::one(), Fp::one()}).is_lexicographically_larger());
  EXPECT_TRUE((Fp2{-Fp::one(), Fp::zero()}).is_lexicographically_larger());
  EXPECT_FALSE((Fp2{Fp::one(), Fp::zero()}).is_lexicographically_larger());
}

}  // namespace
}  // namespace lockstep::algebra::testing
