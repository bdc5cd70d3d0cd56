// SPDX-License-Identifier: Apache-2.0
#include "lockstep/formats/inspect.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "curve_types.hpp"
#include "example_bellman.hpp"
#include "lockstep/formats/bellman.hpp"
#include "lockstep/formats/snarkjs_json.hpp"
#include "off_subgroup.hpp"

namespace lockstep::formats {
namespace {

using algebra::Bls12_381;
using test::Bytes;
using test::Container;
using test::source_of;
using ::testing::Contains;
using ::testing::HasSubstr;
using ::testing::Pair;

template <class Curve>
class Inspect : public ::testing::Test {
 protected:
  static Inspection inspection_of(const ByteSource& source) {
    const auto inspection = inspect(source);
    if (!inspection) {
      ADD_FAILURE() << inspection.error().message;
      return {};
    }
    return *inspection;
  }
  static std::string message_of(const ByteSource& source) {
    const auto inspection = inspect(source);
    return inspection ? "" : inspection.error().message;
  }
};

TYPED_TEST_SUITE(Inspect, test::Curves, test::CurveNames);

TYPED_TEST(Inspect, AnR1cs) {
  const Inspection found = this->inspection_of(source_of(test::example_r1cs<TypeParam>()));
  EXPECT_EQ(found.kind, FileKind::kR1cs);
  EXPECT_EQ(found.curve, TypeParam::kId);
  EXPECT_THAT(found.facts, Contains(Pair("constraints", "2")));
  EXPECT_THAT(found.facts, Contains(Pair("terms in C", "3")));
  EXPECT_THAT(found.facts, Contains(Pair("public outputs", "1")));
  ASSERT_EQ(found.sections.size(), 3u);
  EXPECT_EQ(found.sections[0].name, "2 (constraints)");
  EXPECT_EQ(found.sections[1].offset, 12u + 12 + found.sections[0].size + 12);
}

TYPED_TEST(Inspect, AWtns) {
  const Inspection found = this->inspection_of(source_of(test::example_wtns<TypeParam>()));
  EXPECT_EQ(found.kind, FileKind::kWtns);
  EXPECT_EQ(found.curve, TypeParam::kId);
  EXPECT_THAT(found.facts, Contains(Pair("values", "5")));
}

TYPED_TEST(Inspect, AZkey) {
  Container file = test::example_zkey<TypeParam>();
  file.sections.push_back({77, Bytes().zeros(9), {}});
  const Inspection found = this->inspection_of(source_of(file.build().zeros(4)));
  EXPECT_EQ(found.kind, FileKind::kZkey);
  EXPECT_EQ(found.curve, TypeParam::kId);
  EXPECT_THAT(found.facts, Contains(Pair("domain", "2^3")));
  EXPECT_THAT(found.facts, Contains(Pair("contributions", "0")));
  EXPECT_THAT(found.facts, Contains(Pair("bytes beyond the last section", "4")));
  ASSERT_EQ(found.sections.size(), 11u);
  EXPECT_EQ(found.sections[2].name, "4 (coefficients)");
  EXPECT_EQ(found.sections[10].name, "77 (unknown)");
}

TYPED_TEST(Inspect, FindsABadPointOfAZkey) {
  Container file = test::example_zkey<TypeParam>();
  Bytes bad;
  test::put_zkey_point(bad, test::point_off_subgroup<typename TypeParam::G2>());
  file[7].put(0, bad.data);
  EXPECT_EQ(this->message_of(source_of(file)),
            "file: section 7 (B2) point 0: expected a point in the subgroup of order r, found a point that "
            "is not in "
            "the subgroup");
}

TYPED_TEST(Inspect, AVerifyingKey) {
  const Inspection found =
      this->inspection_of(source_of(verification_key_json(test::example_verifying_key<TypeParam>(2))));
  EXPECT_EQ(found.kind, FileKind::kVerificationKeyJson);
  EXPECT_EQ(found.curve, TypeParam::kId);
  EXPECT_THAT(found.facts, Contains(Pair("public inputs", "2")));
}

TYPED_TEST(Inspect, AProofThatNamesItsCurveOrNot) {
  std::string text = proof_json(test::example_proof<TypeParam>());
  Inspection found = this->inspection_of(source_of(text));
  EXPECT_EQ(found.kind, FileKind::kProofJson);
  EXPECT_EQ(found.curve, TypeParam::kId);
  text.erase(text.find(",\n \"curve\""));
  found = this->inspection_of(source_of(text + "}"));
  EXPECT_EQ(found.curve, TypeParam::kId);
}

TYPED_TEST(Inspect, PublicInputs) {
  const std::string largest = (-TypeParam::Fr::one()).to_decimal();
  const Inspection found = this->inspection_of(source_of(" \n[\"1\", \"" + largest + "\"]"));
  EXPECT_EQ(found.kind, FileKind::kPublicJson);
  // What is below the smaller order fits both curves.
  const bool fits_both = TypeParam::kId == CurveId::kBn254;
  EXPECT_EQ(found.curve, fits_both ? std::nullopt : std::optional(CurveId::kBls12_381));
  EXPECT_THAT(found.facts, Contains(Pair("public inputs", "2")));
  EXPECT_THAT(this->message_of(source_of("[\"1\", \"9" + largest + "\"]")),
              HasSubstr("[1]: expected a number below the modulus"));
}

TYPED_TEST(Inspect, RefusesTruncatedFilesOfEveryKind) {
  const std::vector<Bytes> files = {
      test::example_r1cs<TypeParam>().build(), test::example_wtns<TypeParam>().build(),
      test::example_zkey<TypeParam>().build(), Bytes().text(proof_json(test::example_proof<TypeParam>())),
      Bytes().text(verification_key_json(test::example_verifying_key<TypeParam>(1)))};
  for (const Bytes& file : files) {
    for (std::size_t size = 1; size < file.data.size(); size += 1 + file.data.size() / 50) {
      Bytes cut;
      cut.raw(std::span(file.data).first(size));
      EXPECT_THAT(this->message_of(source_of(cut)), ::testing::StartsWith("file: ")) << size;
    }
  }
}

TEST(InspectBellman, Parameters) {
  const auto found = inspect(source_of(test::BellmanFile().build().zeros(10)));
  ASSERT_TRUE(found) << found.error().message;
  EXPECT_EQ(found->kind, FileKind::kBellmanParameters);
  EXPECT_EQ(found->curve, CurveId::kBls12_381);
  EXPECT_THAT(found->facts, Contains(Pair("points in b_g1", "2")));
  EXPECT_THAT(found->facts, Contains(Pair("variables", "5")));
  EXPECT_THAT(found->facts, Contains(Pair("bytes beyond b_g2", "10")));
  ASSERT_EQ(found->sections.size(), 6u);
  EXPECT_EQ(found->sections[0].name, "ic");
  EXPECT_EQ(found->sections[0].offset, 868u);
}

TEST(InspectBellman, ParametersWhoseListsContradictEachOther) {
  const auto message_of = [](auto change) {
    test::BellmanFile file;
    change(file);
    const auto found = inspect(source_of(file.build()));
    return found ? "" : found.error().message;
  };
  using File = test::BellmanFile;
  EXPECT_EQ(message_of([](File& f) { f.h.pop_back(); }),
            "file: query h: expected a power of two less 1 as the number of points, found 6");
  EXPECT_EQ(message_of([](File& f) { f.a.resize(2); }), "file: query a: expected 3 to 5 points, found 2");
  EXPECT_EQ(message_of([](File& f) { f.a.resize(6); }), "file: query a: expected 3 to 5 points, found 6");
  EXPECT_EQ(message_of([](File& f) { f.b_g1.resize(6); }),
            "file: query b_g1: expected at most 5 points, found 6");
  EXPECT_EQ(message_of([](File& f) { f.b_g2.pop_back(); }),
            "file: query b_g2: expected 2 points as in b_g1, found 1");
  EXPECT_EQ(message_of([](File& f) { f.b_g2[1] = test::point_off_subgroup<Bls12_381::G2>(); }),
            "file: query b_g2 point 1: expected a point in the subgroup of order r, found a point that is "
            "not in the "
            "subgroup");
}

TEST(InspectBellman, AVerifyingKeyAndProofs) {
  const auto key = inspect(source_of(test::BellmanFile().build_key()));
  ASSERT_TRUE(key) << key.error().message;
  EXPECT_EQ(key->kind, FileKind::kBellmanVk);
  EXPECT_THAT(key->facts, Contains(Pair("public inputs", "2")));
  const auto encoded = encode_bellman_proof(test::example_proof<Bls12_381>());
  const auto proofs = inspect(source_of(Bytes().raw(encoded).raw(encoded)));
  ASSERT_TRUE(proofs) << proofs.error().message;
  EXPECT_EQ(proofs->kind, FileKind::kBellmanProof);
  EXPECT_THAT(proofs->facts, Contains(Pair("proofs", "2")));
}

TEST(InspectUnknown, SaysHowTheFileBegins) {
  EXPECT_EQ(inspect(source_of("\x7f"
                              "ELF and more"))
                .error()
                .message,
            "file: offset 0: expected an r1cs, wtns or zkey file, snarkjs JSON, or a bellman file, found "
            "none of them, "
            "beginning with bytes 7f454c4620616e64");
  EXPECT_EQ(inspect(source_of("PK")).error().message,
            "file: offset 0: expected an r1cs, wtns or zkey file, snarkjs JSON, or a bellman file, found "
            "none of them, "
            "beginning with \"PK\"");
  EXPECT_EQ(inspect(source_of("{\"a\": 1}")).error().message,
            "file: JSON: expected a verifying key, a proof or public inputs, found none of their members");
  EXPECT_THAT(inspect(source_of("{\"pi_a\": ")).error().message,
              HasSubstr("expected JSON, found the end of the file"));
}

TEST(FileKindName, IsKnownForEveryKind) {
  EXPECT_EQ(file_kind_name(FileKind::kZkey), "zkey (snarkjs proving key)");
  EXPECT_EQ(file_kind_name(FileKind::kUnknown), "unknown");
}

}  // namespace
}  // namespace lockstep::formats
