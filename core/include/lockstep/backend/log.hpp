// SPDX-License-Identifier: Apache-2.0
// The one log of an engine: the core writes to it, and plugins through the host table.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string_view>

#include "lockstep/abi/host.h"
#include "lockstep/api.hpp"

namespace lockstep::backend {

enum class LogLevel : std::uint32_t {
  kTrace = LKS_LOG_TRACE,
  kDebug = LKS_LOG_DEBUG,
  kInfo = LKS_LOG_INFO,
  kWarn = LKS_LOG_WARN,
  kError = LKS_LOG_ERROR,
  kOff = 5,
};

/// "trace", "debug", "info", "warn", "error", "off".
LOCKSTEP_API std::optional<LogLevel> log_level_from_name(std::string_view name);
LOCKSTEP_API std::string_view log_level_name(LogLevel level);

/// The level that LOCKSTEP_LOG names; kWarn where it is unset or names none.
LOCKSTEP_API LogLevel log_level_from_environment();

/// Takes what is logged, instead of standard error. Called by any thread, one call at a time.
using LogSink = std::function<void(LogLevel level, std::string_view component, std::string_view message)>;

/// [thread-safe]. Control characters of a message are written as '?', so that a plugin can't move the cursor
/// of a terminal or forge a line.
class LOCKSTEP_API Log {
 public:
  /// `sink` empty: lines on standard error, "[warn] cuda: message", coloured on a terminal.
  explicit Log(LogLevel level, LogSink sink = {});
  ~Log();
  Log(const Log&) = delete;
  Log& operator=(const Log&) = delete;

  bool enabled(LogLevel level) const;
  void set_level(LogLevel level);
  void write(LogLevel level, std::string_view component, std::string_view message);

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace lockstep::backend
