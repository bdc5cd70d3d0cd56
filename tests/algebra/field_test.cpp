// SPDX-License-Identifier: Apache-2.0
// Prime fields against GMP and against their own laws.
#include "lockstep/algebra/field.hpp"

#include <gtest/gtest.h>

#include "lockstep/algebra/modular.hpp"
#include "support.hpp"

namespace lockstep::algebra::testing {
namespace {

template <class F>
class FieldTest : public ::testing::Test {
 protected:
  Random random_;
  const std::vector<F> values_ = interesting_elements<F>(random_, 40);
  const Integer p_ = Integer::from(F::modulus());

  F reduce(const Integer& value) { return *F::from_standard((value % p_).template limbs<F::kLimbs>()); }
};
TYPED_TEST_SUITE(FieldTest, AllFields);

TYPED_TEST(FieldTest, ModulusIsAnOddPrimeAndItsConstantsFollowFromIt) {
  using F = TypeParam;
  EXPECT_NE(mpz_probab_prime_p(this->p_.get(), 40), 0);
  EXPECT_EQ(mpz_sizeinbase(this->p_.get(), 2), F::kBits);
  EXPECT_EQ(sizeof(F), F::kBytes);
  Integer radix(1);
  mpz_mul_2exp(radix.get(), radix.get(), 64 * F::kLimbs);
  EXPECT_EQ(Integer::from(F::one().limbs), radix % this->p_);
  EXPECT_EQ(Integer::from(F::kMontgomeryRadixSquared), radix * radix % this->p_);
  EXPECT_EQ(F::kMontgomeryInverse * F::modulus()[0], ~std::uint64_t{0});
  EXPECT_EQ(mpz_scan1((this->p_ - Integer(1)).get(), 0), F::kTwoAdicity);
}

TYPED_TEST(FieldTest, NonResidueIsTheLeastOne) {
  const Integer non_residue = Integer::from_element(TypeParam::non_residue());
  for (unsigned long i = 2;; ++i) {
    if (mpz_legendre(Integer(i).get(), this->p_.get()) == -1) {
      EXPECT_EQ(Integer(i), non_residue);
      break;
    }
  }
}

TYPED_TEST(FieldTest, AdditionSubtractionAndMultiplicationAgreeWithGmp) {
  for (const auto& a : this->values_) {
    const Integer ai = Integer::from_element(a);
    for (const auto& b : this->values_) {
      const Integer bi = Integer::from_element(b);
      EXPECT_EQ(a + b, this->reduce(ai + bi));
      EXPECT_EQ(a - b, this->reduce(ai - bi));
      EXPECT_EQ(a * b, this->reduce(ai * bi));
    }
    EXPECT_EQ(-a, this->reduce(this->p_ - ai));
    EXPECT_EQ(a.square(), this->reduce(ai * ai));
    EXPECT_EQ(a.doubled(), this->reduce(ai + ai));
    EXPECT_EQ(a.halved().doubled(), a);
  }
}

TYPED_TEST(FieldTest, EveryResultIsCanonical) {
  using F = TypeParam;
  for (const auto& a : this->values_) {
    for (const auto& b : this->values_) {
      for (const F& r : {a + b, a - b, a * b, -a, a.square(), a.doubled(), a.halved()}) {
        EXPECT_TRUE(F::is_canonical(r.limbs));
      }
    }
  }
}

TYPED_TEST(FieldTest, InlineAdditionAndSubtractionAgreeWithTheirPortableTwins) {
  using F = TypeParam;
  const auto p = F::modulus();
  for (const F& a : this->values_) {
    for (const F& b : this->values_) {
      F sum;
      F difference;
      modular::add_portable<F::kLimbs>(sum.limbs.data(), a.limbs.data(), b.limbs.data(), p.data());
      modular::sub_portable<F::kLimbs>(difference.limbs.data(), a.limbs.data(), b.limbs.data(), p.data());
      EXPECT_EQ(a + b, sum);
      EXPECT_EQ(a - b, difference);
      F into_first = a;
      F into_second = b;
      modular::sub<F::kLimbs>(into_first.limbs.data(), into_first.limbs.data(), b.limbs.data(), p.data());
      modular::sub<F::kLimbs>(into_second.limbs.data(), a.limbs.data(), into_second.limbs.data(), p.data());
      EXPECT_EQ(into_first, difference);
      EXPECT_EQ(into_second, difference);
      into_second = b;
      modular::add<F::kLimbs>(into_second.limbs.data(), a.limbs.data(), into_second.limbs.data(), p.data());
      EXPECT_EQ(into_second, sum);
    }
  }
}

TYPED_TEST(FieldTest, OperandsMayBeTheResult) {
  for (const auto& a : this->values_) {
    auto sum = a;
    sum += sum;
    EXPECT_EQ(sum, a.doubled());
    auto product = a;
    product *= product;
    EXPECT_EQ(product, a.square());
    auto difference = a;
    difference -= static_cast<const TypeParam&>(difference);
    EXPECT_TRUE(difference.is_zero());
  }
}

TYPED_TEST(FieldTest, InverseTimesElementIsOneAndZeroStaysZero) {
  using F = TypeParam;
  EXPECT_EQ(F::zero().inverse(), F::zero());
  for (const auto& a : this->values_) {
    if (a.is_zero()) continue;
    EXPECT_EQ(a * a.inverse(), F::one());
    Integer inverse;
    ASSERT_NE(mpz_invert(inverse.get(), Integer::from_element(a).get(), this->p_.get()), 0);
    EXPECT_EQ(a.inverse(), this->reduce(inverse));
  }
}

TYPED_TEST(FieldTest, PowersAgreeWithGmp) {
  using F = TypeParam;
  for (const auto& a : this->values_) {
    for (const auto& exponent : {std::vector<std::uint64_t>{},
                                 {0},
                                 {1},
                                 {2},
                                 {16},
                                 {15, 0},
                                 {0, 1},
                                 {this->random_.word(), 3, 77, 1}}) {
      Integer e;
      mpz_import(e.get(), exponent.size(), -1, 8, 0, 0, exponent.data());
      Integer expected;
      mpz_powm(expected.get(), Integer::from_element(a).get(), e.get(), this->p_.get());
      EXPECT_EQ(a.pow(exponent), this->reduce(expected));
    }
  }
  EXPECT_EQ(F::zero().pow(std::array<std::uint64_t, 1>{0}), F::one());
}

TYPED_TEST(FieldTest, RootExistsExactlyForSquares) {
  EXPECT_EQ(TypeParam::zero().sqrt(), TypeParam::zero());
  for (const auto& a : this->values_) {
    const auto root = a.sqrt();
    EXPECT_EQ(root.has_value(), mpz_legendre(Integer::from_element(a).get(), this->p_.get()) >= 0);
    if (root) {
      EXPECT_EQ(root->square(), a);
    }
    const auto root_of_square = a.square().sqrt();
    ASSERT_TRUE(root_of_square.has_value());
    EXPECT_TRUE(*root_of_square == a || *root_of_square == -a);
  }
}

TYPED_TEST(FieldTest, ConstantEvaluationGivesWhatTheKernelsGive) {
  using F = TypeParam;
  constexpr F kA = F::from_u64(0x123456789abcdef1) * F::from_u64(0xfedcba9876543211);
  constexpr F kSquare = kA.square();
  constexpr F kDifference = kSquare - kA;
  constexpr F kInverse = kA.inverse();
  const F a = F::from_u64(0x123456789abcdef1) * F::from_u64(0xfedcba9876543211);
  EXPECT_EQ(a, kA);
  EXPECT_EQ(a.square(), kSquare);
  EXPECT_EQ(a.square() - a, kDifference);
  EXPECT_EQ(a.inverse(), kInverse);
}

TYPED_TEST(FieldTest, StandardFormRoundTripsAndRefusesTheModulus) {
  using F = TypeParam;
  for (const auto& a : this->values_) EXPECT_EQ(F::from_standard(a.to_standard()), a);
  EXPECT_EQ(F::from_standard(F::modulus()), std::nullopt);
  EXPECT_EQ(F::from_montgomery(F::modulus()), std::nullopt);
  auto above = F::modulus();
  above[0] += 1;
  EXPECT_EQ(F::from_standard(above), std::nullopt);
  auto below = F::modulus();
  below[0] -= 1;
  EXPECT_EQ(F::from_standard(below), -F::one());
  typename F::Limbs all_ones{};
  all_ones.fill(~std::uint64_t{0});
  EXPECT_EQ(F::from_standard(all_ones), std::nullopt);
  EXPECT_EQ(F::from_montgomery(all_ones), std::nullopt);
  EXPECT_EQ(F::from_montgomery(F::one().limbs), F::one());
}

TYPED_TEST(FieldTest, BytesRoundTripInBothOrdersAndRefuseTheModulus) {
  using F = TypeParam;
  std::array<std::uint8_t, F::kBytes> le{};
  std::array<std::uint8_t, F::kBytes> be{};
  for (const auto& a : this->values_) {
    a.to_bytes_le(le);
    a.to_bytes_be(be);
    EXPECT_EQ(F::from_bytes_le(le), a);
    EXPECT_EQ(F::from_bytes_be(be), a);
    std::reverse(be.begin(), be.end());
    EXPECT_EQ(le, be);
    Integer value;
    mpz_import(value.get(), le.size(), -1, 1, 0, 0, le.data());
    EXPECT_EQ(value, Integer::from_element(a));
  }
  (-F::one()).to_bytes_le(le);
  le[0] = static_cast<std::uint8_t>(le[0] + 1);  // p is odd, so p - 1 does not end in 0xff
  EXPECT_EQ(F::from_bytes_le(le), std::nullopt);
  std::reverse(le.begin(), le.end());
  EXPECT_EQ(F::from_bytes_be(le), std::nullopt);
}

TYPED_TEST(FieldTest, DecimalRoundTripsAndRefusesWhatIsNotCanonical) {
  using F = TypeParam;
  for (const auto& a : this->values_) {
    EXPECT_EQ(a.to_decimal(), Integer::from_element(a).decimal());
    EXPECT_EQ(F::from_decimal(a.to_decimal()), a);
  }
  EXPECT_EQ(F::from_decimal(this->p_.decimal()), std::nullopt);
  EXPECT_EQ(F::from_decimal((this->p_ + Integer(1)).decimal()), std::nullopt);
  EXPECT_EQ(F::from_decimal((this->p_ - Integer(1)).decimal()), -F::one());
  for (const char* bad : {"", "-1", "+1", " 1", "1 ", "01", "00", "0x1", "1e3", "1.0", "12a"}) {
    EXPECT_EQ(F::from_decimal(bad), std::nullopt) << bad;
  }
  EXPECT_EQ(F::from_decimal(std::string(500, '9')), std::nullopt);
}

TYPED_TEST(FieldTest, LexicographicallyLargerIsAboveHalfTheModulus) {
  using F = TypeParam;
  const Integer half = this->p_ / Integer(2);
  for (const auto& a : this->values_) {
    EXPECT_EQ(a.is_lexicographically_larger(), mpz_cmp(Integer::from_element(a).get(), half.get()) > 0);
  }
  EXPECT_FALSE(F::zero().is_lexicographically_larger());
}

}  // namespace
}  // namespace lockstep::algebra::testing
