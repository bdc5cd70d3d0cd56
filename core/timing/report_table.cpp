// SPDX-License-Identifier: Apache-2.0
#include "lockstep/timing/report_table.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "span_tree.hpp"

namespace lockstep::timing {
namespace {

constexpr unsigned kMinWidth = 72;
constexpr unsigned kColumnsBeforeBar = 62;
constexpr std::size_t kMaxBreaches = 20;

/// Text of a report, which may come from anywhere, without control characters.
std::string shown(std::string text) {
  for (char& c : text) {
    if (static_cast<unsigned char>(c) < 0x20 || c == 0x7f) c = '?';
  }
  return text;
}

std::string percent(double share) {
  return fmt::format("{:.1f} %", share * 100);
}

class Painter {
 public:
  explicit Painter(const TableStyle& style) : style_(style), width_(std::max(style.width, kMinWidth)) {}

  std::string paint(const char* code, std::string text) const {
    return style_.colour ? fmt::format("\x1b[{}m{}\x1b[0m", code, text) : text;
  }
  std::string bold(std::string text) const { return paint("1", std::move(text)); }
  std::string warn(std::string text) const { return paint("33", std::move(text)); }
  std::string bad(std::string text) const { return paint("31", std::move(text)); }
  std::string of_layer(Layer layer, std::string text) const {
    return paint(layer == Layer::kPipeline ? "34" : layer == Layer::kBackend ? "36" : "32", std::move(text));
  }

  /// The interval [start, start + length) of a whole, as cells; a sliver where it is shorter than a cell.
  std::string bar(std::uint64_t start, std::uint64_t length, std::uint64_t whole) const {
    const unsigned cells = width_ - kColumnsBeforeBar;
    if (whole == 0) return {};
    const auto cell_of = [&](std::uint64_t ns) {
      const double part = std::min(1.0, static_cast<double>(ns) / static_cast<double>(whole));
      return static_cast<unsigned>(std::lround(part * cells));
    };
    const unsigned first = std::min(cell_of(start), cells - 1);
    const unsigned last = cell_of(start + length);
    std::string text(first, ' ');
    if (last <= first) return text + (style_.unicode ? "\u258f" : ".");
    for (unsigned i = first; i < last; ++i) text += style_.unicode ? "\u2588" : "#";
    return text;
  }

 private:
  const TableStyle& style_;
  unsigned width_;
};

void append_facts(std::string& out, const Report& report, const Painter& painter) {
  const ReportFacts& facts = report.facts;
  out += painter.bold(shown(fmt::format("job {}: {} in {}", facts.job, facts.result,
                                        format_duration(report.duration_ns())))) +
         '\n';
  if (!facts.message.empty()) out += painter.bad("  " + shown(facts.message)) + '\n';
  const std::string build = facts.backend.build_id.empty() ? "" : " build " + facts.backend.build_id;
  out += shown(fmt::format("  backend  {} {}{}, ABI {}, device {}: {} {}", facts.backend.id,
                           facts.backend.version, build, facts.backend.abi, facts.device.ordinal,
                           facts.device.name, facts.device.architecture)) +
         '\n';
  if (!facts.backend.chosen_because.empty())
    out += "           " + shown(facts.backend.chosen_because) + '\n';
  out += shown(fmt::format("  circuit  {}, {} constraints, {} variables, {} public", facts.circuit.curve,
                           facts.circuit.constraint_count, facts.circuit.variable_count,
                           facts.circuit.public_count)) +
         '\n';
  out += shown(fmt::format("  key      {}: {}, H basis {}, domain 2^{}, {}", facts.key.file,
                           format_bytes(facts.key.size_bytes), facts.key.h_basis, facts.key.domain_log2,
                           facts.key.warm ? "was loaded" : "loaded by this job")) +
         '\n';
  out += shown(fmt::format("  host     {} threads, arithmetic {}, peak resident {}, tries {}",
                           facts.thread_count, facts.arithmetic,
                           format_bytes(facts.memory.peak_resident_bytes), facts.tries)) +
         '\n';
}

void append_phases(std::string& out, const Report& report, const Analysis& analysis, const Painter& painter) {
  const SpanTree tree(report);
  out += '\n' +
         painter.bold(fmt::format("{:<9}{:<12}{:>9}  {:>9}  {:>9}  {:>6}", "layer", "phase", "start",
                                  "duration", "busy", "share")) +
         '\n';
  const PhaseTime* last = nullptr;
  for (const PhaseTime& time : analysis.phases) {
    const std::string place = tree.place(time.partition, time.attempt);
    if (!place.empty() &&
        (last == nullptr || last->partition != time.partition || last->attempt != time.attempt)) {
      out += painter.bold(place.substr(2)) + '\n';
    }
    last = &time;
    const Span& span = tree.span(time.span);
    std::string note;
    if (span.facts.fused_with) note = fmt::format(" in {}", phase_name(*span.facts.fused_with));
    if (span.facts.failed) note += " failed";
    out +=
        painter.of_layer(
            time.layer,
            fmt::format("{:<9}{:<12}{:>9}  {:>9}  {:>9}  {:>6}  {}{}", layer_name(time.layer),
                        phase_name(time.phase), format_duration(time.start_ns),
                        format_duration(time.duration_ns), format_duration(time.busy_ns), percent(time.share),
                        painter.bar(time.start_ns, time.duration_ns, report.duration_ns()), note)) +
        '\n';
  }
}

void append_line(std::string& out, const std::string& what, std::uint64_t ns, double share) {
  out += fmt::format("  {:<46}{:>10}  {:>7}\n", shown(what), format_duration(ns), percent(share));
}

void append_gaps(std::string& out, const Report& report, const Analysis& analysis, const Painter& painter,
                 const GapLimit& limit) {
  out += '\n' + painter.bold("time that no span covers, and of one layer over the next") + '\n';
  const SpanTree tree(report);
  std::uint64_t in_phases = 0;
  for (const Unattributed& entry : analysis.unattributed) {
    const bool phase =
        entry.parent != 0 && report.recording.spans[entry.parent - 1].layer != Layer::kPipeline;
    if (phase) {
      in_phases += entry.duration_ns;
    } else {
      append_line(out, "unattributed in " + entry.where, entry.duration_ns, entry.share());
    }
  }
  for (const LayerGap& gap : analysis.layer_gaps) {
    append_line(out,
                fmt::format("{} over {}{}", layer_name(gap.outer), layer_name(gap.inner),
                            tree.place(gap.partition, gap.attempt)),
                gap.gap_ns(), gap.share());
  }
  if (in_phases != 0) {
    append_line(out, "unattributed inside backend and device phases", in_phases,
                report.duration_ns() == 0
                    ? 0.0
                    : static_cast<double>(in_phases) / static_cast<double>(report.duration_ns()));
  }
  if (analysis.named_gaps.empty()) {
    out += fmt::format("  no gap over {} and {}\n", percent(limit.share), format_duration(limit.ns));
  }
  for (const NamedGap& gap : analysis.named_gaps) {
    out += painter.warn(shown(fmt::format("  GAP {} ({}) {}", format_duration(gap.duration_ns),
                                          percent(gap.share), gap.where))) +
           '\n';
    if (!gap.sampled) continue;
    const bool grew = gap.resident_change_bytes >= 0;
    const std::uint64_t change = grew ? static_cast<std::uint64_t>(gap.resident_change_bytes)
                                      : 0 - static_cast<std::uint64_t>(gap.resident_change_bytes);
    out += fmt::format(
        "      meanwhile in the process: {} page faults ({} major), resident memory {}{}, {} returned\n",
        gap.minor_faults + gap.major_faults, gap.major_faults, grew ? "+" : "-", format_bytes(change),
        format_bytes(gap.returned_bytes));
  }
}

void append_breaches(std::string& out, const std::vector<std::string>& breaches, const Painter& painter) {
  if (breaches.empty()) {
    out += "  the rules of the timing layers hold\n";
    return;
  }
  for (std::size_t i = 0; i < breaches.size() && i < kMaxBreaches; ++i) {
    out += painter.bad("  RULE " + shown(breaches[i])) + '\n';
  }
  if (breaches.size() > kMaxBreaches) out += fmt::format("  and {} more\n", breaches.size() - kMaxBreaches);
}

}  // namespace

std::string render_table(const Report& report, const TableStyle& style) {
  const Painter painter(style);
  const Analysis analysis = analyse(report, style.limit);
  std::string out;
  append_facts(out, report, painter);
  append_phases(out, report, analysis, painter);
  append_gaps(out, report, analysis, painter, style.limit);
  append_breaches(out, check_structure(report), painter);
  return out;
}

std::string render_comparison(const Report& report, const Report& baseline, const TableStyle& style) {
  const Painter painter(style);
  std::string out = painter.bold(shown(fmt::format(
                        "job {} ({} on {}) against job {} ({} on {})", report.facts.job,
                        format_duration(report.duration_ns()), report.facts.backend.id, baseline.facts.job,
                        format_duration(baseline.duration_ns()), baseline.facts.backend.id))) +
                    '\n';
  const std::vector<Growth> growths = compare_durations(report, baseline);
  for (const Growth& growth : growths) {
    const std::string ratio =
        growth.baseline_ns == 0 ? "new" : fmt::format("+{:.1f} %", (growth.ratio() - 1) * 100);
    out += painter.warn(fmt::format("  {:<46}{:>10}  {:>10}  {:>9}", shown(growth.what),
                                    format_duration(growth.baseline_ns), format_duration(growth.report_ns),
                                    ratio)) +
           '\n';
  }
  if (growths.empty()) out += "  nothing grew by more than 3 %\n";
  const std::vector<std::string> differences = compare_structure(report, baseline);
  for (const std::string& difference : differences)
    out += painter.bad("  STRUCTURE " + shown(difference)) + '\n';
  if (differences.empty()) out += "  the structures are identical\n";
  return out;
}

}  // namespace lockstep::timing
