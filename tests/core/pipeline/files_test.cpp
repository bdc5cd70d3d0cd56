// SPDX-License-Identifier: Apache-2.0
#include "lockstep/pipeline/files.hpp"

#include <gmock/gmock.h>

#include "files.hpp"

namespace lockstep::pipeline {
namespace {

using ::testing::HasSubstr;

class FilesTest : public PipelineFiles {};
INSTANTIATE_TEST_SUITE_P(Curves, FilesTest, ::testing::Values(CurveId::kBn254, CurveId::kBls12_381),
                         curve_test_name);

TEST_P(FilesTest, TheSameSeedMakesTheSameKey) {
  const auto content = [&](const std::string& name) {
    std::ifstream in(file(name), std::ios::binary);
    return std::string(std::istreambuf_iterator<char>(in), {});
  };
  make_key("again.zkey", "again.json");
  EXPECT_EQ(content("again.zkey"), content("key.zkey"));
  EXPECT_EQ(content("again.json"), content("vk.json"));
}

TEST_P(FilesTest, SetupRefusesNamesThatTellNoFormat) {
  for (const char* name : {"key", "key.key", "key.json"}) {
    const Result<void> made = setup_files({.r1cs = file("good.r1cs"), .key = file(name)});
    ASSERT_FALSE(made) << name;
    EXPECT_EQ(made.error().code, ErrorCode::kUsage) << name;
    EXPECT_FALSE(exists(name));
  }
  EXPECT_FALSE(
      setup_files({.r1cs = file("good.r1cs"), .key = file("k.zkey"), .verifying_key = file("k.vk")}));
  EXPECT_FALSE(exists("k.zkey"));
}

TEST_P(FilesTest, BellmanKeysAreForBls12381) {
  const Result<void> made = setup_files(
      {.r1cs = file("good.r1cs"), .key = file("key.params"), .verifying_key = file("key.vk"), .threads = 2});
  if (GetParam() != CurveId::kBls12_381) {
    ASSERT_FALSE(made);
    EXPECT_FALSE(exists("key.params"));
    return;
  }
  ASSERT_TRUE(made) << made.error().message;
  Engine engine({.threads = 2});
  ProveJob bellman = job();
  bellman.key = file("key.params");
  bellman.proof_output = file("proof.bin");
  EXPECT_FALSE(engine.prove(bellman)) << "bellman parameters hold no circuit";
  bellman.r1cs = file("good.r1cs");
  const Result<Proved> proved = engine.prove(bellman);
  ASSERT_TRUE(proved) << proved.error().message;
  EXPECT_EQ(std::filesystem::file_size(file("proof.bin")), 192u);
  const Result<void> verified = verify_files(file("key.vk"), file("public.json"), file("proof.bin"));
  EXPECT_TRUE(verified) << verified.error().message;
}

TEST_P(FilesTest, WhatCantBeReadOutweighsWhatIsInvalid) {
  Engine engine({.threads = 2});
  ASSERT_TRUE(engine.prove(job()));
  write("wrong.json", std::string("[\"34\"]"));
  Result<void> verified = verify_files(file("vk.json"), file("wrong.json"), file("proof.json"));
  ASSERT_FALSE(verified);
  EXPECT_EQ(verified.error().code, ErrorCode::kInvalidProof);
  write("broken.json", std::string("{"));
  verified = verify_files(file("vk.json"), file("wrong.json"), file("broken.json"));
  ASSERT_FALSE(verified);
  EXPECT_EQ(verified.error().code, ErrorCode::kMalformed);
  EXPECT_THAT(verified.error().message, HasSubstr("broken.json"));
}

}  // namespace
}  // namespace lockstep::pipeline
