// SPDX-License-Identifier: Apache-2.0
// A plugin that is loaded: the C tables behind the abstract interfaces.
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "lockstep/abi/entry.h"
#include "lockstep/api.hpp"
#include "lockstep/backend/host_services.hpp"
#include "lockstep/backend/memory_manager.hpp"
#include "lockstep/backend/note.hpp"
#include "lockstep/backend/prover.hpp"
#include "lockstep/backend/synthesizer.hpp"
#include "lockstep/result.hpp"

namespace lockstep::backend {

struct BackendInfo {
  std::string id{};
  std::string vendor{};
  std::string version{};
  std::string build_id{};
  std::uint32_t abi_major = 0;
  std::uint32_t abi_minor = 0;
  std::filesystem::path file;
  std::vector<std::string> interfaces;  ///< those of this host that the plugin offers
};

/// One plugin of this process between its init() and its deinit(). Every handle made through it keeps it
/// alive; the library itself stays mapped until the process ends. [thread-safe]
class LOCKSTEP_API Backend : public std::enable_shared_from_this<Backend> {
 public:
  /// Checks in this order, each failure one sentence: the note (abi major, id); dlopen (with the loader's own
  /// message); the entry symbol; its magic, size and major; its id against the note's; init(); the memory
  /// interface and the functions of every table. `file` is absolute.
  static Result<std::shared_ptr<Backend>> load(const std::filesystem::path& file,
                                               std::shared_ptr<HostServices> services);
  ~Backend();
  Backend(const Backend&) = delete;
  Backend& operator=(const Backend&) = delete;

  const BackendInfo& info() const;
  HostServices& services() const;
  const HostBinding& host() const;

  MemoryManager& memory() const;
  Synthesizer* synthesizer() const;  ///< null where the plugin has none
  Prover* prover() const;            ///< null where the plugin has none

  /// The optional primitives as C tables cut to this host's size (absent functions are null); null: not
  /// offered.
  const lks_msm* msm() const;
  const lks_ntt* ntt() const;

 private:
  Backend();
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace lockstep::backend
