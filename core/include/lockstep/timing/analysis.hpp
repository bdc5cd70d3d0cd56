// SPDX-License-Identifier: Apache-2.0
// What a report says: where time went, layer by layer, and where it went unseen.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "lockstep/api.hpp"
#include "lockstep/timing/intervals.hpp"
#include "lockstep/timing/report.hpp"

namespace lockstep::timing {

/// One canonical phase of one layer, partition and try.
struct PhaseTime {
  Layer layer{};
  Phase phase{};
  std::uint32_t partition = 0;
  std::uint32_t attempt = 0;
  std::uint64_t start_ns = 0;  ///< from the job's start
  std::uint64_t duration_ns = 0;
  std::uint64_t busy_ns = 0;  ///< see Span::busy_ns
  double share = 0;  ///< of duration in the job, or for backend and device in the prove span above it
  SpanId span = 0;   ///< in the report
};

/// The part of a parent's interval that no child covers. Parents are the job (span 0) and each span that has
/// children; the children of a span with children of several layers count together.
struct Unattributed {
  SpanId parent = 0;
  std::string
      where;  ///< "job", "pipeline prove", "backend msm_h", with partition and try where there are more
  std::uint64_t duration_ns = 0;   ///< sum of the holes
  std::uint64_t reference_ns = 0;  ///< what the share is taken of: the job, or the prove span
  std::vector<Interval> holes;     ///< on the report's clock
  LOCKSTEP_API double share() const;
};

/// Time of an outer layer less that of the inner one, for one partition and try. Pipeline over backend: the
/// prove span less the union of the backend's spans. Backend over device: the union of the backend's spans
/// less what the device was busy, which is the sum of its phases' busy time, at most the union of their
/// intervals.
struct LayerGap {
  Layer outer{};
  Layer inner{};
  SpanId prove = 0;  ///< the prove span
  std::uint32_t partition = 0;
  std::uint32_t attempt = 0;
  std::uint64_t outer_ns = 0;
  std::uint64_t inner_ns = 0;
  std::uint64_t reference_ns = 0;  ///< the prove span's length
  std::uint64_t gap_ns() const { return outer_ns > inner_ns ? outer_ns - inner_ns : 0; }
  LOCKSTEP_API double share() const;
};

/// A gap counts when it is over both.
struct GapLimit {
  double share = 0.02;
  std::uint64_t ns = 5'000'000;
};

/// A hole of an Unattributed, or a phase in which the backend was longer than the device was busy, over the
/// limit: with what stands beside it.
struct NamedGap {
  std::string where;   ///< "between backend quotient and backend msm_h, in pipeline prove"
  std::string before;  ///< the span that ended last before it, or the parent's begin
  std::string after;   ///< the span that began first after it, or the parent's end
  Interval interval;   ///< on the report's clock
  std::uint64_t duration_ns = 0;
  double share = 0;
  /// Of the whole process between the nearest samples around the gap; absent where none surround it.
  bool sampled = false;
  std::uint64_t minor_faults = 0;
  std::uint64_t major_faults = 0;
  std::int64_t resident_change_bytes = 0;
  std::uint64_t returned_bytes = 0;
};

struct Analysis {
  std::vector<PhaseTime> phases;  ///< by partition, try, layer and canonical order
  std::vector<Unattributed> unattributed;
  std::vector<LayerGap> layer_gaps;
  std::vector<NamedGap> named_gaps;  ///< longest first
};

LOCKSTEP_API Analysis analyse(const Report& report, const GapLimit& limit = {});

/// The rules of the timing layers; each breach is one sentence. Empty: the report is sound.
///  - every canonical phase exactly once per layer, partition (and, for prove, verify and what is below,
///  try);
///  - a span lies inside its parent: exactly, but a device span within max(10 us, 0.1 % of the parent);
///  - a device span's parent is the backend span of its phase; busy <= duration;
///  - a fused phase names a phase of its layer that is not fused itself; vendor spans are named "x-" and have
///  no
///    canonical span below them;
///  - every span ended, none dropped, no call misused the recorder.
/// A job that did not prove is only held to nesting.
LOCKSTEP_API std::vector<std::string> check_structure(const Report& report);

/// How the trees of (layer, phase, count) of two reports differ, one sentence each; vendor and reclaim spans
/// do not count. Key warmth and tries that differ are named first. Empty: structurally identical.
LOCKSTEP_API std::vector<std::string> compare_structure(const Report& left, const Report& right);

/// A phase, an unattributed time or a layer gap of `report` that is longer than in `baseline`.
struct Growth {
  std::string what;
  std::uint64_t baseline_ns = 0;
  std::uint64_t report_ns = 0;
  LOCKSTEP_API double ratio() const;  ///< infinite for a baseline of 0
};

/// What grew by more than `share` and by more than `floor_ns`; most nanoseconds first.
LOCKSTEP_API std::vector<Growth> compare_durations(const Report& report, const Report& baseline,
                                                   double share = 0.03, std::uint64_t floor_ns = 100'000);

}  // namespace lockstep::timing
