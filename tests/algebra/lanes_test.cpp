// SPDX-License-Identifier: Apache-2.0
// Lanes against the fields they stand for: each operation on eight values at once gives what Field gives one
// by one.
#include "lockstep/algebra/lanes.hpp"

#include <gtest/gtest.h>

#include <utility>

#include "lockstep/algebra/ifma_enabled.hpp"
#include "support.hpp"

#if defined(__x86_64__)
#include "lockstep/algebra/lanes_ifma.hpp"
#else
#define LOCKSTEP_IFMA_BEGIN
#define LOCKSTEP_IFMA_END
#endif

LOCKSTEP_IFMA_BEGIN

namespace lockstep::algebra {
namespace {

// The operations as functions of their own: they are long, and inlined at each use they would keep the
// compiler busy for minutes.
template <class L>
struct Op {
  [[gnu::noinline]] static L product(const L& a, const L& b) { return mul(a, b); }
  [[gnu::noinline]] static L squared(const L& a) { return square(a); }
  [[gnu::noinline]] static L product_of_multipliers(const L& a, const L& b) { return mul_multipliers(a, b); }
  [[gnu::noinline]] static L square_of_multiplier(const L& a) { return square_multiplier(a); }
  [[gnu::noinline]] static L norm(const L& a, const L& b) { return L::norm_fp2(a, b); }
  [[gnu::noinline]] static std::pair<L, L> product_fp2(const L& a0, const L& a1, const L& b0, const L& b1) {
    std::pair<L, L> r;
    L::mul_fp2(r.first, r.second, a0, a1, b0, b1);
    return r;
  }
  template <unsigned k>
  [[gnu::noinline]] static L canonical(const L& a) {
    return L::template canonical<k>(a);
  }
};

template <class L>
struct LanesTest : ::testing::Test {
  using F = typename L::Field;
  using Eight = std::array<F, kLaneCount>;

  void SetUp() override {
    if (L::kName == "ifma" && !ifma_enabled()) GTEST_SKIP() << "no IFMA here";
  }

  // M values side by side in memory, as the coordinates of a point are: [lane][m].
  template <std::size_t M>
  using Rows = std::array<std::array<F, M>, kLaneCount>;

  template <std::size_t M>
  [[gnu::noinline]] static std::array<L, M> load(const Rows<M>& rows) {
    std::array<L, M> r;
    LaneSources from{};
    for (std::size_t i = 0; i < kLaneCount; ++i) from[i] = reinterpret_cast<const std::byte*>(&rows[i]);
    L::template load<M>(r, from);
    return r;
  }
  template <std::size_t M>
  [[gnu::noinline]] static Rows<M> store(const std::array<L, M>& lanes) {
    Rows<M> rows{};
    LaneTargets to{};
    for (std::size_t i = 0; i < kLaneCount; ++i) to[i] = reinterpret_cast<std::byte*>(&rows[i]);
    L::template store<M>(lanes, to);
    return rows;
  }
  // Pairs of values: fields of 6 words are loaded two at a time, as points are.
  std::array<L, 2> load(const Eight& a, const Eight& b) {
    Rows<2> rows{};
    for (std::size_t i = 0; i < kLaneCount; ++i) rows[i] = {a[i], b[i]};
    return load<2>(rows);
  }
  template <unsigned k>
  Eight canonical(const L& a) {
    const L value = Op<L>::template canonical<k>(a);
    const Rows<2> rows = store<2>({value, value});
    Eight r{};
    for (std::size_t i = 0; i < kLaneCount; ++i) {
      EXPECT_EQ(rows[i][0], rows[i][1]);
      EXPECT_TRUE(F::is_canonical(rows[i][0].limbs));
      r[i] = rows[i][0];
    }
    return r;
  }

  // Calls f(a, b) with eights in which every pair of interesting elements meets.
  template <class Function>
  void for_pairs(const Function& f) {
    const auto values = testing::interesting_elements<F>(random, 12);
    std::size_t filled = 0;
    Eight a{};
    Eight b{};
    for (const F& x : values) {
      for (const F& y : values) {
        a[filled] = x;
        b[filled] = y;
        if (++filled == kLaneCount) {
          f(a, b);
          filled = 0;
        }
      }
    }
  }

  testing::Random random;
};

#if defined(__x86_64__)
using AllLanes =
    ::testing::Types<PortableLanes<Bn254::Fp>, PortableLanes<Bls12_381::Fp>, IfmaLanes<Bn254::Fp>,
                     IfmaLanes<Bn254::Fr>, IfmaLanes<Bls12_381::Fp>, IfmaLanes<Bls12_381::Fr>>;
#else
using AllLanes = ::testing::Types<PortableLanes<Bn254::Fp>, PortableLanes<Bls12_381::Fp>>;
#endif
TYPED_TEST_SUITE(LanesTest, AllLanes);

TYPED_TEST(LanesTest, WhatIsLoadedIsStored) {
  this->for_pairs([&](const auto& a, const auto& b) {
    const auto lanes = this->load(a, b);
    EXPECT_EQ(this->template canonical<1>(lanes[0]), a);
    EXPECT_EQ(this->template canonical<1>(lanes[1]), b);
  });
  typename TestFixture::template Rows<4> rows{};
  for (auto& row : rows) {
    for (auto& value : row) value = this->random.template element<typename TestFixture::F>();
  }
  EXPECT_EQ(this->store(this->load(rows)), rows);
}

TYPED_TEST(LanesTest, SumsAndDifferences) {
  this->for_pairs([&](const auto& a, const auto& b) {
    const auto [x, y] = this->load(a, b);
    const auto sum = this->template canonical<2>(add(x, y));
    const auto difference = this->template canonical<2>(TypeParam::template sub<1>(x, y));
    const auto twice_less =
        this->template canonical<8>(TypeParam::template sub<4>(add(add(x, x), x), add(y, y)));
    const auto negated = this->template canonical<2>(TypeParam::template negate_where<1>(0xa5, x));
    for (std::size_t i = 0; i < kLaneCount; ++i) {
      EXPECT_EQ(sum[i], a[i] + b[i]);
      EXPECT_EQ(difference[i], a[i] - b[i]);
      EXPECT_EQ(twice_less[i], a[i].doubled() + a[i] - b[i].doubled());
      EXPECT_EQ(negated[i], ((0xa5u >> i) & 1) != 0 ? -a[i] : a[i]);
    }
  });
}

TYPED_TEST(LanesTest, ManySumsTrimmedStayTheSameModuloP) {
  this->for_pairs([&](const auto& a, const auto& b) {
    auto [x, y] = this->load(a, b);
    auto expected = a;
    for (int step = 0; step < 12; ++step) {
      x = settle(trim(add(x, x)));
      x = settle(trim(add(x, y)));
      for (std::size_t i = 0; i < kLaneCount; ++i) expected[i] = expected[i].doubled() + b[i];
    }
    EXPECT_EQ(this->template canonical<4>(x), expected);
  });
}

TYPED_TEST(LanesTest, ALargeMultipleBecomesCanonical) {
  this->for_pairs([&](const auto& a, const auto& b) {
    const auto [unused, y] = this->load(a, b);
    auto x = y;
    auto expected = b;
    for (int step = 0; step < 31; ++step) {
      x = add(x, y);
      for (std::size_t i = 0; i < kLaneCount; ++i) expected[i] += b[i];
    }
    EXPECT_EQ(this->template canonical<32>(x), expected);
  });
}

TYPED_TEST(LanesTest, DataTimesMultiplierIsData) {
  using Fp = typename TestFixture::F;
  this->for_pairs([&](const auto& a, const auto& b) {
    const auto [x, unused] = this->load(a, b);
    const auto products = this->template canonical<2>(Op<TypeParam>::product(x, TypeParam::multipliers(b)));
    const auto scaled = this->template canonical<2>(
        Op<TypeParam>::product(TypeParam::broadcast(TypeParam::multiplier(b[3])), x));
    const auto standard = this->template canonical<2>(
        Op<TypeParam>::product(x, TypeParam::broadcast(TypeParam::multiplier_to_standard(b[5]))));
    for (std::size_t i = 0; i < kLaneCount; ++i) {
      EXPECT_EQ(products[i], a[i] * b[i]);
      EXPECT_EQ(scaled[i], a[i] * b[3]);
      EXPECT_EQ(standard[i].limbs, (a[i] * b[5]).to_standard());
    }
    // operands at the bound that a product of multiples of p may have
    const auto four = settle(add(add(x, x), add(x, x)));
    const auto y = TypeParam::multipliers(b);
    const auto large =
        this->template canonical<2>(Op<TypeParam>::product(four, settle(add(add(y, y), add(y, y)))));
    for (std::size_t i = 0; i < kLaneCount; ++i) EXPECT_EQ(large[i], Fp::from_u64(16) * a[i] * b[i]);
  });
}

TYPED_TEST(LanesTest, ProductsOfMultipliers) {
  this->for_pairs([&](const auto& a, const auto& b) {
    const auto x = TypeParam::multipliers(a);
    const auto y = TypeParam::multipliers(b);
    const auto products = this->template canonical<2>(Op<TypeParam>::product_of_multipliers(x, y));
    const auto squares = this->template canonical<2>(Op<TypeParam>::square_of_multiplier(x));
    // a square that stays a multiplier takes another multiplier to become data
    const auto [one, data] = this->load(b, b);
    const auto cubes = this->template canonical<2>(Op<TypeParam>::product(data, Op<TypeParam>::squared(x)));
    for (std::size_t i = 0; i < kLaneCount; ++i) {
      EXPECT_EQ(products[i], a[i] * b[i]);
      EXPECT_EQ(squares[i], a[i].square());
      EXPECT_EQ(cubes[i], a[i].square() * b[i]);
    }
  });
}

TYPED_TEST(LanesTest, QuadraticExtension) {
  using Fp = typename TestFixture::F;
  if constexpr (Fp::kTwoAdicity == 1) {
    this->for_pairs([&](const auto& a, const auto& b) {
      const auto [x0, x1] = this->load(a, b);
      const auto y0 = TypeParam::multipliers(b);
      auto reversed = a;
      std::reverse(reversed.begin(), reversed.end());
      const auto y1 = TypeParam::multipliers(reversed);
      const auto [r0, r1] = Op<TypeParam>::product_fp2(x0, x1, y0, y1);
      const auto real = this->template canonical<4>(r0);
      const auto imaginary = this->template canonical<4>(r1);
      const auto norm = this->template canonical<2>(Op<TypeParam>::norm(y0, y1));
      const auto expected_norm =
          this->template canonical<2>(add(Op<TypeParam>::squared(y0), Op<TypeParam>::squared(y1)));
      EXPECT_EQ(norm, expected_norm);
      for (std::size_t i = 0; i < kLaneCount; ++i) {
        const Fp2<Fp> product = Fp2<Fp>{a[i], b[i]} * Fp2<Fp>{b[i], reversed[i]};
        EXPECT_EQ(real[i], product.c0);
        EXPECT_EQ(imaginary[i], product.c1);
      }
    });
  }
}

TYPED_TEST(LanesTest, PrefixProductsGiveInversesAsMultipliers) {
  using Fp = typename TestFixture::F;
  std::array<typename TestFixture::Eight, 6> values;
  std::array<TypeParam, 6> lanes;
  std::array<TypeParam, 6> prefix;
  TypeParam product = TypeParam::broadcast(TypeParam::multiplier(Fp::one()));
  for (std::size_t k = 0; k < values.size(); ++k) {
    for (Fp& value : values[k]) value = this->random.template element<Fp>();
    lanes[k] = this->load(values[k], values[k])[0];
    prefix[k] = product;
    product = Op<TypeParam>::product(product, lanes[k]);
  }
  ASSERT_TRUE(TypeParam::invert_each(product));
  for (std::size_t k = values.size(); k-- > 0;) {
    const TypeParam inverse = Op<TypeParam>::product(prefix[k], product);
    product = Op<TypeParam>::product(product, lanes[k]);
    // data times the inverse of data is the multiplier 1
    const auto quotient = this->template canonical<2>(
        Op<TypeParam>::product(lanes[k], Op<TypeParam>::product(lanes[k], inverse)));
    EXPECT_EQ(quotient, values[k]);
  }
}

TYPED_TEST(LanesTest, AZeroAmongTheProductsIsReported) {
  using Fp = typename TestFixture::F;
  typename TestFixture::Eight values{};
  for (Fp& value : values) value = this->random.template element<Fp>();
  values[5] = Fp::zero();
  TypeParam lanes = this->load(values, values)[0];
  EXPECT_FALSE(TypeParam::invert_each(lanes));
  EXPECT_EQ(this->template canonical<2>(lanes), values);
  // p itself, not reduced, is zero too
  lanes = settle(TypeParam::template sub<1>(lanes, lanes));
  EXPECT_FALSE(TypeParam::invert_each(lanes));
}

}  // namespace
}  // namespace lockstep::algebra

LOCKSTEP_IFMA_END
