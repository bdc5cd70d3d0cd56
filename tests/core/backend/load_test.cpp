// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>

#include "lockstep/backend/backend.hpp"
#include "test_plugins.hpp"

namespace lockstep::backend {
namespace {

using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::EndsWith;
using ::testing::HasSubstr;
using testing::Lines;
using testing::plugin_file;
using testing::quiet_services;
using ::testing::StartsWith;
using testing::TemporaryFolder;

/// Why a test plugin is refused; the sentence opens with its path.
std::string refusal_of(const std::string& name) {
  const std::filesystem::path file = plugin_file(name);
  const Result<std::shared_ptr<Backend>> backend = Backend::load(file, quiet_services());
  if (backend) return "accepted";
  EXPECT_THAT(backend.error().message, StartsWith(file.string() + ": "));
  EXPECT_EQ(backend.error().message.find('\n'), std::string::npos);
  return backend.error().message.substr(file.string().size() + 2);
}

TEST(Load, AGoodPluginSaysWhatItIs) {
  const auto backend = Backend::load(plugin_file("dummy"), quiet_services());
  ASSERT_TRUE(backend) << backend.error().message;
  const BackendInfo& info = (*backend)->info();
  EXPECT_EQ(info.id, "dummy");
  EXPECT_EQ(info.vendor, "nobody?");  // what it says may go to a terminal
  EXPECT_EQ(info.version, "1.2.3");
  EXPECT_EQ(info.build_id, "build 7");
  EXPECT_EQ(info.abi_major, LKS_ABI_MAJOR);
  EXPECT_EQ(info.abi_minor, LKS_ABI_MINOR);
  EXPECT_THAT(info.interfaces,
              ElementsAre("lockstep.memory/1", "lockstep.synthesizer/1", "lockstep.groth16/1"));
  EXPECT_NE((*backend)->synthesizer(), nullptr);
  EXPECT_NE((*backend)->prover(), nullptr);
  EXPECT_EQ((*backend)->msm(), nullptr);
  EXPECT_EQ((*backend)->ntt(), nullptr);
}

TEST(Load, ANewerMinorVersionWorks) {
  const auto backend = Backend::load(plugin_file("newer_minor"), quiet_services());
  ASSERT_TRUE(backend) << backend.error().message;
  EXPECT_EQ((*backend)->info().abi_minor, 7u);
  EXPECT_EQ((*backend)->info().id, "newer");
}

TEST(Load, APluginWithoutAProverStillLoads) {
  const auto backend = Backend::load(plugin_file("no_prover"), quiet_services());
  ASSERT_TRUE(backend) << backend.error().message;
  EXPECT_EQ((*backend)->prover(), nullptr);
}

TEST(Load, InitAndDeinitComeInPairs) {
  const auto lines = std::make_shared<std::vector<std::string>>();
  for (int round = 0; round < 3; ++round) {
    const auto backend = Backend::load(plugin_file("dummy"), quiet_services({}, lines));
    ASSERT_TRUE(backend) << backend.error().message;
    lines->push_back("loaded");
  }
  const std::vector<std::string> once{"info dummy/init: ready", "loaded", "info dummy/init: gone"};
  ASSERT_EQ(lines->size(), 9u);
  for (std::size_t i = 0; i < 9; ++i) EXPECT_EQ((*lines)[i], once[i % 3]);
}

TEST(Load, ASecondLoadOfALoadedPluginIsRefusedByIt) {
  const auto backend = Backend::load(plugin_file("dummy"), quiet_services());
  ASSERT_TRUE(backend);
  EXPECT_THAT(refusal_of("dummy"), HasSubstr("init was called twice"));
}

TEST(Load, AHandleKeepsThePluginReady) {
  const auto lines = std::make_shared<std::vector<std::string>>();
  std::unique_ptr<Buffer> buffer;
  {
    const auto backend = Backend::load(plugin_file("dummy"), quiet_services({}, lines));
    ASSERT_TRUE(backend);
    auto acquired = (*backend)->memory().acquire({.size_bytes = 100});
    ASSERT_TRUE(acquired) << acquired.error().message;
    buffer = *std::move(acquired);
  }
  EXPECT_THAT(*lines, ElementsAre("info dummy/init: ready"));
  const std::vector<std::byte> bytes(100, std::byte{7});
  EXPECT_TRUE(buffer->write(0, bytes));
  buffer.reset();
  EXPECT_THAT(*lines, ElementsAre("info dummy/init: ready", "info dummy/init: gone"));
}

TEST(Load, RefusesByTheNoteBeforeAnyCodeRuns) {
  // Their static initialisers abort.
  EXPECT_EQ(refusal_of("note_major"), "made for ABI 2.0, this host has 1.0");
  EXPECT_THAT(refusal_of("no_note"), HasSubstr("without a Lockstep note"));
  EXPECT_THAT(refusal_of("bad_id"), HasSubstr("no valid id"));
}

TEST(Load, RefusesByTheEntryBeforeAnyFunctionIsCalled) {
  EXPECT_THAT(refusal_of("entry_major"), "its entry is of ABI 2.0, this host has 1.0");
  EXPECT_THAT(refusal_of("wrong_magic"),
              HasSubstr("magic is 0x0000000000000001, expected 0x7031706574736b6c"));
  EXPECT_THAT(refusal_of("no_symbol"), "has no symbol lockstep_plugin_v1");
  EXPECT_THAT(refusal_of("other_id"), "its entry says \"dummy\", its note \"another\"");
  EXPECT_THAT(refusal_of("short_entry"), HasSubstr("says it has 16 bytes, expected 80 to "));
  EXPECT_THAT(refusal_of("long_entry"), HasSubstr("says it has 4096 bytes, expected 80 to "));
  EXPECT_THAT(refusal_of("short_symbol"), HasSubstr("bytes, expected at least 80"));
  EXPECT_THAT(refusal_of("function_symbol"), HasSubstr("is not a data object"));
}

TEST(Load, KeepsTheLoadersOwnMessage) {
  EXPECT_THAT(refusal_of("undefined_symbol"),
              AllOf(StartsWith("cannot be loaded: "),
                    HasSubstr("undefined symbol: lks_test_symbol_that_nobody_defines"),
                    ::testing::Not(HasSubstr("dlerror"))));
}

TEST(Load, TellsWhatInitSaid) {
  EXPECT_THAT(refusal_of("init_fails"),
              "dummy: init failed: the licence has run out (device not available, driver code 42, in msm_h)");
}

TEST(Load, RefusesTablesThatAreNotWhole) {
  EXPECT_EQ(refusal_of("no_memory"), "offers no lockstep.memory/1");
  EXPECT_THAT(refusal_of("short_table"), HasSubstr("its table of lockstep.memory/1 says it has 16 bytes"));
  EXPECT_EQ(refusal_of("table_lacks_function"), "its table of lockstep.memory/1 lacks device_info");
  EXPECT_EQ(refusal_of("half_async"), "its table of lockstep.groth16/1 lacks wait");
}

TEST(Load, WhatIsRefusedAfterInitIsDeinitialised) {
  const auto lines = std::make_shared<std::vector<std::string>>();
  EXPECT_FALSE(Backend::load(plugin_file("half_async"), quiet_services({}, lines)));
  EXPECT_THAT(*lines, ElementsAre(EndsWith("ready"), EndsWith("gone")));
}

TEST(Load, NeedsAnAbsolutePath) {
  const auto backend = Backend::load("dummy.so", quiet_services());
  ASSERT_FALSE(backend);
  EXPECT_EQ(backend.error().code, ErrorCode::kUsage);
}

TEST(Load, ATruncatedPluginIsRefused) {
  TemporaryFolder folder;
  const std::filesystem::path file = folder.add("dummy");
  // With its note whole, such a file would pass for a plugin, and kill the loader with SIGBUS.
  for (const std::uintmax_t size : {1u, 64u, 500u, 4096u, 9000u}) {
    std::filesystem::resize_file(file, size);
    const auto backend = Backend::load(file, quiet_services());
    ASSERT_FALSE(backend) << size;
    EXPECT_THAT(backend.error().message, StartsWith(file.string() + ": "));
    std::filesystem::remove(file);
    folder.add("dummy");
  }
}

}  // namespace
}  // namespace lockstep::backend
