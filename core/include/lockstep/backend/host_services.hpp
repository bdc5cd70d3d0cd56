// SPDX-License-Identifier: Apache-2.0
// What an engine offers its plugins, and itself: log, clock, memory accounts, threads, cancel, spans,
// deferred work.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include "lockstep/abi/host.h"
#include "lockstep/api.hpp"
#include "lockstep/backend/cancel.hpp"
#include "lockstep/backend/deferred_queue.hpp"
#include "lockstep/backend/log.hpp"
#include "lockstep/backend/memory_accounts.hpp"
#include "lockstep/backend/thread_pool.hpp"
#include "lockstep/timing/recorder.hpp"

namespace lockstep::backend {

struct HostOptions {
  unsigned threads = 0;  ///< see ThreadPool
  LogLevel log_level = log_level_from_environment();
  LogSink log_sink{};                                 ///< empty: standard error
  std::optional<std::uint64_t> host_limit_bytes{};    ///< pageable + pinned
  std::optional<std::uint64_t> pinned_limit_bytes{};  ///< pinned alone
  std::optional<std::uint64_t> device_limit_bytes{};  ///< each device of each plugin
};

/// One per engine; every plugin that it loads keeps it alive. [thread-safe]
class LOCKSTEP_API HostServices : public std::enable_shared_from_this<HostServices> {
 public:
  static std::shared_ptr<HostServices> create(HostOptions options = {});
  ~HostServices();

  Log& log();
  MemoryAccounts& memory();
  ThreadPool& threads();
  DeferredQueue& deferred();
  CancelSource new_cancel_source();
  bool cancelled(CancelToken token) const;

  /// A recorder whose span ids plugins may be given. Spans told to a recorder that is gone are dropped; work
  /// that was deferred under one of its spans keeps it alive until it has run.
  std::shared_ptr<timing::Recorder> new_recorder(std::size_t capacity = 16384);
  /// The recorder that gave this span, or null.
  std::shared_ptr<timing::Recorder> recorder_of(timing::SpanId span) const;

  const HostOptions& options() const;

 private:
  HostServices();
  struct State;
  std::unique_ptr<State> state_;
};

/// The host table of one plugin: its name in the log, its devices' memory accounts. Lives from before the
/// plugin's init() until after its deinit(), at a fixed address.
class LOCKSTEP_API HostBinding {
 public:
  static constexpr std::uint32_t kMaxDevices = 64;

  HostBinding(std::shared_ptr<HostServices> services, std::string plugin_id);
  ~HostBinding();
  HostBinding(const HostBinding&) = delete;
  HostBinding& operator=(const HostBinding&) = delete;

  const lks_host* table() const;
  HostServices& services() const;
  /// Memory that the plugin has reserved on one of its devices; `device` < kMaxDevices.
  const MemoryCounter& device_memory(std::uint32_t device) const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace lockstep::backend
