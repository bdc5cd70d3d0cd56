// SPDX-License-Identifier: Apache-2.0
// The rules of the timing layers, and the equality of two reports.
#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <tuple>

#include "lockstep/timing/analysis.hpp"
#include "span_tree.hpp"

namespace lockstep::timing {
namespace {

constexpr std::size_t kMaxSentences = 200;
constexpr std::uint64_t kCalibrationNs = 10'000;  // device clocks against the host's: 10 us or 0.1 %
constexpr std::uint64_t kCalibrationDivisor = 1000;

bool is_canonical(const Span& span) {
  return span.phase != Phase::kVendor && span.phase != Phase::kReclaim;
}

class Checker {
 public:
  explicit Checker(const Report& report) : tree_(report) {
    for (const Span& span : report.recording.spans) {
      if (!is_canonical(span)) continue;
      bool& fused = fused_[{span.partition, span.attempt, span.layer, span.phase}];
      fused = fused || span.facts.fused_with.has_value();
    }
  }

  std::vector<std::string> run() && {
    const Report& report = tree_.report();
    for (const std::string& misuse : report.recording.misuses) say(misuse);
    if (report.recording.dropped_spans != 0) {
      say(fmt::format("{} spans were dropped: the recorder was full", report.recording.dropped_spans));
    }
    for (const Span& span : report.recording.spans) check_span(span);
    if (report.facts.result == "proved") check_counts();
    return std::move(sentences_);
  }

 private:
  using Key = std::tuple<std::uint32_t, std::uint32_t, Layer, Phase>;  // partition, try

  SpanTree tree_;
  std::map<Key, bool> fused_;  // of each canonical phase that is there
  std::vector<std::string> sentences_;

  void say(std::string sentence) {
    if (sentences_.size() < kMaxSentences) sentences_.push_back(std::move(sentence));
  }

  void check_span(const Span& span) {
    const std::string name = tree_.label(span.id);
    if (span.open) say(name + " was never ended");
    if (span.busy_ns > span.duration_ns()) say(name + " was busy for longer than it lasted");
    if (!phase_belongs_to(span.phase, span.layer)) {
      say(fmt::format("{} is no phase of the {} layer", phase_name(span.phase), layer_name(span.layer)));
    }
    if (span.phase == Phase::kReclaim) return;
    if (span.phase == Phase::kVendor && !span.name.starts_with("x-")) {
      say(fmt::format("a vendor span is named \"{}\", which does not start with \"x-\"", span.name));
    }
    check_place(span, name);
    check_nesting(span, name);
    check_fusion(span, name);
  }

  /// Which kind of parent a span may have.
  void check_place(const Span& span, const std::string& name) {
    if (span.parent == 0) {
      if (span.layer != Layer::kPipeline) say(name + " stands below no span");
      return;
    }
    const Span& parent = tree_.span(span.parent);
    if (parent.phase == Phase::kReclaim) {
      say(name + " stands below a reclaim span");
    } else if (parent.partition != span.partition || parent.attempt != span.attempt) {
      say(fmt::format("{} stands below {}, of another partition or try", name, tree_.label(parent.id)));
    } else if (span.phase == Phase::kVendor) {
      return;
    } else if (span.layer == Layer::kPipeline) {
      say(fmt::format("{} stands below {}, not below the job", name, tree_.label(parent.id)));
    } else if (span.layer == Layer::kBackend && parent.phase != Phase::kProve) {
      say(fmt::format("{} stands below {}, not below pipeline prove", name, tree_.label(parent.id)));
    } else if (span.layer == Layer::kDevice &&
               (parent.layer != Layer::kBackend || parent.phase != span.phase)) {
      say(fmt::format("{} stands below {}, not below backend {}", name, tree_.label(parent.id),
                      phase_name(span.phase)));
    }
  }

  void check_nesting(const Span& span, const std::string& name) {
    const Interval outer = tree_.interval(span.parent);
    const std::uint64_t slack =
        span.layer == Layer::kDevice ? std::max(kCalibrationNs, outer.length() / kCalibrationDivisor) : 0;
    if (span.start_ns + slack < outer.start) {
      say(fmt::format("{} begins {} ns before {}", name, outer.start - span.start_ns,
                      tree_.label(span.parent)));
    }
    if (span.end_ns > outer.end && span.end_ns - outer.end > slack) {
      say(fmt::format("{} ends {} ns after {}", name, span.end_ns - outer.end, tree_.label(span.parent)));
    }
  }

  void check_fusion(const Span& span, const std::string& name) {
    if (!span.facts.fused_with) return;
    const Phase target = *span.facts.fused_with;
    if (!is_canonical(span)) return say(name + " is fused, but is not a canonical phase");
    if (target == span.phase) return say(name + " is fused with itself");
    const auto found = fused_.find({span.partition, span.attempt, span.layer, target});
    const std::string target_name = fmt::format("{} {}", layer_name(span.layer), phase_name(target));
    if (found == fused_.end()) {
      say(fmt::format("{} is fused with {}, which is not there", name, target_name));
    } else if (found->second) {
      say(fmt::format("{} is fused with {}, which is fused itself", name, target_name));
    }
  }

  void expect_once(const std::map<Key, std::size_t>& counts, const Key& key) {
    const auto found = counts.find(key);
    const std::size_t count = found == counts.end() ? 0 : found->second;
    if (count == 1) return;
    const auto [partition, attempt, layer, phase] = key;
    say(fmt::format("{} {} stands {} times, not once{}", layer_name(layer), phase_name(phase), count,
                    tree_.place(partition, attempt)));
  }

  /// Each canonical phase exactly once per layer, partition and try.
  void check_counts() {
    std::map<Key, std::size_t> counts;
    std::map<std::uint32_t, std::uint32_t> tries;  // by partition
    const auto per_try = [](Layer layer, Phase phase) {
      return layer != Layer::kPipeline || phase == Phase::kProve || phase == Phase::kVerify;
    };
    for (const Span& span : tree_.report().recording.spans) {
      if (!is_canonical(span)) continue;
      ++counts[{span.partition, per_try(span.layer, span.phase) ? span.attempt : 0, span.layer, span.phase}];
      tries[span.partition] = std::max(tries[span.partition], span.attempt);
    }
    const std::uint32_t partitions = tree_.report().facts.partition_count;
    if (partitions != tries.size() || (!tries.empty() && tries.rbegin()->first != partitions - 1)) {
      say(fmt::format("the job has {} partitions, but there are spans of {}", partitions, tries.size()));
    }
    for (const auto& [partition, last_try] : tries) {
      for (const Phase phase : canonical_phases(Layer::kPipeline)) {
        if (!per_try(Layer::kPipeline, phase)) expect_once(counts, {partition, 0, Layer::kPipeline, phase});
      }
      for (std::uint32_t attempt = 0; attempt <= last_try && sentences_.size() < kMaxSentences; ++attempt) {
        expect_once(counts, {partition, attempt, Layer::kPipeline, Phase::kProve});
        expect_once(counts, {partition, attempt, Layer::kPipeline, Phase::kVerify});
        for (const Layer layer : {Layer::kBackend, Layer::kDevice}) {
          for (const Phase phase : canonical_phases(layer)) {
            expect_once(counts, {partition, attempt, layer, phase});
          }
        }
      }
    }
  }
};

constexpr std::size_t kMaxPathDepth = 8;  // sound trees have three levels

/// How often each path of canonical phases stands in a report, by partition and try.
std::map<std::string, std::size_t> count_paths(const Report& report) {
  const std::vector<Span>& spans = report.recording.spans;
  std::vector<std::string> paths(spans.size() + 1);
  std::vector<std::size_t> depths(spans.size() + 1);
  std::map<std::string, std::size_t> counts;
  for (const Span& span : spans) {
    paths[span.id] = paths[span.parent];
    depths[span.id] = depths[span.parent];
    if (!is_canonical(span)) continue;
    if (++depths[span.id] <= kMaxPathDepth) {
      paths[span.id] += (paths[span.id].empty() ? "" : " > ") + span_name(span);
    }
    ++counts[fmt::format("{} (partition {}, try {})", paths[span.id], span.partition, span.attempt)];
  }
  return counts;
}

}  // namespace

std::vector<std::string> check_structure(const Report& report) {
  return Checker(report).run();
}

std::vector<std::string> compare_structure(const Report& left, const Report& right) {
  std::vector<std::string> differences;
  if (left.facts.key.warm != right.facts.key.warm) {
    differences.push_back(fmt::format("the key was {} in one and {} in the other",
                                      left.facts.key.warm ? "warm" : "cold",
                                      right.facts.key.warm ? "warm" : "cold"));
  }
  if (left.facts.tries != right.facts.tries) {
    differences.push_back(fmt::format("tries: {} and {}", left.facts.tries, right.facts.tries));
  }
  std::map<std::string, std::pair<std::size_t, std::size_t>> counts;
  for (const auto& [path, count] : count_paths(left)) counts[path].first = count;
  for (const auto& [path, count] : count_paths(right)) counts[path].second = count;
  for (const auto& [path, pair] : counts) {
    if (pair.first == pair.second) continue;
    if (differences.size() >= kMaxSentences) break;
    differences.push_back(fmt::format("{}: {} times and {} times", path, pair.first, pair.second));
  }
  return differences;
}

}  // namespace lockstep::timing
