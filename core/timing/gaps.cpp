// SPDX-License-Identifier: Apache-2.0
#include "gaps.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace lockstep::timing {
namespace {

bool over(const GapLimit& limit, std::uint64_t ns, std::uint64_t reference_ns) {
  return ns > limit.ns && static_cast<double>(ns) > limit.share * static_cast<double>(reference_ns);
}

class Namer {
 public:
  Namer(const SpanTree& tree, const GapLimit& limit) : tree_(tree), limit_(limit) {}

  void holes(const Unattributed& entry) {
    if (!over(limit_, entry.duration_ns, entry.reference_ns)) return;
    bool named = false;
    for (const Interval& hole : entry.holes) {
      if (!over(limit_, hole.length(), entry.reference_ns)) continue;
      NamedGap gap = between(entry.parent, hole);
      gap.where = fmt::format("between {} and {}, in {}", gap.before, gap.after, entry.where);
      add(std::move(gap), hole.length(), entry.reference_ns);
      named = true;
    }
    if (named) return;
    const auto longest = std::max_element(
        entry.holes.begin(), entry.holes.end(),
        [](const Interval& left, const Interval& right) { return left.length() < right.length(); });
    NamedGap gap = between(entry.parent, *longest);
    gap.where = fmt::format("{} pieces in {}, the longest of {} ns between {} and {}", entry.holes.size(),
                            entry.where, longest->length(), gap.before, gap.after);
    add(std::move(gap), entry.duration_ns, entry.reference_ns);
  }

  /// Time in which the backend stood in a phase and its device was idle. Phases may overlap on a device, so
  /// that one is idle while another runs: only asked where the layers as a whole lie apart.
  void idle_devices(const LayerGap& layers) {
    if (layers.outer != Layer::kBackend || !over(limit_, layers.gap_ns(), layers.reference_ns)) return;
    const std::size_t before = named_.size();
    std::uint64_t in_phases = 0;
    std::vector<SpanId> pending = tree_.children(layers.prove);
    while (!pending.empty()) {
      const Span& span = tree_.span(pending.back());
      pending.pop_back();
      const std::vector<SpanId>& children = tree_.children(span.id);
      pending.insert(pending.end(), children.begin(), children.end());
      if (span.layer != Layer::kDevice || span.phase == Phase::kVendor) continue;
      const std::uint64_t idle = span.duration_ns() - span.busy_ns;
      in_phases += idle;
      if (!over(limit_, idle, layers.reference_ns)) continue;
      NamedGap gap = around({span.start_ns, span.end_ns});
      gap.before = gap.after = tree_.label(span.id);
      gap.where = "idle device in " + tree_.label(span.id);
      add(std::move(gap), idle, layers.reference_ns);
    }
    if (named_.size() > before || named_in(layers)) return;
    NamedGap gap = around(tree_.interval(layers.prove));
    gap.before = gap.after = tree_.label(layers.prove);
    gap.where = fmt::format("backend over device in {}: in many phases, {} ns of it idle inside device spans",
                            tree_.label(layers.prove), std::min(in_phases, layers.gap_ns()));
    add(std::move(gap), layers.gap_ns(), layers.reference_ns);
  }

  std::vector<NamedGap> take() && {
    std::stable_sort(named_.begin(), named_.end(), [](const NamedGap& left, const NamedGap& right) {
      return left.duration_ns > right.duration_ns;
    });
    return std::move(named_);
  }

 private:
  const SpanTree& tree_;
  const GapLimit& limit_;
  std::vector<NamedGap> named_;

  void add(NamedGap gap, std::uint64_t duration, std::uint64_t reference) {
    gap.duration_ns = duration;
    gap.share = reference == 0 ? 0.0 : static_cast<double>(duration) / static_cast<double>(reference);
    named_.push_back(std::move(gap));
  }

  /// True when a hole inside one of the backend's spans of this prove has been named already.
  bool named_in(const LayerGap& layers) const {
    const Interval prove = tree_.interval(layers.prove);
    return std::any_of(named_.begin(), named_.end(), [&](const NamedGap& gap) {
      return gap.interval.start >= prove.start && gap.interval.end <= prove.end &&
             gap.where.find(" in backend ") != std::string::npos;
    });
  }

  /// A gap with its neighbours among the children of `parent`, and the samples around it.
  NamedGap between(SpanId parent, const Interval& hole) const {
    NamedGap gap = around(hole);
    gap.before = "the begin of " + tree_.label(parent);
    gap.after = "the end of " + tree_.label(parent);
    std::uint64_t ended = 0;
    std::uint64_t began = UINT64_MAX;
    for (const SpanId child : tree_.children(parent)) {
      const Interval interval = tree_.interval(child);
      if (interval.end <= hole.start && interval.end >= ended) {
        ended = interval.end;
        gap.before = tree_.label(child);
      }
      if (interval.start >= hole.end && interval.start < began) {
        began = interval.start;
        gap.after = tree_.label(child);
      }
    }
    return gap;
  }

  NamedGap around(const Interval& interval) const {
    NamedGap gap;
    gap.interval = interval;
    const std::vector<ProcessSample>& samples = tree_.report().recording.samples;
    const ProcessSample* first = nullptr;
    const ProcessSample* last = nullptr;
    for (const ProcessSample& sample : samples) {
      if (sample.time_ns <= interval.start) first = &sample;
      if (sample.time_ns >= interval.end && last == nullptr) last = &sample;
    }
    if (first == nullptr || last == nullptr) return gap;
    gap.sampled = true;
    gap.minor_faults = last->minor_faults - first->minor_faults;
    gap.major_faults = last->major_faults - first->major_faults;
    gap.resident_change_bytes = static_cast<std::int64_t>(last->resident_bytes - first->resident_bytes);
    gap.returned_bytes = last->returned_bytes - first->returned_bytes;
    return gap;
  }
};

}  // namespace

std::vector<NamedGap> name_gaps(const SpanTree& tree, const Analysis& analysis, const GapLimit& limit) {
  Namer namer(tree, limit);
  for (const Unattributed& entry : analysis.unattributed) namer.holes(entry);
  for (const LayerGap& layers : analysis.layer_gaps) namer.idle_devices(layers);
  return std::move(namer).take();
}

}  // namespace lockstep::timing
