// SPDX-License-Identifier: Apache-2.0
#include "lockstep/formats/wtns.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "curve_types.hpp"
#include "example_circuit.hpp"

namespace lockstep::formats {
namespace {

using circuit::ScalarLimbs;
using test::Bytes;
using test::Container;
using test::source_of;
using ::testing::HasSubstr;

template <class Curve>
class Wtns : public ::testing::Test {
 protected:
  static std::string message_of(const Bytes& file) {
    const auto witness = read_wtns(source_of(file));
    if (witness) return "";
    EXPECT_EQ(witness.error().code, ErrorCode::kMalformed);
    return witness.error().message;
  }
  static std::string message_of(const Container& file) { return message_of(file.build()); }
};

TYPED_TEST_SUITE(Wtns, test::Curves, test::CurveNames);

TYPED_TEST(Wtns, HasTheFilesValues) {
  const auto witness = read_wtns(source_of(test::example_wtns<TypeParam>(), "a.wtns"));
  ASSERT_TRUE(witness) << witness.error().message;
  EXPECT_EQ(witness->curve, TypeParam::kId);
  EXPECT_EQ(witness->origin, "a.wtns");
  ASSERT_EQ(witness->values.size(), test::kExampleWitness.size());
  for (std::size_t i = 0; i < witness->values.size(); ++i) {
    EXPECT_EQ(witness->values[i], (ScalarLimbs{test::kExampleWitness[i], 0, 0, 0}));
  }
}

TYPED_TEST(Wtns, MayHoldTheLargestValue) {
  Container file = test::example_wtns<TypeParam>();
  const ScalarLimbs largest = (-TypeParam::Fr::one()).to_standard();
  file[2].put(64, Bytes().limbs(largest).data);
  const auto witness = read_wtns(source_of(file));
  ASSERT_TRUE(witness) << witness.error().message;
  EXPECT_EQ(witness->values[2], largest);
}

TYPED_TEST(Wtns, IsTheSameFromManyChunks) {
  Container file = test::example_wtns<TypeParam>();
  constexpr std::uint32_t kCount = 100001;
  file[1].put_u32(36, kCount);
  file[2] = Bytes();
  for (std::uint64_t i = 0; i < kCount; ++i) file[2].u64(i + 1).u64(7 * i).u64(i).u64(i);
  const auto witness = read_wtns(source_of(file));
  // Value 0 must be 1.
  ASSERT_TRUE(witness) << witness.error().message;
  for (std::uint64_t i = 0; i < kCount; ++i) ASSERT_EQ(witness->values[i], (ScalarLimbs{i + 1, 7 * i, i, i}));
}

TYPED_TEST(Wtns, RefusesAValueNotBelowThePrime) {
  Container file = test::example_wtns<TypeParam>();
  file[2].put(96, Bytes().limbs(TypeParam::Fr::modulus()).data);
  EXPECT_EQ(this->message_of(file),
            "file: section 2 (values) value 3: expected a value below the prime, found a larger one");
  file[2].put(64, Bytes().u64(~0ull).u64(~0ull).u64(~0ull).u64(~0ull).data);
  EXPECT_THAT(this->message_of(file), HasSubstr("value 2:"));
}

TYPED_TEST(Wtns, RefusesAFirstValueOtherThanOne) {
  Container file = test::example_wtns<TypeParam>();
  file[2].put_u64(0, 2);
  EXPECT_EQ(this->message_of(file), "file: section 2 (values) value 0: expected 1, found another value");
}

TYPED_TEST(Wtns, RefusesACountThatContradictsTheSize) {
  Container file = test::example_wtns<TypeParam>();
  file[1].put_u32(36, 6);
  EXPECT_EQ(this->message_of(file), "file: section 2 (values): expected 192 bytes for 6 values, found 160");
  file[1].put_u32(36, 0xffffffff);
  EXPECT_EQ(this->message_of(file),
            "file: section 2 (values): expected 137438953440 bytes for 4294967295 values, found 160");
}

TYPED_TEST(Wtns, RefusesNoValuesAtAll) {
  Container file = test::example_wtns<TypeParam>();
  file[1].put_u32(36, 0);
  file[2] = Bytes();
  EXPECT_EQ(this->message_of(file),
            "file: section 1 (header): expected at least the value 1, found no values");
}

TYPED_TEST(Wtns, RefusesAnUnknownPrime) {
  Container file = test::example_wtns<TypeParam>();
  file[1].put_u64(4, 0);
  EXPECT_THAT(this->message_of(file),
              HasSubstr("section 1 (header): expected the order of bn254 or bls12_381"));
}

TYPED_TEST(Wtns, RefusesAnotherFieldSize) {
  Container file = test::example_wtns<TypeParam>();
  file[1].put_u32(0, 48);
  EXPECT_EQ(this->message_of(file),
            "file: section 1 (header): expected field elements of 32 bytes, found 48");
}

TYPED_TEST(Wtns, RefusesAMissingSection) {
  Container file = test::example_wtns<TypeParam>();
  file.erase(2);
  EXPECT_EQ(this->message_of(file), "file: section 2 (values): expected a section, found none");
  file = test::example_wtns<TypeParam>();
  file.erase(1);
  EXPECT_EQ(this->message_of(file), "file: section 1 (header): expected a section, found none");
}

TYPED_TEST(Wtns, RefusesAnotherVersion) {
  Container file = test::example_wtns<TypeParam>();
  file.version = 1;
  EXPECT_EQ(this->message_of(file), "file: offset 4: expected version 2, found 1");
}

TYPED_TEST(Wtns, RefusesEveryTruncation) {
  const Bytes whole = test::example_wtns<TypeParam>().build();
  for (std::size_t size = 0; size < whole.data.size(); ++size) {
    Bytes cut;
    cut.raw(std::span(whole.data).first(size));
    EXPECT_NE(this->message_of(cut), "") << size;
  }
}

}  // namespace
}  // namespace lockstep::formats
