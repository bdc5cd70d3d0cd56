// SPDX-License-Identifier: Apache-2.0
// Many inversions at the price of one.
#include "lockstep/algebra/batch.hpp"

#include <gtest/gtest.h>

#include "support.hpp"

namespace lockstep::algebra::testing {
namespace {

template <class F>
class BatchInvertTest : public ::testing::Test {};
using InvertibleFields =
    ::testing::Types<Bn254::Fp, Bn254::Fr, Bn254::Fp2, Bls12_381::Fp, Bls12_381::Fr, Bls12_381::Fp2>;
TYPED_TEST_SUITE(BatchInvertTest, InvertibleFields);

TYPED_TEST(BatchInvertTest, InvertsEachElementAndLeavesZerosZero) {
  using F = TypeParam;
  Random random;
  for (const std::size_t size : {0u, 1u, 2u, 7u, 33u}) {
    std::vector<F> values(size);
    for (std::size_t i = 0; i < size; ++i) values[i] = i % 5 == 3 ? F::zero() : random.element<F>();
    std::vector<F> expected;
    for (const F& value : values) expected.push_back(value.inverse());
    std::vector<F> scratch(size);
    batch_invert<F>(values, scratch);
    EXPECT_EQ(values, expected);
  }
}

TYPED_TEST(BatchInvertTest, AllZerosStayZeros) {
  std::vector<TypeParam> values(4);
  std::vector<TypeParam> scratch(4);
  batch_invert<TypeParam>(values, scratch);
  EXPECT_EQ(values, std::vector<TypeParam>(4));
}

template <class G>
class BatchToAffineTest : public ::testing::Test {};
TYPED_TEST_SUITE(BatchToAffineTest, AllGroups);

TYPED_TEST(BatchToAffineTest, GivesEachPointInfinityIncluded) {
  using G = TypeParam;
  using Jacobian = JacobianPoint<G>;
  using Xyzz = XyzzPoint<G>;
  Random random;
  for (const std::size_t size : {0u, 1u, 2u, 9u}) {
    std::vector<Jacobian> jacobian(size);
    std::vector<Xyzz> xyzz(size);
    std::vector<AffinePoint<G>> expected(size);
    for (std::size_t i = 0; i < size; ++i) {
      jacobian[i] = i % 4 == 1 ? Jacobian::identity() : random.point<G>();
      expected[i] = jacobian[i].to_affine();
      xyzz[i] = Xyzz::from_affine(expected[i]);
      xyzz[i] = xyzz[i].add(xyzz[i]).add(-xyzz[i]);
    }
    std::vector<AffinePoint<G>> affine(size);
    std::vector<typename G::Field> scratch(size);
    batch_to_affine<Jacobian>(jacobian, affine, scratch);
    EXPECT_EQ(affine, expected);
    batch_to_affine<Xyzz>(xyzz, affine, scratch);
    EXPECT_EQ(affine, expected);
  }
}

}  // namespace
}  // namespace lockstep::algebra::testing
