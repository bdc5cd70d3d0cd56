// SPDX-License-Identifier: Apache-2.0
// A span: one phase of one layer, with its interval on the host's clock.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "lockstep/timing/phase.hpp"

namespace lockstep::timing {

/// 0 is "no span". In a Recorder: (tag << 32) | index; in a Report: 1, 2, 3, ...
using SpanId = std::uint64_t;

/// What is known at a span's end.
struct SpanFacts {
  std::optional<Phase> fused_with{};  ///< this phase's work was done inside that phase
  bool failed = false;
  std::uint64_t bytes_to_device = 0;
  std::uint64_t bytes_from_device = 0;
};

struct Span {
  SpanId id = 0;
  SpanId parent = 0;  ///< 0: stands directly below the job
  Layer layer = Layer::kPipeline;
  Phase phase = Phase::kQueue;
  std::string name;             ///< kVendor: "x-..."; else empty
  std::uint32_t partition = 0;  ///< of the job
  std::uint32_t attempt = 0;    ///< 0 for the first try of the partition
  std::uint32_t device = 0;     ///< ordinal within the backend
  std::uint64_t start_ns = 0;   ///< on the host's clock
  std::uint64_t end_ns = 0;
  /// Device layer: length of the union of the intervals in which work ran. Elsewhere end_ns - start_ns.
  std::uint64_t busy_ns = 0;
  bool open = false;  ///< begun and not ended when the report was made
  SpanFacts facts;

  std::uint64_t duration_ns() const { return end_ns - start_ns; }
};

/// What the process had used at one moment; taken at the borders of pipeline and backend phases, so that a
/// gap between two spans can be shown beside what the system did in it. All counts grow from the process's
/// start.
struct ProcessSample {
  std::uint64_t time_ns = 0;
  std::uint64_t minor_faults = 0;
  std::uint64_t major_faults = 0;
  std::uint64_t resident_bytes = 0;
  std::uint64_t returned_bytes = 0;  ///< bytes returned to the memory accounts so far
};

}  // namespace lockstep::timing
