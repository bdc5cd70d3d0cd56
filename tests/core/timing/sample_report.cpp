// SPDX-License-Identifier: Apache-2.0
#include "sample_report.hpp"

#include <array>
#include <stdexcept>
#include <utility>

namespace lockstep::timing::testing {
namespace {

Span make_span(SpanId parent, Layer layer, Phase phase, std::uint32_t partition, std::uint64_t start_ms,
               std::uint64_t length_ms) {
  Span span;
  span.parent = parent;
  span.layer = layer;
  span.phase = phase;
  span.partition = partition;
  span.start_ns = kJobStart + start_ms * kMs;
  span.end_ns = span.start_ns + length_ms * kMs;
  span.busy_ns = length_ms * kMs;
  return span;
}

}  // namespace

Span& add_span(Report& report, Span span) {
  span.id = report.recording.spans.size() + 1;
  report.recording.spans.push_back(std::move(span));
  return report.recording.spans.back();
}

Report sound_report(std::uint32_t partitions) {
  Report report;
  report.facts.job = "sample";
  report.facts.lockstep_version = "0.1.0";
  report.facts.arithmetic = "portable";
  report.facts.result = "proved";
  report.facts.partition_count = partitions;
  report.facts.thread_count = 2;
  report.facts.backend = {.id = "dummy",
                          .vendor = "nobody",
                          .version = "1.2",
                          .build_id = "abc",
                          .abi = "1.0",
                          .file = "/p/dummy.so",
                          .chosen_because = "named"};
  report.facts.device = {
      .ordinal = 0, .device_class = "cpu", .name = "CPU", .architecture = "x86-64", .driver = ""};
  report.facts.circuit = {"bls12_381", 1000, 2, 900, 5000};
  report.facts.key = {"k.zkey", "montgomery", "coset", 10, 123456, false};
  report.clock = {"monotonic", "boot", 1'700'000'000'000'000'000u};
  report.recording.start_ns = kJobStart;
  report.recording.end_ns = kJobStart + 1000 * kMs;
  constexpr std::array<std::pair<Phase, std::uint64_t>, 8> kPipeline{{{Phase::kQueue, 10},
                                                                      {Phase::kWitness, 10},
                                                                      {Phase::kHandoff, 10},
                                                                      {Phase::kKey, 20},
                                                                      {Phase::kProve, 900},
                                                                      {Phase::kVerify, 20},
                                                                      {Phase::kSerialize, 20},
                                                                      {Phase::kPipelineRelease, 10}}};
  for (std::uint32_t partition = 0; partition < partitions; ++partition) {
    std::uint64_t at = 0;
    for (const auto& [phase, length] : kPipeline) {
      const SpanId id = add_span(report, make_span(0, Layer::kPipeline, phase, partition, at, length)).id;
      if (phase == Phase::kProve) {
        std::uint64_t inner = at;
        for (const Phase step : canonical_phases(Layer::kBackend)) {
          const SpanId backend =
              add_span(report, make_span(id, Layer::kBackend, step, partition, inner, 75)).id;
          const bool empty = step == Phase::kUpload || step == Phase::kDownload;
          add_span(report, make_span(backend, Layer::kDevice, step, partition, inner, empty ? 0 : 75));
          inner += 75;
        }
      }
      at += length;
    }
  }
  return report;
}

Span& span_of(Report& report, Layer layer, Phase phase, std::uint32_t partition) {
  for (Span& span : report.recording.spans) {
    if (span.layer == layer && span.phase == phase && span.partition == partition) return span;
  }
  throw std::logic_error("no such span");
}

}  // namespace lockstep::timing::testing
