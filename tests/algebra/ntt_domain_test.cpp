// SPDX-License-Identifier: Apache-2.0
// Transforms against the evaluation of the polynomial, point by point.
#include "lockstep/algebra/ntt_domain.hpp"

#include <gtest/gtest.h>

#include "support.hpp"

namespace lockstep::algebra::testing {
namespace {

template <class Curve>
class NttDomainTest : public ::testing::Test {
 protected:
  using Element = typename Curve::Fr;

  static std::vector<Element> random_elements(std::size_t size) {
    static Random random;
    std::vector<Element> values(size);
    for (auto& value : values) value = random.element<Element>();
    return values;
  }
  static Element evaluate(const std::vector<Element>& coefficients, const Element& x) {
    Element r;
    for (std::size_t i = coefficients.size(); i-- > 0;) r = r * x + coefficients[i];
    return r;
  }
  static std::size_t reversed(std::size_t index, std::size_t bits) {
    std::size_t r = 0;
    for (std::size_t i = 0; i < bits; ++i) r |= ((index >> i) & 1) << (bits - 1 - i);
    return r;
  }
  struct OwnedDomain {
    explicit OwnedDomain(std::size_t log_size, bool bellman = false)
        : storage(NttDomain<Element>::twiddle_count(log_size)),
          domain(log_size,
                 bellman ? Curve::root_of_unity_bellman(log_size) : Curve::root_of_unity_snarkjs(log_size),
                 storage) {}
    std::vector<Element> storage;
    NttDomain<Element> domain;
  };
  static constexpr std::size_t kMaxLogSize = 10;
};
TYPED_TEST_SUITE(NttDomainTest, AllCurves);

TYPED_TEST(NttDomainTest, ForwardEvaluatesAtThePowersOfEitherConventionsRoot) {
  for (const bool bellman : {false, true}) {
    for (std::size_t k = 0; k <= this->kMaxLogSize; ++k) {
      const typename TestFixture::OwnedDomain owned(k, bellman);
      const auto coefficients = this->random_elements(owned.domain.size());
      auto values = coefficients;
      owned.domain.forward(values);
      auto x = TypeParam::Fr::one();
      for (const auto& value : values) {
        ASSERT_EQ(value, this->evaluate(coefficients, x)) << "size 2^" << k;
        x *= owned.domain.root();
      }
    }
  }
}

TYPED_TEST(NttDomainTest, CosetForwardEvaluatesAtTheShiftedPowers) {
  const auto shift = TypeParam::Fr::from_u64(7);
  for (std::size_t k = 0; k <= this->kMaxLogSize; ++k) {
    const typename TestFixture::OwnedDomain owned(k);
    const auto coefficients = this->random_elements(owned.domain.size());
    auto values = coefficients;
    owned.domain.coset_forward(values, shift);
    auto x = shift;
    for (const auto& value : values) {
      ASSERT_EQ(value, this->evaluate(coefficients, x)) << "size 2^" << k;
      x *= owned.domain.root();
    }
  }
}

TYPED_TEST(NttDomainTest, InversesGiveTheCoefficientsBack) {
  const auto shift = TypeParam::Fr::from_u64(5);
  for (std::size_t k = 0; k <= 13; ++k) {
    const typename TestFixture::OwnedDomain owned(k);
    const auto coefficients = this->random_elements(owned.domain.size());
    auto values = coefficients;
    owned.domain.forward(values);
    owned.domain.inverse(values);
    EXPECT_EQ(values, coefficients) << "size 2^" << k;
    owned.domain.coset_forward(values, shift);
    owned.domain.coset_inverse(values, shift);
    EXPECT_EQ(values, coefficients) << "size 2^" << k;
  }
}

TYPED_TEST(NttDomainTest, ReversedOrderTransformsAreTheNaturalOnesPermuted) {
  for (const std::size_t k : {0u, 1u, 2u, 3u, 7u, 12u}) {
    const typename TestFixture::OwnedDomain owned(k);
    const auto& domain = owned.domain;
    const auto input = this->random_elements(domain.size());
    auto reversed_input = input;
    domain.bit_reverse(reversed_input);
    auto forward = input;
    domain.forward(forward);
    auto inverse = input;
    domain.inverse(inverse);
    for (auto& value : inverse) value *= TypeParam::Fr::from_u64(domain.size());

    auto values = input;
    domain.forward_to_reversed(values);
    domain.bit_reverse(values);
    EXPECT_EQ(values, forward);
    values = reversed_input;
    domain.forward_from_reversed(values);
    EXPECT_EQ(values, forward);
    values = input;
    domain.inverse_to_reversed(values);
    domain.bit_reverse(values);
    EXPECT_EQ(values, inverse);
    values = reversed_input;
    domain.inverse_from_reversed(values);
    EXPECT_EQ(values, inverse);
  }
}

TYPED_TEST(NttDomainTest, PiecesGiveTheWhole) {
  constexpr std::size_t kLogSize = 8;
  const typename TestFixture::OwnedDomain owned(kLogSize);
  const auto& domain = owned.domain;
  const auto input = this->random_elements(domain.size());
  auto expected = input;
  domain.forward_to_reversed(expected);

  auto pieces = input;
  const std::span values(pieces);
  const std::size_t half = domain.size() / 2;
  for (std::size_t i = 0; i < half; i += half / 4) {
    domain.template split_halves<false>(values.subspan(i, half / 4), values.subspan(half + i, half / 4), 0);
  }
  domain.template split<false>(values.last(half), 1);
  domain.template split<false>(values.first(half), 0);
  EXPECT_EQ(pieces, expected);

  domain.template merge<true>(values.last(half), 1);
  domain.template merge<true>(values.first(half), 0);
  domain.template merge_halves<true>(values.first(half), values.last(half), 0);
  for (auto& value : pieces) value *= domain.size_inverse();
  EXPECT_EQ(pieces, input);
}

TYPED_TEST(NttDomainTest, ScalingByPowersKnowsBothOrders) {
  using Fr = typename TypeParam::Fr;
  const Fr factor = Fr::from_u64(3);
  const Fr shift = Fr::from_u64(11);
  for (const std::size_t k : {0u, 1u, 5u}) {
    const auto input = this->random_elements(std::size_t{1} << k);
    auto natural = input;
    auto reversed = input;
    NttDomain<Fr>::scale_by_powers(natural, factor, shift);
    NttDomain<Fr>::scale_by_powers_reversed(reversed, factor, shift);
    for (std::size_t i = 0; i < input.size(); ++i) {
      EXPECT_EQ(natural[i], input[i] * factor * shift.pow(std::array<std::uint64_t, 1>{i}));
      EXPECT_EQ(reversed[i],
                input[i] * factor * shift.pow(std::array<std::uint64_t, 1>{this->reversed(i, k)}));
    }
  }
}

TYPED_TEST(NttDomainTest, TwiddlesAreThePowersOfTheRootInReversedOrder) {
  const typename TestFixture::OwnedDomain owned(6);
  ASSERT_EQ(owned.domain.twiddles().size(), 32u);
  for (std::size_t i = 0; i < 32; ++i) {
    const std::array<std::uint64_t, 1> exponent{this->reversed(i, 5)};
    EXPECT_EQ(owned.domain.twiddles()[i], owned.domain.root().pow(exponent));
  }
}

}  // namespace
}  // namespace lockstep::algebra::testing
