// SPDX-License-Identifier: Apache-2.0
#include "lockstep/formats/r1cs.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "curve_types.hpp"
#include "example_circuit.hpp"
#include "temporary_folder.hpp"

namespace lockstep::formats {
namespace {

using circuit::CompiledCircuit;
using circuit::SparseMatrix;
using test::Bytes;
using test::Constraint;
using test::Container;
using test::source_of;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

template <class Curve>
class R1cs : public ::testing::Test {
 protected:
  using Fr = typename Curve::Fr;

  static std::string message_of(const Bytes& file) {
    const auto circuit = read_r1cs(source_of(file));
    if (circuit) return "";
    EXPECT_EQ(circuit.error().code, ErrorCode::kMalformed);
    return circuit.error().message;
  }
  static std::string message_of(const Container& file) { return message_of(file.build()); }

  static std::vector<std::pair<std::uint32_t, Fr>> row(const CompiledCircuit& circuit,
                                                       const SparseMatrix& matrix, std::uint64_t index) {
    std::vector<std::pair<std::uint32_t, Fr>> terms;
    for (std::uint64_t e = matrix.row_offsets[index]; e < matrix.row_offsets[index + 1]; ++e) {
      terms.emplace_back(matrix.columns[e], Fr{circuit.dictionary[matrix.coefficients[e]]});
    }
    return terms;
  }
  static std::pair<std::uint32_t, Fr> term(std::uint32_t variable, std::int64_t coefficient) {
    return {variable, test::field_element<Fr>(coefficient)};
  }
};

TYPED_TEST_SUITE(R1cs, test::Curves, test::CurveNames);

TYPED_TEST(R1cs, HasItsConstraintsAndThenTheInputRows) {
  const auto circuit = read_r1cs(source_of(test::example_r1cs<TypeParam>()));
  ASSERT_TRUE(circuit) << circuit.error().message;
  const auto term = this->term;
  const auto row = [&](const SparseMatrix& matrix, std::uint64_t i) {
    return this->row(*circuit, matrix, i);
  };
  EXPECT_EQ(circuit->curve, TypeParam::kId);
  EXPECT_EQ(circuit->variable_count, 5u);
  EXPECT_EQ(circuit->public_count, 2u);
  EXPECT_EQ(circuit->constraint_count, 2u);
  EXPECT_FALSE(circuit->c_is_product);
  EXPECT_EQ(circuit->a.row_count(), 5u);
  EXPECT_EQ(circuit->b.row_count(), 5u);
  EXPECT_EQ(circuit->c.row_count(), 5u);
  EXPECT_THAT(row(circuit->a, 0), ElementsAre(term(2, 1)));
  EXPECT_THAT(row(circuit->b, 0), ElementsAre(term(3, 1)));
  EXPECT_THAT(row(circuit->c, 0), ElementsAre(term(4, 1)));
  EXPECT_THAT(row(circuit->a, 1), ElementsAre(term(0, 3), term(4, 1)));
  EXPECT_THAT(row(circuit->b, 1), ElementsAre(term(4, 2)));
  EXPECT_THAT(row(circuit->c, 1), ElementsAre(term(1, 1), term(2, -1)));
  for (std::uint32_t i = 0; i < 3; ++i) {
    EXPECT_THAT(row(circuit->a, 2 + i), ElementsAre(term(i, 1)));
    EXPECT_THAT(row(circuit->b, 2 + i), ElementsAre());
    EXPECT_THAT(row(circuit->c, 2 + i), ElementsAre());
  }
  EXPECT_THAT(circuit->dictionary, ElementsAre(term(0, 1).second.limbs, term(0, 3).second.limbs,
                                               term(0, 2).second.limbs, term(0, -1).second.limbs));
}

TYPED_TEST(R1cs, HeaderSaysWhatIsPublic) {
  const auto header = read_r1cs_header(source_of(test::example_r1cs<TypeParam>()));
  ASSERT_TRUE(header) << header.error().message;
  EXPECT_EQ(header->curve, TypeParam::kId);
  EXPECT_EQ(header->public_output_count, 1u);
  EXPECT_EQ(header->public_input_count, 1u);
  EXPECT_EQ(header->private_input_count, 1u);
  EXPECT_EQ(header->label_count, 5u);
}

TYPED_TEST(R1cs, KeepsTermsAsTheyStand) {
  const auto circuit =
      read_r1cs(source_of(test::example_r1cs<TypeParam>({{{{4, 5}, {4, -5}, {1, 0}}, {}, {}}})));
  ASSERT_TRUE(circuit) << circuit.error().message;
  EXPECT_THAT(this->row(*circuit, circuit->a, 0),
              ElementsAre(this->term(4, 5), this->term(4, -5), this->term(1, 0)));
}

TYPED_TEST(R1cs, IsTheSameFromManyChunks) {
  std::vector<Constraint> constraints;
  for (std::int64_t i = 0; i < 10000; ++i) {
    constraints.push_back({{{2, i % 1000 + 1}}, {{3, -1}, {0, i / 7}}, {{4, i % 3}}});
  }
  const auto circuit = read_r1cs(source_of(test::example_r1cs<TypeParam>(constraints)));
  ASSERT_TRUE(circuit) << circuit.error().message;
  for (std::int64_t i = 0; i < 10000; ++i) {
    const auto index = static_cast<std::uint64_t>(i);
    ASSERT_THAT(this->row(*circuit, circuit->a, index), ElementsAre(this->term(2, i % 1000 + 1)));
    ASSERT_THAT(this->row(*circuit, circuit->b, index), ElementsAre(this->term(3, -1), this->term(0, i / 7)));
    ASSERT_THAT(this->row(*circuit, circuit->c, index), ElementsAre(this->term(4, i % 3)));
  }
  auto distinct = circuit->dictionary;
  std::sort(distinct.begin(), distinct.end());
  EXPECT_EQ(std::adjacent_find(distinct.begin(), distinct.end()), distinct.end());
}

TYPED_TEST(R1cs, MayHaveNoConstraints) {
  const auto circuit = read_r1cs(source_of(test::example_r1cs<TypeParam>(std::vector<Constraint>{})));
  ASSERT_TRUE(circuit) << circuit.error().message;
  EXPECT_EQ(circuit->a.row_count(), 3u);
}

TYPED_TEST(R1cs, NeedsNoLabels) {
  Container file = test::example_r1cs<TypeParam>();
  file.erase(3);
  EXPECT_EQ(this->message_of(file), "");
}

TYPED_TEST(R1cs, WithoutLabelsBelievesNoMoreWiresThanBytes) {
  Container file = test::example_r1cs<TypeParam>();
  file.erase(3);
  file[1].put_u32(36, 0xffffffff);
  const std::string size = std::to_string(file.build().data.size());
  EXPECT_EQ(this->message_of(file), "file: section 1 (header): expected at most " + size +
                                        " wires in a file of so many bytes, found 4294967295");
}

TYPED_TEST(R1cs, RefusesLabelsOfAnotherNumberOfWires) {
  Container file = test::example_r1cs<TypeParam>();
  file[3].u64(5);
  EXPECT_EQ(this->message_of(file), "file: section 3 (labels): expected 40 bytes for 5 wires, found 48");
}

TYPED_TEST(R1cs, MayHaveEmptyListsOfCustomGates) {
  Container file = test::example_r1cs<TypeParam>();
  file.sections.push_back({4, Bytes().u32(0), {}});
  file.sections.push_back({5, Bytes().u32(0), {}});
  EXPECT_EQ(this->message_of(file), "");
}

TYPED_TEST(R1cs, RefusesCustomGates) {
  for (const std::uint32_t id : {4u, 5u}) {
    Container file = test::example_r1cs<TypeParam>();
    file.sections.push_back({id, Bytes().u32(2).zeros(8), {}});
    EXPECT_EQ(this->message_of(file),
              "file: section " + std::to_string(id) +
                  " (custom gates): expected no custom gates (Groth16 has none), found 2 "
                  "custom gates");
    file[id] = Bytes().zeros(3);
    EXPECT_THAT(this->message_of(file), HasSubstr("expected a count of 4 bytes, found 3 bytes"));
  }
}

TYPED_TEST(R1cs, RefusesAMissingSection) {
  Container file = test::example_r1cs<TypeParam>();
  file.erase(1);
  EXPECT_EQ(this->message_of(file), "file: section 1 (header): expected a section, found none");
  file = test::example_r1cs<TypeParam>();
  file.erase(2);
  EXPECT_EQ(this->message_of(file), "file: section 2 (constraints): expected a section, found none");
}

TYPED_TEST(R1cs, RefusesAnotherFieldSize) {
  Container file = test::example_r1cs<TypeParam>();
  file[1] = Bytes().u32(8).u64(0xffffffff00000001).zeros(28);
  EXPECT_EQ(this->message_of(file), "file: section 1 (header): expected field elements of 32 bytes, found 8");
}

TYPED_TEST(R1cs, RefusesAnUnknownPrime) {
  Container file = test::example_r1cs<TypeParam>();
  file[1].put_u64(4, 5);
  EXPECT_THAT(
      this->message_of(file),
      HasSubstr("section 1 (header): expected the order of bn254 or bls12_381 as the prime, found 0x"));
}

TYPED_TEST(R1cs, RefusesAHeaderOfAnotherSize) {
  Container file = test::example_r1cs<TypeParam>();
  file[1].zeros(1);
  EXPECT_EQ(this->message_of(file), "file: section 1 (header): expected 64 bytes, found 65");
  file[1].data.resize(2);
  EXPECT_EQ(this->message_of(file), "file: section 1 (header): expected 64 bytes, found 2");
}

TYPED_TEST(R1cs, RefusesMorePublicWiresThanWires) {
  Container file = test::example_r1cs<TypeParam>();
  file[1].put_u32(40, 0xffffffff).put_u32(44, 0xffffffff);
  EXPECT_EQ(this->message_of(file),
            "file: section 1 (header): expected more wires than its 8589934590 public ones, found 5");
  file[1].put_u32(40, 4).put_u32(44, 1);
  EXPECT_THAT(this->message_of(file), HasSubstr("more wires than its 5 public ones"));
  file[1].put_u32(40, 3).put_u32(44, 1);
  EXPECT_EQ(this->message_of(file), "");
}

TYPED_TEST(R1cs, RefusesAWireOutOfRange) {
  EXPECT_EQ(this->message_of(test::example_r1cs<TypeParam>({{{}, {}, {}}, {{}, {{1, 1}, {77, 1}}, {}}})),
            "file: section 2 (constraints) constraint 1 B: expected a wire below 5, found wire 77 of 5");
  EXPECT_THAT(this->message_of(test::example_r1cs<TypeParam>({{{}, {}, {{5, 1}}}})),
              HasSubstr("wire 5 of 5"));
}

TYPED_TEST(R1cs, NamesTheFirstFaultOfManyChunks) {
  std::vector<Constraint> constraints(20000, {{{1, 1}}, {}, {}});
  constraints[19000].a[0].variable = 9;
  constraints[6000].a[0].variable = 8;
  EXPECT_THAT(this->message_of(test::example_r1cs<TypeParam>(constraints)), HasSubstr("constraint 6000 A"));
}

TYPED_TEST(R1cs, RefusesACoefficientNotBelowThePrime) {
  Container file = test::example_r1cs<TypeParam>();
  Bytes modulus;
  modulus.limbs(TypeParam::Fr::modulus());
  file[2].put(8, modulus.data);
  EXPECT_EQ(this->message_of(file),
            "file: section 2 (constraints) constraint 0 A: expected coefficients below the prime, found a "
            "larger one "
            "at wire 2");
}

TYPED_TEST(R1cs, RefusesACountOfConstraintsBeyondTheSection) {
  Container file = test::example_r1cs<TypeParam>();
  file[1].put_u32(60, 0xffffffff);
  EXPECT_EQ(this->message_of(file),
            "file: section 2 (constraints): expected at least 51539607540 bytes for 4294967295 constraints, "
            "found 312");
  file[1].put_u32(60, 3);
  EXPECT_EQ(this->message_of(file),
            "file: section 2 (constraints) constraint 2 A: expected a number of terms, found the end of the "
            "section "
            "after 0 bytes");
}

TYPED_TEST(R1cs, RefusesBytesBeyondTheLastConstraint) {
  Container file = test::example_r1cs<TypeParam>();
  file[1].put_u32(60, 1);
  EXPECT_EQ(this->message_of(file),
            "file: section 2 (constraints): expected 120 bytes for 1 constraints, found 312");
}

TYPED_TEST(R1cs, RefusesACountOfTermsBeyondTheSection) {
  Container file = test::example_r1cs<TypeParam>();
  file[2].put_u32(40, 0xffffffff);
  EXPECT_EQ(
      this->message_of(file),
      "file: section 2 (constraints) constraint 0 B: expected 4294967295 terms, found the end of the section "
      "after 272 bytes");
}

TYPED_TEST(R1cs, RefusesEveryTruncation) {
  const Bytes whole = test::example_r1cs<TypeParam>().build();
  for (std::size_t size = 0; size < whole.data.size(); ++size) {
    Bytes cut;
    cut.raw(std::span(whole.data).first(size));
    EXPECT_NE(this->message_of(cut), "") << size;
  }
}

// A sparse file: an unknown section of more than 4 GiB stands before the others.
TYPED_TEST(R1cs, MayStandBeyondFourGibibytes) {
  constexpr std::uint64_t kHole = (std::uint64_t{1} << 32) + 12345;
  const test::TemporaryFolder folder;
  const Container file = test::example_r1cs<TypeParam>();
  Bytes head;
  head.text("r1cs").u32(1).u32(file.sections.size() + 1).u32(99).u64(kHole);
  const Bytes rest = file.build();
  {
    std::ofstream out(folder / "large.r1cs", std::ios::binary);
    out.write(reinterpret_cast<const char*>(head.data.data()),
              static_cast<std::streamsize>(head.data.size()));
    out.seekp(static_cast<std::streamoff>(head.data.size() + kHole));
    out.write(reinterpret_cast<const char*>(rest.data.data() + 12),
              static_cast<std::streamsize>(rest.data.size() - 12));
    ASSERT_TRUE(out);
  }
  const auto source = ByteSource::open(folder / "large.r1cs");
  ASSERT_TRUE(source) << source.error().message;
  const auto circuit = read_r1cs(*source);
  ASSERT_TRUE(circuit) << circuit.error().message;
  EXPECT_EQ(circuit->constraint_count, 2u);
}

}  // namespace
}  // namespace lockstep::formats
