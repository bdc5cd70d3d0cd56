// SPDX-License-Identifier: Apache-2.0
// tests/golden compares whole keys with an independent implementation; here the keys are used.
#include "lockstep/groth16/setup.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <oneapi/tbb/global_control.h>
#include <oneapi/tbb/task_arena.h>

#include <string>
#include <utility>
#include <vector>

#include "../formats/temporary_folder.hpp"
#include "example_circuits.hpp"
#include "groth16_support.hpp"
#include "lockstep/formats/bellman.hpp"
#include "lockstep/formats/check_points.hpp"
#include "lockstep/formats/zkey.hpp"
#include "lockstep/groth16/key_checks.hpp"
#include "lockstep/groth16/verifier.hpp"
#include "plain_prover.hpp"

namespace lockstep::groth16 {
namespace {

using ::testing::HasSubstr;
using ::testing::IsEmpty;

template <class Curve>
class Setup : public ::testing::Test {
 protected:
  test::TemporaryFolder folder_;
};
TYPED_TEST_SUITE(Setup, AllCurves);

class BellmanSetup : public ::testing::Test {
 protected:
  test::TemporaryFolder folder_;
};

using Bls12_381Circuits = CircuitBuilder<algebra::Bls12_381>;

SetupOptions seeded(const char* seed = "17") {
  return {.seed = *parse_setup_seed(seed), .progress = {}};
}

// A proof of the example under the key verifies, one of another statement does not.
template <class Curve>
void expect_useful(const ProvingKey& key, const ExampleCircuit<Curve>& example) {
  Random<typename Curve::Fr> random(50);
  const auto points = formats::check_points(key);
  EXPECT_TRUE(points) << points.error().message;
  EXPECT_TRUE(check_matching_groups(key.verifying_key));
  const auto verifier = Verifier::make(key.verifying_key);
  ASSERT_TRUE(verifier) << verifier.error().message;
  const PlainProver<Curve> prover(key, example);
  const Proof<Curve> proof = prover.prove(random.next(), random.next());
  const auto verdict = verifier->verify(proof, prover.inputs());
  EXPECT_TRUE(verdict) << verdict.error().message;
  for (std::size_t i = 0; i < key.public_count; ++i) {
    PublicInputs<Curve> changed = prover.inputs();
    changed[i] += Curve::Fr::one();
    EXPECT_FALSE(verifier->verify(proof, changed)) << "public input " << i;
  }
  if (example.circuit.constraint_count != 0 && example.z.size() > key.public_count + 1) {
    ExampleCircuit<Curve> wrong = example;
    wrong.z.back() += Curve::Fr::from_u64(1000);
    EXPECT_FALSE(verifier->verify(PlainProver<Curve>(key, wrong).prove(random.next(), random.next()),
                                  prover.inputs()));
  }
}

TYPED_TEST(Setup, MakesZkeysThatProve) {
  for (const auto& example : example_circuits<TypeParam>()) {
    SCOPED_TRACE(example.name);
    const auto path = this->folder_ / "key.zkey";
    const auto made = write_development_key(example.circuit, KeyFormat::kZkey, path);
    ASSERT_TRUE(made) << made.error().message;
    const auto source = formats::ByteSource::open(path);
    ASSERT_TRUE(source);
    const auto read = formats::read_zkey(*source);
    ASSERT_TRUE(read) << read.error().message;
    EXPECT_TRUE(check_same_verifying_key(*made, "made", read->key.verifying_key, "read"));
    EXPECT_EQ(read->circuit.constraint_count, example.circuit.constraint_count);
    expect_useful<TypeParam>(read->key, example);
  }
}

TYPED_TEST(Setup, KeepsThePointOfAVariableThatIsNeverUsed) {
  const auto example =
      CircuitBuilder<TypeParam>("unused", 1, {9, 77, 3}).constraint({{3, 1}}, {{3, 1}}, {{1, 1}}).build();
  const auto path = this->folder_ / "key.zkey";
  ASSERT_TRUE(write_development_key(example.circuit, KeyFormat::kZkey, path));
  const auto read = formats::read_zkey(*formats::ByteSource::open(path));
  ASSERT_TRUE(read) << read.error().message;
  EXPECT_EQ(read->key.a.count, 4U);
  EXPECT_EQ(read->key.l.count, 2U);
  expect_useful<TypeParam>(read->key, example);
}

TEST_F(BellmanSetup, MakesParametersThatProve) {
  for (const auto& example : example_circuits<algebra::Bls12_381>()) {
    SCOPED_TRACE(example.name);
    const auto path = folder_ / "key.params";
    const auto made = write_development_key(example.circuit, KeyFormat::kBellman, path);
    ASSERT_TRUE(made) << made.error().message;
    const auto source = formats::ByteSource::open(path);
    ASSERT_TRUE(source);
    const auto read = formats::read_bellman_parameters(*source, example.circuit);
    ASSERT_TRUE(read) << read.error().message;
    EXPECT_TRUE(check_same_verifying_key(*made, "made", read->verifying_key, "read"));
    expect_useful<algebra::Bls12_381>(*read, example);
  }
}

TEST_F(BellmanSetup, DropsThePointsOfVariablesThatDoNotOccur) {
  // variables: 1, out, x, y, t; in A: 1, out (input rows), x; in B: y; t in C alone
  const auto example = Bls12_381Circuits("sparse", 1, {6, 2, 3, 6})
                           .constraint({{2, 1}}, {{3, 1}}, {{4, 1}})
                           .constraint({{2, 1}}, {{3, 1}}, {{1, 1}})
                           .build();
  const auto path = folder_ / "key.params";
  ASSERT_TRUE(write_development_key(example.circuit, KeyFormat::kBellman, path, seeded()));
  const auto layout = formats::read_bellman_layout(*formats::ByteSource::open(path));
  ASSERT_TRUE(layout);
  EXPECT_EQ(layout->ic.count, 2U);
  EXPECT_EQ(layout->h.count, 3U);
  EXPECT_EQ(layout->l.count, 3U);
  EXPECT_EQ(layout->a.count, 3U);
  EXPECT_EQ(layout->b_g1.count, 1U);
  EXPECT_EQ(layout->b_g2.count, 1U);
}

TEST_F(BellmanSetup, RefusesAVariableInNoConstraint) {
  const auto example =
      Bls12_381Circuits("unused", 1, {9, 77, 3}).constraint({{3, 1}}, {{3, 1}}, {{1, 1}}).build();
  const auto made = write_development_key(example.circuit, KeyFormat::kBellman, folder_ / "key.params");
  ASSERT_FALSE(made);
  EXPECT_EQ(made.error().code, ErrorCode::kUsage);
  EXPECT_THAT(made.error().message, HasSubstr("variable 2 occurs in no constraint"));
  EXPECT_THAT(folder_.names(), IsEmpty());
}

TEST_F(BellmanSetup, RefusesAnotherCurve) {
  const auto made = write_development_key(chain_circuit<algebra::Bn254>(3).circuit, KeyFormat::kBellman,
                                          folder_ / "key.params");
  ASSERT_FALSE(made);
  EXPECT_EQ(made.error().code, ErrorCode::kUsage);
  EXPECT_THAT(made.error().message, HasSubstr("found one over bn254"));
  EXPECT_THAT(folder_.names(), IsEmpty());
}

TYPED_TEST(Setup, GivesTheSameBytesForTheSameSeedOnAnyNumberOfThreads) {
  // More than one chunk of a stream, so that threads have something to put in order.
  const auto example = chain_circuit<TypeParam>(5000);
  std::vector<KeyFormat> formats{KeyFormat::kZkey};
  if (TypeParam::kId == CurveId::kBls12_381) formats.push_back(KeyFormat::kBellman);
  const tbb::global_control allow(tbb::global_control::max_allowed_parallelism, 8);
  for (const KeyFormat format : formats) {
    std::vector<std::string> keys;
    for (const int threads : {1, 8}) {
      tbb::task_arena arena(threads);
      const auto path = this->folder_ / std::to_string(threads);
      arena.execute([&] { ASSERT_TRUE(write_development_key(example.circuit, format, path, seeded())); });
      keys.push_back(test::read_file(path));
    }
    EXPECT_FALSE(keys[0].empty());
    EXPECT_TRUE(keys[0] == keys[1]);
  }
}

TYPED_TEST(Setup, GivesAnotherKeyForAnotherSeedAndForNone) {
  const auto example = chain_circuit<TypeParam>(3);
  std::vector<AnyVerifyingKey> keys;
  for (const SetupOptions& options : {seeded("1"), seeded("2"), SetupOptions{}, SetupOptions{}}) {
    const auto key = write_development_key(example.circuit, KeyFormat::kZkey, this->folder_ / "key", options);
    ASSERT_TRUE(key);
    for (const AnyVerifyingKey& other : keys) EXPECT_FALSE(check_same_verifying_key(*key, "a", other, "b"));
    keys.push_back(*key);
  }
}

TYPED_TEST(Setup, ReportsAllOfItsWorkInOrder) {
  SetupOptions options = seeded();
  std::vector<std::pair<std::uint64_t, std::uint64_t>> reports;
  options.progress = [&](std::uint64_t done, std::uint64_t total) {
    reports.emplace_back(done, total);
    return true;
  };
  ASSERT_TRUE(write_development_key(chain_circuit<TypeParam>(5000).circuit, KeyFormat::kZkey,
                                    this->folder_ / "key", options));
  ASSERT_GT(reports.size(), 4U);
  EXPECT_TRUE(std::ranges::is_sorted(reports));
  EXPECT_EQ(reports.back().first, reports.back().second);
  EXPECT_EQ(reports.front().second, reports.back().second);
}

TYPED_TEST(Setup, LeavesNothingBehindWhenItIsCancelled) {
  SetupOptions options = seeded();
  options.progress = [](std::uint64_t done, std::uint64_t total) { return done < total / 2; };
  const auto made = write_development_key(chain_circuit<TypeParam>(5000).circuit, KeyFormat::kZkey,
                                          this->folder_ / "key", options);
  ASSERT_FALSE(made);
  EXPECT_EQ(made.error().code, ErrorCode::kCancelled);
  EXPECT_THAT(this->folder_.names(), IsEmpty());
}

TYPED_TEST(Setup, NamesTheFileThatCanNotBeWritten) {
  const auto made = write_development_key(chain_circuit<TypeParam>(3).circuit, KeyFormat::kZkey,
                                          this->folder_ / "missing" / "key.zkey");
  ASSERT_FALSE(made);
  EXPECT_EQ(made.error().code, ErrorCode::kIo);
  EXPECT_THAT(made.error().message, HasSubstr("missing/key.zkey"));
}

TYPED_TEST(Setup, RefusesCircuitsThatItCanNotUse) {
  using Circuit = circuit::CompiledCircuit;
  const Circuit good = chain_circuit<TypeParam>(3).circuit;
  const auto expect_refused = [&](const Circuit& bad, const std::string& what) {
    const auto made = write_development_key(bad, KeyFormat::kZkey, this->folder_ / "key");
    ASSERT_FALSE(made) << what;
    EXPECT_EQ(made.error().code, ErrorCode::kUsage);
    EXPECT_THAT(made.error().message, HasSubstr(what));
    EXPECT_THAT(this->folder_.names(), IsEmpty());
  };
  Circuit bad = good;
  bad.c_is_product = true;
  expect_refused(bad, "C matrix");
  bad = good;
  bad.b.row_offsets.pop_back();
  expect_refused(bad, "matrix B does not have 7 rows");
  bad = good;
  bad.c.columns[0] = 6;
  expect_refused(bad, "matrix C names a variable beyond 6");
  bad = good;
  bad.a.coefficients[1] = 1000;
  expect_refused(bad, "matrix A names a coefficient beyond");
  bad = good;
  std::swap(bad.a.row_offsets[1], bad.a.row_offsets[2]);
  expect_refused(bad, "matrix A has rows that don't fit");
  bad = good;
  bad.dictionary[0] = TypeParam::Fr::modulus();
  expect_refused(bad, "not below the modulus");
  bad = good;
  bad.public_count = 6;
  expect_refused(bad, "fewer variables than public inputs");
}

}  // namespace
}  // namespace lockstep::groth16
