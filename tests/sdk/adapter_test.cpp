// SPDX-License-Identifier: Apache-2.0
// What stands between a C++ plugin and the host: entry, errors, handles, arguments.
#include <gtest/gtest.h>

#include <array>
#include <stdexcept>
#include <string>

#include "adapter_fixture.hpp"

namespace lockstep::sdk {
namespace {

using AdapterTest = testing::AdapterFixture<Checking::kCaller>;

TEST_F(AdapterTest, TheEntryCanBeReadBeforeAnyCall) {
  EXPECT_EQ(entry.magic, LKS_ENTRY_MAGIC);
  EXPECT_EQ(entry.struct_size, sizeof entry);
  EXPECT_EQ(entry.abi_major, LKS_ABI_MAJOR);
  EXPECT_STREQ(entry.id, "test.toy");
  EXPECT_STREQ(entry.build_id, "");
  EXPECT_EQ(entry.get_interface(LKS_INTERFACE_MEMORY), nullptr);
}

TEST_F(AdapterTest, TheNoteNamesVersionAndId) {
  constexpr lks_note kNote = Exported<testing::ToyPlugin<Checking::kCaller>>::note();
  EXPECT_EQ(kNote.name_bytes, 9u);
  EXPECT_EQ(kNote.description_bytes, sizeof(lks_note_description));
  EXPECT_STREQ(kNote.name, "Lockstep");
  EXPECT_EQ(kNote.description.abi_major, LKS_ABI_MAJOR);
  EXPECT_STREQ(kNote.description.id, "test.toy");
}

TEST_F(AdapterTest, IdsOfOtherFormsAreRefusedAtCompileTime) {
  static_assert(detail::is_plugin_id("com.acme.npu-2_b"));
  static_assert(!detail::is_plugin_id(""));
  static_assert(!detail::is_plugin_id("Acme"));
  static_assert(!detail::is_plugin_id("a/b"));
  static_assert(!detail::is_plugin_id("aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"));
}

TEST_F(AdapterTest, InitAndDeinitComeInPairs) {
  init();
  EXPECT_EQ(entry.init(&host.table, &error), LKS_E_INVALID_ARGUMENT);
  EXPECT_STREQ(error.message, "init is called twice without deinit");
  entry.deinit();
  EXPECT_EQ(script.plugins, 0);
  entry.deinit();  // a second one does nothing
  init();
  EXPECT_EQ(script.plugins, 1);
}

TEST_F(AdapterTest, AHostThatLacksAFunctionOrIsOfAnotherMajorIsRefused) {
  EXPECT_EQ(entry.init(nullptr, &error), LKS_E_INVALID_ARGUMENT);
  host.table.defer = nullptr;
  EXPECT_EQ(entry.init(&host.table, &error), LKS_E_INVALID_ARGUMENT);
  EXPECT_STREQ(error.message, "the host lacks the function defer");
  host.table.abi_major = 2;
  EXPECT_EQ(entry.init(&host.table, nullptr), LKS_E_UNSUPPORTED);
  host.table.struct_size = 8;
  EXPECT_EQ(entry.init(&host.table, &error), LKS_E_INVALID_ARGUMENT);
}

TEST_F(AdapterTest, AHostOfANewerMinorIsWelcome) {
  struct {
    lks_host known;
    void (*added)();
  } newer = {host.table, [] {}};
  newer.known.struct_size = sizeof newer;
  newer.known.abi_minor = 7;
  EXPECT_EQ(entry.init(&newer.known, &error), LKS_OK);
}

TEST_F(AdapterTest, AFailureOfCreateIsTheFailureOfInit) {
  script.on_create = [] { return Result<void>(Error(Code::kDeviceUnavailable, "no toys")); };
  EXPECT_EQ(entry.init(&host.table, &error), LKS_E_DEVICE_UNAVAILABLE);
  EXPECT_STREQ(error.message, "no toys");
  script.on_create = []() -> Result<void> { throw std::bad_alloc(); };
  EXPECT_EQ(entry.init(&host.table, &error), LKS_E_OUT_OF_MEMORY);
  script.on_create = [] { return Result<void>(); };
  init();
}

TEST_F(AdapterTest, OnlyOfferedInterfacesAreGiven) {
  init();
  EXPECT_EQ(entry.get_interface(LKS_INTERFACE_MSM), nullptr);
  EXPECT_EQ(entry.get_interface(LKS_INTERFACE_NTT), nullptr);
  EXPECT_EQ(entry.get_interface("lockstep.memory/2"), nullptr);
  EXPECT_EQ(entry.get_interface("lockstep.memory/1 "), nullptr);
  EXPECT_EQ(entry.get_interface(""), nullptr);
  EXPECT_EQ(entry.get_interface(nullptr), nullptr);
  EXPECT_EQ(entry.get_interface(LKS_INTERFACE_MEMORY), memory) << "tables are constant";
  EXPECT_EQ(prover->prove_many, nullptr);
}

TEST_F(AdapterTest, CallsOutsideInitAndDeinitAreRefused) {
  init();
  const lks_memory* table = memory;
  const auto device_count = table->device_count;
  entry.deinit();
  std::uint32_t count = 7;
  EXPECT_EQ(device_count(&count, &error), LKS_E_INVALID_ARGUMENT);
  EXPECT_EQ(count, 7u);
}

TEST_F(AdapterTest, ExceptionsBecomeErrors) {
  init();
  const lks_buffer_request request = {sizeof request, 0, LKS_MEMORY_PAGEABLE, 0, 8};
  lks_buffer* buffer = nullptr;
  script.on_acquire = []() -> Result<void> { throw std::bad_alloc(); };
  EXPECT_EQ(memory->buffer_acquire(&request, &buffer, &error), LKS_E_OUT_OF_MEMORY);
  script.on_acquire = []() -> Result<void> { throw std::logic_error("wires crossed"); };
  EXPECT_EQ(memory->buffer_acquire(&request, &buffer, &error), LKS_E_INTERNAL);
  EXPECT_STREQ(error.message, "unexpected exception: wires crossed");
  script.on_acquire = []() -> Result<void> { throw 3; };
  EXPECT_EQ(memory->buffer_acquire(&request, &buffer, nullptr), LKS_E_INTERNAL);
  EXPECT_EQ(buffer, nullptr);
}

TEST_F(AdapterTest, DeviceInfoIsCutToItsFieldsAndToTheCallersSize) {
  init();
  lks_device_info info{};
  info.struct_size = sizeof info;
  ASSERT_EQ(memory->device_info(0, &info, &error), LKS_OK);
  EXPECT_EQ(info.usable, 0u);
  EXPECT_EQ(info.curves, 2u);
  EXPECT_STREQ(info.reason, "a toy proves nothing");
  EXPECT_EQ(std::string(info.name), std::string(127, 'n'));
  EXPECT_EQ(memory->device_info(1, &info, &error), LKS_E_DEVICE_UNAVAILABLE);
  info.struct_size = 0;
  EXPECT_EQ(memory->device_info(0, &info, &error), LKS_E_INVALID_ARGUMENT);
}

TEST_F(AdapterTest, BufferRequestsAreChecked) {
  init();
  lks_buffer* buffer = nullptr;
  lks_buffer_request request = {sizeof request, 0, LKS_MEMORY_PAGEABLE, 0, 8};
  EXPECT_EQ(memory->buffer_acquire(nullptr, &buffer, &error), LKS_E_INVALID_ARGUMENT);
  EXPECT_EQ(memory->buffer_acquire(&request, nullptr, &error), LKS_E_INVALID_ARGUMENT);
  request.size_bytes = 0;
  EXPECT_EQ(memory->buffer_acquire(&request, &buffer, &error), LKS_E_INVALID_ARGUMENT);
  request = {sizeof request, 0, 4, 0, 8};
  EXPECT_EQ(memory->buffer_acquire(&request, &buffer, &error), LKS_E_UNSUPPORTED);
  request = {sizeof request, 0, LKS_MEMORY_PAGEABLE, 4, 8};
  EXPECT_EQ(memory->buffer_acquire(&request, &buffer, &error), LKS_E_UNSUPPORTED);
  request = {sizeof request, 1, LKS_MEMORY_PAGEABLE, 0, 8};
  EXPECT_EQ(memory->buffer_acquire(&request, &buffer, &error), LKS_E_DEVICE_UNAVAILABLE);
}

TEST_F(AdapterTest, CopiesStayInsideTheBuffer) {
  init();
  lks_buffer* buffer = acquire(16);
  const std::array<char, 17> from = {'a', 'b'};
  std::array<char, 2> to{};
  EXPECT_EQ(memory->copy_to_buffer(buffer, 14, from.data(), 2, &error), LKS_OK);
  EXPECT_EQ(memory->copy_from_buffer(buffer, 14, to.data(), 2, &error), LKS_OK);
  EXPECT_EQ(to[1], 'b');
  EXPECT_EQ(memory->copy_to_buffer(buffer, 0, from.data(), 17, &error), LKS_E_INVALID_ARGUMENT);
  EXPECT_EQ(memory->copy_to_buffer(buffer, UINT64_MAX, from.data(), 2, &error), LKS_E_INVALID_ARGUMENT);
  EXPECT_EQ(memory->copy_to_buffer(buffer, 2, from.data(), UINT64_MAX - 1, &error), LKS_E_INVALID_ARGUMENT);
  EXPECT_EQ(memory->copy_to_buffer(buffer, 0, nullptr, 2, &error), LKS_E_INVALID_ARGUMENT);
  EXPECT_EQ(memory->copy_to_buffer(buffer, 16, nullptr, 0, &error), LKS_OK);
  lks_buffer_info info{};
  info.struct_size = sizeof info;
  ASSERT_EQ(memory->buffer_info(buffer, &info, &error), LKS_OK);
  EXPECT_EQ(info.size_bytes, 16u);
  EXPECT_EQ(static_cast<const char*>(info.host_address)[14], 'a');
  EXPECT_EQ(memory->buffer_release(buffer, &error), LKS_OK);
}

TEST_F(AdapterTest, AReleasedHandleIsKnownAsSuch) {
  init();
  lks_buffer* buffer = acquire();
  ASSERT_EQ(memory->buffer_release(buffer, &error), LKS_OK);
  EXPECT_EQ(memory->buffer_release(buffer, &error), LKS_E_INVALID_ARGUMENT);
  EXPECT_STREQ(error.message, "the handle of a buffer was released, or was never given");
  EXPECT_TRUE(host.logged("breaks the plugin contract"));
  EXPECT_NE(acquire(), buffer) << "a handle is never given twice";
  lks_buffer* stranger = nullptr;
  EXPECT_EQ(memory->buffer_release(stranger, &error), LKS_E_INVALID_ARGUMENT);
}

TEST_F(AdapterTest, AHandleOfAnotherKindIsKnownAsSuch) {
  init();
  lks_buffer* buffer = acquire();
  auto* disguised = reinterpret_cast<lks_loaded_circuit*>(buffer);
  EXPECT_EQ(synthesizer->circuit_release(disguised, &error), LKS_E_INVALID_ARGUMENT);
  EXPECT_STREQ(error.message, "a handle that is none of a circuit is given as one");
  int local = 0;
  EXPECT_EQ(memory->buffer_release(reinterpret_cast<lks_buffer*>(&local), &error), LKS_E_INVALID_ARGUMENT);
}

TEST_F(AdapterTest, CircuitsCountTheirReferences) {
  init();
  lks_loaded_circuit* circuit = load_circuit();
  EXPECT_EQ(synthesizer->circuit_retain(circuit, &error), LKS_OK);
  EXPECT_EQ(synthesizer->circuit_release(circuit, &error), LKS_OK);
  EXPECT_EQ(script.circuits, 1);
  EXPECT_EQ(synthesizer->circuit_release(circuit, &error), LKS_OK);
  EXPECT_EQ(script.circuits, 0);
  EXPECT_EQ(synthesizer->circuit_retain(circuit, &error), LKS_E_INVALID_ARGUMENT);
}

TEST_F(AdapterTest, ASessionKeepsItsCircuitAndKey) {
  init();
  lks_loaded_circuit* circuit = load_circuit();
  lks_loaded_key* key = load_key();
  lks_session* session = create_session(circuit, key);
  ASSERT_EQ(synthesizer->circuit_release(circuit, &error), LKS_OK);
  ASSERT_EQ(prover->key_release(key, &error), LKS_OK);
  EXPECT_EQ(script.circuits, 1);
  const lks_prove_args args = prove_args();
  lks_groth16_proof proof{};
  proof.struct_size = sizeof proof;
  EXPECT_EQ(prover->prove(session, &args, &proof, &error), LKS_OK) << error.message;
  ASSERT_EQ(prover->session_destroy(session, &error), LKS_OK);
  EXPECT_EQ(script.circuits, 0);
}

TEST_F(AdapterTest, EvaluateChecksItsBuffersAndItsWitness) {
  init();
  lks_loaded_circuit* circuit = load_circuit();
  lks_buffer* a = acquire();
  lks_buffer* b = acquire();
  lks_buffer* c = acquire();
  lks_buffer* small = acquire(95);
  const lks_evaluate_args args = {sizeof args, 0, &witness_sample.witness, 0, 0};
  EXPECT_EQ(synthesizer->evaluate(circuit, &args, a, b, c, &error), LKS_OK) << error.message;
  std::uint8_t first = 0;
  ASSERT_EQ(memory->copy_from_buffer(a, 0, &first, 1, &error), LKS_OK);
  EXPECT_EQ(first, 4);
  EXPECT_EQ(synthesizer->evaluate(circuit, &args, a, b, small, &error), LKS_E_INVALID_ARGUMENT);
  EXPECT_EQ(synthesizer->evaluate(circuit, &args, a, b, a, &error), LKS_E_INVALID_ARGUMENT);
  EXPECT_EQ(synthesizer->evaluate(circuit, &args, a, b, nullptr, &error), LKS_E_INVALID_ARGUMENT);
  EXPECT_EQ(synthesizer->evaluate(circuit, nullptr, a, b, c, &error), LKS_E_INVALID_ARGUMENT);
  witness_sample.segments[1].count = 1;
  witness_sample.witness.variable_count = 3;
  EXPECT_EQ(synthesizer->evaluate(circuit, &args, a, b, c, &error), LKS_E_BAD_WITNESS);
  EXPECT_STREQ(error.message, "the witness has 3 variables, the circuit 4");
}

TEST_F(AdapterTest, ASessionNeedsACircuitAndAKeyThatBelongTogether) {
  init();
  lks_loaded_circuit* circuit = load_circuit();
  key_sample.key.domain_log2 = 1;
  key_sample.h.count = 2;
  lks_loaded_key* key = load_key();
  const lks_session_args args = {sizeof args, 0, circuit, key, nullptr, 0};
  lks_session* session = nullptr;
  EXPECT_EQ(prover->session_create(&args, &session, &error), LKS_E_INVALID_ARGUMENT);
  EXPECT_STREQ(error.message, "the circuit has 3 rows, the key's domain 2^1");
  lks_estimate estimate{};
  estimate.struct_size = sizeof estimate;
  EXPECT_EQ(prover->estimate(0, &circuit_sample.circuit, &key_sample.key, nullptr, 0, &estimate, &error),
            LKS_E_INVALID_ARGUMENT);
}

TEST_F(AdapterTest, OptionsReachThePluginAndUnknownOnesAreRefused) {
  init();
  lks_estimate estimate{};
  estimate.struct_size = sizeof estimate;
  lks_option option = {"variant", "fast"};
  EXPECT_EQ(prover->estimate(0, &circuit_sample.circuit, &key_sample.key, &option, 1, &estimate, &error),
            LKS_OK);
  EXPECT_EQ(estimate.session_pageable_bytes, 288u);
  option.key = "variance";
  EXPECT_EQ(prover->estimate(0, &circuit_sample.circuit, &key_sample.key, &option, 1, &estimate, &error),
            LKS_E_UNSUPPORTED);
  option.value = nullptr;
  EXPECT_EQ(prover->estimate(0, &circuit_sample.circuit, &key_sample.key, &option, 1, &estimate, &error),
            LKS_E_INVALID_ARGUMENT);
}

TEST_F(AdapterTest, AKeyLoadTellsItsProgressAndCanBeCancelled) {
  init();
  std::uint64_t done = 0;
  const auto progress = [](void* context, std::uint64_t at, std::uint64_t) {
    *static_cast<std::uint64_t*>(context) = at;
  };
  lks_loaded_key* key = nullptr;
  host.fired_token = 9;
  EXPECT_EQ(prover->key_load(0, &key_sample.key, 9, progress, &done, &key, &error), LKS_E_CANCELLED);
  EXPECT_EQ(done, 1u);
  EXPECT_EQ(key, nullptr);
}

TEST_F(AdapterTest, AFailedProofLeavesTheCallersProofAlone) {
  init();
  lks_session* session = create_session(load_circuit(), load_key());
  script.on_prove = [](Host, const ProveJob&) {
    return Result<Proof>(Error(Code::kDeviceLost, "gone").in_phase(Phase::kMsmH));
  };
  const lks_prove_args args = prove_args();
  lks_groth16_proof proof{};
  proof.struct_size = sizeof proof;
  proof.curve = 77;
  EXPECT_EQ(prover->prove(session, &args, &proof, &error), LKS_E_DEVICE_LOST);
  EXPECT_EQ(error.flags, LKS_ERROR_DEVICE_LOST);
  EXPECT_EQ(error.phase, LKS_PHASE_MSM_H);
  EXPECT_EQ(proof.curve, 77u);
}

TEST_F(AdapterTest, AProofIsWrittenWithItsCurve) {
  init();
  lks_session* session = create_session(load_circuit(), load_key());
  script.on_prove = [](Host, const ProveJob& job) {
    Proof proof;
    proof.b[191] = static_cast<std::uint8_t>(job.job);
    return Result<Proof>(proof);
  };
  lks_prove_args args = prove_args();
  lks_groth16_proof proof{};
  proof.struct_size = sizeof proof;
  ASSERT_EQ(prover->prove(session, &args, &proof, &error), LKS_OK) << error.message;
  EXPECT_EQ(proof.curve, LKS_CURVE_BN254);
  EXPECT_EQ(proof.b[191], 1);
  args.r = nullptr;
  EXPECT_EQ(prover->prove(session, &args, &proof, &error), LKS_E_INVALID_ARGUMENT);
}

TEST_F(AdapterTest, StartWaitAndCancelFollowTheJob) {
  init();
  lks_session* session = create_session(load_circuit(), load_key());
  const lks_prove_args args = prove_args();
  lks_groth16_proof proof{};
  proof.struct_size = sizeof proof;
  EXPECT_EQ(prover->wait(session, 1, &proof, &error), LKS_E_INVALID_ARGUMENT);
  ASSERT_EQ(prover->start(session, &args, &error), LKS_OK);
  EXPECT_EQ(prover->start(session, &args, &error), LKS_E_BUSY);
  EXPECT_EQ(prover->prove(session, &args, &proof, &error), LKS_E_BUSY);
  EXPECT_EQ(prover->session_destroy(session, &error), LKS_E_BUSY);
  EXPECT_EQ(prover->wait(session, 1, &proof, &error), LKS_E_TIMEOUT);
  EXPECT_EQ(prover->wait(session, 1, &proof, &error), LKS_OK);
  ASSERT_EQ(prover->start(session, &args, &error), LKS_OK);
  EXPECT_EQ(prover->cancel(session, &error), LKS_OK);
  EXPECT_EQ(prover->wait(session, LKS_WAIT_FOREVER, &proof, &error), LKS_E_CANCELLED);
  EXPECT_EQ(prover->session_destroy(session, &error), LKS_OK);
  EXPECT_EQ(script.sessions, 0);
}

}  // namespace
}  // namespace lockstep::sdk
