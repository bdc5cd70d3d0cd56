// SPDX-License-Identifier: Apache-2.0
// A report's spans as a tree, for the analyses.
#pragma once

#include <string>
#include <vector>

#include "lockstep/timing/intervals.hpp"
#include "lockstep/timing/report.hpp"

namespace lockstep::timing {

/// Valid while the report is. Holds for reports whose spans' ids are 1, 2, 3, ... with parents before
/// children, which recorders and the JSON reader guarantee.
class SpanTree {
 public:
  explicit SpanTree(const Report& report);

  const Report& report() const { return report_; }
  const Span& span(SpanId id) const { return report_.recording.spans[id - 1]; }
  /// Of a span, or of the job (0); reclaim spans are left out.
  const std::vector<SpanId>& children(SpanId id) const { return children_[id]; }
  /// The prove span at or above a span, or 0.
  SpanId prove_above(SpanId id) const { return prove_above_[id]; }
  /// What shares are taken of: the prove span above, for what lies inside one, else the job.
  std::uint64_t reference_ns(SpanId id) const;
  Interval interval(SpanId id) const;  ///< 0: the job's
  /// "job", "pipeline prove", "backend msm_h", "device x-kernel"; with partition and try where several are.
  std::string label(SpanId id) const;
  /// ", partition 3, try 1" as far as the job has several, or "".
  std::string place(std::uint32_t partition, std::uint32_t attempt) const;

 private:
  const Report& report_;
  std::vector<std::vector<SpanId>> children_;
  std::vector<SpanId> prove_above_;
  bool several_attempts_ = false;
};

/// "backend msm_h", "device x-kernel".
std::string span_name(const Span& span);

}  // namespace lockstep::timing
