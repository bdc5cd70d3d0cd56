// SPDX-License-Identifier: Apache-2.0
#include "plugin_core.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <initializer_list>

#include "abi_call.hpp"

namespace lockstep::backend {
namespace {

constexpr std::uint32_t kMaxTableBytes = 4096;

Error refusal(std::string message) {
  return {ErrorCode::kBackend, std::move(message)};
}

struct Function {
  template <class... Arguments>
  Function(const char* called, lks_status (*address)(Arguments...))
      : name(called), there(address != nullptr) {}
  Function(const char* called, bool is_there) : name(called), there(is_there) {}

  const char* name;
  bool there;
};

/// Names of the functions of version 1.0 that a table lacks, or "".
std::string missing(std::initializer_list<Function> functions) {
  std::string names;
  for (const Function& function : functions) {
    if (!function.there) names += (names.empty() ? "" : ", ") + std::string(function.name);
  }
  return names;
}

std::string missing_of(const lks_memory& t) {
  return missing({{"device_count", t.device_count},
                  {"device_info", t.device_info},
                  {"buffer_acquire", t.buffer_acquire},
                  {"buffer_release", t.buffer_release},
                  {"buffer_info", t.buffer_info},
                  {"copy_to_buffer", t.copy_to_buffer},
                  {"copy_from_buffer", t.copy_from_buffer},
                  {"host_register", t.host_register},
                  {"host_unregister", t.host_unregister},
                  {"trim", t.trim},
                  {"stats", t.stats}});
}

std::string missing_of(const lks_synthesizer& t) {
  return missing({{"circuit_load", t.circuit_load},
                  {"circuit_retain", t.circuit_retain},
                  {"circuit_release", t.circuit_release},
                  {"evaluate", t.evaluate}});
}

std::string missing_of(const lks_groth16& t) {
  const bool any = t.start != nullptr || t.wait != nullptr || t.cancel != nullptr;
  return missing({{"estimate", t.estimate},
                  {"key_load", t.key_load},
                  {"key_retain", t.key_retain},
                  {"key_release", t.key_release},
                  {"session_create", t.session_create},
                  {"session_destroy", t.session_destroy},
                  {"prove", t.prove},
                  // all three or none
                  {"start", !any || t.start != nullptr},
                  {"wait", !any || t.wait != nullptr},
                  {"cancel", !any || t.cancel != nullptr}});
}

std::string missing_of(const lks_msm& t) {
  return missing({{"msm", t.msm}});
}
std::string missing_of(const lks_ntt& t) {
  return missing({{"ntt", t.ntt}});
}

/// The table of an interface: nothing where it is not offered, an error where it is not sound.
template <class Table>
Result<std::optional<Table>> take_table(const lks_plugin_entry& entry, const char* id) {
  const void* given = nullptr;
  try {
    given = entry.get_interface(id);
  } catch (...) {
    return refusal(fmt::format("get_interface(\"{}\") threw an exception", id));
  }
  if (given == nullptr) return std::optional<Table>();
  std::uint32_t bytes = 0;
  std::memcpy(&bytes, given, sizeof bytes);
  if (bytes < sizeof(Table) || bytes > kMaxTableBytes || bytes % alignof(Table) != 0) {
    return refusal(fmt::format("its table of {} says it has {} bytes, expected {} to {}", id, bytes,
                               sizeof(Table), kMaxTableBytes));
  }
  Table table{};
  std::memcpy(&table, given, sizeof table);
  const std::string lacks = missing_of(table);
  if (!lacks.empty()) return refusal(fmt::format("its table of {} lacks {}", id, lacks));
  return std::optional<Table>(table);
}

}  // namespace

Result<std::shared_ptr<PluginCore>> PluginCore::load(const std::filesystem::path& file,
                                                     std::shared_ptr<HostServices> services) {
  Result<PluginNote> note = read_note(file);
  if (!note) return note.error();
  if (note->abi_major != LKS_ABI_MAJOR) {
    return refusal(fmt::format("made for ABI {}.{}, this host has {}.{}", note->abi_major, note->abi_minor,
                               LKS_ABI_MAJOR, LKS_ABI_MINOR));
  }
  Result<PluginLibrary> library = PluginLibrary::open(file, *note);
  if (!library) return library.error();

  auto core = std::make_shared<PluginCore>();
  core->services = std::move(services);
  core->host = std::make_unique<HostBinding>(core->services, note->id);
  core->library = *std::move(library);
  const lks_plugin_entry& entry = core->library->entry;
  core->info.id = note->id;
  core->info.vendor = plugin_text(entry.vendor);
  core->info.version = plugin_text(entry.version);
  core->info.build_id = plugin_text(entry.build_id);
  core->info.abi_major = entry.abi_major;
  core->info.abi_minor = entry.abi_minor;
  core->info.file = file;
  if (const Result<void> done = core->initialise(); !done) return done.error();
  if (const Result<void> done = core->take_interfaces(); !done) return done.error();
  return core;
}

Result<void> PluginCore::initialise() {
  AbiError error;
  const lks_status status = call_plugin(library->entry.init, host->table(), error.out());
  if (status != LKS_OK) return error.to_error(id(), "init", status);
  initialised = true;
  return {};
}

Result<void> PluginCore::take_interfaces() {
  const lks_plugin_entry& entry = library->entry;
  const auto take = [&]<class Table>(const char* interface_id, std::optional<Table>& to) -> Result<void> {
    Result<std::optional<Table>> table = take_table<Table>(entry, interface_id);
    if (!table) return table.error();
    to = *table;
    if (to) info.interfaces.emplace_back(interface_id);
    return {};
  };
  std::optional<lks_memory> memory_table;
  if (Result<void> done = take(LKS_INTERFACE_MEMORY, memory_table); !done) return done;
  if (!memory_table) return refusal(fmt::format("offers no {}", LKS_INTERFACE_MEMORY));
  memory = *memory_table;
  if (Result<void> done = take(LKS_INTERFACE_SYNTHESIZER, synthesizer); !done) return done;
  if (Result<void> done = take(LKS_INTERFACE_GROTH16, groth16); !done) return done;
  if (Result<void> done = take(LKS_INTERFACE_MSM, msm); !done) return done;
  return take(LKS_INTERFACE_NTT, ntt);
}

PluginCore::~PluginCore() {
  if (!initialised) return;
  services->deferred().drain();
  try {
    library->entry.deinit();
  } catch (...) {
    log(LogLevel::kError, "deinit threw an exception");
  }
}

}  // namespace lockstep::backend
