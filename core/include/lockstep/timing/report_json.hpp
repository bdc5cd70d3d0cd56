// SPDX-License-Identifier: Apache-2.0
// Reports as JSON (docs/report.schema.json) and as a Chrome trace.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include "lockstep/api.hpp"
#include "lockstep/result.hpp"
#include "lockstep/timing/report.hpp"

namespace lockstep::timing {

LOCKSTEP_API std::string report_to_json(const Report& report);

/// Reads what report_to_json writes; the text is hostile. `origin` (a file's path) opens the error's
/// sentence, which names the place in the document. Unknown members and another schema version are refused
/// (kMalformed).
LOCKSTEP_API Result<Report> report_from_json(std::string_view text, const std::string& origin);

/// Reads a file of at most 64 MiB.
LOCKSTEP_API Result<Report> read_report(const std::filesystem::path& file);

/// For chrome://tracing and ui.perfetto.dev: a track per layer and partition, times in microseconds from the
/// job's start.
LOCKSTEP_API std::string report_to_chrome_trace(const Report& report);

}  // namespace lockstep::timing
