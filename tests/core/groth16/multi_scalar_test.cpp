// SPDX-License-Identifier: Apache-2.0
#include "multi_scalar.hpp"

#include <gtest/gtest.h>

#include <array>
#include <vector>

#include "groth16_support.hpp"

namespace lockstep::groth16 {
namespace {

template <class G>
class MultiScalar : public ::testing::Test {};
TYPED_TEST_SUITE(MultiScalar, AllGroups);

// Points are known multiples of the generator, so that one multiplication checks the whole sum.
template <class G, class Scalar = typename G::Scalar>
void expect_sum(const std::vector<Scalar>& multiples, const std::vector<Scalar>& scalars) {
  std::vector<algebra::AffinePoint<G>> points;
  std::vector<typename Scalar::Limbs> standard;
  Scalar sum = Scalar::zero();
  for (std::size_t i = 0; i < scalars.size(); ++i) {
    points.push_back(generator_times<G>(multiples[i]));
    standard.push_back(scalars[i].to_standard());
    sum += multiples[i] * scalars[i];
  }
  const auto result = multi_scalar<G, Scalar::kLimbs>(points, standard, Scalar::kBits);
  EXPECT_EQ(result.to_affine(), generator_times<G>(sum)) << scalars.size() << " terms";
}

TYPED_TEST(MultiScalar, SumsFewAndMany) {
  using Scalar = typename TypeParam::Scalar;
  Random<Scalar> random(6);
  for (const std::size_t count : {0U, 1U, 2U, 7U, 32U, 33U, 100U, 300U}) {
    expect_sum<TypeParam>(random.vector(count), random.vector(count));
  }
}

TYPED_TEST(MultiScalar, HandlesInfinityZeroOnesAndRepeatedPoints) {
  using Scalar = typename TypeParam::Scalar;
  Random<Scalar> random(7);
  for (const std::size_t count : {std::size_t{6}, std::size_t{60}}) {
    std::vector<Scalar> multiples(count, Scalar::from_u64(11));
    std::vector<Scalar> scalars(count, Scalar::one());
    multiples[1] = Scalar::zero();
    multiples[2] = -multiples[0];
    scalars[3] = Scalar::zero();
    scalars[4] = -Scalar::one();
    scalars[5] = random.next();
    expect_sum<TypeParam>(multiples, scalars);
  }
}

TYPED_TEST(MultiScalar, TakesShortScalars) {
  using G = TypeParam;
  const std::array<algebra::AffinePoint<G>, 2> points{G::generator(), G::generator()};
  const std::array<std::array<std::uint64_t, 2>, 2> scalars{{{5, 1}, {7, 0}}};
  const auto sum = multi_scalar<G, 2>(points, scalars, 128);
  EXPECT_EQ(sum, (algebra::JacobianPoint<G>::generator().mul(std::array<std::uint64_t, 2>{12, 1})));
}

}  // namespace
}  // namespace lockstep::groth16
