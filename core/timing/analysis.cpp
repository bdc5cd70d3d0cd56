// SPDX-License-Identifier: Apache-2.0
#include "lockstep/timing/analysis.hpp"

#include <algorithm>
#include <limits>
#include <map>
#include <tuple>

#include "gaps.hpp"
#include "span_tree.hpp"

namespace lockstep::timing {
namespace {

double ratio_of(std::uint64_t part, std::uint64_t whole) {
  return whole == 0 ? 0.0 : static_cast<double>(part) / static_cast<double>(whole);
}

std::size_t canonical_rank(Layer layer, Phase phase) {
  const std::span<const Phase> phases = canonical_phases(layer);
  return static_cast<std::size_t>(std::find(phases.begin(), phases.end(), phase) - phases.begin());
}

std::vector<PhaseTime> phase_times(const SpanTree& tree) {
  std::vector<PhaseTime> times;
  const Recording& recording = tree.report().recording;
  for (const Span& span : recording.spans) {
    if (span.phase == Phase::kVendor || span.phase == Phase::kReclaim) continue;
    PhaseTime time;
    time.layer = span.layer;
    time.phase = span.phase;
    time.partition = span.partition;
    time.attempt = span.attempt;
    time.start_ns = span.start_ns > recording.start_ns ? span.start_ns - recording.start_ns : 0;
    time.duration_ns = span.duration_ns();
    time.busy_ns = span.busy_ns;
    // A prove span itself is a share of the job.
    time.share = ratio_of(time.duration_ns, tree.reference_ns(span.phase == Phase::kProve ? 0 : span.id));
    time.span = span.id;
    times.push_back(time);
  }
  std::stable_sort(times.begin(), times.end(), [](const PhaseTime& left, const PhaseTime& right) {
    const auto key = [](const PhaseTime& time) {
      return std::tuple(time.partition, time.attempt, time.layer, canonical_rank(time.layer, time.phase));
    };
    return key(left) < key(right);
  });
  return times;
}

std::vector<Unattributed> unattributed_times(const SpanTree& tree) {
  std::vector<Unattributed> all;
  for (SpanId parent = 0; parent <= tree.report().recording.spans.size(); ++parent) {
    const std::vector<SpanId>& children = tree.children(parent);
    if (children.empty()) continue;
    std::vector<Interval> covered;
    covered.reserve(children.size());
    for (const SpanId child : children) covered.push_back(tree.interval(child));
    Unattributed entry;
    entry.parent = parent;
    entry.where = tree.label(parent);
    entry.holes = uncovered(tree.interval(parent), std::move(covered));
    for (const Interval& hole : entry.holes) entry.duration_ns += hole.length();
    entry.reference_ns = tree.reference_ns(parent);
    all.push_back(std::move(entry));
  }
  return all;
}

/// The gaps below one prove span.
void add_layer_gaps(const SpanTree& tree, const Span& prove, std::vector<LayerGap>& gaps) {
  std::vector<Interval> backend;
  std::vector<Interval> device;
  std::uint64_t busy_sum = 0;
  std::vector<SpanId> pending = tree.children(prove.id);
  while (!pending.empty()) {
    const Span& span = tree.span(pending.back());
    pending.pop_back();
    if (span.phase == Phase::kVendor) continue;
    (span.layer == Layer::kDevice ? device : backend).push_back({span.start_ns, span.end_ns});
    if (span.layer == Layer::kDevice) busy_sum += span.busy_ns;
    const std::vector<SpanId>& children = tree.children(span.id);
    pending.insert(pending.end(), children.begin(), children.end());
  }
  LayerGap gap;
  gap.prove = prove.id;
  gap.partition = prove.partition;
  gap.attempt = prove.attempt;
  gap.reference_ns = prove.duration_ns();
  gap.outer = Layer::kPipeline;
  gap.inner = Layer::kBackend;
  gap.outer_ns = prove.duration_ns();
  gap.inner_ns = union_length(std::move(backend));
  gaps.push_back(gap);
  gap.outer = Layer::kBackend;
  gap.inner = Layer::kDevice;
  gap.outer_ns = gap.inner_ns;
  gap.inner_ns = std::min(busy_sum, union_length(std::move(device)));
  gaps.push_back(gap);
}

}  // namespace

double Unattributed::share() const {
  return ratio_of(duration_ns, reference_ns);
}
double LayerGap::share() const {
  return ratio_of(gap_ns(), reference_ns);
}

double Growth::ratio() const {
  if (baseline_ns == 0) return std::numeric_limits<double>::infinity();
  return static_cast<double>(report_ns) / static_cast<double>(baseline_ns);
}

Analysis analyse(const Report& report, const GapLimit& limit) {
  const SpanTree tree(report);
  Analysis analysis;
  analysis.phases = phase_times(tree);
  analysis.unattributed = unattributed_times(tree);
  for (const Span& span : report.recording.spans) {
    if (span.phase == Phase::kProve) add_layer_gaps(tree, span, analysis.layer_gaps);
  }
  analysis.named_gaps = name_gaps(tree, analysis, limit);
  return analysis;
}

std::vector<Growth> compare_durations(const Report& report, const Report& baseline, double share,
                                      std::uint64_t floor_ns) {
  // One amount per name; what has several partitions or tries is summed.
  const auto amounts = [](const Report& of) {
    std::map<std::string, std::uint64_t> sums;
    const Analysis analysis = analyse(of);
    sums["job"] = of.duration_ns();
    for (const PhaseTime& time : analysis.phases) {
      sums[std::string(layer_name(time.layer)) + ' ' + std::string(phase_name(time.phase))] +=
          time.layer == Layer::kDevice ? time.busy_ns : time.duration_ns;
    }
    for (const Unattributed& entry : analysis.unattributed) {
      const std::string parent = entry.parent == 0 ? "job" : span_name(of.recording.spans[entry.parent - 1]);
      sums["unattributed in " + parent] += entry.duration_ns;
    }
    for (const LayerGap& gap : analysis.layer_gaps) {
      sums["gap of " + std::string(layer_name(gap.outer)) + " over " + std::string(layer_name(gap.inner))] +=
          gap.gap_ns();
    }
    return sums;
  };
  const std::map<std::string, std::uint64_t> before = amounts(baseline);
  std::vector<Growth> growths;
  for (const auto& [what, ns] : amounts(report)) {
    const auto found = before.find(what);
    const Growth growth{what, found == before.end() ? 0 : found->second, ns};
    if (growth.report_ns <= growth.baseline_ns + floor_ns) continue;
    if (growth.ratio() > 1 + share) growths.push_back(growth);
  }
  std::stable_sort(growths.begin(), growths.end(), [](const Growth& left, const Growth& right) {
    return left.report_ns - left.baseline_ns > right.report_ns - right.baseline_ns;
  });
  return growths;
}

}  // namespace lockstep::timing
