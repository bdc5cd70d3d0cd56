// SPDX-License-Identifier: Apache-2.0
#include "lockstep/backend/backend.hpp"

#include <fmt/format.h>

#include <optional>

#include "memory_adapter.hpp"
#include "plugin_core.hpp"
#include "prover_adapter.hpp"
#include "synthesizer_adapter.hpp"

namespace lockstep::backend {

struct Backend::State {
  explicit State(std::shared_ptr<PluginCore> plugin) : core(std::move(plugin)), memory(core) {
    if (core->synthesizer) synthesizer.emplace(core);
    if (core->groth16) prover.emplace(core);
  }

  std::shared_ptr<PluginCore> core;
  PluginMemoryManager memory;
  std::optional<PluginSynthesizer> synthesizer;
  std::optional<PluginProver> prover;
};

Backend::Backend() = default;
Backend::~Backend() = default;

Result<std::shared_ptr<Backend>> Backend::load(const std::filesystem::path& file,
                                               std::shared_ptr<HostServices> services) {
  if (!services) return Error{ErrorCode::kUsage, "a backend needs host services"};
  if (!file.is_absolute())
    return Error{ErrorCode::kUsage, fmt::format("{}: not an absolute path", file.string())};
  Result<std::shared_ptr<PluginCore>> core = PluginCore::load(file, std::move(services));
  if (!core) return Error{core.error().code, fmt::format("{}: {}", file.string(), core.error().message)};
  struct Shared : Backend {};  // the constructor is not public
  auto backend = std::make_shared<Shared>();
  backend->state_ = std::make_unique<State>(*std::move(core));
  return std::shared_ptr<Backend>(std::move(backend));
}

const BackendInfo& Backend::info() const {
  return state_->core->info;
}
HostServices& Backend::services() const {
  return *state_->core->services;
}
const HostBinding& Backend::host() const {
  return *state_->core->host;
}
MemoryManager& Backend::memory() const {
  return state_->memory;
}
Synthesizer* Backend::synthesizer() const {
  return state_->synthesizer ? &*state_->synthesizer : nullptr;
}
Prover* Backend::prover() const {
  return state_->prover ? &*state_->prover : nullptr;
}
const lks_msm* Backend::msm() const {
  return state_->core->msm ? &*state_->core->msm : nullptr;
}
const lks_ntt* Backend::ntt() const {
  return state_->core->ntt ? &*state_->core->ntt : nullptr;
}

}  // namespace lockstep::backend
