// SPDX-License-Identifier: Apache-2.0
#include "tau_evaluation.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <vector>

#include "groth16_support.hpp"
#include "lockstep/algebra/curves.hpp"

namespace lockstep::groth16 {
namespace {

template <class Curve>
class TauEvaluation : public ::testing::Test {};
TYPED_TEST_SUITE(TauEvaluation, AllCurves);

template <class Curve>
EvaluationDomain<typename Curve::Fr> domain_of(unsigned log2_size) {
  return {log2_size, Curve::root_of_unity_snarkjs(log2_size)};
}

template <class Fr>
Fr value_at(const std::vector<Fr>& coefficients, const Fr& x) {
  Fr value = Fr::zero();
  for (std::size_t i = coefficients.size(); i-- > 0;) value = value * x + coefficients[i];
  return value;
}

TYPED_TEST(TauEvaluation, LagrangePolynomialsInterpolate) {
  using Fr = typename TypeParam::Fr;
  Random<Fr> random(1);
  for (const unsigned log2_size : {0U, 1U, 5U, 13U}) {
    const auto domain = domain_of<TypeParam>(log2_size);
    const std::vector<Fr> polynomial = random.vector(std::min<std::size_t>(domain.size(), 100));
    const Fr tau = random.next();
    const Wiped<Fr> lagrange = first_lagrange_at(domain, tau, domain.size());
    Fr sum = Fr::zero();
    Fr place = Fr::one();
    for (const Fr& value : lagrange) {
      sum += value * value_at(polynomial, place);
      place *= domain.root;
    }
    EXPECT_EQ(sum, value_at(polynomial, tau)) << "domain 2^" << log2_size;
  }
}

TYPED_TEST(TauEvaluation, AStrideTakesEveryOtherPolynomial) {
  using Fr = typename TypeParam::Fr;
  Random<Fr> random(2);
  const auto domain = domain_of<TypeParam>(6);
  const Fr tau = random.next();
  const Fr factor = random.next();
  const Wiped<Fr> all = first_lagrange_at(domain, tau, domain.size());
  std::array<Fr, 10> odd;
  std::array<Fr, 10> scratch;
  lagrange_at<Fr>(domain, tau, factor, 21, 2, odd, scratch);
  for (std::size_t j = 0; j < odd.size(); ++j) EXPECT_EQ(odd[j], factor * all[21 + 2 * j]);
}

TYPED_TEST(TauEvaluation, TheVanishingPolynomialIsThatOfTheDomain) {
  using Fr = typename TypeParam::Fr;
  Random<Fr> random(3);
  const auto domain = domain_of<TypeParam>(3);
  const Fr tau = random.next();
  Fr product = Fr::one();
  Fr place = Fr::one();
  for (std::size_t i = 0; i < domain.size(); ++i) {
    product *= tau - place;
    place *= domain.root;
  }
  EXPECT_EQ(vanishing_at(domain, tau), product);
}

TYPED_TEST(TauEvaluation, ColumnSumsAddEveryTermOfEveryRow) {
  using Fr = typename TypeParam::Fr;
  const std::vector<circuit::ScalarLimbs> dictionary{Fr::one().limbs, Fr::from_u64(7).limbs,
                                                     (-Fr::one()).limbs};
  // rows: z0 + 7 z2; nothing; -z2 + z2 + 7 z2
  const circuit::SparseMatrix matrix{{0, 2, 2, 5}, {0, 2, 2, 2, 2}, {0, 1, 2, 0, 1}};
  const std::vector<Fr> row_values{Fr::from_u64(100), Fr::from_u64(1000), Fr::from_u64(3)};
  const Wiped<Fr> sums = column_sums<Fr>(matrix, dictionary, row_values, 4);
  EXPECT_EQ(std::vector<Fr>(sums.begin(), sums.end()),
            (std::vector<Fr>{Fr::from_u64(100), Fr::zero(), Fr::from_u64(721), Fr::zero()}));
}

}  // namespace
}  // namespace lockstep::groth16
