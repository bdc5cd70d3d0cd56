// SPDX-License-Identifier: Apache-2.0
// Prover over a plugin's table.
#pragma once

#include <memory>

#include "abi_descriptors.hpp"
#include "lockstep/backend/prover.hpp"
#include "plugin_core.hpp"

namespace lockstep::backend {

class PluginKey final : public LoadedKey {
 public:
  PluginKey(std::shared_ptr<PluginCore> core, std::uint32_t device,
            std::shared_ptr<const groth16::ProvingKey> key);
  ~PluginKey() override;
  PluginKey(const PluginKey&) = delete;
  PluginKey& operator=(const PluginKey&) = delete;

  std::uint32_t device() const override { return device_; }
  const groth16::ProvingKey& key() const override { return *key_; }

  Result<void> load(CancelToken cancel, const Progress& progress);  ///< once, before anything else
  lks_loaded_key* handle() const { return handle_; }
  bool is_of(const PluginCore& core) const { return core_.get() == &core; }

 private:
  std::shared_ptr<PluginCore> core_;
  std::uint32_t device_;
  std::shared_ptr<const groth16::ProvingKey> key_;
  KeyDescriptor descriptor_;  // lent, as the points are
  lks_loaded_key* handle_ = nullptr;
};

class PluginProver final : public Prover {
 public:
  /// The plugin offers the interface.
  explicit PluginProver(std::shared_ptr<PluginCore> core) : core_(std::move(core)) {}

  Result<Estimate> estimate(std::uint32_t device, const circuit::CompiledCircuit& circuit,
                            const groth16::ProvingKey& key, const Options& options) override;
  Result<std::shared_ptr<LoadedKey>> load_key(std::uint32_t device,
                                              std::shared_ptr<const groth16::ProvingKey> key,
                                              CancelToken cancel, const Progress& progress) override;
  Result<std::unique_ptr<Session>> create_session(std::shared_ptr<LoadedCircuit> circuit,
                                                  std::shared_ptr<LoadedKey> key,
                                                  const Options& options) override;

 private:
  std::shared_ptr<PluginCore> core_;
};

}  // namespace lockstep::backend
