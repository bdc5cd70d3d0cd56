// SPDX-License-Identifier: Apache-2.0
// All plugins that were found, and the choice among them.
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "lockstep/algebra/curve_id.hpp"
#include "lockstep/api.hpp"
#include "lockstep/backend/backend.hpp"
#include "lockstep/backend/discovery.hpp"
#include "lockstep/backend/host_services.hpp"
#include "lockstep/result.hpp"

namespace lockstep::backend {

/// One file that was seen, as far as it got.
struct Candidate {
  std::filesystem::path file;
  PluginSource source{};
  std::string id{};                    ///< from the note; empty where there is none
  std::string abi{};                   ///< "1.0", from the note
  std::shared_ptr<Backend> backend{};  ///< null: not loaded, see reason
  std::vector<DeviceInfo> devices{};
  std::string reason{};  ///< why it can't be used, one sentence; empty: usable
  bool usable() const { return backend != nullptr && reason.empty(); }
};

/// What a job needs of a backend.
struct Requirements {
  std::optional<CurveId> curve{};
  /// Both or neither: for the estimate, which must fit the device's free memory and the host's limits.
  const circuit::CompiledCircuit* circuit = nullptr;
  const groth16::ProvingKey* key = nullptr;
  Options options{};
};

struct Selection {
  std::shared_ptr<Backend> backend{};
  DeviceInfo device;
  std::string reason{};  ///< which backend, which device and why, one sentence for a person
  std::optional<Estimate> estimate{};
};

/// [thread-safe]
class LOCKSTEP_API Registry {
 public:
  /// Finds files and reads their notes; loads nothing yet.
  explicit Registry(std::shared_ptr<HostServices> services, SearchOptions search = default_search());
  ~Registry();
  Registry(const Registry&) = delete;
  Registry& operator=(const Registry&) = delete;

  /// Loads what has not been loaded and gives every file seen.
  std::vector<Candidate> candidates();

  /// `name`: a backend's id, "id:ordinal" for one of its devices, or "auto". An id is used or the call fails
  /// (kBackend) with a message whose first line says why and whose rest is the table of all candidates.
  /// "auto": the plugin given by itself (SearchOptions::plugin), else the usable GPU with the most memory
  /// whose estimate fits, else cpu_reference; never an emulated device.
  Result<Selection> select(std::string_view name, const Requirements& requirements = {});

  const SearchOptions& search() const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

/// A table: a line a device, and a line a file that is not usable, with the reason. Ends in a newline; says
/// which directories were searched where nothing was found.
LOCKSTEP_API std::string format_candidates(const std::vector<Candidate>& candidates,
                                           const SearchOptions& search);

/// {"schema_version": 1, "searched": [...], "backends": [...]}, indented; for `lockstep backends --json`.
LOCKSTEP_API std::string candidates_to_json(const std::vector<Candidate>& candidates,
                                            const SearchOptions& search);

}  // namespace lockstep::backend
