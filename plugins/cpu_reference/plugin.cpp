// SPDX-License-Identifier: Apache-2.0
// The plugin: the four interfaces over one pool of memory.
#include <memory>

#include "circuit.hpp"
#include "key.hpp"
#include "lockstep/sdk/sdk.hpp"
#include "memory_manager.hpp"
#include "primitives.hpp"
#include "prover.hpp"

namespace lockstep::cpu_reference {
namespace {

class CpuSynthesizer final : public sdk::Synthesizer {
 public:
  CpuSynthesizer(sdk::Host host, std::shared_ptr<MemoryPool> pool) : host_(host), pool_(std::move(pool)) {}

  sdk::Result<std::unique_ptr<sdk::Circuit>> circuit_load(std::uint32_t device,
                                                          const sdk::CircuitView& circuit) override {
    if (sdk::Result<void> sound = sdk::check_entries(circuit, host_); !sound) return sound.error();
    return std::unique_ptr<sdk::Circuit>(std::make_unique<CpuCircuit>(host_, pool_, device, circuit));
  }

 private:
  sdk::Host host_;
  std::shared_ptr<MemoryPool> pool_;
};

class CpuReference final : public sdk::Plugin {
 public:
  static constexpr sdk::PluginInfo kInfo = {
      .id = LOCKSTEP_PLUGIN_ID, .vendor = "Lockstep", .version = LOCKSTEP_PLUGIN_VERSION};

  static sdk::Result<std::unique_ptr<sdk::Plugin>> create(sdk::Host host) {
    return std::unique_ptr<sdk::Plugin>(std::make_unique<CpuReference>(host));
  }

  explicit CpuReference(sdk::Host host)
      : pool_(std::make_shared<MemoryPool>(host)),
        memory_(pool_),
        synthesizer_(host, pool_),
        prover_(host, pool_),
        msm_(host, pool_),
        ntt_(host, pool_) {}

  sdk::MemoryManager* memory() noexcept override { return &memory_; }
  sdk::Synthesizer* synthesizer() noexcept override { return &synthesizer_; }
  sdk::Groth16Prover* groth16() noexcept override { return &prover_; }
  sdk::Msm* msm() noexcept override { return &msm_; }
  sdk::Ntt* ntt() noexcept override { return &ntt_; }

 private:
  std::shared_ptr<MemoryPool> pool_;
  CpuMemoryManager memory_;
  CpuSynthesizer synthesizer_;
  CpuProver prover_;
  CpuMsm msm_;
  CpuNtt ntt_;
};

}  // namespace
}  // namespace lockstep::cpu_reference

LOCKSTEP_EXPORT_PLUGIN(lockstep::cpu_reference::CpuReference);
