// SPDX-License-Identifier: Apache-2.0
// Synthesizer over a plugin's table.
#pragma once

#include <memory>

#include "abi_descriptors.hpp"
#include "lockstep/backend/synthesizer.hpp"
#include "plugin_core.hpp"

namespace lockstep::backend {

class PluginCircuit final : public LoadedCircuit {
 public:
  PluginCircuit(std::shared_ptr<PluginCore> core, std::uint32_t device,
                std::shared_ptr<const circuit::CompiledCircuit> circuit);
  ~PluginCircuit() override;
  PluginCircuit(const PluginCircuit&) = delete;
  PluginCircuit& operator=(const PluginCircuit&) = delete;

  std::uint32_t device() const override { return device_; }
  const circuit::CompiledCircuit& circuit() const override { return *circuit_; }

  Result<void> load();  ///< once, before anything else
  lks_loaded_circuit* handle() const { return handle_; }
  bool is_of(const PluginCore& core) const { return core_.get() == &core; }

 private:
  std::shared_ptr<PluginCore> core_;
  std::uint32_t device_;
  std::shared_ptr<const circuit::CompiledCircuit> circuit_;
  CircuitDescriptor descriptor_;  // lent, as the arrays are
  lks_loaded_circuit* handle_ = nullptr;
};

class PluginSynthesizer final : public Synthesizer {
 public:
  /// The plugin offers the interface.
  explicit PluginSynthesizer(std::shared_ptr<PluginCore> core) : core_(std::move(core)) {}

  Result<std::shared_ptr<LoadedCircuit>> load(
      std::uint32_t device, std::shared_ptr<const circuit::CompiledCircuit> circuit) override;
  Result<void> evaluate(LoadedCircuit& circuit, const circuit::Witness& witness, Buffer& a, Buffer& b,
                        Buffer& c, CancelToken cancel, timing::SpanId parent) override;

 private:
  std::shared_ptr<PluginCore> core_;
};

/// kMismatch where the witness is of another curve or length than the circuit.
Result<void> check_witness(const circuit::Witness& witness, const circuit::CompiledCircuit& circuit);

}  // namespace lockstep::backend
