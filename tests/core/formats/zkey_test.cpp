// SPDX-License-Identifier: Apache-2.0
#include "lockstep/formats/zkey.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <random>

#include "curve_types.hpp"
#include "example_circuit.hpp"
#include "lockstep/formats/r1cs.hpp"

namespace lockstep::formats {
namespace {

using circuit::ScalarLimbs;
using circuit::SparseMatrix;
using test::Bytes;
using test::Container;
using test::source_of;
using ::testing::HasSubstr;

constexpr std::size_t kEntryBytes = 44;

/// An entry of section 4.
struct Entry {
  std::uint32_t matrix, row;
  test::Term term;
};

template <class Curve>
class ZkeyFile : public ::testing::Test {
 protected:
  static constexpr std::size_t kG1 = sizeof(typename Curve::G1Affine);
  static constexpr std::size_t kG2 = sizeof(typename Curve::G2Affine);
  /// Where section 2 has the number of variables; those of public inputs and of the domain follow.
  static constexpr std::size_t kCounts = 4 + Curve::Fp::kBytes + 4 + 32;
  static constexpr std::size_t kPoints = kCounts + 12;

  static std::string message_of(const Bytes& file) {
    const auto zkey = read_zkey(source_of(file));
    if (zkey) return "";
    EXPECT_EQ(zkey.error().code, ErrorCode::kMalformed);
    return zkey.error().message;
  }
  static std::string message_of(const Container& file) { return message_of(file.build()); }

  static Bytes coefficients(const std::vector<Entry>& entries) {
    Bytes bytes;
    bytes.u32(entries.size());
    for (const Entry& e : entries) test::put_zkey_coefficient<Curve>(bytes, e.matrix, e.row, e.term);
    return bytes;
  }
};

TYPED_TEST_SUITE(ZkeyFile, test::Curves, test::CurveNames);

void expect_same(const SparseMatrix& a, const SparseMatrix& b) {
  EXPECT_EQ(a.row_offsets, b.row_offsets);
  EXPECT_EQ(a.columns, b.columns);
}

TYPED_TEST(ZkeyFile, HasTheMatricesOfItsR1cs) {
  const auto zkey = read_zkey(source_of(test::example_zkey<TypeParam>()));
  ASSERT_TRUE(zkey) << zkey.error().message;
  const auto r1cs = read_r1cs(source_of(test::example_r1cs<TypeParam>()));
  ASSERT_TRUE(r1cs);
  EXPECT_EQ(zkey->circuit.curve, TypeParam::kId);
  EXPECT_EQ(zkey->circuit.variable_count, 5u);
  EXPECT_EQ(zkey->circuit.public_count, 2u);
  EXPECT_EQ(zkey->circuit.constraint_count, 2u);
  EXPECT_TRUE(zkey->circuit.c_is_product);
  EXPECT_EQ(zkey->circuit.c.entry_count(), 0u);
  expect_same(zkey->circuit.a, r1cs->a);
  expect_same(zkey->circuit.b, r1cs->b);
  for (std::size_t e = 0; e < zkey->circuit.a.entry_count(); ++e) {
    EXPECT_EQ(zkey->circuit.dictionary[zkey->circuit.a.coefficients[e]],
              r1cs->dictionary[r1cs->a.coefficients[e]]);
  }
}

TYPED_TEST(ZkeyFile, HasItsPointsWhereTheFileHasThem) {
  const Container file = test::example_zkey<TypeParam>();
  const ByteSource source = source_of(file, "k.zkey");
  const auto zkey = read_zkey(source);
  ASSERT_TRUE(zkey) << zkey.error().message;
  const groth16::ProvingKey& key = zkey->key;
  EXPECT_EQ(key.origin, "k.zkey");
  EXPECT_EQ(key.encoding, groth16::PointEncoding::kMontgomery);
  EXPECT_EQ(key.h_basis, groth16::HBasis::kCoset);
  const auto expect_point = [](const std::byte* at, const auto& point) {
    Bytes expected;
    test::put_zkey_point(expected, point);
    EXPECT_TRUE(std::equal(expected.data.begin(), expected.data.end(), at));
  };
  using G1 = typename TypeParam::G1;
  using G2 = typename TypeParam::G2;
  expect_point(key.alpha_g1, test::multiple<G1>(2));
  expect_point(key.beta_g1, test::multiple<G1>(3));
  expect_point(key.beta_g2, test::multiple<G2>(3));
  expect_point(key.delta_g1, test::multiple<G1>(7));
  expect_point(key.delta_g2, test::multiple<G2>(7));
  expect_point(key.a.points, test::multiple<G1>(30));
  expect_point(key.b1.points + 3 * this->kG1, test::multiple<G1>(43));
  expect_point(key.b2.points + 4 * this->kG2, test::multiple<G2>(44));
  expect_point(key.l.points, test::multiple<G1>(50));
  expect_point(key.h.points + 7 * this->kG1, test::multiple<G1>(67));
  EXPECT_EQ(key.a.count, 5u);
  EXPECT_EQ(key.b1.count, 5u);
  EXPECT_EQ(key.b2.count, 5u);
  EXPECT_EQ(key.l.count, 2u);
  EXPECT_EQ(key.l.first_variable, 3u);
  EXPECT_EQ(key.h.count, 8u);
  EXPECT_TRUE(key.a.density.empty());
}

TYPED_TEST(ZkeyFile, HasSnarkjssRootOfItsDomain) {
  const auto zkey = read_zkey(source_of(test::example_zkey<TypeParam>()));
  ASSERT_TRUE(zkey);
  EXPECT_EQ(zkey->key.domain_log2, 3u);
  EXPECT_EQ(zkey->key.domain_root, TypeParam::root_of_unity_snarkjs(3).to_standard());
  EXPECT_EQ(zkey->key.coset_shift, TypeParam::root_of_unity_snarkjs(4).to_standard());
}

TYPED_TEST(ZkeyFile, CarriesItsVerifyingKey) {
  const ByteSource source = source_of(test::example_zkey<TypeParam>());
  const auto zkey = read_zkey(source);
  ASSERT_TRUE(zkey);
  using Key = groth16::VerifyingKey<TypeParam>;
  const Key& key = std::get<Key>(zkey->key.verifying_key);
  using G1 = typename TypeParam::G1;
  using G2 = typename TypeParam::G2;
  EXPECT_EQ(key.alpha_g1, test::multiple<G1>(2));
  EXPECT_EQ(key.beta_g1, test::multiple<G1>(3));
  EXPECT_EQ(key.beta_g2, test::multiple<G2>(3));
  EXPECT_EQ(key.gamma_g2, test::multiple<G2>(5));
  EXPECT_EQ(key.delta_g1, test::multiple<G1>(7));
  EXPECT_EQ(key.delta_g2, test::multiple<G2>(7));
  ASSERT_EQ(key.ic.size(), 3u);
  EXPECT_EQ(key.ic[2], test::multiple<G1>(22));
  const auto alone = read_zkey_verifying_key(source);
  ASSERT_TRUE(alone);
  EXPECT_EQ(std::get<Key>(*alone).ic, key.ic);
}

TYPED_TEST(ZkeyFile, KeyKeepsTheBytesAlive) {
  groth16::ProvingKey key;
  {
    auto zkey = read_zkey(source_of(test::example_zkey<TypeParam>()));
    ASSERT_TRUE(zkey);
    key = zkey->key;
  }
  Bytes alpha;
  test::put_zkey_point(alpha, test::multiple<typename TypeParam::G1>(2));
  EXPECT_TRUE(std::equal(alpha.data.begin(), alpha.data.end(), key.alpha_g1));
}

TYPED_TEST(ZkeyFile, ReadsSectionsInAnyOrder) {
  Container file = test::example_zkey<TypeParam>();
  std::reverse(file.sections.begin(), file.sections.end());
  EXPECT_EQ(this->message_of(file), "");
}

TYPED_TEST(ZkeyFile, NeedsNoContributionsAndIgnoresUnknownSections) {
  Container file = test::example_zkey<TypeParam>();
  file.erase(10);
  EXPECT_EQ(this->message_of(file), "");
  file.sections.push_back({4711, Bytes().zeros(3), {}});
  EXPECT_EQ(this->message_of(file), "");
}

TYPED_TEST(ZkeyFile, ReadsCoefficientsInAnyOrder) {
  Container file = test::example_zkey<TypeParam>();
  const auto ordered = read_zkey(source_of(file));
  ASSERT_TRUE(ordered);
  // One matrix after the other, and rows from the last to the first.
  const std::vector<Entry> by_matrix = {{0, 0, {2, 1}}, {0, 1, {0, 3}}, {0, 1, {4, 1}}, {0, 2, {0, 1}},
                                        {0, 3, {1, 1}}, {0, 4, {2, 1}}, {1, 0, {3, 1}}, {1, 1, {4, 2}}};
  const std::vector<Entry> backwards = {{1, 1, {4, 2}}, {0, 4, {2, 1}}, {0, 3, {1, 1}}, {0, 2, {0, 1}},
                                        {0, 1, {0, 3}}, {0, 1, {4, 1}}, {1, 0, {3, 1}}, {0, 0, {2, 1}}};
  for (const auto& entries : {by_matrix, backwards}) {
    file[4] = this->coefficients(entries);
    const auto zkey = read_zkey(source_of(file));
    ASSERT_TRUE(zkey) << zkey.error().message;
    for (const auto matrix : {&circuit::CompiledCircuit::a, &circuit::CompiledCircuit::b}) {
      const SparseMatrix& found = zkey->circuit.*matrix;
      const SparseMatrix& expected = ordered->circuit.*matrix;
      expect_same(found, expected);
      for (std::size_t e = 0; e < found.entry_count(); ++e) {
        EXPECT_EQ(zkey->circuit.dictionary[found.coefficients[e]],
                  ordered->circuit.dictionary[expected.coefficients[e]]);
      }
    }
  }
}

// A circuit of many chunks, with empty rows, read in the file's order and shuffled.
TYPED_TEST(ZkeyFile, IsTheSameFromManyChunksAndFromAnyOrder) {
  constexpr std::uint32_t kRows = 40000;
  std::vector<Entry> entries;
  for (std::uint32_t row = 0; row < kRows; ++row) {
    if (row % 5 == 3) continue;
    for (std::uint32_t i = 0; i <= row % 3; ++i) entries.push_back({0, row, {i, 1 + row % 700}});
    if (row % 2 == 0) entries.push_back({1, row, {row % 5, -1}});
  }
  for (std::uint32_t i = 0; i <= test::kExamplePublic; ++i) entries.push_back({0, kRows + i, {i, 1}});
  Container file = test::example_zkey<TypeParam>();
  constexpr std::uint32_t kDomain = 1 << 16;
  file[2].put_u32(this->kCounts + 8, kDomain);
  file[9] = Bytes().zeros(kDomain * this->kG1);
  file[4] = this->coefficients(entries);
  const auto ordered = read_zkey(source_of(file));
  ASSERT_TRUE(ordered) << ordered.error().message;
  EXPECT_EQ(ordered->circuit.constraint_count, kRows);
  std::size_t at_a = 0, at_b = 0;
  for (const Entry& entry : entries) {
    const SparseMatrix& matrix = entry.matrix == 0 ? ordered->circuit.a : ordered->circuit.b;
    std::size_t& e = entry.matrix == 0 ? at_a : at_b;
    ASSERT_GE(e, matrix.row_offsets[entry.row]);
    ASSERT_LT(e, matrix.row_offsets[entry.row + 1]);
    ASSERT_EQ(matrix.columns[e], entry.term.variable);
    ASSERT_EQ(ordered->circuit.dictionary[matrix.coefficients[e]],
              test::field_element<typename TypeParam::Fr>(entry.term.coefficient).limbs);
    ++e;
  }
  EXPECT_EQ(at_a, ordered->circuit.a.entry_count());
  EXPECT_EQ(at_b, ordered->circuit.b.entry_count());
  EXPECT_EQ(ordered->circuit.b.row_offsets.back(), at_b);

  std::stable_sort(entries.begin(), entries.end(),
                   [](const Entry& x, const Entry& y) { return x.row % 17 < y.row % 17; });
  file[4] = this->coefficients(entries);
  const auto shuffled = read_zkey(source_of(file));
  ASSERT_TRUE(shuffled) << shuffled.error().message;
  expect_same(shuffled->circuit.a, ordered->circuit.a);
  expect_same(shuffled->circuit.b, ordered->circuit.b);
  EXPECT_EQ(shuffled->circuit.dictionary.size(), ordered->circuit.dictionary.size());
}

TYPED_TEST(ZkeyFile, RefusesEveryMissingSection) {
  const std::vector<std::pair<std::uint32_t, std::string>> names = {
      {1, "protocol"}, {2, "header"}, {3, "IC"}, {4, "coefficients"}, {5, "A"}, {6, "B1"},
      {7, "B2"},       {8, "C"},      {9, "H"}};
  for (const auto& [id, name] : names) {
    Container file = test::example_zkey<TypeParam>();
    file.erase(id);
    EXPECT_EQ(this->message_of(file),
              "file: section " + std::to_string(id) + " (" + name + "): expected a section, found none");
  }
}

TYPED_TEST(ZkeyFile, RefusesSectionsOfAnotherNumberOfPoints) {
  const std::vector<std::tuple<std::uint32_t, std::string, std::size_t, std::size_t>> sizes = {
      {3, "IC", 3, this->kG1}, {5, "A", 5, this->kG1}, {6, "B1", 5, this->kG1},
      {7, "B2", 5, this->kG2}, {8, "C", 2, this->kG1}, {9, "H", 8, this->kG1}};
  for (const auto& [id, name, count, bytes] : sizes) {
    Container file = test::example_zkey<TypeParam>();
    file[id].zeros(1);
    EXPECT_EQ(this->message_of(file), "file: section " + std::to_string(id) + " (" + name + "): expected " +
                                          std::to_string(count * bytes) + " bytes for " +
                                          std::to_string(count) + " points, found " +
                                          std::to_string(count * bytes + 1));
  }
}

TYPED_TEST(ZkeyFile, RefusesAnotherProtocol) {
  Container file = test::example_zkey<TypeParam>();
  file[1] = Bytes().u32(2);
  EXPECT_EQ(this->message_of(file),
            "file: section 1 (protocol): expected protocol 1 (Groth16), found protocol 2");
  file[1] = Bytes().u64(1);
  EXPECT_EQ(this->message_of(file),
            "file: section 1 (protocol): expected protocol 1 (Groth16), found 8 bytes");
}

TYPED_TEST(ZkeyFile, RefusesUnknownAndMixedPrimes) {
  using Other = typename test::OtherCurve<TypeParam>::Type;
  Container file = test::example_zkey<TypeParam>();
  file[2].put_u64(4, 1);
  EXPECT_THAT(this->message_of(file),
              HasSubstr("section 2 (header): expected the q of bn254 or bls12_381, found 0x"));
  file = test::example_zkey<TypeParam>();
  file[2].put(this->kCounts - 32, Bytes().limbs(Other::Fr::modulus()).data);
  EXPECT_THAT(this->message_of(file), HasSubstr("section 2 (header): expected the r of " +
                                                std::string(TypeParam::kName) + " beside its q, found 0x"));
}

TYPED_TEST(ZkeyFile, RefusesWidthsOfPrimesBeyondTheSection) {
  Container file = test::example_zkey<TypeParam>();
  file[2].put_u32(0, 0xffffffff);
  EXPECT_THAT(this->message_of(file),
              HasSubstr("section 2 (header): expected 4294967295 bytes of q, found the section's end"));
  file = test::example_zkey<TypeParam>();
  file[2].put_u32(this->kCounts - 36, 0xffffffff);
  EXPECT_THAT(this->message_of(file), HasSubstr("expected 4294967295 bytes of r, found the section's end"));
}

TYPED_TEST(ZkeyFile, RefusesAHeaderOfAnotherSize) {
  Container file = test::example_zkey<TypeParam>();
  file[2].zeros(1);
  const std::size_t size = this->kPoints + 3 * this->kG1 + 3 * this->kG2;
  EXPECT_EQ(this->message_of(file), "file: section 2 (header): expected " + std::to_string(size) +
                                        " bytes, found " + std::to_string(size + 1));
}

TYPED_TEST(ZkeyFile, RefusesMorePublicInputsThanVariables) {
  Container file = test::example_zkey<TypeParam>();
  file[2].put_u32(this->kCounts + 4, 5);
  EXPECT_EQ(this->message_of(file),
            "file: section 2 (header): expected more variables than the 5 public ones, found 5");
  file[2].put_u32(this->kCounts + 4, 0xffffffff);
  EXPECT_THAT(this->message_of(file), HasSubstr("more variables than the 4294967295 public ones"));
}

TYPED_TEST(ZkeyFile, RefusesADomainThatIsNoPowerOfTwoOrTooLarge) {
  const std::uint64_t largest = std::uint64_t{1} << (TypeParam::kTwoAdicity - 1);
  for (const std::uint64_t size :
       {std::uint64_t{0}, std::uint64_t{7}, std::uint64_t{0xffffffff}, 2 * largest}) {
    if (size > 0xffffffff) continue;
    Container file = test::example_zkey<TypeParam>();
    file[2].put_u32(this->kCounts + 8, size);
    EXPECT_EQ(this->message_of(file), "file: section 2 (header): expected a power of two up to " +
                                          std::to_string(largest) + " as the domain size, found " +
                                          std::to_string(size));
  }
}

TYPED_TEST(ZkeyFile, RefusesADomainWithoutRoomForTheRows) {
  Container file = test::example_zkey<TypeParam>();
  file[2].put_u32(this->kCounts + 8, 2);
  EXPECT_EQ(this->message_of(file),
            "file: section 2 (header): expected a domain of at least 3 rows for the public inputs, found 2");
  file[2].put_u32(this->kCounts + 8, 4);
  file[9].data.resize(4 * this->kG1);
  EXPECT_EQ(this->message_of(file),
            "file: section 4 (coefficients) coefficient 7: expected a constraint below the domain size 4, "
            "found constraint 4");
}

TYPED_TEST(ZkeyFile, RefusesACountOfCoefficientsThatContradictsTheSize) {
  Container file = test::example_zkey<TypeParam>();
  file[4].put_u32(0, 0xffffffff);
  EXPECT_EQ(
      this->message_of(file),
      "file: section 4 (coefficients): expected 188978560984 bytes for 4294967295 coefficients, found 356");
  file[4].put_u32(0, 7);
  EXPECT_EQ(this->message_of(file),
            "file: section 4 (coefficients): expected 312 bytes for 7 coefficients, found 356");
  file[4] = Bytes().zeros(3);
  EXPECT_EQ(this->message_of(file),
            "file: section 4 (coefficients): expected a count of 4 bytes, found 3 bytes");
}

TYPED_TEST(ZkeyFile, RefusesIndicesOutOfRange) {
  Container file = test::example_zkey<TypeParam>();
  file[4].put_u32(4 + 2 * kEntryBytes, 2);
  EXPECT_EQ(this->message_of(file),
            "file: section 4 (coefficients) coefficient 2: expected matrix 0 or 1, found matrix 2");
  file = test::example_zkey<TypeParam>();
  file[4].put_u32(4 + 3 * kEntryBytes + 4, 8);
  EXPECT_EQ(this->message_of(file),
            "file: section 4 (coefficients) coefficient 3: expected a constraint below the domain size 8, "
            "found constraint 8");
  file = test::example_zkey<TypeParam>();
  file[4].put_u32(4 + 8, 16777215);
  EXPECT_EQ(
      this->message_of(file),
      "file: section 4 (coefficients) coefficient 0: expected a signal below 5, found signal 16777215 of 5");
}

TYPED_TEST(ZkeyFile, RefusesCoefficientsNotBelowThePrime) {
  Container file = test::example_zkey<TypeParam>();
  file[4].put(4 + 4 * kEntryBytes + 12, Bytes().limbs(TypeParam::Fr::modulus()).data);
  EXPECT_EQ(
      this->message_of(file),
      "file: section 4 (coefficients) coefficient 4: expected a value below the prime, found a larger one");
  // The same where the entries don't ascend.
  file[4].put_u32(4 + 4, 1);
  EXPECT_EQ(
      this->message_of(file),
      "file: section 4 (coefficients) coefficient 4: expected a value below the prime, found a larger one");
}

TYPED_TEST(ZkeyFile, RefusesMissingInputRows) {
  const std::vector<Entry> good = {
      {0, 0, {2, 1}}, {1, 0, {3, 1}}, {0, 1, {0, 1}}, {0, 2, {1, 1}}, {0, 3, {2, 1}}};
  Container file = test::example_zkey<TypeParam>();
  file[4] = this->coefficients(good);
  EXPECT_EQ(this->message_of(file), "");
  const auto with = [&](std::size_t index, Entry entry) {
    std::vector<Entry> entries = good;
    entries[index] = entry;
    file[4] = this->coefficients(entries);
    return this->message_of(file);
  };
  EXPECT_EQ(
      with(4, {0, 3, {2, 2}}),
      "file: section 4 (coefficients) constraint 3: expected the input row of signal 2 (1 in A alone), found "
      "another row");
  EXPECT_THAT(with(3, {0, 2, {2, 1}}), HasSubstr("constraint 2: expected the input row of signal 1"));
  EXPECT_THAT(with(3, {1, 2, {1, 1}}), HasSubstr("constraint 2: expected the input row of signal 1"));
  EXPECT_THAT(with(3, {0, 1, {1, 1}}), HasSubstr("constraint 1: expected the input row of signal 0"));
  file[4] = this->coefficients({});
  EXPECT_EQ(this->message_of(file),
            "file: section 4 (coefficients): expected a row for each of 2 public inputs and the constant 1, "
            "found 0 rows");
}

TYPED_TEST(ZkeyFile, RefusesBadPointsOfTheHeader) {
  using G2 = typename TypeParam::G2;
  const std::size_t beta2 = this->kPoints + 2 * this->kG1;
  Container file = test::example_zkey<TypeParam>();
  file[2].put(this->kPoints, Bytes().zeros(this->kG1).data);
  EXPECT_EQ(this->message_of(file),
            "file: section 2 (header) alpha1: expected a finite point, found the point at infinity");
  file = test::example_zkey<TypeParam>();
  file[2].put(beta2, Bytes().limbs(TypeParam::Fp::modulus()).data);
  EXPECT_EQ(this->message_of(file),
            "file: section 2 (header) beta2: expected coordinates below the modulus q, found one that is not "
            "below it");
  file = test::example_zkey<TypeParam>();
  auto off_curve = test::multiple<G2>(3);
  off_curve.y = off_curve.y + G2::Field::one();
  Bytes encoded;
  test::put_zkey_point(encoded, off_curve);
  file[2].put(beta2 + this->kG2, encoded.data);
  EXPECT_EQ(
      this->message_of(file),
      "file: section 2 (header) gamma2: expected a point on the curve, found a point that is not on it");
}

TYPED_TEST(ZkeyFile, RefusesBadPointsOfIc) {
  Container file = test::example_zkey<TypeParam>();
  file[3].put(this->kG1, Bytes().zeros(this->kG1).data);
  EXPECT_EQ(this->message_of(file),
            "file: section 3 (IC) point 1: expected a finite point, found the point at infinity");
}

TYPED_TEST(ZkeyFile, LeavesThePointsOfQueriesUnchecked) {
  Container file = test::example_zkey<TypeParam>();
  for (const std::uint32_t id : {5u, 6u, 7u, 8u, 9u}) {
    for (std::byte& byte : file[id].data) byte = std::byte{0xff};
  }
  EXPECT_EQ(this->message_of(file), "");
}

TYPED_TEST(ZkeyFile, RefusesEveryTruncation) {
  Container file = test::example_zkey<TypeParam>();
  file.erase(10);
  const Bytes whole = file.build();
  for (std::size_t size = 0; size < whole.data.size(); ++size) {
    Bytes cut;
    cut.raw(std::span(whole.data).first(size));
    EXPECT_NE(this->message_of(cut), "") << size;
  }
}

}  // namespace
}  // namespace lockstep::formats
