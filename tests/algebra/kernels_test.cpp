// SPDX-License-Identifier: Apache-2.0
// The mulx/adx kernels against their portable twins, and the choice between the two.
#include "lockstep/algebra/kernels.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <string_view>
#include <vector>

#include "support.hpp"

namespace lockstep::algebra::testing {
namespace {

// Elements whose limbs are all zeros or all ones as far as the modulus allows, the ends of the range, and a
// modulus with one limb less one.
template <class F>
std::vector<F> edge_elements() {
  std::vector<F> values;
  for (std::size_t pattern = 0; pattern < (std::size_t{1} << F::kLimbs); ++pattern) {
    typename F::Limbs limbs{};
    for (std::size_t i = 0; i < F::kLimbs; ++i) limbs[i] = ((pattern >> i) & 1) != 0 ? ~std::uint64_t{0} : 0;
    if (!F::is_canonical(limbs)) limbs.back() = F::modulus().back() - 1;
    values.push_back(F{limbs});
  }
  for (std::uint64_t distance = 1; distance <= 3; ++distance) {
    auto limbs = F::modulus();
    limbs[0] -= distance;  // no borrow: the lowest limbs of the moduli are larger or distance is 1
    if (F::is_canonical(limbs)) values.push_back(F{limbs});
    values.push_back(F{wide::from_u64<F::kLimbs>(distance)});
  }
  for (std::size_t i = 0; i < F::kLimbs; ++i) {
    auto limbs = F::modulus();
    limbs[i] -= 1;
    values.push_back(F{limbs});
  }
  return values;
}

template <class F>
class KernelsTest : public ::testing::Test {
 protected:
  static constexpr std::size_t kLimbs = F::kLimbs;
  using Single = std::array<std::uint64_t, kLimbs>;
  using Pair = std::array<std::uint64_t, 2 * kLimbs>;

  void SetUp() override {
    fast_ = kernels::adx<kLimbs>();
    if (fast_ == nullptr) GTEST_SKIP() << "this CPU has no mulx, adcx and adox";
  }

  // Twins agree on (a, b), also where the result takes the place of an operand or of both.
  template <class Limbs>
  void expect_equal_products(kernels::MulFn fast, kernels::MulFn portable, const Limbs& a, const Limbs& b) {
    const auto& p = p_;
    Limbs expected{};
    portable(expected.data(), a.data(), b.data(), p.data(), F::kMontgomeryInverse);
    Limbs r{};
    fast(r.data(), a.data(), b.data(), p.data(), F::kMontgomeryInverse);
    ASSERT_EQ(r, expected);
    r = a;
    fast(r.data(), r.data(), b.data(), p.data(), F::kMontgomeryInverse);
    ASSERT_EQ(r, expected);
    r = b;
    fast(r.data(), a.data(), r.data(), p.data(), F::kMontgomeryInverse);
    ASSERT_EQ(r, expected);
    portable(expected.data(), a.data(), a.data(), p.data(), F::kMontgomeryInverse);
    r = a;
    fast(r.data(), r.data(), r.data(), p.data(), F::kMontgomeryInverse);
    ASSERT_EQ(r, expected);
  }

  template <class Limbs>
  void expect_equal_squares(kernels::SqrFn fast, kernels::SqrFn portable, const Limbs& a) {
    Limbs expected{};
    portable(expected.data(), a.data(), p_.data(), F::kMontgomeryInverse);
    Limbs r{};
    fast(r.data(), a.data(), p_.data(), F::kMontgomeryInverse);
    ASSERT_EQ(r, expected);
    r = a;
    fast(r.data(), r.data(), p_.data(), F::kMontgomeryInverse);
    ASSERT_EQ(r, expected);
  }

  static Pair pair(const F& c0, const F& c1) {
    Pair r{};
    std::copy(c0.limbs.begin(), c0.limbs.end(), r.begin());
    std::copy(c1.limbs.begin(), c1.limbs.end(), r.begin() + kLimbs);
    return r;
  }

  Random random_;
  const typename F::Limbs p_ = F::modulus();
  const kernels::Kernels<kLimbs>& portable_ = kernels::portable<kLimbs>();
  const kernels::Kernels<kLimbs>* fast_ = nullptr;
};
TYPED_TEST_SUITE(KernelsTest, AllFields);

TYPED_TEST(KernelsTest, TwinsAgreeOnEdges) {
  const auto values = edge_elements<TypeParam>();
  for (const auto& a : values) {
    this->expect_equal_squares(this->fast_->sqr, this->portable_.sqr, a.limbs);
    for (const auto& b : values) {
      this->expect_equal_products(this->fast_->mul, this->portable_.mul, a.limbs, b.limbs);
    }
  }
}

TYPED_TEST(KernelsTest, TwinsAgreeOnRandomElements) {
  for (int i = 0; i < 100'000; ++i) {
    const auto a = this->random_.template element<TypeParam>();
    const auto b = this->random_.template element<TypeParam>();
    this->expect_equal_products(this->fast_->mul, this->portable_.mul, a.limbs, b.limbs);
    this->expect_equal_squares(this->fast_->sqr, this->portable_.sqr, a.limbs);
    if (this->HasFatalFailure()) return;
  }
}

// from_standard_unchecked relies on it, for both twins.
TYPED_TEST(KernelsTest, FirstFactorMayBeAnyNumberOfItsWidth) {
  using F = TypeParam;
  const Integer p = Integer::from(F::modulus());
  Integer radix(1);
  mpz_mul_2exp(radix.get(), radix.get(), 64 * F::kLimbs);
  typename F::Limbs a;
  a.fill(~std::uint64_t{0});
  for (int i = 0; i < 1000; ++i) {
    const auto b = i == 0 ? -F{wide::from_u64<F::kLimbs>(1)} : this->random_.template element<F>();
    const Integer product = Integer::from(a) * Integer::from(b.limbs) % p;
    for (const auto mul : {this->portable_.mul, this->fast_->mul}) {
      typename F::Limbs r{};
      mul(r.data(), a.data(), b.limbs.data(), this->p_.data(), F::kMontgomeryInverse);
      EXPECT_TRUE(F::is_canonical(r));
      EXPECT_EQ(Integer::from(r) * radix % p, product);
    }
    for (auto& limb : a) limb = this->random_.word();
  }
}

template <class F>
class PairKernelsTest : public KernelsTest<F> {};
TYPED_TEST_SUITE(PairKernelsTest, AllBaseFields);

TYPED_TEST(PairKernelsTest, TwinsAgreeOnEdges) {
  auto values = edge_elements<TypeParam>();
  std::vector<typename PairKernelsTest<TypeParam>::Pair> pairs;
  for (const auto& c0 : values) {
    for (const auto& c1 : values) pairs.push_back(this->pair(c0, c1));
  }
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    this->expect_equal_squares(this->fast_->sqr_fp2, this->portable_.sqr_fp2, pairs[i]);
    // every pair against a part of the others, all of them met in turn
    for (std::size_t j = i % 7; j < pairs.size(); j += 7) {
      this->expect_equal_products(this->fast_->mul_fp2, this->portable_.mul_fp2, pairs[i], pairs[j]);
      if (this->HasFatalFailure()) return;
    }
  }
}

TYPED_TEST(PairKernelsTest, TwinsAgreeOnRandomElements) {
  using F = TypeParam;
  for (int i = 0; i < 100'000; ++i) {
    const auto a = this->pair(this->random_.template element<F>(), this->random_.template element<F>());
    const auto b = this->pair(this->random_.template element<F>(), this->random_.template element<F>());
    this->expect_equal_products(this->fast_->mul_fp2, this->portable_.mul_fp2, a, b);
    this->expect_equal_squares(this->fast_->sqr_fp2, this->portable_.sqr_fp2, a);
    if (this->HasFatalFailure()) return;
  }
}

TEST(ArithmeticChoice, FollowsTheEnvironmentAndTheCpu) {
  const char* wish = std::getenv("LOCKSTEP_ARITHMETIC");
  const std::string_view word = wish == nullptr ? "auto" : wish;
  const bool want_adx = (word == "auto" || word == "adx") && kernels::adx<4>() != nullptr;
  EXPECT_EQ(kernels::active_name(), want_adx ? "adx" : "portable");
  const auto& table4 = want_adx ? *kernels::adx<4>() : kernels::portable<4>();
  const auto& table6 = want_adx ? *kernels::adx<6>() : kernels::portable<6>();
  EXPECT_EQ(kernels::active<4>().mul, table4.mul);
  EXPECT_EQ(kernels::active<4>().mul_fp2, table4.mul_fp2);
  EXPECT_EQ(kernels::active<6>().sqr, table6.sqr);
  EXPECT_EQ(kernels::active<6>().sqr_fp2, table6.sqr_fp2);
}

}  // namespace
}  // namespace lockstep::algebra::testing
