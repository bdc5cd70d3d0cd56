// SPDX-License-Identifier: Apache-2.0
#include "sha256.hpp"

#include <gtest/gtest.h>
#include <openssl/sha.h>

#include <span>

#include "iden3_export.hpp"
#include "lockstep/circuit/satisfaction.hpp"
#include "lockstep/formats/r1cs.hpp"
#include "lockstep/formats/wtns.hpp"

namespace lockstep::circuits {
namespace {

std::vector<std::uint8_t> message_of(std::size_t size) {
  std::vector<std::uint8_t> message(size);
  for (std::size_t i = 0; i < size; ++i) message[i] = static_cast<std::uint8_t>(31 * i + 7);
  return message;
}

formats::ByteSource source_of(const std::vector<std::uint8_t>& content, std::string name) {
  return formats::ByteSource::borrow(std::as_bytes(std::span(content)), std::move(name));
}

class Sha256Circuit : public ::testing::TestWithParam<std::size_t> {};

TEST_P(Sha256Circuit, GivesTheDigestThatOpensslGives) {
  const std::vector<std::uint8_t> message = message_of(GetParam());
  std::array<std::uint8_t, 32> expected{};
  SHA256(message.data(), message.size(), expected.data());
  R1csBuilder builder;
  EXPECT_EQ(build_sha256(builder, message), expected);
  for (unsigned quarter = 0; quarter < 4; ++quarter) {
    std::uint64_t packed = 0;
    for (unsigned i = 0; i < 8; ++i) packed = packed << 8 | expected[8 * quarter + i];
    EXPECT_EQ(static_cast<std::uint64_t>(builder.values()[1 + quarter]), packed);
  }
}

TEST_P(Sha256Circuit, IsSatisfiedByItsWitnessOnBothCurves) {
  R1csBuilder builder;
  build_sha256(builder, message_of(GetParam()));
  for (const CurveId curve : {CurveId::kBn254, CurveId::kBls12_381}) {
    const std::vector<std::uint8_t> r1cs = r1cs_file(builder, curve);
    const std::vector<std::uint8_t> wtns = wtns_file(builder, curve);
    const auto circuit = formats::read_r1cs(source_of(r1cs, "a.r1cs"));
    ASSERT_TRUE(circuit) << circuit.error().message;
    const auto witness = formats::read_wtns(source_of(wtns, "a.wtns"));
    ASSERT_TRUE(witness) << witness.error().message;
    EXPECT_EQ(circuit->curve, curve);
    EXPECT_EQ(circuit->public_count, 4u);
    EXPECT_EQ(circuit->constraint_count, builder.constraints().size());
    EXPECT_EQ(circuit::first_unsatisfied(*circuit, *witness), std::nullopt);
  }
}

INSTANTIATE_TEST_SUITE_P(AroundBlockBorders, Sha256Circuit,
                         ::testing::Values(0, 1, 55, 56, 63, 64, 65, 119, 120));

TEST(Sha256CircuitSize, OneFullBlockHasTheseConstraints) {
  R1csBuilder builder;
  build_sha256(builder, message_of(55));
  EXPECT_EQ(builder.constraints().size(), 26321u);
}

TEST(Sha256CircuitSoundness, AChangedBitBreaksAConstraint) {
  R1csBuilder builder;
  build_sha256(builder, message_of(55));
  const std::vector<std::uint8_t> r1cs = r1cs_file(builder, CurveId::kBn254);
  const auto circuit = formats::read_r1cs(source_of(r1cs, "a.r1cs"));
  ASSERT_TRUE(circuit) << circuit.error().message;
  for (const std::uint32_t wire :
       {1u, 4u, 5u, 444u, 445u, builder.wire_count() / 2, builder.wire_count() - 1}) {
    std::vector<circuit::ScalarLimbs> values;
    for (const Int128 value : builder.values())
      values.push_back({static_cast<std::uint64_t>(value), 0, 0, 0});
    values[wire][0] ^= 1;
    const circuit::Witness witness{.curve = CurveId::kBn254, .values = values, .storage = {}, .origin = "w"};
    EXPECT_NE(circuit::first_unsatisfied(*circuit, witness), std::nullopt) << "wire " << wire;
  }
}

}  // namespace
}  // namespace lockstep::circuits
