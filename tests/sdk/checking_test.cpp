// SPDX-License-Identifier: Apache-2.0
// The checking levels: breaches of the thread tags by a host, and of the duties of a plugin.
#include <gtest/gtest.h>

#include <array>
#include <functional>
#include <future>

#include "adapter_fixture.hpp"

namespace lockstep::sdk {
namespace {

using UncheckedTest = testing::AdapterFixture<Checking::kOff>;
using CallerCheckTest = testing::AdapterFixture<Checking::kCaller>;
class FullCheckTest : public testing::AdapterFixture<Checking::kFull> {
 protected:
  const lks_host* checked_table = nullptr;  // the host that the plugin sees
};

// A call of the plugin that waits inside until the test lets it go.
class Gate {
 public:
  void pass() {
    inside_.set_value();
    open_.get_future().wait();
  }
  void wait_until_inside() { inside_.get_future().wait(); }
  void open() { open_.set_value(); }

 private:
  std::promise<void> inside_;
  std::promise<void> open_;
};

TEST_F(CallerCheckTest, ASecondCallOnASessionIsBusy) {
  init();
  lks_session* session = create_session(load_circuit(), load_key());
  Gate gate;
  script.on_prove = [&](Host, const ProveJob&) {
    gate.pass();
    return Result<Proof>(Proof{});
  };
  const lks_prove_args args = prove_args();
  auto first = std::async(std::launch::async, [&] {
    lks_groth16_proof proof{};
    proof.struct_size = sizeof proof;
    return prover->prove(session, &args, &proof, nullptr);
  });
  gate.wait_until_inside();
  lks_groth16_proof proof{};
  proof.struct_size = sizeof proof;
  EXPECT_EQ(prover->prove(session, &args, &proof, &error), LKS_E_BUSY);
  EXPECT_STREQ(error.message, "two calls at once on a session that takes one at a time");
  EXPECT_EQ(prover->session_destroy(session, &error), LKS_E_BUSY);
  EXPECT_EQ(prover->cancel(session, &error), LKS_OK) << "cancel is thread-safe";
  gate.open();
  EXPECT_EQ(first.get(), LKS_OK);
  EXPECT_EQ(prover->session_destroy(session, &error), LKS_OK);
}

TEST_F(CallerCheckTest, ABufferIsNotReleasedUnderACopy) {
  init();
  lks_buffer* buffer = acquire();
  Gate gate;
  script.on_copy = [&] {
    gate.pass();
    return Result<void>();
  };
  auto copy =
      std::async(std::launch::async, [&] { return memory->copy_to_buffer(buffer, 0, "ab", 2, nullptr); });
  gate.wait_until_inside();
  EXPECT_EQ(memory->buffer_release(buffer, &error), LKS_E_BUSY);
  EXPECT_STREQ(error.message, "a buffer is released while a call runs on it");
  std::array<char, 2> to{};
  EXPECT_EQ(memory->copy_from_buffer(buffer, 0, to.data(), 2, &error), LKS_E_BUSY);
  gate.open();
  EXPECT_EQ(copy.get(), LKS_OK);
  EXPECT_EQ(memory->buffer_release(buffer, &error), LKS_OK);
}

TEST_F(UncheckedTest, ABufferThatIsReleasedUnderACopyLivesUntilItsEnd) {
  init();
  lks_buffer* buffer = acquire();
  Gate gate;
  script.on_copy = [&] {
    gate.pass();
    return Result<void>();
  };
  auto copy =
      std::async(std::launch::async, [&] { return memory->copy_to_buffer(buffer, 0, "ab", 2, nullptr); });
  gate.wait_until_inside();
  EXPECT_EQ(memory->buffer_release(buffer, &error), LKS_OK);
  gate.open();
  EXPECT_EQ(copy.get(), LKS_OK);
}

TEST_F(CallerCheckTest, HandlesThatAreHeldAtDeinitAreReportedAndFreed) {
  init();
  create_session(load_circuit(), load_key());
  entry.deinit();
  EXPECT_TRUE(host.logged("deinit with 1 handles of kind session still held"));
  EXPECT_TRUE(host.logged("deinit with 1 handles of kind circuit still held"));
  EXPECT_EQ(script.sessions, 0);
  EXPECT_EQ(script.circuits, 0);
}

TEST_F(CallerCheckTest, DeinitUnderACallLeavesEverythingAlone) {
  init();
  lks_buffer* buffer = acquire();
  Gate gate;
  script.on_copy = [&] {
    gate.pass();
    return Result<void>();
  };
  auto copy =
      std::async(std::launch::async, [&] { return memory->copy_to_buffer(buffer, 0, "ab", 2, nullptr); });
  gate.wait_until_inside();
  entry.deinit();
  EXPECT_TRUE(host.logged("deinit while 1 calls run"));
  EXPECT_EQ(script.plugins, 1) << "what a call uses is left behind, not destroyed";
  gate.open();
  EXPECT_EQ(copy.get(), LKS_OK);
}

// A proof as a correct plugin tells it.
Result<Proof> prove_with_all_phases(Host host, const ProveJob& job) {
  for (const Phase phase : kPhases) {
    const BackendSpan span(host, job.parent, phase);
    const BackendSpan finer(host, span.id(), "x-part");
    const DeviceSpan device(span);
  }
  return Proof{};
}

class JobTest : public FullCheckTest {
 protected:
  void prove(const std::function<Result<Proof>(Host, const ProveJob&)>& work) {
    init();
    lks_session* session = create_session(load_circuit(), load_key());
    script.on_prove = work;
    const lks_span parent = host.table.span_begin(host.table.context, 0, LKS_PHASE_PROVE, nullptr);
    const lks_prove_args args = prove_args(parent);
    lks_groth16_proof proof{};
    proof.struct_size = sizeof proof;
    ASSERT_EQ(prover->start(session, &args, &error), LKS_OK);
    const lks_status status = prover->wait(session, LKS_WAIT_FOREVER, &proof, &error);
    const bool quiet_at_wait = host.lines.empty();
    EXPECT_EQ(prover->prove(session, &args, &proof, &error), status);
    EXPECT_EQ(host.lines.empty(), quiet_at_wait) << "prove and start/wait are checked alike";
  }
};

TEST_F(JobTest, ACompleteProofIsQuiet) {
  prove(prove_with_all_phases);
  EXPECT_TRUE(host.lines.empty()) << host.lines.front();
}

TEST_F(JobTest, AMissingPhaseIsReported) {
  prove([](Host outer, const ProveJob& job) {
    for (const Phase phase : kPhases) {
      if (phase != Phase::kMsmB2) record_empty_phase(outer, job.parent, phase);
    }
    return Result<Proof>(Proof{});
  });
  EXPECT_TRUE(host.logged("phase msm_b2 stands 0 times in the backend layer, expected 1"));
  EXPECT_TRUE(host.logged("phase msm_b2 stands 0 times in the device layer, expected 1"));
}

TEST_F(JobTest, APhaseThatStandsTwiceIsReported) {
  prove([](Host outer, const ProveJob& job) {
    record_empty_phase(outer, job.parent, Phase::kUpload);
    return prove_with_all_phases(outer, job);
  });
  EXPECT_TRUE(host.logged("phase upload stands 2 times in the backend layer, expected 1"));
}

TEST_F(JobTest, AFailedProofNeedsNoPhases) {
  prove([](Host, const ProveJob&) { return Result<Proof>(Error(Code::kOutOfMemory, "x")); });
  EXPECT_TRUE(host.lines.empty());
}

TEST_F(JobTest, SpansOfOthersAndImpossibleTimesAreReported) {
  prove([](Host outer, const ProveJob& job) {
    const lks_host& table = outer.table();
    table.span_end(table.context, table.span_begin(table.context, job.parent, LKS_PHASE_QUEUE, nullptr),
                   nullptr);
    const BackendSpan unnamed(outer, job.parent, "part");
    lks_span_record record{};
    record.struct_size = sizeof record;
    record.layer = LKS_LAYER_DEVICE;
    record.phase = LKS_PHASE_MSM_A;
    record.parent = job.parent;
    record.start_ns = 10;
    record.end_ns = 20;
    record.busy_ns = 11;
    table.span_record(table.context, &record);
    return prove_with_all_phases(outer, job);
  });
  EXPECT_TRUE(host.logged("phase 1 is not the plugin's to tell"));
  EXPECT_TRUE(host.logged("a vendor's span is named 'part', expected 'x-...'"));
  EXPECT_TRUE(host.logged("phase 22 is recorded with impossible times"));
  EXPECT_TRUE(host.logged("does not stand below the backend span of its phase"));
}

TEST_F(FullCheckTest, WhatIsNotGivenBackIsReportedAtDeinit) {
  script.on_acquire = [this] {
    lks_error refused{};
    const lks_host& table = *checked_table;
    EXPECT_EQ(table.memory_reserve(table.context, LKS_MEMORY_PINNED, 0, 4096, &refused), LKS_OK);
    EXPECT_EQ(table.memory_reserve(table.context, LKS_MEMORY_DEVICE, 2, 100, &refused), LKS_OK);
    table.memory_return(table.context, LKS_MEMORY_DEVICE, 2, 101);
    table.span_begin(table.context, 0, LKS_PHASE_VENDOR, "x-open");
    return Result<void>();
  };
  script.on_prove = [this](Host outer, const ProveJob&) {
    checked_table = &outer.table();
    return Result<Proof>(Proof{});
  };
  init();
  lks_loaded_circuit* circuit = load_circuit();
  lks_loaded_key* key = load_key();
  lks_session* session = create_session(circuit, key);
  const lks_prove_args args = prove_args();
  lks_groth16_proof proof{};
  proof.struct_size = sizeof proof;
  ASSERT_EQ(prover->prove(session, &args, &proof, &error), LKS_OK);
  acquire();
  EXPECT_TRUE(host.logged("101 bytes are returned where 100 are reserved"));
  entry.deinit();
  EXPECT_TRUE(host.logged("4096 bytes of memory kind 2 on device 0 are still reserved at deinit"));
  EXPECT_TRUE(host.logged("the span of phase 255 is not ended at deinit"));
}

}  // namespace
}  // namespace lockstep::sdk
