// SPDX-License-Identifier: Apache-2.0
#include "lockstep/backend/log.hpp"

#include <spdlog/logger.h>
#include <spdlog/sinks/base_sink.h>
#include <spdlog/sinks/stdout_color_sinks.h>

#include <atomic>
#include <cstdlib>
#include <mutex>
#include <string>

namespace lockstep::backend {
namespace {

constexpr std::string_view kNames[] = {"trace", "debug", "info", "warn", "error", "off"};
constexpr std::size_t kMaxComponentBytes = 64;
constexpr std::size_t kMaxMessageBytes = 4096;

spdlog::level::level_enum to_spdlog(LogLevel level) {
  switch (level) {
    case LogLevel::kTrace:
      return spdlog::level::trace;
    case LogLevel::kDebug:
      return spdlog::level::debug;
    case LogLevel::kInfo:
      return spdlog::level::info;
    case LogLevel::kWarn:
      return spdlog::level::warn;
    case LogLevel::kError:
      return spdlog::level::err;
    case LogLevel::kOff:
      return spdlog::level::off;
  }
  return spdlog::level::off;
}

std::string printable(std::string_view text, std::size_t limit) {
  std::string copy(text.substr(0, limit));
  for (char& c : copy) {
    if (static_cast<unsigned char>(c) < 0x20 || c == 0x7f) c = '?';
  }
  return copy;
}

}  // namespace

std::optional<LogLevel> log_level_from_name(std::string_view name) {
  for (std::uint32_t i = 0; i < std::size(kNames); ++i) {
    if (kNames[i] == name) return static_cast<LogLevel>(i);
  }
  return std::nullopt;
}

std::string_view log_level_name(LogLevel level) {
  const auto index = static_cast<std::size_t>(level);
  return index < std::size(kNames) ? kNames[index] : "?";
}

LogLevel log_level_from_environment() {
  const char* name = std::getenv("LOCKSTEP_LOG");
  if (name == nullptr) return LogLevel::kWarn;
  return log_level_from_name(name).value_or(LogLevel::kWarn);
}

struct Log::State {
  std::atomic<LogLevel> level;
  LogSink sink;
  std::mutex sink_mutex;
  std::shared_ptr<spdlog::logger> logger;  // null where there is a sink
};

Log::Log(LogLevel level, LogSink sink) : state_(std::make_unique<State>()) {
  state_->level = level;
  state_->sink = std::move(sink);
  if (state_->sink) return;
  // A logger of its own, not one of spdlog's global registry: several engines may live in one process.
  auto output = std::make_shared<spdlog::sinks::stderr_color_sink_mt>();
  output->set_pattern("%^[%l]%$ %v");
  state_->logger = std::make_shared<spdlog::logger>("lockstep", std::move(output));
  state_->logger->set_level(spdlog::level::trace);  // `level` decides
  state_->logger->flush_on(spdlog::level::warn);
}

Log::~Log() = default;

bool Log::enabled(LogLevel level) const {
  return level < LogLevel::kOff && level >= state_->level.load(std::memory_order_relaxed);
}

void Log::set_level(LogLevel level) {
  state_->level.store(level, std::memory_order_relaxed);
}

void Log::write(LogLevel level, std::string_view component, std::string_view message) {
  if (!enabled(level)) return;
  const std::string from = printable(component, kMaxComponentBytes);
  const std::string text = printable(message, kMaxMessageBytes);
  if (state_->sink) {
    const std::lock_guard lock(state_->sink_mutex);
    state_->sink(level, from, text);
    return;
  }
  state_->logger->log(to_spdlog(level), "{}: {}", from, text);
}

}  // namespace lockstep::backend
