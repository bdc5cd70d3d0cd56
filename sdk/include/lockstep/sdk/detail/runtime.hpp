// SPDX-License-Identifier: Apache-2.0
// What stands behind the C tables between init and deinit, and the way in: every call from the host passes
// call(), where no exception gets out.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <optional>
#include <utility>

#include "lockstep/abi/entry.h"
#include "lockstep/sdk/detail/checked_host.hpp"
#include "lockstep/sdk/detail/handles.hpp"
#include "lockstep/sdk/plugin.hpp"

namespace lockstep::sdk::detail {

/// A session with what it is made over. The session goes first.
struct SessionState {
  std::uint32_t device = 0;
  std::shared_ptr<Circuit> circuit;
  std::shared_ptr<Key> key;
  std::atomic<bool> job_runs{false};  ///< between start and the wait that ends the job
  SpanId job_parent = 0;
  std::unique_ptr<Session> session;
};

/// Everything of one init/deinit pair.
struct Runtime {
  Runtime(const lks_host& given, const char* id, Checking level)
      : host_table(given),
        checked_host(level == Checking::kFull ? std::make_unique<CheckedHost>(&host_table, id) : nullptr),
        host(checked_host != nullptr ? checked_host->table() : &host_table),
        plugin_id(id),
        checking(level),
        buffers("buffer", 1, host, id, level),
        circuits("circuit", 2, host, id, level),
        keys("key", 3, host, id, level),
        sessions("session", 4, host, id, level) {}

  /// A device ordinal that exists.
  Result<void> check_device(std::uint32_t device) const {
    const auto count = plugin->memory()->device_count();
    if (!count) return count.error();
    if (device >= *count) {
      return Error(Code::kDeviceUnavailable, "no device ", device, ": ", plugin_id, " has ", *count);
    }
    return {};
  }

  lks_host host_table;
  std::unique_ptr<CheckedHost> checked_host;
  Host host;
  const char* plugin_id;
  Checking checking;
  std::unique_ptr<Plugin> plugin;
  lks_memory memory{};
  lks_synthesizer synthesizer{};
  lks_groth16 groth16{};
  lks_msm msm{};
  lks_ntt ntt{};
  HandleTable<Buffer, lks_buffer> buffers;
  HandleTable<Circuit, lks_loaded_circuit> circuits;
  HandleTable<Key, lks_loaded_key> keys;
  HandleTable<SessionState, lks_session> sessions;
  Runtime* abandoned_before = nullptr;  ///< Border::abandoned
};

/// The one state that a C table without context needs; per plugin class, so that two may be linked into a
/// test. No destructor runs at exit.
template <class P>
struct Border {
  static inline constinit std::atomic<Runtime*> current{nullptr};
  static inline constinit std::atomic<std::uint32_t> calls{0};  ///< that may hold `current`
  /// What a deinit under a running call had to leave behind, as a list: kept, so that no leak is reported.
  static inline constinit std::atomic<Runtime*> abandoned{nullptr};
};

/// Runs body(runtime) -> Result<void> for a call from the host. Nothing thrown gets out; a failure is written
/// to `error` (may be NULL) and returned as its status.
template <class P, class Body>
lks_status call(lks_error* error, Body&& body) noexcept {
  const auto report = [error](const Error& failure) {
    failure.write_to(error);
    return static_cast<lks_status>(failure.code());
  };
  // The order of these two pairs with deinit, which clears `current` before it reads `calls`.
  Border<P>::calls.fetch_add(1);
  struct Leave {
    ~Leave() { Border<P>::calls.fetch_sub(1); }
  } const leave;
  Runtime* const runtime = Border<P>::current.load();
  if (runtime == nullptr) {
    return report(Error(Code::kInvalidArgument, P::kInfo.id, " is called before init or after deinit"));
  }
  try {
    const Result<void> done = body(*runtime);
    return done ? LKS_OK : report(done.error());
  } catch (...) {
    return report(error_of_current_exception());
  }
}

/// Where the result of a call goes.
template <class T>
Result<void> check_pointer(const T* pointer, const char* name) noexcept {
  if (pointer == nullptr) return Error(Code::kInvalidArgument, name, " is NULL");
  return {};
}

}  // namespace lockstep::sdk::detail
