// SPDX-License-Identifier: Apache-2.0
// The test plugins, folders to put them in, and small circuits, keys and witnesses.
#pragma once

#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "lockstep/backend/backend.hpp"
#include "lockstep/backend/host_services.hpp"
#include "lockstep/circuit/compiled_circuit.hpp"
#include "lockstep/circuit/witness.hpp"
#include "lockstep/groth16/proving_key.hpp"

namespace lockstep::backend::testing {

/// Path of a test plugin: "dummy" is .../dummy.so.
std::filesystem::path plugin_file(std::string_view name);

/// A fresh folder, gone with the object.
class TemporaryFolder {
 public:
  TemporaryFolder();
  ~TemporaryFolder();
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;

  const std::filesystem::path& path() const { return path_; }
  /// Copies a test plugin here, under its own name or another.
  std::filesystem::path add(std::string_view plugin, std::string_view name = {});
  std::filesystem::path write(std::string_view name, std::string_view content);

 private:
  std::filesystem::path path_;
};

/// What was logged, "warn dummy/init: text".
using Lines = std::shared_ptr<std::vector<std::string>>;

/// Services that log to `lines` (or to nothing) and otherwise are as `options` say.
std::shared_ptr<HostServices> quiet_services(HostOptions options = {}, Lines lines = {});

std::shared_ptr<const circuit::CompiledCircuit> small_circuit(CurveId curve);
circuit::Witness small_witness(CurveId curve);
/// domain_log2 is the size in bytes, as a power of two, that the dummy's estimate says it takes on the
/// device.
std::shared_ptr<const groth16::ProvingKey> small_key(CurveId curve, std::uint32_t domain_log2 = 4);

}  // namespace lockstep::backend::testing
