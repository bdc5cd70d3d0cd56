// SPDX-License-Identifier: Apache-2.0
// A report of one job as a sound engine and backend would make it, to be bent by the tests.
#pragma once

#include "lockstep/timing/report.hpp"

namespace lockstep::timing::testing {

inline constexpr std::uint64_t kMs = 1'000'000;
inline constexpr std::uint64_t kJobStart = 5'000 * kMs;

/// 1000 ms: 10 ms each of queue, witness and handoff, 20 of key, 900 of prove, 20 of verify, 20 of serialize
/// and 10 of release. The backend's twelve phases are 75 ms each and fill prove; the device is busy for all
/// of each but upload and download, which are empty there.
Report sound_report(std::uint32_t partitions = 1);

/// The span of a phase; fails the test where it is not there.
Span& span_of(Report& report, Layer layer, Phase phase, std::uint32_t partition = 0);

/// Appends a span, giving it its id.
Span& add_span(Report& report, Span span);

}  // namespace lockstep::timing::testing
