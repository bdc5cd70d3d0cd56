// SPDX-License-Identifier: Apache-2.0
// The plugin: who it is, and what it offers.
#include <memory>

#include "circuit.hpp"
#include "lockstep/sdk/export.hpp"
#include "memory.hpp"
#include "prover.hpp"

namespace acme {

class AcmePlugin final : public sdk::Plugin {
 public:
  // Id and version come from lockstep_add_plugin() in CMakeLists.txt.
  static constexpr sdk::PluginInfo kInfo = {
      .id = LOCKSTEP_PLUGIN_ID, .vendor = "Acme", .version = LOCKSTEP_PLUGIN_VERSION};
  // While the plugin is being written: its own duties are checked as well as the host's.
  static constexpr sdk::Checking kChecking = sdk::Checking::kFull;

  // Called by init. A machine without the device or its driver is no failure: the plugin loads, and
  // Memory::device_info says why the device is not usable.
  static sdk::Result<std::unique_ptr<AcmePlugin>> create(sdk::Host host) {
    host.log(sdk::LogLevel::kDebug, kInfo.id, "ready, version ", kInfo.version);
    return std::make_unique<AcmePlugin>(host);
  }

  explicit AcmePlugin(sdk::Host host) : memory_(host), synthesizer_(host) {}

  sdk::MemoryManager* memory() noexcept override { return &memory_; }
  sdk::Synthesizer* synthesizer() noexcept override { return &synthesizer_; }
  sdk::Groth16Prover* groth16() noexcept override { return &prover_; }

 private:
  Memory memory_;
  Synthesizer synthesizer_;
  Prover prover_;
};

}  // namespace acme

LOCKSTEP_EXPORT_PLUGIN(acme::AcmePlugin);
