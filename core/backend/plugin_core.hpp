// SPDX-License-Identifier: Apache-2.0
// One plugin between its init() and its deinit(), with its tables cut to this host's size. Shared by the
// Backend and by every handle made through it.
#pragma once

#include <filesystem>
#include <memory>
#include <optional>

#include "lockstep/abi/entry.h"
#include "lockstep/backend/backend.hpp"
#include "lockstep/backend/host_services.hpp"
#include "plugin_library.hpp"

namespace lockstep::backend {

struct PluginCore {
  std::shared_ptr<HostServices> services;
  std::unique_ptr<HostBinding> host;
  std::optional<PluginLibrary> library;
  bool initialised = false;
  BackendInfo info;
  lks_memory memory{};
  std::optional<lks_synthesizer> synthesizer;
  std::optional<lks_groth16> groth16;
  std::optional<lks_msm> msm;
  std::optional<lks_ntt> ntt;

  PluginCore() = default;
  PluginCore(const PluginCore&) = delete;
  PluginCore& operator=(const PluginCore&) = delete;
  /// Runs what the plugin deferred, then deinit().
  ~PluginCore();

  /// Errors are sentences about the file, without its path.
  static Result<std::shared_ptr<PluginCore>> load(const std::filesystem::path& file,
                                                  std::shared_ptr<HostServices> services);

  const std::string& id() const { return info.id; }
  void log(LogLevel level, std::string_view message) const { services->log().write(level, info.id, message); }

 private:
  Result<void> initialise();
  Result<void> take_interfaces();
};

}  // namespace lockstep::backend
