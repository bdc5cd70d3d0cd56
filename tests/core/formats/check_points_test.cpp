// SPDX-License-Identifier: Apache-2.0
#include "lockstep/formats/check_points.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "curve_types.hpp"
#include "example_circuit.hpp"
#include "lockstep/formats/zkey.hpp"
#include "off_subgroup.hpp"

namespace lockstep::formats {
namespace {

using test::Bytes;
using test::Container;
using test::source_of;

template <class Curve>
class CheckPoints : public ::testing::Test {
 protected:
  static constexpr std::size_t kG1 = sizeof(typename Curve::G1Affine);
  static constexpr std::size_t kG2 = sizeof(typename Curve::G2Affine);

  static std::string message_of(const Container& file, const PointProgress& progress = {}) {
    const auto zkey = read_zkey(source_of(file));
    if (!zkey) return "unreadable: " + zkey.error().message;
    const auto sound = check_points(zkey->key, progress);
    if (sound) return "";
    EXPECT_EQ(sound.error().code, ErrorCode::kMalformed);
    return sound.error().message;
  }
  template <class G>
  static Bytes encoded(const algebra::AffinePoint<G>& point) {
    Bytes bytes;
    return test::put_zkey_point(bytes, point);
  }
};

TYPED_TEST_SUITE(CheckPoints, test::Curves, test::CurveNames);

TYPED_TEST(CheckPoints, PassASoundKeyWithInfinitePoints) {
  EXPECT_EQ(this->message_of(test::example_zkey<TypeParam>()), "");
}

TYPED_TEST(CheckPoints, ReportProgressUpToTheWhole) {
  std::vector<std::uint64_t> reports;
  std::uint64_t whole = 0;
  EXPECT_EQ(this->message_of(test::example_zkey<TypeParam>(),
                             [&](std::uint64_t done, std::uint64_t total) {
                               reports.push_back(done);
                               whole = total;
                             }),
            "");
  EXPECT_THAT(reports, ::testing::ElementsAre(5u, 10u, 15u, 17u, 25u));
  EXPECT_EQ(whole, 25u);
}

TYPED_TEST(CheckPoints, NameSectionAndPointOffTheCurve) {
  const std::vector<std::pair<std::uint32_t, std::string>> sections = {
      {5, "section 5 (A)"}, {6, "section 6 (B1)"}, {8, "section 8 (C)"}, {9, "section 9 (H)"}};
  auto off_curve = test::multiple<typename TypeParam::G1>(3);
  off_curve.x = off_curve.x + TypeParam::Fp::one();
  for (const auto& [id, name] : sections) {
    Container file = test::example_zkey<TypeParam>();
    file[id].put(this->kG1, this->encoded(off_curve).data);
    EXPECT_EQ(this->message_of(file),
              "file: " + name + " point 1: expected a point on the curve, found a point that is not on it");
  }
}

TYPED_TEST(CheckPoints, RefuseACoordinateNotBelowTheModulus) {
  // The point whose x is the modulus more is on the curve as ever.
  Container file = test::example_zkey<TypeParam>();
  auto point = test::multiple<typename TypeParam::G1>(3);
  unsigned char carry = 0;
  for (std::size_t i = 0; i < point.x.limbs.size(); ++i) {
    const auto sum = algebra::wide::add_carry(point.x.limbs[i], TypeParam::Fp::modulus()[i], carry);
    point.x.limbs[i] = sum;
  }
  file[5].put(2 * this->kG1, this->encoded(point).data);
  EXPECT_EQ(this->message_of(file),
            "file: section 5 (A) point 2: expected coordinates below the modulus q, found one that is not "
            "below it");
}

TYPED_TEST(CheckPoints, NamePointsOutsideTheSubgroup) {
  Container file = test::example_zkey<TypeParam>();
  file[7].put(3 * this->kG2, this->encoded(test::point_off_subgroup<typename TypeParam::G2>()).data);
  EXPECT_EQ(this->message_of(file),
            "file: section 7 (B2) point 3: expected a point in the subgroup of order r, found a point that "
            "is not in "
            "the subgroup");
  if constexpr (TypeParam::kId == CurveId::kBls12_381) {
    file[9].put(0, this->encoded(test::point_off_subgroup<typename TypeParam::G1>()).data);
    file[7] = test::example_zkey<TypeParam>()[7];
    EXPECT_THAT(this->message_of(file), ::testing::HasSubstr("section 9 (H) point 0"));
  }
}

TYPED_TEST(CheckPoints, NameTheFirstOfManyBadPoints) {
  Container file = test::example_zkey<TypeParam>();
  constexpr std::uint32_t kDomain = 1 << 14;
  file[2].put_u32(file[2].data.size() - 3 * this->kG1 - 3 * this->kG2 - 4, kDomain);
  file[9] = Bytes().zeros(kDomain * this->kG1);
  const Bytes bad = Bytes().u64(1);
  for (const std::size_t i : {16000u, 9001u, 9000u, 12345u}) file[9].put(i * this->kG1, bad.data);
  EXPECT_THAT(this->message_of(file), ::testing::HasSubstr("section 9 (H) point 9000:"));
}

}  // namespace
}  // namespace lockstep::formats
