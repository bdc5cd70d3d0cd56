// SPDX-License-Identifier: Apache-2.0
// The toy plugin behind its C entry, as a host sees it.
#pragma once

#include <gtest/gtest.h>

#include <string>

#include "sdk_samples.hpp"
#include "toy_plugin.hpp"

namespace lockstep::sdk::testing {

template <Checking kLevel>
class AdapterFixture : public ::testing::Test {
 protected:
  AdapterFixture() {
    toy_script = &script;
    error.struct_size = sizeof error;
  }
  ~AdapterFixture() override {
    entry.deinit();
    toy_script = nullptr;
  }

  void init() {
    ASSERT_EQ(entry.init(&host.table, &error), LKS_OK) << error.message;
    memory = static_cast<const lks_memory*>(entry.get_interface(LKS_INTERFACE_MEMORY));
    synthesizer = static_cast<const lks_synthesizer*>(entry.get_interface(LKS_INTERFACE_SYNTHESIZER));
    prover = static_cast<const lks_groth16*>(entry.get_interface(LKS_INTERFACE_GROTH16));
    ASSERT_TRUE(memory != nullptr && synthesizer != nullptr && prover != nullptr);
  }

  lks_buffer* acquire(std::uint64_t bytes = 96) {
    const lks_buffer_request request = {sizeof request, 0, LKS_MEMORY_PAGEABLE, 0, bytes};
    lks_buffer* buffer = nullptr;
    EXPECT_EQ(memory->buffer_acquire(&request, &buffer, &error), LKS_OK) << error.message;
    return buffer;
  }
  lks_loaded_circuit* load_circuit() {
    lks_loaded_circuit* loaded = nullptr;
    EXPECT_EQ(synthesizer->circuit_load(0, &circuit_sample.circuit, &loaded, &error), LKS_OK)
        << error.message;
    return loaded;
  }
  lks_loaded_key* load_key() {
    lks_loaded_key* loaded = nullptr;
    EXPECT_EQ(prover->key_load(0, &key_sample.key, 0, nullptr, nullptr, &loaded, &error), LKS_OK)
        << error.message;
    return loaded;
  }
  lks_session* create_session(lks_loaded_circuit* circuit, lks_loaded_key* key) {
    const lks_session_args args = {sizeof args, 0, circuit, key, nullptr, 0};
    lks_session* session = nullptr;
    EXPECT_EQ(prover->session_create(&args, &session, &error), LKS_OK) << error.message;
    return session;
  }
  lks_prove_args prove_args(lks_span parent = 0) {
    return {sizeof(lks_prove_args), 0, 1, &witness_sample.witness, scalar.data(), scalar.data(), 0, parent};
  }

  const lks_plugin_entry entry = Exported<ToyPlugin<kLevel>>::entry();
  FakeHost host;
  ToyScript script;
  CircuitSample circuit_sample;
  KeySample key_sample;
  WitnessSample witness_sample;
  std::array<std::uint8_t, 32> scalar{};
  lks_error error{};
  const lks_memory* memory = nullptr;
  const lks_synthesizer* synthesizer = nullptr;
  const lks_groth16* prover = nullptr;
};

}  // namespace lockstep::sdk::testing
