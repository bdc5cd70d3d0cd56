// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "lockstep/timing/report_table.hpp"
#include "span_tree.hpp"

namespace lockstep::timing {

std::string span_name(const Span& span) {
  return std::string(layer_name(span.layer)) + ' ' +
         (span.phase == Phase::kVendor ? span.name : std::string(phase_name(span.phase)));
}

std::string format_duration(std::uint64_t ns) {
  const double value = static_cast<double>(ns);
  // The borders lie where rounding would show four digits before the point.
  if (ns < 1'000) return fmt::format("{} ns", ns);
  if (ns < 999'950) return fmt::format("{:.1f} us", value / 1e3);
  if (ns < 999'950'000) return fmt::format("{:.1f} ms", value / 1e6);
  return fmt::format("{:.3f} s", value / 1e9);
}

std::string format_bytes(std::uint64_t bytes) {
  if (bytes < 1024) return fmt::format("{} B", bytes);
  double value = static_cast<double>(bytes);
  const char* unit = "B";
  for (const char* next : {"KiB", "MiB", "GiB", "TiB", "PiB", "EiB"}) {
    if (value < 1023.95) break;
    value /= 1024;
    unit = next;
  }
  return fmt::format("{:.1f} {}", value, unit);
}

SpanTree::SpanTree(const Report& report) : report_(report) {
  const std::vector<Span>& spans = report.recording.spans;
  children_.resize(spans.size() + 1);
  prove_above_.resize(spans.size() + 1);
  for (const Span& span : spans) {
    several_attempts_ = several_attempts_ || span.attempt != 0;
    prove_above_[span.id] = span.phase == Phase::kProve ? span.id : prove_above_[span.parent];
    if (span.phase != Phase::kReclaim) children_[span.parent].push_back(span.id);
  }
}

std::uint64_t SpanTree::reference_ns(SpanId id) const {
  const SpanId prove = prove_above_[id];
  return prove != 0 ? span(prove).duration_ns() : report_.duration_ns();
}

Interval SpanTree::interval(SpanId id) const {
  if (id == 0) return {report_.recording.start_ns, report_.recording.end_ns};
  return {span(id).start_ns, span(id).end_ns};
}

std::string SpanTree::place(std::uint32_t partition, std::uint32_t attempt) const {
  std::string text;
  if (report_.facts.partition_count > 1) text += fmt::format(", partition {}", partition);
  if (several_attempts_) text += fmt::format(", try {}", attempt);
  return text;
}

std::string SpanTree::label(SpanId id) const {
  if (id == 0) return "job";
  return span_name(span(id)) + place(span(id).partition, span(id).attempt);
}

}  // namespace lockstep::timing
