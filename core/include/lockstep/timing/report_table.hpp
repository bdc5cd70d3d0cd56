// SPDX-License-Identifier: Apache-2.0
// A report for a person.
#pragma once

#include <cstdint>
#include <string>

#include "lockstep/api.hpp"
#include "lockstep/timing/analysis.hpp"

namespace lockstep::timing {

struct TableStyle {
  unsigned width = 100;  ///< columns; at least 72 are used
  bool colour = false;   ///< ANSI colours
  bool unicode = false;  ///< block characters in bars; else '#' and '.'
  GapLimit limit{};
};

/// Facts, then a line a phase (layer, phase, start, duration, busy, share, a bar on the job's time line),
/// then unattributed time, layer gaps and named gaps, then breaches of the rules. Ends in a newline.
LOCKSTEP_API std::string render_table(const Report& report, const TableStyle& style = {});

/// What grew of `report` against `baseline`, and how their structures differ. Ends in a newline.
LOCKSTEP_API std::string render_comparison(const Report& report, const Report& baseline,
                                           const TableStyle& style = {});

/// "1.234 s", "56.7 ms", "8.9 us", "120 ns".
LOCKSTEP_API std::string format_duration(std::uint64_t ns);
/// "1.2 GiB", "3.4 MiB", "512 B".
LOCKSTEP_API std::string format_bytes(std::uint64_t bytes);

}  // namespace lockstep::timing
