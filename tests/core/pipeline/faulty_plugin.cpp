// SPDX-License-Identifier: Apache-2.0
// cpu_reference whose proofs are bent on their way out, as a faulty device would.
#include <atomic>
#include <memory>

#include "circuit.hpp"
#include "lockstep/sdk/sdk.hpp"
#include "memory_manager.hpp"
#include "prover.hpp"

namespace lockstep::cpu_reference {
namespace {

enum class Fault {
  kAlways,   ///< the same wrong bytes every time
  kAtFirst,  ///< wrong, and right from the second proof on
  kInTurns,  ///< wrong every time, never the same twice in a row
};

class FaultySession final : public sdk::Session {
 public:
  explicit FaultySession(std::unique_ptr<sdk::Session> right) : right_(std::move(right)) {}

  sdk::Result<sdk::Proof> prove(const sdk::ProveJob& job) override {
    sdk::Result<sdk::Proof> proof = right_->prove(job);
    if (!proof) return proof;
    const std::uint64_t call = calls_++;
    if (LOCKSTEP_FAULT == Fault::kAtFirst && call > 0) return proof;
    // A in the place of C is a point of the group, and wrong; so is A itself with C in its place.
    if (LOCKSTEP_FAULT == Fault::kInTurns && call % 2 == 1) {
      proof->a = proof->c;
    } else {
      proof->c = proof->a;
    }
    return proof;
  }

 private:
  std::unique_ptr<sdk::Session> right_;
  std::uint64_t calls_ = 0;
};

class FaultyProver final : public sdk::Groth16Prover {
 public:
  FaultyProver(sdk::Host host, std::shared_ptr<MemoryPool> pool) : right_(host, std::move(pool)) {}

  sdk::Result<sdk::Estimate> estimate(std::uint32_t device, const sdk::CircuitView& circuit,
                                      const sdk::KeyView& key, const sdk::Options& options) override {
    return right_.estimate(device, circuit, key, options);
  }
  sdk::Result<std::unique_ptr<sdk::Key>> key_load(std::uint32_t device, const sdk::KeyView& key,
                                                  sdk::CancelToken cancel,
                                                  const sdk::Progress& progress) override {
    return right_.key_load(device, key, cancel, progress);
  }
  sdk::Result<std::unique_ptr<sdk::Session>> session_create(const sdk::SessionRequest& request) override {
    auto session = right_.session_create(request);
    if (!session) return session.error();
    return std::unique_ptr<sdk::Session>(std::make_unique<FaultySession>(std::move(*session)));
  }

 private:
  CpuProver right_;
};

class FaultySynthesizer final : public sdk::Synthesizer {
 public:
  FaultySynthesizer(sdk::Host host, std::shared_ptr<MemoryPool> pool) : host_(host), pool_(std::move(pool)) {}
  sdk::Result<std::unique_ptr<sdk::Circuit>> circuit_load(std::uint32_t device,
                                                          const sdk::CircuitView& circuit) override {
    return std::unique_ptr<sdk::Circuit>(std::make_unique<CpuCircuit>(host_, pool_, device, circuit));
  }

 private:
  sdk::Host host_;
  std::shared_ptr<MemoryPool> pool_;
};

class FaultyPlugin final : public sdk::Plugin {
 public:
  static constexpr sdk::PluginInfo kInfo = {
      .id = LOCKSTEP_PLUGIN_ID, .vendor = "tests", .version = LOCKSTEP_PLUGIN_VERSION};

  static sdk::Result<std::unique_ptr<sdk::Plugin>> create(sdk::Host host) {
    return std::unique_ptr<sdk::Plugin>(std::make_unique<FaultyPlugin>(host));
  }
  explicit FaultyPlugin(sdk::Host host)
      : pool_(std::make_shared<MemoryPool>(host)),
        memory_(pool_),
        synthesizer_(host, pool_),
        prover_(host, pool_) {}

  sdk::MemoryManager* memory() noexcept override { return &memory_; }
  sdk::Synthesizer* synthesizer() noexcept override { return &synthesizer_; }
  sdk::Groth16Prover* groth16() noexcept override { return &prover_; }

 private:
  std::shared_ptr<MemoryPool> pool_;
  CpuMemoryManager memory_;
  FaultySynthesizer synthesizer_;
  FaultyProver prover_;
};

}  // namespace
}  // namespace lockstep::cpu_reference

LOCKSTEP_EXPORT_PLUGIN(lockstep::cpu_reference::FaultyPlugin);
