// SPDX-License-Identifier: Apache-2.0
// What the verbs share of talking to a person: errors, colour, progress.
#pragma once

#include <chrono>
#include <cstdint>
#include <string>
#include <string_view>

#include "lockstep/result.hpp"
#include "lockstep/timing/report_table.hpp"

namespace lockstep::app {

/// Prints "lockstep: <message>" on standard error, in one line, and gives the exit status of an error.
int fail(const Error& error);

/// How a timing report looks on standard output: its width, and colour and block characters on a terminal
/// alone.
timing::TableStyle table_style();

/// A bar on standard error for work that takes over a second; nothing where that is no terminal. May be
/// updated from one thread at a time.
class ProgressBar {
 public:
  explicit ProgressBar(std::string label);
  ~ProgressBar();
  ProgressBar(const ProgressBar&) = delete;
  ProgressBar& operator=(const ProgressBar&) = delete;

  /// `label` (when not empty) replaces the one that is shown.
  void update(std::uint64_t done, std::uint64_t total, std::string_view label = {});

 private:
  using Clock = std::chrono::steady_clock;

  std::string label_;
  bool enabled_;
  bool shown_ = false;
  Clock::time_point started_ = Clock::now();
  Clock::time_point drawn_{};
};

}  // namespace lockstep::app
