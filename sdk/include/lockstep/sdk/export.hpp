// SPDX-License-Identifier: Apache-2.0
// From a class derived of Plugin to a shared library that a host loads: include this in one source file, and
// write LOCKSTEP_EXPORT_PLUGIN(ThePlugin) at namespace scope.
#pragma once

#include <cstring>
#include <memory>
#include <string_view>

#include "lockstep/abi/entry.h"
#include "lockstep/sdk/detail/groth16_table.hpp"
#include "lockstep/sdk/detail/memory_table.hpp"
#include "lockstep/sdk/detail/primitives_table.hpp"
#include "lockstep/sdk/detail/runtime.hpp"
#include "lockstep/sdk/detail/synthesizer_table.hpp"

namespace lockstep::sdk {

namespace detail {

/// Names the first function of ABI 1.0 that a host's table lacks, or nullptr.
inline const char* missing_function(const lks_host& host) noexcept {
  if (host.log == nullptr) return "log";
  if (host.log_enabled == nullptr) return "log_enabled";
  if (host.now_ns == nullptr) return "now_ns";
  if (host.memory_reserve == nullptr) return "memory_reserve";
  if (host.memory_return == nullptr) return "memory_return";
  if (host.parallel_for == nullptr) return "parallel_for";
  if (host.worker_count == nullptr) return "worker_count";
  if (host.cancelled == nullptr) return "cancelled";
  if (host.span_begin == nullptr) return "span_begin";
  if (host.span_end == nullptr) return "span_end";
  if (host.span_record == nullptr) return "span_record";
  if (host.defer == nullptr) return "defer";
  return nullptr;
}

inline Result<lks_host> read_host(const lks_host* given) noexcept {
  if (given == nullptr) return Error(Code::kInvalidArgument, "host is NULL");
  if (given->struct_size < sizeof(std::uint32_t) * 4) {
    return Error(Code::kInvalidArgument, "host.struct_size is ", given->struct_size);
  }
  const lks_host host = read_table(given);
  if (host.abi_major != LKS_ABI_MAJOR) {
    return Error(Code::kUnsupported, "the host's ABI has major version ", host.abi_major, ", expected ",
                 LKS_ABI_MAJOR);
  }
  if (const char* missing = missing_function(host)) {
    return Error(Code::kInvalidArgument, "the host lacks the function ", missing);
  }
  return host;
}

/// Whether an id may stand in an entry: [a-z0-9_.-]{1,64}.
constexpr bool is_plugin_id(std::string_view id) noexcept {
  if (id.empty() || id.size() > 64) return false;
  for (const char c : id) {
    const bool allowed = (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_' || c == '.' || c == '-';
    if (!allowed) return false;
  }
  return true;
}

}  // namespace detail

/// The entry and the note of plugin class P.
template <class P>
class Exported {
  static_assert(std::is_base_of_v<Plugin, P>, "a plugin derives from lockstep::sdk::Plugin");
  static_assert(detail::is_plugin_id(P::kInfo.id), "kInfo.id is [a-z0-9_.-]{1,64}");

  using Border = detail::Border<P>;
  using Runtime = detail::Runtime;

 public:
  static constexpr lks_plugin_entry entry() noexcept {
    return {.magic = LKS_ENTRY_MAGIC,
            .struct_size = sizeof(lks_plugin_entry),
            .abi_major = LKS_ABI_MAJOR,
            .abi_minor = LKS_ABI_MINOR,
            .reserved = 0,
            .id = P::kInfo.id,
            .vendor = P::kInfo.vendor,
            .version = P::kInfo.version,
            .build_id = P::kInfo.build_id,
            .init = init,
            .deinit = deinit,
            .get_interface = get_interface};
  }

  static constexpr lks_note note() noexcept {
    lks_note note{.name_bytes = sizeof LKS_NOTE_NAME,
                  .description_bytes = sizeof(lks_note_description),
                  .type = LKS_NOTE_TYPE,
                  .name = LKS_NOTE_NAME,
                  .description = {LKS_ABI_MAJOR, LKS_ABI_MINOR, {}}};
    const std::string_view id = P::kInfo.id;
    for (std::size_t i = 0; i < id.size(); ++i) note.description.id[i] = id[i];
    return note;
  }

 private:
  static lks_status init(const lks_host* given, lks_error* error) noexcept {
    const auto report = [error](const Error& failure) {
      failure.write_to(error);
      return static_cast<lks_status>(failure.code());
    };
    if (Border::current.load() != nullptr) {
      return report(Error(Code::kInvalidArgument, "init is called twice without deinit"));
    }
    try {
      const auto host = detail::read_host(given);
      if (!host) return report(host.error());
      auto runtime = std::make_unique<Runtime>(*host, P::kInfo.id, P::kChecking);
      auto made = P::create(runtime->host);
      if (!made) return report(made.error());
      runtime->plugin = std::move(*made);
      fill_tables(*runtime);
      Runtime* expected = nullptr;
      if (!Border::current.compare_exchange_strong(expected, runtime.get())) {
        return report(Error(Code::kInvalidArgument, "init is called twice at once"));
      }
      static_cast<void>(runtime.release());  // deinit takes it back
      return LKS_OK;
    } catch (...) {
      return report(error_of_current_exception());
    }
  }

  static void deinit() noexcept {
    Runtime* const ended = Border::current.exchange(nullptr);
    if (ended == nullptr) return;
    const Host outer(&ended->host_table);
    if (const std::uint32_t calls = Border::calls.load(); calls > 0) {
      // Destroying what a call still uses would corrupt memory; leaving it behind does not.
      detail::caller_breach(outer, P::kInfo.id, Code::kBusy, "deinit while ", calls, " calls run");
      ended->abandoned_before = Border::abandoned.exchange(ended);
      return;
    }
    const std::unique_ptr<Runtime> runtime(ended);
    if (P::kChecking != Checking::kOff) {
      report_held(runtime->sessions, outer);
      report_held(runtime->keys, outer);
      report_held(runtime->circuits, outer);
      report_held(runtime->buffers, outer);
    }
    runtime->sessions.clear();
    runtime->keys.clear();
    runtime->circuits.clear();
    runtime->buffers.clear();
    runtime->plugin.reset();
    if (runtime->checked_host) runtime->checked_host->check_end();
  }

  template <class Table>
  static void report_held(const Table& table, Host host) noexcept {
    if (const std::size_t held = table.size(); held > 0) {
      detail::caller_breach(host, P::kInfo.id, Code::kBusy, "deinit with ", held, " handles of kind ",
                            table.kind(), " still held");
    }
  }

  static void fill_tables(Runtime& runtime) noexcept {
    runtime.memory = detail::MemoryTable<P>::table();
    runtime.synthesizer = detail::SynthesizerTable<P>::table();
    Groth16Prover* const prover = runtime.plugin->groth16();
    runtime.groth16 = detail::Groth16Table<P>::table(prover != nullptr && prover->asynchronous());
    runtime.msm = detail::MsmTable<P>::table();
    runtime.ntt = detail::NttTable<P>::table();
  }

  static const void* get_interface(const char* id) noexcept {
    Runtime* const runtime = Border::current.load();
    if (id == nullptr || runtime == nullptr) return nullptr;
    Plugin& plugin = *runtime->plugin;
    const std::string_view wanted = id;
    // Every other interface is about the devices of this one.
    if (plugin.memory() == nullptr) return nullptr;
    if (wanted == LKS_INTERFACE_MEMORY) return &runtime->memory;
    if (wanted == LKS_INTERFACE_SYNTHESIZER) return offered(plugin.synthesizer(), runtime->synthesizer);
    if (wanted == LKS_INTERFACE_GROTH16) return offered(plugin.groth16(), runtime->groth16);
    if (wanted == LKS_INTERFACE_MSM) return offered(plugin.msm(), runtime->msm);
    if (wanted == LKS_INTERFACE_NTT) return offered(plugin.ntt(), runtime->ntt);
    return nullptr;
  }

  template <class Interface, class Table>
  static const void* offered(const Interface* interface, const Table& table) noexcept {
    return interface != nullptr ? &table : nullptr;
  }
};

}  // namespace lockstep::sdk

/// Defines the one exported symbol and the ELF note of plugin class `P`. A macro, since both need a name.
#define LOCKSTEP_EXPORT_PLUGIN(P)                                                              \
  constinit const lks_plugin_entry lockstep_plugin_v1 = ::lockstep::sdk::Exported<P>::entry(); \
  __attribute__((used, section(LKS_NOTE_SECTION),                                              \
                 aligned(4))) static constinit const lks_note lockstep_plugin_note =           \
      ::lockstep::sdk::Exported<P>::note();                                                    \
  static_assert(sizeof lockstep_plugin_note == sizeof(lks_note), "a semicolon ends the line")
