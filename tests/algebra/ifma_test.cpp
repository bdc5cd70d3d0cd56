// SPDX-License-Identifier: Apache-2.0
// Eight lanes against the scalar fields.
#include "lockstep/algebra/ifma.hpp"

#include <gtest/gtest.h>

#include <cstdlib>
#include <string_view>
#include <vector>

#include "support.hpp"

namespace lockstep::algebra::testing {
namespace {

#if LOCKSTEP_ALGEBRA_IFMA

using ifma::EvenRows;
using ifma::Fp2Lanes;
using ifma::Lanes;
using ifma::Mask;
using ifma::Radix52;

template <class F>
using Eight = std::array<F, 8>;

template <class F>
[[LOCKSTEP_IFMA_TARGET]] Lanes<F, 1> lanes_of(const Eight<F>& elements) {
  return ifma::load<F>(EvenRows{elements[0].limbs.data(), F::kLimbs});
}

template <class F>
[[LOCKSTEP_IFMA_TARGET]] Lanes<F, 2> lane_form_of(const Eight<F>& elements) {
  return to_lane_form(lanes_of(elements));
}

template <class F, unsigned B>
[[LOCKSTEP_IFMA_TARGET]] Eight<F> words_of(const Lanes<F, B>& lanes) {
  Eight<F> r;
  ifma::store(EvenRows{r[0].limbs.data(), F::kLimbs}, canonical(lanes));
  return r;
}

template <class F, unsigned B>
[[LOCKSTEP_IFMA_TARGET]] Eight<F> elements_of(const Lanes<F, B>& lane_form) {
  return words_of(to_montgomery_form(lane_form));
}

// Every limb below 2^52: what the multiplication instructions read.
template <class F, unsigned B>
[[LOCKSTEP_IFMA_TARGET]] bool limbs_are_short(const Lanes<F, B>& lanes) {
  for (const __m512i& limb : lanes.limb) {
    if (_mm512_cmpgt_epu64_mask(limb, _mm512_set1_epi64(static_cast<long long>(ifma::kLimbMask))) != 0)
      return false;
  }
  return true;
}

template <class F>
struct Results {
  Eight<F> sum, difference, negative, product, square, twice, reduced_sum;
  bool short_limbs = true;
};

// On operands moved up by a multiple of p, as far as their bound and a product allow.
template <class F>
[[LOCKSTEP_IFMA_TARGET]] Results<F> compute(const Eight<F>& first, const Eight<F>& second) {
  const auto a = lane_form_of(first);
  const auto b = lane_form_of(second);
  const auto zero = Lanes<F, 2>::zero();
  const auto raised_a = a - zero;  // a + 2 p
  const auto raised_b = b - zero;
  Results<F> r;
  r.sum = elements_of(raised_a + b);
  r.difference = elements_of(a - raised_b);
  r.negative = elements_of(-raised_a);
  r.product = elements_of(raised_a * raised_b);
  r.square = elements_of(square(raised_a));
  r.twice = elements_of(doubled(raised_a));
  const auto sum = raised_a + raised_a + raised_b + raised_b - raised_a - raised_b;
  r.reduced_sum = elements_of(reduced(sum));
  for (const bool is_short :
       {limbs_are_short(raised_a), limbs_are_short(raised_a + b), limbs_are_short(a - raised_b),
        limbs_are_short(-raised_a), limbs_are_short(raised_a * raised_b), limbs_are_short(square(raised_a)),
        limbs_are_short(sum), limbs_are_short(reduced(sum)), limbs_are_short(canonical(sum))}) {
    r.short_limbs = r.short_limbs && is_short;
  }
  return r;
}

template <class F>
class LanesTest : public ::testing::Test {
 protected:
  void SetUp() override {
    if (!ifma_enabled()) GTEST_SKIP() << "this CPU has no AVX-512 IFMA, or scalar arithmetic was asked for";
  }

  void expect_lane_by_lane(const Eight<F>& a, const Eight<F>& b) {
    const Results<F> r = compute(a, b);
    EXPECT_TRUE(r.short_limbs);
    for (std::size_t i = 0; i < a.size(); ++i) {
      ASSERT_EQ(r.sum[i], a[i] + b[i]);
      ASSERT_EQ(r.difference[i], a[i] - b[i]);
      ASSERT_EQ(r.negative[i], -a[i]);
      ASSERT_EQ(r.product[i], a[i] * b[i]);
      ASSERT_EQ(r.square[i], a[i] * a[i]);
      ASSERT_EQ(r.twice[i], a[i].doubled());
      ASSERT_EQ(r.reduced_sum[i], a[i] + b[i]);
    }
  }

  Eight<F> random_eight() {
    Eight<F> r;
    for (F& element : r) element = random_.template element<F>();
    return r;
  }

  Random random_;
};
TYPED_TEST_SUITE(LanesTest, AllFields);

TYPED_TEST(LanesTest, OperationsAgreeWithTheScalarFieldOnEdges) {
  const auto values = interesting_elements<TypeParam>(this->random_, 5);
  const std::size_t count = values.size();
  for (std::size_t i = 0; i < count; ++i) {
    for (std::size_t j = 0; j < count; ++j) {
      Eight<TypeParam> a;
      Eight<TypeParam> b;
      for (std::size_t k = 0; k < 8; ++k) {
        a[k] = values[(i + k) % count];
        b[k] = values[(j + 3 * k) % count];
      }
      this->expect_lane_by_lane(a, b);
      if (this->HasFatalFailure()) return;
    }
  }
}

TYPED_TEST(LanesTest, OperationsAgreeWithTheScalarFieldOnRandomElements) {
  for (int i = 0; i < 20'000; ++i) {
    this->expect_lane_by_lane(this->random_eight(), this->random_eight());
    if (this->HasFatalFailure()) return;
  }
}

// Integers of the whole range of a bound, limbs of all ones included.
template <class F, unsigned B>
[[LOCKSTEP_IFMA_TARGET]] void expect_reductions(std::uint64_t multiple, const Eight<F>& below_p) {
  Lanes<F, B> value;
  const auto offset = Lanes<F, 1>::broadcast(Radix52<F>::multiple(multiple));
  const auto base = lanes_of(below_p);
  __m512i carry = _mm512_setzero_si512();
  for (std::size_t i = 0; i < value.kLimbs; ++i) {
    const __m512i sum = _mm512_add_epi64(_mm512_add_epi64(base.limb[i], offset.limb[i]), carry);
    carry = ifma::detail::shift_right(sum, ifma::kLimbBits);
    value.limb[i] = _mm512_and_si512(sum, _mm512_set1_epi64(static_cast<long long>(ifma::kLimbMask)));
  }
  const auto reduced_value = reduced(value);
  ASSERT_TRUE(limbs_are_short(reduced_value));
  ASSERT_EQ(words_of(value), below_p) << multiple;
  ASSERT_EQ(words_of(reduced_value), below_p) << multiple;
}

TYPED_TEST(LanesTest, ReductionWorksOverTheWholeBound) {
  using F = TypeParam;
  constexpr unsigned kBound = Radix52<F>::kMaxBound;
  Eight<F> values;
  for (std::size_t i = 0; i < 4; ++i) {
    values[i] = F{wide::from_u64<F::kLimbs>(i)};
    values[4 + i] = -F{wide::from_u64<F::kLimbs>(i + 1)};
  }
  for (std::uint64_t multiple = 0; multiple < kBound; ++multiple) {
    expect_reductions<F, kBound>(multiple, values);
    expect_reductions<F, kBound>(multiple, this->random_eight());
    if (this->HasFatalFailure()) return;
  }
}

// Factors A p - 1 - x with the largest A that may be squared.
template <class F>
[[LOCKSTEP_IFMA_TARGET]] void expect_products_at_the_bound(const Eight<F>& distance) {
  constexpr unsigned kBound = [] {
    unsigned bound = 1;
    while ((bound + 1) * (bound + 1) <= Radix52<F>::kMaxProduct && bound < Radix52<F>::kMaxBound) ++bound;
    return bound;
  }();
  Eight<F> element;
  for (std::size_t i = 0; i < 8; ++i) element[i] = -F{wide::from_u64<F::kLimbs>(1)} - distance[i];
  const auto small = lanes_of(element);
  const auto top = Lanes<F, kBound>::broadcast(Radix52<F>::multiple(kBound - 1));
  Lanes<F, kBound> large;
  for (std::size_t i = 0; i < large.kLimbs; ++i) large.limb[i] = _mm512_add_epi64(top.limb[i], small.limb[i]);
  ifma::detail::carry_through(large.limb, large.limb);
  const Eight<F> expected = words_of(small * small);
  ASSERT_EQ(words_of(large), element);
  ASSERT_TRUE(limbs_are_short(large * large));
  ASSERT_EQ(words_of(large * large), expected);
  ASSERT_TRUE(limbs_are_short(square(large)));
  ASSERT_EQ(words_of(square(large)), expected);
}

TYPED_TEST(LanesTest, ProductsHoldUpToTheirBound) {
  using F = TypeParam;
  expect_products_at_the_bound<F>({});
  for (int i = 0; i < 1000; ++i) {
    auto distance = this->random_eight();
    for (std::size_t k = 0; k < 8; ++k) {
      if (i % 2 == 0) distance[k] = F{wide::from_u64<F::kLimbs>(this->random_.word())};
    }
    expect_products_at_the_bound<F>(distance);
    if (this->HasFatalFailure()) return;
  }
}

template <class F>
[[LOCKSTEP_IFMA_TARGET]] void expect_masks(const Eight<F>& a, const Eight<F>& b) {
  const auto x = lanes_of(a);
  const auto y = lanes_of(b);
  for (unsigned bits = 0; bits < 256; ++bits) {
    const auto mask = static_cast<Mask>(bits);
    const Eight<F> selected = words_of(select(mask, x, y));
    const Eight<F> negated = words_of(negate_where(mask, x));
    Eight<F> with_zeros = a;
    for (std::size_t i = 0; i < 8; ++i) {
      const bool is_set = ((bits >> i) & 1) != 0;
      ASSERT_EQ(selected[i], is_set ? a[i] : b[i]);
      ASSERT_EQ(negated[i], is_set ? -a[i] : a[i]);
      if (is_set) with_zeros[i] = F::zero();
    }
    const auto z = lanes_of(with_zeros);
    ASSERT_EQ(zero_lanes(z), mask);
    ASSERT_EQ(zero_lanes(-z), mask);  // p in place of 0
    ASSERT_EQ(zero_lanes(x - select(mask, x, x + Lanes<F, 1>::one())), mask);
  }
}

TYPED_TEST(LanesTest, MasksChooseTheirLanes) {
  for (int i = 0; i < 10; ++i) expect_masks(this->random_eight(), this->random_eight());
}

// Rows in any order, and values of p and above, keep their bits.
template <class F>
[[LOCKSTEP_IFMA_TARGET]] void expect_rows_to_keep_bits(const std::vector<typename F::Limbs>& source) {
  const std::array<std::size_t, 8> order = {3, 0, 7, 7, 1, 12, 5, 9};
  ifma::Rows rows{};
  std::vector<typename F::Limbs> target(16);
  ifma::MutableRows target_rows{};
  for (std::size_t i = 0; i < 8; ++i) {
    rows[i] = source[order[i]].data();
    target_rows[i] = target[2 * (7 - i)].data();
  }
  const auto lanes = ifma::load<F, Radix52<F>::kMaxDense>(rows);
  ASSERT_TRUE(limbs_are_short(lanes));
  ifma::store(target_rows, lanes);
  for (std::size_t i = 0; i < 8; ++i) {
    ASSERT_EQ(target[2 * (7 - i)], source[order[i]]);
    ASSERT_EQ(target[2 * (7 - i) + 1], typename F::Limbs{});
  }
}

TYPED_TEST(LanesTest, LoadAndStoreKeepTheBits) {
  using F = TypeParam;
  std::vector<typename F::Limbs> source(13);
  for (int round = 0; round < 100; ++round) {
    for (auto& row : source) {
      for (auto& limb : row) limb = this->random_.word();
    }
    expect_rows_to_keep_bits<F>(source);
  }
  for (auto& row : source) row.fill(~std::uint64_t{0});
  expect_rows_to_keep_bits<F>(source);
}

template <class F>
[[LOCKSTEP_IFMA_TARGET]] Eight<F> mixed_product(const Eight<F>& montgomery, const Eight<F>& other) {
  return words_of(lanes_of(montgomery) * lane_form_of(other));
}

TYPED_TEST(LanesTest, AFactorInLaneFormKeepsTheMontgomeryFormOfTheOther) {
  const auto a = this->random_eight();
  const auto b = this->random_eight();
  const auto product = mixed_product(a, b);
  for (std::size_t i = 0; i < 8; ++i) EXPECT_EQ(product[i], a[i] * b[i]);
}

template <class F>
struct PairResults {
  Eight<F> real[6], imaginary[6];
};

template <class F>
[[LOCKSTEP_IFMA_TARGET]] PairResults<F> compute_pairs(const std::array<Eight<F>, 4>& c) {
  const Fp2Lanes<F, 2> a{lane_form_of(c[0]), lane_form_of(c[1])};
  const Fp2Lanes<F, 2> b{lane_form_of(c[2]), lane_form_of(c[3])};
  PairResults<F> r;
  const auto put = [&r](std::size_t i, const Eight<F>& c0, const Eight<F>& c1) {
    r.real[i] = c0;
    r.imaginary[i] = c1;
  };
  const auto sum = a + b;
  const auto difference = a - b;
  const auto product = a * b;
  const auto squared = square(a);
  const auto wide_product = sum * difference;
  const auto negative = negate_where(0xff, reduced(doubled(a)));
  put(0, elements_of(sum.c0), elements_of(sum.c1));
  put(1, elements_of(difference.c0), elements_of(difference.c1));
  put(2, elements_of(product.c0), elements_of(product.c1));
  put(3, elements_of(squared.c0), elements_of(squared.c1));
  put(4, elements_of(wide_product.c0), elements_of(wide_product.c1));
  put(5, elements_of(negative.c0), elements_of(negative.c1));
  return r;
}

template <class F>
class Fp2LanesTest : public LanesTest<F> {};
TYPED_TEST_SUITE(Fp2LanesTest, AllBaseFields);

TYPED_TEST(Fp2LanesTest, OperationsAgreeWithTheScalarTower) {
  using F = TypeParam;
  const auto values = interesting_elements<F>(this->random_, 6);
  for (std::size_t round = 0; round < 2000; ++round) {
    std::array<Eight<F>, 4> c;
    for (std::size_t n = 0; n < 4; ++n) {
      for (std::size_t i = 0; i < 8; ++i) {
        c[n][i] = round % 2 == 0 ? values[this->random_.word() % values.size()]
                                 : this->random_.template element<F>();
      }
    }
    const auto r = compute_pairs(c);
    for (std::size_t i = 0; i < 8; ++i) {
      const Fp2<F> a{c[0][i], c[1][i]};
      const Fp2<F> b{c[2][i], c[3][i]};
      const std::array<Fp2<F>, 6> expected = {a + b,       a - b, a * b, a.square(), a.square() - b.square(),
                                              -a.doubled()};
      for (std::size_t k = 0; k < expected.size(); ++k) {
        ASSERT_EQ((Fp2<F>{r.real[k][i], r.imaginary[k][i]}), expected[k]) << k;
      }
    }
  }
}

#endif  // LOCKSTEP_ALGEBRA_IFMA

TEST(LaneArithmeticChoice, FollowsTheEnvironmentAndTheCpu) {
  const char* wish = std::getenv("LOCKSTEP_ARITHMETIC");
  const bool allowed = wish == nullptr || std::string_view(wish) == "auto";
#if LOCKSTEP_ALGEBRA_IFMA
  EXPECT_EQ(ifma_enabled(), allowed && __builtin_cpu_supports("avx512ifma") != 0);
#else
  EXPECT_FALSE(ifma_enabled() && allowed);
#endif
}

}  // namespace
}  // namespace lockstep::algebra::testing
