// SPDX-License-Identifier: Apache-2.0
// The one clock of a process: every span of every layer is told in it.
#pragma once

#include <cstdint>
#include <string>

#include "lockstep/api.hpp"

namespace lockstep::timing {

/// Nanoseconds of CLOCK_MONOTONIC. [thread-safe]
LOCKSTEP_API std::uint64_t now_ns();

/// Which clock a report's times are in, so that reports of several machines can be laid side by side.
struct ClockFacts {
  std::string id{};    ///< "monotonic"
  std::string boot{};  ///< tells one boot of one machine from another: the kernel's boot id, or ""
  std::uint64_t epoch_unix_ns = 0;  ///< Unix time, in ns, at which this clock read 0
};

LOCKSTEP_API ClockFacts clock_facts();

}  // namespace lockstep::timing
