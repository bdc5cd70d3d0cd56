// SPDX-License-Identifier: Apache-2.0
#include "terminal.hpp"

#include <fmt/format.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <iostream>
#include <utility>

#include "options.hpp"

namespace lockstep::app {
namespace {

constexpr unsigned kBarColumns = 32;
constexpr auto kShowAfter = std::chrono::seconds(1);
constexpr auto kRedrawAfter = std::chrono::milliseconds(100);

/// Clears the line that the cursor stands on.
constexpr std::string_view kClearLine = "\r\x1b[K";

bool plain_text_wanted() {
  const char* no_colour = std::getenv("NO_COLOR");
  const char* terminal = std::getenv("TERM");
  return (no_colour != nullptr && *no_colour != '\0') ||
         (terminal != nullptr && std::string_view(terminal) == "dumb");
}

}  // namespace

int fail(const Error& error) {
  std::string line = error.message;
  std::replace(line.begin(), line.end(), '\n', ' ');
  std::cerr << "lockstep: " << line << std::endl;
  return kExitError;
}

timing::TableStyle table_style() {
  timing::TableStyle style;
  if (isatty(STDOUT_FILENO) != 1) return style;
  winsize size{};
  if (ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col != 0) style.width = size.ws_col;
  style.colour = !plain_text_wanted();
  style.unicode = style.colour;
  return style;
}

ProgressBar::ProgressBar(std::string label)
    : label_(std::move(label)), enabled_(isatty(STDERR_FILENO) == 1 && !plain_text_wanted()) {}

ProgressBar::~ProgressBar() {
  if (shown_) std::cerr << kClearLine << std::flush;
}

void ProgressBar::update(std::uint64_t done, std::uint64_t total, std::string_view label) {
  if (!enabled_) return;
  if (!label.empty()) label_ = label;
  const auto now = Clock::now();
  if (now - started_ < kShowAfter || now - drawn_ < kRedrawAfter) return;
  drawn_ = now;
  shown_ = true;
  const double share =
      total == 0 ? 0.0 : std::min(1.0, static_cast<double>(done) / static_cast<double>(total));
  const auto filled = static_cast<unsigned>(share * kBarColumns);
  std::cerr << kClearLine
            << fmt::format("{} [{}{}] {:3.0f} %", label_, std::string(filled, '#'),
                           std::string(kBarColumns - filled, '.'), share * 100.0)
            << std::flush;
}

}  // namespace lockstep::app
