// SPDX-License-Identifier: Apache-2.0
// The fast subgroup checks against multiplication by r, on points of every kind.
#include "lockstep/algebra/subgroup.hpp"

#include <gtest/gtest.h>

#include "support.hpp"

namespace lockstep::algebra::testing {
namespace {

template <class G>
bool has_order_r(const AffinePoint<G>& p) {
  return JacobianPoint<G>::from_affine(p).mul(G::Scalar::modulus()).is_infinity();
}

template <class G>
JacobianPoint<G> times(const JacobianPoint<G>& p, const Integer& n) {
  return p.mul(n.all_limbs());
}

// Small primes that divide the cofactor, and the cofactor, for the groups that have one other than 1.
template <class G>
struct Cofactor;
template <>
struct Cofactor<Bn254::G2> {
  static Integer value() {
    return Integer(2) * Integer::from(Bn254::Fp::modulus()) - Integer::from(Bn254::Fr::modulus());
  }
  static constexpr std::array<unsigned long, 2> kSmallPrimes{10069, 5864401};
};
template <>
struct Cofactor<Bls12_381::G1> {
  static Integer value() {
    const Integer n = Integer(Bls12_381::kSeedNegated) + Integer(1);
    return n * n / Integer(3);
  }
  static constexpr std::array<unsigned long, 5> kSmallPrimes{3, 11, 10177, 859267, 52437899};
};
template <>
struct Cofactor<Bls12_381::G2> {
  static Integer value() {
    const Integer z = Integer(0) - Integer(Bls12_381::kSeedNegated);
    const Integer z2 = z * z;
    const Integer z4 = z2 * z2;
    return (z4 * z4 - Integer(4) * z4 * z2 * z + Integer(5) * z4 * z2 - Integer(4) * z4 +
            Integer(6) * z2 * z - Integer(4) * z2 - Integer(4) * z + Integer(13)) /
           Integer(9);
  }
  static constexpr std::array<unsigned long, 5> kSmallPrimes{13, 23, 2713, 11953, 262069};
};

template <class G>
class MembershipTest : public ::testing::Test {
 protected:
  Random random_;
};
TYPED_TEST_SUITE(MembershipTest, AllGroups);

template <class G>
class SubgroupTest : public ::testing::Test {
 protected:
  Random random_;

  // A point whose order is exactly the prime.
  AffinePoint<G> point_of_order(unsigned long prime) {
    const Integer order = Cofactor<G>::value() * Integer::from(G::Scalar::modulus());
    Integer rest = order;
    while (rest % Integer(prime) == Integer(0)) rest = rest / Integer(prime);
    for (;;) {
      auto p = times(JacobianPoint<G>::from_affine(random_.curve_point<G>()), rest);
      if (p.is_infinity()) continue;
      for (auto next = times(p, Integer(prime)); !next.is_infinity(); next = times(p, Integer(prime)))
        p = next;
      return p.to_affine();
    }
  }
};
using GroupsWithCofactor = ::testing::Types<Bn254::G2, Bls12_381::G1, Bls12_381::G2>;
TYPED_TEST_SUITE(SubgroupTest, GroupsWithCofactor);

TYPED_TEST(MembershipTest, MembersAreAccepted) {
  using G = TypeParam;
  EXPECT_TRUE(in_subgroup(AffinePoint<G>::infinity()));
  EXPECT_TRUE(in_subgroup(G::generator()));
  EXPECT_TRUE(in_subgroup(-G::generator()));
  for (int i = 0; i < 10; ++i) EXPECT_TRUE(in_subgroup(this->random_.template point<G>().to_affine()));
}

TYPED_TEST(SubgroupTest, RandomPointsOfTheCurveAgreeWithMultiplicationByTheOrder) {
  using G = TypeParam;
  for (int i = 0; i < 20; ++i) {
    const auto p = this->random_.template curve_point<G>();
    EXPECT_EQ(in_subgroup(p), has_order_r(p));
    EXPECT_FALSE(in_subgroup(p));
    const auto cleared = times(JacobianPoint<G>::from_affine(p), Cofactor<G>::value()).to_affine();
    EXPECT_TRUE(has_order_r(cleared));
    EXPECT_TRUE(in_subgroup(cleared));
  }
}

TYPED_TEST(SubgroupTest, PointsOfSmallOrderAreRefusedAloneAndAddedToAMember) {
  using G = TypeParam;
  for (const unsigned long prime : Cofactor<G>::kSmallPrimes) {
    const auto p = this->point_of_order(prime);
    ASSERT_TRUE(p.is_on_curve());
    ASSERT_FALSE(p.is_infinity());
    ASSERT_TRUE(times(JacobianPoint<G>::from_affine(p), Integer(prime)).is_infinity());
    EXPECT_FALSE(in_subgroup(p)) << prime;
    EXPECT_FALSE(in_subgroup(this->random_.template point<G>().add_mixed(p).to_affine())) << prime;
  }
}

TYPED_TEST(SubgroupTest, PointsOfTheCofactorsOrderAreRefused) {
  using G = TypeParam;
  for (int i = 0; i < 10; ++i) {
    const auto p =
        JacobianPoint<G>::from_affine(this->random_.template curve_point<G>()).mul(G::Scalar::modulus());
    EXPECT_FALSE(in_subgroup(p.to_affine()));
  }
}

TYPED_TEST(MembershipTest, PointsOffTheCurveAreRefused) {
  using G = TypeParam;
  AffinePoint<G> off = G::generator();
  off.y += G::Field::one();
  EXPECT_FALSE(in_subgroup(off));
}

TEST(Bn254Subgroup, EveryPointOfTheCurveIsInG1) {
  Random random;
  for (int i = 0; i < 10; ++i) {
    const auto p = random.curve_point<Bn254::G1>();
    EXPECT_TRUE(has_order_r(p));
    EXPECT_TRUE(in_subgroup(p));
  }
}

TEST(Bls12_381Subgroup, CofactorsHaveNoCommonFactor) {
  // what makes psi(Q) = z Q exact
  Integer divisor;
  mpz_gcd(divisor.get(), Cofactor<Bls12_381::G1>::value().get(), Cofactor<Bls12_381::G2>::value().get());
  EXPECT_EQ(divisor, Integer(1));
}

}  // namespace
}  // namespace lockstep::algebra::testing
