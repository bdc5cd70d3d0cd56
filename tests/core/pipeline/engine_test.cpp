// SPDX-License-Identifier: Apache-2.0
#include "lockstep/pipeline/engine.hpp"

#include <gmock/gmock.h>

#include <thread>

#include "files.hpp"
#include "lockstep/timing/analysis.hpp"

namespace lockstep::pipeline {
namespace {

using ::testing::HasSubstr;

class EngineTest : public PipelineFiles {};
INSTANTIATE_TEST_SUITE_P(Curves, EngineTest, ::testing::Values(CurveId::kBn254, CurveId::kBls12_381),
                         curve_test_name);

EngineOptions with_faulty(const std::string& name) {
  return {.threads = 2, .plugin = std::filesystem::path(LOCKSTEP_FAULTY_PLUGINS) / (name + ".so")};
}

TEST_P(EngineTest, ProvesAndTheWrittenProofVerifies) {
  Engine engine({.threads = 2});
  const Result<Proved> proved = engine.prove(job());
  ASSERT_TRUE(proved) << proved.error().message;
  EXPECT_THAT(proved->chosen_because, HasSubstr("cpu_reference"));
  const Result<void> verified = verify_files(file("vk.json"), file("public.json"), file("proof.json"));
  EXPECT_TRUE(verified) << verified.error().message;
}

TEST_P(EngineTest, TheReportKeepsTheRulesOfTheLayers) {
  Engine engine({.threads = 2});
  const Result<Proved> first = engine.prove(job());
  const Result<Proved> second = engine.prove(job());
  ASSERT_TRUE(first && second);
  EXPECT_THAT(timing::check_structure(first->report), ::testing::IsEmpty());
  EXPECT_THAT(timing::compare_structure(first->report, second->report), ::testing::IsEmpty());
  EXPECT_EQ(first->report.facts.circuit.constraint_count, 2u);
  EXPECT_EQ(first->report.facts.backend.id, "cpu_reference");
}

TEST_P(EngineTest, EqualScalarsGiveEqualProofsOnEveryVariantAndNumberOfThreads) {
  std::optional<groth16::AnyProof> expected;
  for (const char* variant : {"textbook", "fast"}) {
    for (const unsigned threads : {1u, 8u}) {
      Engine engine({.threads = threads});
      ProveJob fixed = job();
      fixed.blinding = Blinding{"12345678901234567890", "98765432109876543210"};
      fixed.backend_options = {{"variant", variant}};
      const Result<Proved> proved = engine.prove(fixed);
      ASSERT_TRUE(proved) << proved.error().message;
      if (!expected) expected = proved->proof;
      EXPECT_TRUE(proved->proof == *expected) << variant << " on " << threads;
    }
  }
}

TEST_P(EngineTest, FreshScalarsMakeEachProofDifferent) {
  Engine engine({.threads = 2});
  const Result<Proved> first = engine.prove(job());
  const Result<Proved> second = engine.prove(job());
  ASSERT_TRUE(first && second);
  EXPECT_FALSE(first->proof == second->proof);
}

TEST_P(EngineTest, AWitnessThatDoesNotSatisfyNamesItsConstraintAndLeavesNoFile) {
  Engine engine({.threads = 2});
  ProveJob bad = job("bad.wtns");
  Result<Proved> proved = engine.prove(bad);
  ASSERT_FALSE(proved);
  EXPECT_EQ(proved.error().code, ErrorCode::kUnsatisfied);
  EXPECT_THAT(proved.error().message, HasSubstr("bad.wtns"));
  bad.r1cs = file("good.r1cs");
  proved = engine.prove(bad);
  ASSERT_FALSE(proved);
  EXPECT_EQ(proved.error().code, ErrorCode::kUnsatisfied);
  EXPECT_THAT(proved.error().message, HasSubstr("constraint 0 of 2"));
  EXPECT_FALSE(exists("proof.json"));
  EXPECT_FALSE(exists("public.json"));
}

TEST_P(EngineTest, AProofThatIsWrongTwiceIsNotReturned) {
  Engine engine(with_faulty("faulty_always"));
  const Result<Proved> proved = engine.prove(job());
  ASSERT_FALSE(proved);
  EXPECT_EQ(proved.error().code, ErrorCode::kUnsatisfied);
  EXPECT_FALSE(exists("proof.json"));
}

TEST_P(EngineTest, ABackendWhoseProofsDifferIsCalledFaulty) {
  for (const char* name : {"faulty_at_first", "faulty_in_turns"}) {
    Engine engine(with_faulty(name));
    const Result<Proved> proved = engine.prove(job());
    ASSERT_FALSE(proved) << name;
    EXPECT_EQ(proved.error().code, ErrorCode::kBackend) << name;
    EXPECT_THAT(proved.error().message, HasSubstr(name));
    EXPECT_FALSE(exists("proof.json")) << name;
  }
}

TEST_P(EngineTest, ANamedBackendIsUsedOrTheJobFailsWithTheTable) {
  Engine engine({.threads = 2});
  ProveJob named = job();
  named.backend = "cuda";
  const Result<Proved> proved = engine.prove(named);
  ASSERT_FALSE(proved);
  EXPECT_EQ(proved.error().code, ErrorCode::kBackend);
  EXPECT_THAT(proved.error().message, HasSubstr("cuda"));
  EXPECT_THAT(proved.error().message, HasSubstr("cpu_reference"));
}

TEST_P(EngineTest, ScalarsThatAreNoneAreRefused) {
  Engine engine({.threads = 2});
  const std::string too_large(80, '9');
  for (const std::string& text : {std::string("-1"), std::string("0x10"), std::string(), too_large}) {
    ProveJob fixed = job();
    fixed.blinding = Blinding{text, "1"};
    const Result<Proved> proved = engine.prove(fixed);
    ASSERT_FALSE(proved) << text;
    EXPECT_EQ(proved.error().code, ErrorCode::kUsage) << text;
  }
}

TEST_P(EngineTest, OutputsWithoutAFormatAreRefusedBeforeAnyWork) {
  Engine engine({.threads = 2});
  ProveJob nameless = job();
  nameless.proof_output = file("proof");
  EXPECT_FALSE(engine.prove(nameless));
  ProveJob twice = job();
  twice.public_output = twice.proof_output;
  EXPECT_FALSE(engine.prove(twice));
  EXPECT_FALSE(exists("proof.json"));
}

TEST_P(EngineTest, SeveralThreadsShareAnEngine) {
  Engine engine({.threads = 2});
  std::vector<std::thread> threads;
  std::atomic<int> proved{0};
  for (int i = 0; i < 4; ++i) {
    threads.emplace_back([&, i] {
      ProveJob mine = job();
      mine.proof_output = file("proof" + std::to_string(i) + ".json");
      mine.public_output = file("public" + std::to_string(i) + ".json");
      if (engine.prove(mine)) ++proved;
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(proved, 4);
}

}  // namespace
}  // namespace lockstep::pipeline
