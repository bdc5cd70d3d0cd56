// SPDX-License-Identifier: Apache-2.0
#include "test_plugins.hpp"

#include <cstdlib>
#include <fstream>
#include <stdexcept>

namespace lockstep::backend::testing {

namespace fs = std::filesystem;

fs::path plugin_file(std::string_view name) {
  return fs::path(LOCKSTEP_TEST_PLUGINS) / (std::string(name) + ".so");
}

TemporaryFolder::TemporaryFolder() {
  std::string name = (fs::temp_directory_path() / "lockstep-test-XXXXXX").string();
  if (mkdtemp(name.data()) == nullptr) throw std::runtime_error("no temporary folder");
  path_ = name;
}

TemporaryFolder::~TemporaryFolder() {
  std::error_code ignored;
  fs::remove_all(path_, ignored);
}

fs::path TemporaryFolder::add(std::string_view plugin, std::string_view name) {
  const fs::path to = path_ / (std::string(name.empty() ? plugin : name) + ".so");
  fs::copy_file(plugin_file(plugin), to);
  return to;
}

fs::path TemporaryFolder::write(std::string_view name, std::string_view content) {
  const fs::path to = path_ / name;
  std::ofstream(to, std::ios::binary) << content;
  return to;
}

std::shared_ptr<HostServices> quiet_services(HostOptions options, Lines lines) {
  options.log_level = LogLevel::kTrace;
  options.log_sink = [lines](LogLevel level, std::string_view component, std::string_view message) {
    if (!lines) return;
    lines->push_back(std::string(log_level_name(level)) + ' ' + std::string(component) + ": " +
                     std::string(message));
  };
  return HostServices::create(std::move(options));
}

std::shared_ptr<const circuit::CompiledCircuit> small_circuit(CurveId curve) {
  auto circuit = std::make_shared<circuit::CompiledCircuit>();
  circuit->curve = curve;
  circuit->variable_count = 3;
  circuit->public_count = 1;
  circuit->constraint_count = 0;
  circuit->c_is_product = true;
  circuit->a.row_offsets = {0, 0, 0};
  circuit->b.row_offsets = {0, 0, 0};
  return circuit;
}

circuit::Witness small_witness(CurveId curve) {
  const auto values = std::make_shared<std::vector<circuit::ScalarLimbs>>(
      std::vector<circuit::ScalarLimbs>{{1, 0, 0, 0}, {2, 0, 0, 0}, {3, 0, 0, 0}});
  circuit::Witness witness;
  witness.curve = curve;
  witness.values = *values;
  witness.storage = values;
  witness.origin = "w.wtns";
  return witness;
}

std::shared_ptr<const groth16::ProvingKey> small_key(CurveId curve, std::uint32_t domain_log2) {
  auto key = std::make_shared<groth16::ProvingKey>();
  key->curve = curve;
  key->encoding = groth16::PointEncoding::kMontgomery;
  key->h_basis = groth16::HBasis::kCoset;
  key->variable_count = 3;
  key->public_count = 1;
  key->domain_log2 = domain_log2;
  return key;
}

}  // namespace lockstep::backend::testing
