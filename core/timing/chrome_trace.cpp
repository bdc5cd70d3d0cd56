// SPDX-License-Identifier: Apache-2.0
// The trace event format: https://ui.perfetto.dev reads it too.
#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>
#include <set>

#include "lockstep/timing/report_json.hpp"
#include "span_tree.hpp"

namespace lockstep::timing {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::uint64_t kLanes = 16;

/// Spans of one track must nest, but phases of a layer may overlap: each layer of a partition has lanes, and
/// a span takes the first in which it nests.
class Tracks {
 public:
  std::uint64_t take(const Span& span) {
    const Key layer{span.partition,
                    static_cast<std::uint64_t>(span.layer) + (span.phase == Phase::kReclaim ? 8 : 0)};
    std::vector<std::vector<std::uint64_t>>& lanes = ends_[layer];  // per lane the ends of what is open
    for (std::uint64_t lane = 0; lane < kLanes; ++lane) {
      if (lane == lanes.size()) lanes.emplace_back();
      std::vector<std::uint64_t>& open = lanes[lane];
      while (!open.empty() && open.back() <= span.start_ns) open.pop_back();
      if (!open.empty() && open.back() < span.end_ns && lane + 1 < kLanes) continue;
      open.push_back(span.end_ns);
      return (layer.first * 16 + layer.second) * kLanes + lane;
    }
    return 0;
  }

 private:
  using Key = std::pair<std::uint64_t, std::uint64_t>;
  std::map<Key, std::vector<std::vector<std::uint64_t>>> ends_;
};

std::string track_name(const Span& span) {
  return (span.phase == Phase::kReclaim ? "reclaim" : std::string(layer_name(span.layer))) +
         " of partition " + std::to_string(span.partition);
}

double microseconds(std::uint64_t ns) {
  return static_cast<double>(ns) / 1e3;
}

}  // namespace

std::string report_to_chrome_trace(const Report& report) {
  const Recording& recording = report.recording;
  Json events = Json::array();
  events.push_back({{"ph", "M"},
                    {"pid", 1},
                    {"name", "process_name"},
                    {"args", {{"name", "lockstep " + report.facts.job + " on " + report.facts.backend.id}}}});
  std::vector<const Span*> spans;
  for (const Span& span : recording.spans) spans.push_back(&span);
  std::stable_sort(spans.begin(), spans.end(), [](const Span* left, const Span* right) {
    if (left->start_ns != right->start_ns) return left->start_ns < right->start_ns;
    return left->end_ns > right->end_ns;
  });
  Tracks tracks;
  std::set<std::uint64_t> named;
  for (const Span* each : spans) {
    const Span& span = *each;
    const std::uint64_t track = tracks.take(span);
    if (named.insert(track).second) {
      events.push_back({{"ph", "M"},
                        {"pid", 1},
                        {"tid", track},
                        {"name", "thread_name"},
                        {"args", {{"name", track_name(span)}}}});
    }
    // A span may begin before its recorder did (time in a queue): negative times are legal.
    const double start = span.start_ns >= recording.start_ns
                             ? microseconds(span.start_ns - recording.start_ns)
                             : -microseconds(recording.start_ns - span.start_ns);
    Json args{{"attempt", span.attempt},
              {"device", span.device},
              {"busy_us", microseconds(span.busy_ns)},
              {"bytes_to_device", span.facts.bytes_to_device},
              {"bytes_from_device", span.facts.bytes_from_device}};
    if (span.facts.fused_with) args["fused_with"] = phase_name(*span.facts.fused_with);
    if (span.facts.failed) args["failed"] = true;
    events.push_back(
        {{"ph", "X"},
         {"pid", 1},
         {"tid", track},
         {"name", span.phase == Phase::kVendor ? span.name : std::string(phase_name(span.phase))},
         {"cat", layer_name(span.layer)},
         {"ts", start},
         {"dur", microseconds(span.duration_ns())},
         {"args", std::move(args)}});
  }
  const Json document{{"displayTimeUnit", "ms"}, {"traceEvents", std::move(events)}};
  return document.dump(-1, ' ', false, Json::error_handler_t::replace) + '\n';
}

}  // namespace lockstep::timing
