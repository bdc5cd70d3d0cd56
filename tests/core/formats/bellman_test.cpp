// SPDX-License-Identifier: Apache-2.0
#include "lockstep/formats/bellman.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "example_bellman.hpp"
#include "lockstep/circuit/density.hpp"
#include "lockstep/formats/check_points.hpp"
#include "lockstep/formats/r1cs.hpp"
#include "off_subgroup.hpp"
#include "temporary_folder.hpp"

namespace lockstep::formats {
namespace {

using algebra::Bls12_381;
using test::BellmanFile;
using test::Bytes;
using test::Constraint;
using test::source_of;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using G1 = Bls12_381::G1;
using G2 = Bls12_381::G2;

constexpr std::size_t kHead = 864;
constexpr std::size_t kIcEnd = kHead + 4 + 3 * 96;

circuit::CompiledCircuit example_circuit(
    const std::vector<Constraint>& constraints = test::example_constraints()) {
  return *read_r1cs(source_of(test::example_r1cs<Bls12_381>(constraints)));
}

Error parameters_error(const Bytes& file, const circuit::CompiledCircuit& circuit = example_circuit()) {
  const auto key = read_bellman_parameters(source_of(file), circuit);
  return key ? Error{ErrorCode::kInternal, ""} : key.error();
}

void expect_error(const Error& error, ErrorCode code, const std::string& message) {
  EXPECT_EQ(error.code, code);
  EXPECT_EQ(error.message, message);
}

void expect_point(const std::byte* at, const auto& point) {
  Bytes expected;
  test::put_uncompressed(expected, point);
  EXPECT_TRUE(std::equal(expected.data.begin(), expected.data.end(), at));
}

TEST(BellmanParameters, AreTheKeyOfTheirCircuit) {
  const ByteSource source = source_of(BellmanFile().build(), "k.params");
  const auto key = read_bellman_parameters(source, example_circuit());
  ASSERT_TRUE(key) << key.error().message;
  EXPECT_EQ(key->curve, CurveId::kBls12_381);
  EXPECT_EQ(key->encoding, groth16::PointEncoding::kBellman);
  EXPECT_EQ(key->h_basis, groth16::HBasis::kMonomial);
  EXPECT_EQ(key->variable_count, 5u);
  EXPECT_EQ(key->public_count, 2u);
  EXPECT_EQ(key->domain_log2, 3u);
  EXPECT_EQ(key->domain_root, Bls12_381::root_of_unity_bellman(3).to_standard());
  EXPECT_EQ(key->origin, "k.params");
  expect_point(key->alpha_g1, test::multiple<G1>(2));
  expect_point(key->beta_g1, test::multiple<G1>(3));
  expect_point(key->beta_g2, test::multiple<G2>(3));
  expect_point(key->delta_g1, test::multiple<G1>(7));
  expect_point(key->delta_g2, test::multiple<G2>(7));
  expect_point(key->h.points + 6 * 96, test::multiple<G1>(66));
  expect_point(key->l.points, test::multiple<G1>(50));
  expect_point(key->a.points + 3 * 96, test::multiple<G1>(33));
  expect_point(key->b1.points, test::multiple<G1>(40));
  expect_point(key->b2.points + 192, test::multiple<G2>(41));
  EXPECT_EQ(key->h.count, 7u);
  EXPECT_EQ(key->l.count, 2u);
  EXPECT_EQ(key->l.first_variable, 3u);
  EXPECT_EQ(key->a.count, 4u);
  EXPECT_THAT(key->a.density, ElementsAre(0b10111u));
  EXPECT_EQ(key->a.density_bits, 5u);
  EXPECT_EQ(key->b1.count, 2u);
  EXPECT_THAT(key->b1.density, ElementsAre(0b11000u));
  EXPECT_THAT(key->b2.density, ElementsAre(0b11000u));
  EXPECT_TRUE(key->l.density.empty());
  const auto& verifying_key = std::get<BellmanVerifyingKey>(key->verifying_key);
  EXPECT_EQ(verifying_key.gamma_g2, test::multiple<G2>(5));
  EXPECT_EQ(verifying_key.ic, BellmanFile().key.ic);
  EXPECT_TRUE(check_points(*key));
}

// bellman's generator drops a variable whose coefficients add up to zero in every row.
TEST(BellmanParameters, CountVariablesByTheirSumsInARow) {
  const auto circuit =
      example_circuit({{{{2, 1}}, {{3, 5}, {3, -5}, {4, 1}}, {{4, 1}}}, {{{3, 0}, {4, 1}}, {{4, 2}}, {}}});
  BellmanFile file;
  file.b_g1.resize(1);
  file.b_g2.resize(1);
  const auto key = read_bellman_parameters(source_of(file.build()), circuit);
  ASSERT_TRUE(key) << key.error().message;
  EXPECT_THAT(key->a.density, ElementsAre(0b10111u));
  EXPECT_THAT(key->b1.density, ElementsAre(0b10000u));
}

TEST(BellmanParameters, MayCarryATranscript) {
  Bytes file = BellmanFile().build();
  const std::size_t end = file.data.size();
  file.zeros(1000);
  EXPECT_EQ(parameters_error(file).message, "");
  const auto layout = read_bellman_layout(source_of(file));
  ASSERT_TRUE(layout);
  EXPECT_EQ(layout->end, end);
}

TEST(BellmanParameters, OfAnotherCircuitAreAMismatch) {
  const std::string tail = ": the parameters and the circuit don't belong together";
  const auto with = [](auto change) {
    BellmanFile file;
    change(file);
    return parameters_error(file.build());
  };
  expect_error(with([](BellmanFile& f) { f.key.ic.pop_back(); }), ErrorCode::kMismatch,
               "file: ic: expected 3 points for this circuit, found 2" + tail);
  expect_error(with([](BellmanFile& f) { f.h.pop_back(); }), ErrorCode::kMismatch,
               "file: query h: expected 7 points for this circuit, found 6" + tail);
  expect_error(with([](BellmanFile& f) { f.l.push_back(f.l[0]); }), ErrorCode::kMismatch,
               "file: query l: expected 2 points for this circuit, found 3" + tail);
  expect_error(with([](BellmanFile& f) { f.a.pop_back(); }), ErrorCode::kMismatch,
               "file: query a: expected 4 points for this circuit, found 3" + tail);
  expect_error(with([](BellmanFile& f) { f.b_g1.pop_back(); }), ErrorCode::kMismatch,
               "file: query b_g1: expected 2 points for this circuit, found 1" + tail);
  expect_error(with([](BellmanFile& f) { f.b_g2.clear(); }), ErrorCode::kMismatch,
               "file: query b_g2: expected 2 points for this circuit, found 0" + tail);
}

TEST(BellmanParameters, NeedACircuitOverTheirCurve) {
  const auto circuit = read_r1cs(source_of(test::example_r1cs<algebra::Bn254>()));
  ASSERT_TRUE(circuit);
  expect_error(parameters_error(BellmanFile().build(), *circuit), ErrorCode::kMismatch,
               "file: bellman parameters: expected a circuit over bls12_381, found one over bn254");
}

TEST(BellmanParameters, RefuseEveryTruncation) {
  const Bytes whole = BellmanFile().build();
  const auto circuit = example_circuit();
  for (std::size_t size = 0; size < whole.data.size(); ++size) {
    Bytes cut;
    cut.raw(std::span(whole.data).first(size));
    const Error error = parameters_error(cut, circuit);
    ASSERT_NE(error.message, "") << size;
    ASSERT_EQ(error.code, ErrorCode::kMalformed) << size;
  }
}

TEST(BellmanParameters, RefuseCountsBeyondTheFile) {
  Bytes file = BellmanFile().build();
  file.put(kIcEnd, Bytes().u32_be(0xffffffff).data);
  expect_error(parameters_error(file), ErrorCode::kMalformed,
               "file: query h at offset 1156: expected 4294967295 points of 96 bytes, found the end of the "
               "file after " +
                   std::to_string(file.data.size() - kIcEnd - 4) + " bytes");
  file = BellmanFile().build();
  file.put(kHead, Bytes().u32_be(0xffffffff).data);
  EXPECT_THAT(parameters_error(file).message,
              HasSubstr("file: ic at offset 864: expected 4294967295 points"));
  file.put(kHead, Bytes().u32_be(0).data);
  expect_error(parameters_error(file), ErrorCode::kMalformed,
               "file: ic at offset 864: expected at least one point, found none");
}

TEST(BellmanParameters, RefuseBadPointsOfTheVerifyingKey) {
  const auto with = [](std::size_t offset, const Bytes& bytes) {
    Bytes file = BellmanFile().build();
    file.put(offset, bytes.data);
    return parameters_error(file);
  };
  Bytes infinity;
  test::put_uncompressed<G1>(infinity, {});
  expect_error(with(0, infinity), ErrorCode::kMalformed,
               "file: alpha_g1 at offset 0: expected a finite point, found the point at infinity");
  expect_error(with(kHead + 4 + 96, infinity), ErrorCode::kMalformed,
               "file: ic point 1: expected a finite point, found the point at infinity");
  Bytes compressed_flag;
  compressed_flag.number(0x80, 1);
  expect_error(
      with(96, compressed_flag), ErrorCode::kMalformed,
      "file: beta_g1 at offset 96: expected flag bits that fit the point's encoding, found other ones");
  Bytes outside;
  test::put_uncompressed<G2>(outside, test::point_off_subgroup<G2>());
  expect_error(with(384, outside), ErrorCode::kMalformed,
               "file: gamma_g2 at offset 384: expected a point in the subgroup of order r, found a point "
               "that is not in "
               "the subgroup");
}

TEST(BellmanParameters, CheckPointsNamesQueryAndIndex) {
  const auto circuit = example_circuit();
  const auto with = [&](auto change) {
    BellmanFile file;
    change(file);
    const auto key = read_bellman_parameters(source_of(file.build()), circuit);
    if (!key) return "unreadable: " + key.error().message;
    const auto sound = check_points(*key);
    return sound ? "" : sound.error().message;
  };
  // A key of bellman drops infinite points, so one is a fault.
  EXPECT_EQ(with([](BellmanFile& f) { f.a[2] = {}; }),
            "file: query a point 2: expected a finite point, found the point at infinity");
  EXPECT_EQ(with([](BellmanFile& f) { f.h[6] = test::point_off_subgroup<G1>(); }),
            "file: query h point 6: expected a point in the subgroup of order r, found a point that is not "
            "in the subgroup");
  EXPECT_EQ(with([](BellmanFile& f) { f.b_g2[1] = test::point_off_subgroup<G2>(); }),
            "file: query b_g2 point 1: expected a point in the subgroup of order r, found a point that is "
            "not in the "
            "subgroup");
  EXPECT_EQ(with([](BellmanFile& f) { f.b_g1[0].y = f.b_g1[0].x; }),
            "file: query b_g1 point 0: expected a point on the curve, found a point that is not on it");
  EXPECT_EQ(with([](BellmanFile& f) { f.l[1].y = f.l[1].x; }),
            "file: query l point 1: expected a point on the curve, found a point that is not on it");
}

TEST(BellmanVk, ReadsAsItWasWritten) {
  const test::TemporaryFolder folder;
  const BellmanVerifyingKey expected = BellmanFile().key;
  ASSERT_TRUE(write_bellman_vk(folder / "a.vk", expected));
  const auto source = ByteSource::open(folder / "a.vk");
  ASSERT_TRUE(source);
  const Bytes built = BellmanFile().build_key();
  EXPECT_TRUE(
      std::equal(built.data.begin(), built.data.end(), source->bytes().begin(), source->bytes().end()));
  const auto key = read_bellman_vk(*source);
  ASSERT_TRUE(key) << key.error().message;
  EXPECT_EQ(key->alpha_g1, expected.alpha_g1);
  EXPECT_EQ(key->beta_g1, expected.beta_g1);
  EXPECT_EQ(key->beta_g2, expected.beta_g2);
  EXPECT_EQ(key->gamma_g2, expected.gamma_g2);
  EXPECT_EQ(key->delta_g1, expected.delta_g1);
  EXPECT_EQ(key->delta_g2, expected.delta_g2);
  EXPECT_EQ(key->ic, expected.ic);
}

TEST(BellmanVk, StandsAtTheHeadOfParameters) {
  const auto key = read_bellman_parameters_vk(source_of(BellmanFile().build()));
  ASSERT_TRUE(key) << key.error().message;
  EXPECT_EQ(key->ic, BellmanFile().key.ic);
}

TEST(BellmanVk, RefusesBytesBeyondIcAndEveryTruncation) {
  Bytes file = BellmanFile().build_key();
  for (std::size_t size = 0; size < file.data.size(); ++size) {
    Bytes cut;
    cut.raw(std::span(file.data).first(size));
    const auto key = read_bellman_vk(source_of(cut));
    ASSERT_FALSE(key) << size;
    ASSERT_EQ(key.error().code, ErrorCode::kMalformed);
  }
  file.zeros(2);
  EXPECT_EQ(read_bellman_vk(source_of(file)).error().message,
            "file: offset 1156: expected the end of the file after 3 points of ic, found 2 bytes more");
}

class BellmanProofFile : public ::testing::Test {
 protected:
  static Bytes proof() { return Bytes().raw(encode_bellman_proof(test::example_proof<Bls12_381>())); }

  static void expect_invalid(const Bytes& file, const std::string& message) {
    const auto proofs = read_bellman_proofs(source_of(file));
    ASSERT_FALSE(proofs);
    EXPECT_EQ(proofs.error().code, ErrorCode::kInvalidProof);
    EXPECT_EQ(proofs.error().message, message);
  }
};

TEST_F(BellmanProofFile, ReadsAsItWasWritten) {
  const test::TemporaryFolder folder;
  std::vector<BellmanProof> expected = {test::example_proof<Bls12_381>(), test::example_proof<Bls12_381>()};
  expected[1].a = -expected[1].a;
  ASSERT_TRUE(write_bellman_proofs(folder / "p", expected));
  const auto source = ByteSource::open(folder / "p");
  ASSERT_TRUE(source);
  EXPECT_EQ(source->size(), 384u);
  const auto proofs = read_bellman_proofs(*source);
  ASSERT_TRUE(proofs) << proofs.error().message;
  EXPECT_EQ(*proofs, expected);
}

TEST_F(BellmanProofFile, RefusesOtherSizes) {
  for (const std::size_t size : {0u, 1u, 191u, 193u, 383u}) {
    Bytes file = proof();
    file.data.resize(size);
    const auto proofs = read_bellman_proofs(source_of(file));
    ASSERT_FALSE(proofs);
    EXPECT_EQ(proofs.error().code, ErrorCode::kMalformed);
    EXPECT_EQ(proofs.error().message, "file: offset 0: expected proofs of 192 bytes each, found a file of " +
                                          std::to_string(size) + " bytes");
  }
}

TEST_F(BellmanProofFile, IllegalPointsAreInvalid) {
  Bytes file = proof();
  file.data[0] &= std::byte{0x7f};
  expect_invalid(file, "file: proof 0 A: expected flag bits that fit the point's encoding, found other ones");
  file = proof();
  file.put(144, Bytes().number(0xc0, 1).zeros(47).data);
  expect_invalid(file, "file: proof 0 C: expected a finite point, found the point at infinity");
  file = proof();
  for (std::size_t i = 48; i < 144; ++i) file.data[i] = std::byte{0xbf};
  expect_invalid(file,
                 "file: proof 0 B: expected coordinates below the modulus q, found one that is not below it");

  auto outside = test::example_proof<Bls12_381>();
  outside.a = test::point_off_subgroup<G1>();
  expect_invalid(proof().raw(encode_bellman_proof(outside)),
                 "file: proof 1 A: expected a point in the subgroup of order r, found a point that is not in "
                 "the subgroup");
  outside = test::example_proof<Bls12_381>();
  outside.b = test::point_off_subgroup<G2>();
  expect_invalid(proof().raw(encode_bellman_proof(outside)),
                 "file: proof 1 B: expected a point in the subgroup of order r, found a point that is not in "
                 "the subgroup");
}

TEST_F(BellmanProofFile, AnXWithoutAPointIsInvalid) {
  // x = 3: 27 + 4 = 31 is no square modulo p.
  Bytes file = proof();
  file.put(0, Bytes().number(0x80, 1).zeros(46).number(3, 1).data);
  ASSERT_FALSE(Bls12_381::Fp::from_u64(31).sqrt());
  expect_invalid(file, "file: proof 0 A: expected a point on the curve, found a point that is not on it");
}

}  // namespace
}  // namespace lockstep::formats
