// SPDX-License-Identifier: Apache-2.0
#include "lockstep/formats/snarkjs_json.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "curve_types.hpp"
#include "example_keys.hpp"
#include "off_subgroup.hpp"
#include "temporary_folder.hpp"

namespace lockstep::formats {
namespace {

using test::source_of;
using ::testing::HasSubstr;
using Json = nlohmann::ordered_json;

template <class Curve>
class SnarkjsJson : public ::testing::Test {
 protected:
  using Fp = typename Curve::Fp;

  static std::string key_text(std::size_t public_count = 2) {
    return verification_key_json(test::example_verifying_key<Curve>(public_count));
  }
  static std::string proof_text() { return proof_json(test::example_proof<Curve>()); }

  static Error key_error(const std::string& text) {
    const auto key = read_verification_key_json(source_of(text));
    return key ? Error{ErrorCode::kInternal, ""} : key.error();
  }
  static Error proof_error(const std::string& text, CurveId curve = Curve::kId) {
    const auto proof = read_proof_json(source_of(text), curve);
    return proof ? Error{ErrorCode::kInternal, ""} : proof.error();
  }
  static Error public_error(const std::string& text) {
    const auto inputs = read_public_json(source_of(text), Curve::kId);
    return inputs ? Error{ErrorCode::kInternal, ""} : inputs.error();
  }
  static void expect_error(const Error& error, ErrorCode code, const std::string& part) {
    EXPECT_EQ(error.code, code) << error.message;
    EXPECT_THAT(error.message, HasSubstr(part));
  }
  /// A number that is not below the modulus although it means the same.
  template <class Field>
  static std::string with_modulus_added(const Field& value) {
    Json digits = value.to_decimal();
    auto limbs = value.to_standard();
    unsigned char carry = 0;
    for (std::size_t i = 0; i < limbs.size(); ++i) {
      limbs[i] = algebra::wide::add_carry(limbs[i], Field::modulus()[i], carry);
    }
    return decimal<Field::kLimbs>(limbs);
  }
  template <std::size_t kLimbs>
  static std::string decimal(std::array<std::uint64_t, kLimbs> limbs) {
    std::string digits;
    while (!algebra::wide::is_zero<kLimbs>(limbs)) {
      digits.insert(digits.begin(), static_cast<char>('0' + algebra::wide::div_small<kLimbs>(limbs, 10)));
    }
    return digits.empty() ? "0" : digits;
  }
  template <class G>
  static Json point(const algebra::AffinePoint<G>& p) {
    if constexpr (requires { p.x.c0; }) {
      return Json::array({Json::array({p.x.c0.to_decimal(), p.x.c1.to_decimal()}),
                          Json::array({p.y.c0.to_decimal(), p.y.c1.to_decimal()}), Json::array({"1", "0"})});
    } else {
      return Json::array({p.x.to_decimal(), p.y.to_decimal(), "1"});
    }
  }
};

TYPED_TEST_SUITE(SnarkjsJson, test::Curves, test::CurveNames);

TYPED_TEST(SnarkjsJson, KeyReadsAsItWasWritten) {
  for (const std::size_t public_count : {0u, 1u, 3u}) {
    const auto key = read_verification_key_json(source_of(this->key_text(public_count)));
    ASSERT_TRUE(key) << key.error().message;
    const auto& read = std::get<groth16::VerifyingKey<TypeParam>>(*key);
    const auto expected = test::example_verifying_key<TypeParam>(public_count);
    EXPECT_EQ(read.alpha_g1, expected.alpha_g1);
    EXPECT_EQ(read.beta_g2, expected.beta_g2);
    EXPECT_EQ(read.gamma_g2, expected.gamma_g2);
    EXPECT_EQ(read.delta_g2, expected.delta_g2);
    EXPECT_EQ(read.ic, expected.ic);
    EXPECT_TRUE(read.beta_g1.is_infinity());
  }
}

TYPED_TEST(SnarkjsJson, KeyIsLaidOutAsSnarkjsDoes) {
  const std::string text = this->key_text(0);
  EXPECT_TRUE(text.starts_with("{\n \"protocol\": \"groth16\",\n \"curve\": \"" +
                               std::string(TypeParam::kSnarkjsName) +
                               "\",\n \"nPublic\": 0,\n \"vk_alpha_1\": [\n  \""))
      << text.substr(0, 200);
  const Json document = Json::parse(text);
  std::vector<std::string> names;
  for (const auto& [name, value] : document.items()) names.push_back(name);
  EXPECT_THAT(names, ::testing::ElementsAre("protocol", "curve", "nPublic", "vk_alpha_1", "vk_beta_2",
                                            "vk_gamma_2", "vk_delta_2", "vk_alphabeta_12", "IC"));
  const auto expected = TypeParam::pairing(test::multiple<typename TypeParam::G1>(2),
                                           test::multiple<typename TypeParam::G2>(3));
  EXPECT_EQ(document["vk_alphabeta_12"][1][2][0], expected.c1.c2.c0.to_decimal());
}

TYPED_TEST(SnarkjsJson, ProofReadsAsItWasWritten) {
  const auto proof = read_proof_json(source_of(this->proof_text()), TypeParam::kId);
  ASSERT_TRUE(proof) << proof.error().message;
  EXPECT_EQ(std::get<groth16::Proof<TypeParam>>(*proof), test::example_proof<TypeParam>());
}

TYPED_TEST(SnarkjsJson, ProofMayHaveInfinitePoints) {
  auto expected = test::example_proof<TypeParam>();
  expected.a = {};
  expected.b = {};
  const std::string text = proof_json(expected);
  EXPECT_EQ(Json::parse(text)["pi_a"], Json::parse(R"(["0", "1", "0"])"));
  EXPECT_EQ(Json::parse(text)["pi_b"], Json::parse(R"([["0", "0"], ["1", "0"], ["0", "0"]])"));
  const auto proof = read_proof_json(source_of(text), TypeParam::kId);
  ASSERT_TRUE(proof) << proof.error().message;
  EXPECT_EQ(std::get<groth16::Proof<TypeParam>>(*proof), expected);
}

TYPED_TEST(SnarkjsJson, PublicInputsReadAsTheyWereWritten) {
  using Fr = typename TypeParam::Fr;
  for (const groth16::PublicInputs<TypeParam>& inputs :
       {groth16::PublicInputs<TypeParam>{},
        groth16::PublicInputs<TypeParam>{Fr::zero(), Fr::from_u64(33), -Fr::one()}}) {
    const auto read = read_public_json(source_of(public_json(inputs)), TypeParam::kId);
    ASSERT_TRUE(read) << read.error().message;
    EXPECT_EQ(std::get<groth16::PublicInputs<TypeParam>>(*read), inputs);
  }
  EXPECT_EQ(public_json(groth16::PublicInputs<TypeParam>{}), "[]");
  EXPECT_EQ(public_json(groth16::PublicInputs<TypeParam>{Fr::from_u64(33), Fr::one()}),
            "[\n \"33\",\n \"1\"\n]");
}

TYPED_TEST(SnarkjsJson, BareIntegersAreReadExactly) {
  using Fr = typename TypeParam::Fr;
  const std::string largest = (-Fr::one()).to_decimal();
  const auto read =
      read_public_json(source_of("[33, 18446744073709551617, " + largest + "]"), TypeParam::kId);
  ASSERT_TRUE(read) << read.error().message;
  const auto& inputs = std::get<groth16::PublicInputs<TypeParam>>(*read);
  EXPECT_EQ(inputs[0], Fr::from_u64(33));
  EXPECT_EQ(inputs[1].to_decimal(), "18446744073709551617");
  EXPECT_EQ(inputs[2], -Fr::one());
}

TYPED_TEST(SnarkjsJson, NumbersThatAreNoPlainIntegersAreMalformed) {
  for (const char* text : {"[1.0]", "[1e3]", "[-1]", "[-0]", "[\"-1\"]", "[\"+1\"]", "[\"01\"]", "[\"0x10\"]",
                           "[\"1 \"]", "[\" 1\"]", "[\"\"]", "[\"1e3\"]", "[null]", "[true]", "[[\"1\"]]",
                           "[{}]", "[\"\\u0661\"]", "[123456789012345678901234567890.0]"}) {
    this->expect_error(this->public_error(text), ErrorCode::kMalformed,
                       "file: [0]: expected a decimal number, found ");
  }
  for (const char* text : {"{}", "\"1\"", "1", "null"}) {
    this->expect_error(this->public_error(text), ErrorCode::kMalformed,
                       "file: JSON: expected an array of numbers, found ");
  }
}

TYPED_TEST(SnarkjsJson, PublicInputNotBelowTheOrderIsInvalid) {
  const std::string alias = this->with_modulus_added(TypeParam::Fr::from_u64(33));
  this->expect_error(this->public_error("[\"1\", \"" + alias + "\"]"), ErrorCode::kInvalidProof,
                     "file: [1]: expected a number below the modulus, found \"" + alias.substr(0, 40));
  this->expect_error(this->public_error("[\"" + std::string(100000, '9') + "\"]"), ErrorCode::kInvalidProof,
                     "expected a number below the modulus");
  this->expect_error(this->public_error("[" + std::string(300, '9') + "]"), ErrorCode::kInvalidProof,
                     "expected a number below the modulus");
}

TYPED_TEST(SnarkjsJson, TextThatIsNoJsonIsMalformed) {
  const std::string whole = this->proof_text();
  for (std::size_t size = 1; size < whole.size(); ++size) {
    ASSERT_EQ(this->proof_error(whole.substr(0, size)).code, ErrorCode::kMalformed) << size;
  }
  this->expect_error(this->public_error("[\"1\",]"), ErrorCode::kMalformed,
                     "file: offset 5: expected JSON, found ");
  this->expect_error(this->public_error("[\"1\"] x"), ErrorCode::kMalformed, "expected JSON, found ");
  this->expect_error(this->public_error("[\"\xff\"]"), ErrorCode::kMalformed, "expected JSON, found ");
}

TYPED_TEST(SnarkjsJson, AZeroByteEndsNothing) {
  using namespace std::string_literals;
  for (const std::string& text : {"[]\0"s, "[]\0[]"s, "[\0]"s, "[\"\0\"]"s, "\0[]"s}) {
    this->expect_error(
        this->public_error(text), ErrorCode::kMalformed,
        "file: offset " + std::to_string(text.find('\0')) + ": expected JSON, found a zero byte");
  }
}

TYPED_TEST(SnarkjsJson, AMemberGivenTwiceIsRefused) {
  std::string text = this->proof_text();
  text.insert(1, "\"pi_a\": [\"0\", \"1\", \"0\"],");
  this->expect_error(this->proof_error(text), ErrorCode::kMalformed,
                     "expected each key once, found \"pi_a\" twice");
}

TYPED_TEST(SnarkjsJson, ProofNeedNotNameCurveOrProtocol) {
  Json proof = Json::parse(this->proof_text());
  proof.erase("curve");
  proof.erase("protocol");
  proof["r"] = "ignored";
  EXPECT_EQ(this->proof_error(proof.dump()).message, "");
}

TYPED_TEST(SnarkjsJson, ProofOfAnotherCurveIsAMismatch) {
  using Other = typename test::OtherCurve<TypeParam>::Type;
  Json proof = Json::parse(this->proof_text());
  proof["curve"] = Other::kSnarkjsName;
  this->expect_error(this->proof_error(proof.dump()), ErrorCode::kMismatch,
                     "file: curve: expected " + std::string(TypeParam::kName) + ", the key's curve, found " +
                         std::string(Other::kName));
  proof["curve"] = "bls12377";
  this->expect_error(this->proof_error(proof.dump()), ErrorCode::kMalformed,
                     "expected \"bn128\" or \"bls12381\"");
  proof["curve"] = 5;
  this->expect_error(this->proof_error(proof.dump()), ErrorCode::kMalformed,
                     "expected \"bn128\" or \"bls12381\", found a number");
}

TYPED_TEST(SnarkjsJson, AnotherProtocolIsMalformed) {
  for (const std::string& text : {this->proof_text(), this->key_text()}) {
    Json document = Json::parse(text);
    document["protocol"] = "plonk";
    const Error error =
        document.contains("pi_a") ? this->proof_error(document.dump()) : this->key_error(document.dump());
    this->expect_error(error, ErrorCode::kMalformed,
                       "file: protocol: expected \"groth16\", found another protocol");
  }
}

TYPED_TEST(SnarkjsJson, ProofOfAnotherShapeIsMalformed) {
  const Json proof = Json::parse(this->proof_text());
  for (const char* name : {"pi_a", "pi_b", "pi_c"}) {
    Json broken = proof;
    broken.erase(name);
    this->expect_error(this->proof_error(broken.dump()), ErrorCode::kMalformed,
                       std::string("file: ") + name + ": expected a point, found none");
    broken = proof;
    broken[name].erase(2);
    this->expect_error(this->proof_error(broken.dump()), ErrorCode::kMalformed,
                       std::string("file: ") + name + ": expected 3 elements, found 2");
    broken = proof;
    broken[name] = "1";
    this->expect_error(this->proof_error(broken.dump()), ErrorCode::kMalformed,
                       std::string("file: ") + name + ": expected an array of 3, found a string");
  }
  Json broken = proof;
  broken["pi_b"][1] = "5";
  this->expect_error(this->proof_error(broken.dump()), ErrorCode::kMalformed,
                     "file: pi_b[1]: expected an array of 2, found a string");
  this->expect_error(this->proof_error("[]"), ErrorCode::kMalformed,
                     "file: JSON: expected an object, found an array");
}

TYPED_TEST(SnarkjsJson, IllegalPointsOfAProofAreInvalid) {
  using G1 = typename TypeParam::G1;
  using G2 = typename TypeParam::G2;
  const Json proof = Json::parse(this->proof_text());
  Json broken = proof;
  broken["pi_a"][0] = this->with_modulus_added(test::multiple<G1>(11).x);
  this->expect_error(this->proof_error(broken.dump()), ErrorCode::kInvalidProof,
                     "file: pi_a[0]: expected a number below the modulus");
  broken = proof;
  broken["pi_b"][1][1] = this->with_modulus_added(test::multiple<G2>(12).y.c1);
  this->expect_error(this->proof_error(broken.dump()), ErrorCode::kInvalidProof,
                     "file: pi_b[1][1]: expected a number below the modulus");
  broken = proof;
  broken["pi_c"][1] = broken["pi_c"][0];
  this->expect_error(this->proof_error(broken.dump()), ErrorCode::kInvalidProof,
                     "file: pi_c: expected a point on the curve");
  broken = proof;
  broken["pi_b"] = this->point(test::point_off_subgroup<G2>());
  this->expect_error(this->proof_error(broken.dump()), ErrorCode::kInvalidProof,
                     "file: pi_b: expected a point in the subgroup");
  if constexpr (TypeParam::kId == CurveId::kBls12_381) {
    broken = proof;
    broken["pi_a"] = this->point(test::point_off_subgroup<G1>());
    this->expect_error(this->proof_error(broken.dump()), ErrorCode::kInvalidProof,
                       "file: pi_a: expected a point in the subgroup");
  }
}

// (0, 0) is how an infinite point is kept in memory; in a file it is just a point off the curve.
TYPED_TEST(SnarkjsJson, ZeroCoordinatesAreNoInfinity) {
  Json proof = Json::parse(this->proof_text());
  proof["pi_c"] = Json::parse(R"(["0", "0", "1"])");
  this->expect_error(this->proof_error(proof.dump()), ErrorCode::kInvalidProof,
                     "file: pi_c: expected a point on the curve");
  proof["pi_c"] = Json::parse(R"(["0", "0", "0"])");
  this->expect_error(this->proof_error(proof.dump()), ErrorCode::kInvalidProof,
                     "file: pi_c: expected x = 0 and y = 1 where z = 0");
}

TYPED_TEST(SnarkjsJson, ZOtherThanZeroAndOneIsInvalid) {
  Json proof = Json::parse(this->proof_text());
  proof["pi_a"][2] = "2";
  this->expect_error(this->proof_error(proof.dump()), ErrorCode::kInvalidProof,
                     "file: pi_a[2]: expected z = 1 (or 0 for infinity)");
  proof = Json::parse(this->proof_text());
  proof["pi_b"][2] = Json::parse(R"(["1", "1"])");
  this->expect_error(this->proof_error(proof.dump()), ErrorCode::kInvalidProof,
                     "file: pi_b[2]: expected z = 1");
}

TYPED_TEST(SnarkjsJson, AnyFaultOfAKeyIsMalformed) {
  const Json key = Json::parse(this->key_text());
  for (const char* name : {"vk_alpha_1", "vk_beta_2", "vk_gamma_2", "vk_delta_2"}) {
    Json broken = key;
    broken.erase(name);
    this->expect_error(this->key_error(broken.dump()), ErrorCode::kMalformed,
                       std::string(name) + ": expected a point, found none");
    broken = key;
    const bool g2 = key[name][0].is_array();
    broken[name] =
        g2 ? Json::parse(R"([["0", "0"], ["1", "0"], ["0", "0"]])") : Json::parse(R"(["0", "1", "0"])");
    this->expect_error(this->key_error(broken.dump()), ErrorCode::kMalformed,
                       std::string(name) + ": expected a finite point, found the point at infinity");
    broken = key;
    broken[name][1] = broken[name][0];
    this->expect_error(this->key_error(broken.dump()), ErrorCode::kMalformed,
                       std::string(name) + ": expected a point on the curve");
  }
  Json broken = key;
  broken["vk_beta_2"] = this->point(test::point_off_subgroup<typename TypeParam::G2>());
  this->expect_error(this->key_error(broken.dump()), ErrorCode::kMalformed,
                     "vk_beta_2: expected a point in the subgroup");
  broken = key;
  broken["IC"][1][0] = this->with_modulus_added(test::multiple<typename TypeParam::G1>(21).x);
  this->expect_error(this->key_error(broken.dump()), ErrorCode::kMalformed,
                     "IC[1][0]: expected a number below the modulus");
  broken = key;
  broken["IC"][2] = Json::parse(R"(["0", "1", "0"])");
  this->expect_error(this->key_error(broken.dump()), ErrorCode::kMalformed, "IC[2]: expected a finite point");
  broken["IC"] = Json::array();
  this->expect_error(this->key_error(broken.dump()), ErrorCode::kMalformed,
                     "IC: expected an array of at least one point, found an empty array");
  broken.erase("IC");
  this->expect_error(this->key_error(broken.dump()), ErrorCode::kMalformed,
                     "IC: expected an array of at least one point, found none");
}

TYPED_TEST(SnarkjsJson, KeyMustHaveAPointForEachPublicInput) {
  Json key = Json::parse(this->key_text(2));
  key["nPublic"] = 3;
  this->expect_error(this->key_error(key.dump()), ErrorCode::kMalformed,
                     "file: nPublic: expected 2, as IC has 3 points, found \"3\"");
  key["nPublic"] = "2";
  EXPECT_EQ(this->key_error(key.dump()).message, "");
  key.erase("nPublic");
  EXPECT_EQ(this->key_error(key.dump()).message, "");
}

TYPED_TEST(SnarkjsJson, CurveOfAKeyIsSeenFromItsPoints) {
  Json key = Json::parse(this->key_text());
  key.erase("curve");
  const auto read = read_verification_key_json(source_of(key.dump()));
  ASSERT_TRUE(read) << read.error().message;
  EXPECT_TRUE(std::holds_alternative<groth16::VerifyingKey<TypeParam>>(*read));
}

TEST(VastJson, IsRefused) {
  const auto message_of = [](const std::string& text) {
    const auto inputs = read_public_json(source_of(text), CurveId::kBn254);
    if (inputs) return std::string();
    EXPECT_EQ(inputs.error().code, ErrorCode::kMalformed);
    return inputs.error().message;
  };
  EXPECT_EQ(message_of(std::string(1000000, '[')),
            "file: JSON: expected arrays and objects at most 16 deep, found deeper ones");
  EXPECT_EQ(message_of("[" + std::string(100, '[') + std::string(100, ']') + "]"),
            "file: JSON: expected arrays and objects at most 16 deep, found deeper ones");
  std::string vast = "[0";
  for (int i = 0; i < (1 << 22); ++i) vast += ",0";
  EXPECT_EQ(message_of(vast + "]"), "file: JSON: expected at most 4194304 values, found more");
}

TEST(WriteTextFile, WritesTheWholeText) {
  const test::TemporaryFolder folder;
  ASSERT_TRUE(write_text_file(folder / "a.json", "[]"));
  EXPECT_EQ(test::read_file(folder / "a.json"), "[]");
  EXPECT_FALSE(write_text_file(folder / "no" / "a.json", "[]"));
}

}  // namespace
}  // namespace lockstep::formats
