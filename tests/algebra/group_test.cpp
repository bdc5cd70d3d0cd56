// SPDX-License-Identifier: Apache-2.0
// The group law in affine, Jacobian and XYZZ coordinates, with infinity, equal and opposite operands.
#include <gtest/gtest.h>

#include "support.hpp"

namespace lockstep::algebra::testing {
namespace {

template <class G>
class GroupTest : public ::testing::Test {
 protected:
  using FieldOf = typename G::Field;
  using AffineOf = AffinePoint<G>;
  using JacobianOf = JacobianPoint<G>;
  using XyzzOf = XyzzPoint<G>;

  // The same point with another z.
  JacobianOf rescaled(const JacobianOf& p) {
    const FieldOf s = random_.element<FieldOf>();
    return {p.x * s.square(), p.y * s.square() * s, p.z * s};
  }
  XyzzOf rescaled(const XyzzOf& p) {
    const FieldOf s = random_.element<FieldOf>();
    return {p.x * s.square(), p.y * s.square() * s, p.zz * s.square(), p.zzz * s.square() * s};
  }
  // The textbook's chord and tangent.
  static AffineOf textbook_sum(const AffineOf& p, const AffineOf& q) {
    if (p.is_infinity()) return q;
    if (q.is_infinity()) return p;
    if (p == -q) return AffineOf::infinity();
    const FieldOf slope = p == q ? (p.x.square().doubled() + p.x.square()) * p.y.doubled().inverse()
                                 : (q.y - p.y) * (q.x - p.x).inverse();
    const FieldOf x = slope.square() - p.x - q.x;
    return {x, slope * (p.x - x) - p.y};
  }

  Random random_;
  std::vector<AffineOf> points_ = [this] {
    std::vector<AffineOf> points = {AffineOf::infinity(), G::generator(), -G::generator()};
    for (int i = 0; i < 4; ++i) {
      points.push_back(random_.point<G>().to_affine());
      points.push_back(-points.back());
    }
    return points;
  }();
};
TYPED_TEST_SUITE(GroupTest, AllGroups);

TYPED_TEST(GroupTest, GeneratorIsOnTheCurveAndHasTheOrderOfTheScalars) {
  using G = TypeParam;
  EXPECT_TRUE(G::generator().is_on_curve());
  EXPECT_FALSE(G::generator().is_infinity());
  EXPECT_TRUE(JacobianPoint<G>::generator().mul(G::Scalar::modulus()).is_infinity());
}

TYPED_TEST(GroupTest, InfinityIsWrittenAsZeroAndOtherPointsOffTheCurveAreSeen) {
  using G = TypeParam;
  using F = typename G::Field;
  EXPECT_TRUE(AffinePoint<G>::infinity().is_on_curve());
  EXPECT_EQ(AffinePoint<G>::infinity(), (AffinePoint<G>{F::zero(), F::zero()}));
  AffinePoint<G> off = G::generator();
  off.y += F::one();
  EXPECT_FALSE(off.is_on_curve());
  EXPECT_FALSE((AffinePoint<G>{F::zero(), F::one()}).is_on_curve());
  EXPECT_FALSE((AffinePoint<G>{F::one(), F::zero()}).is_on_curve());
}

TYPED_TEST(GroupTest, AllAdditionsAgreeWithChordAndTangent) {
  using Jacobian = JacobianPoint<TypeParam>;
  using Xyzz = XyzzPoint<TypeParam>;
  for (const auto& p : this->points_) {
    for (const auto& q : this->points_) {
      const auto expected = this->textbook_sum(p, q);
      ASSERT_TRUE(expected.is_on_curve());
      const auto pj = Jacobian::from_affine(p);
      const auto qj = Jacobian::from_affine(q);
      EXPECT_EQ(pj.add(qj).to_affine(), expected);
      EXPECT_EQ(this->rescaled(pj).add(this->rescaled(qj)).to_affine(), expected);
      EXPECT_EQ(this->rescaled(pj).add_mixed(q).to_affine(), expected);
      const auto px = Xyzz::from_affine(p);
      const auto qx = Xyzz::from_affine(q);
      EXPECT_EQ(px.add(qx).to_affine(), expected);
      EXPECT_EQ(this->rescaled(px).add(this->rescaled(qx)).to_affine(), expected);
      EXPECT_EQ(this->rescaled(px).add_mixed(q).to_affine(), expected);
      EXPECT_EQ(this->rescaled(px).add_mixed(q).to_jacobian().to_affine(), expected);
    }
  }
}

TYPED_TEST(GroupTest, DoublingAgreesWithTheTangent) {
  using Jacobian = JacobianPoint<TypeParam>;
  using Xyzz = XyzzPoint<TypeParam>;
  for (const auto& p : this->points_) {
    const auto expected = this->textbook_sum(p, p);
    EXPECT_EQ(this->rescaled(Jacobian::from_affine(p)).doubled().to_affine(), expected);
    EXPECT_EQ(this->rescaled(Xyzz::from_affine(p)).doubled().to_affine(), expected);
    if (!p.is_infinity()) {
      EXPECT_EQ(Xyzz::doubled_affine(p).to_affine(), expected);
    }
  }
}

TYPED_TEST(GroupTest, NegationGivesTheOpposite) {
  using Jacobian = JacobianPoint<TypeParam>;
  using Xyzz = XyzzPoint<TypeParam>;
  for (const auto& p : this->points_) {
    EXPECT_EQ((-Jacobian::from_affine(p)).to_affine(), -p);
    EXPECT_EQ((-Xyzz::from_affine(p)).to_affine(), -p);
    EXPECT_TRUE(Jacobian::from_affine(p).add(-this->rescaled(Jacobian::from_affine(p))).is_infinity());
  }
}

TYPED_TEST(GroupTest, EqualityIgnoresTheScale) {
  using Jacobian = JacobianPoint<TypeParam>;
  using Xyzz = XyzzPoint<TypeParam>;
  for (const auto& p : this->points_) {
    for (const auto& q : this->points_) {
      EXPECT_EQ(this->rescaled(Jacobian::from_affine(p)) == this->rescaled(Jacobian::from_affine(q)), p == q);
      EXPECT_EQ(this->rescaled(Xyzz::from_affine(p)) == this->rescaled(Xyzz::from_affine(q)), p == q);
    }
  }
}

TYPED_TEST(GroupTest, MultiplicationByAScalarIsRepeatedAddition) {
  using G = TypeParam;
  using Jacobian = JacobianPoint<G>;
  using Scalar = typename G::Scalar;
  Jacobian sum = Jacobian::identity();
  for (std::uint64_t i = 0; i < 40; ++i) {
    EXPECT_EQ(Jacobian::generator().mul(Scalar::from_u64(i)), sum);
    EXPECT_EQ(Jacobian::generator().mul(std::array<std::uint64_t, 1>{i}), sum);
    sum = sum.add_mixed(G::generator());
  }
  EXPECT_EQ(Jacobian::generator().mul(-Scalar::one()), -Jacobian::generator());
  EXPECT_TRUE(Jacobian::generator().mul(std::span<const std::uint64_t>{}).is_infinity());
  EXPECT_TRUE(Jacobian::identity().mul(-Scalar::one()).is_infinity());
  for (int i = 0; i < 5; ++i) {
    const auto a = this->random_.template element<Scalar>();
    const auto b = this->random_.template element<Scalar>();
    const auto p = this->random_.template point<G>();
    EXPECT_EQ(p.mul(a).add(p.mul(b)), p.mul(a + b));
    EXPECT_EQ(p.mul(a).mul(b), p.mul(a * b));
  }
}

}  // namespace
}  // namespace lockstep::algebra::testing
