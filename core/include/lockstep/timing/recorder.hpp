// SPDX-License-Identifier: Apache-2.0
// The sink of one job's spans.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "lockstep/timing/clock.hpp"
#include "lockstep/timing/span.hpp"

namespace lockstep::timing {

struct RecorderOptions {
  std::uint32_t tag = 1;                            ///< upper half of every span id of this recorder; not 0
  std::size_t capacity = 16384;                     ///< spans kept; later ones are counted and dropped
  std::uint64_t (*clock)() = &now_ns;               ///< another one in tests
  bool sample_process = true;                       ///< page faults and resident memory at phase borders
  std::function<std::uint64_t()> returned_bytes{};  ///< bytes returned to the memory accounts so far
};

/// How a span begins. Partition, attempt and device are the parent's where they are not given (0 without
/// one).
struct SpanStart {
  SpanId parent = 0;
  Layer layer = Layer::kPipeline;
  Phase phase = Phase::kQueue;
  std::string_view name{};  ///< kVendor: "x-..."; copied, cut at 63 bytes
  std::optional<std::uint32_t> partition{};
  std::optional<std::uint32_t> attempt{};
  std::optional<std::uint32_t> device{};    ///< ordinal within the backend
  std::optional<std::uint64_t> start_ns{};  ///< now, where it is not given
};

/// A span told after the fact.
struct SpanRecord {
  SpanStart start{};
  std::uint64_t end_ns = 0;
  std::optional<std::uint64_t> busy_ns{};  ///< end - start, where it is not given
  SpanFacts facts{};
};

/// Everything a recorder holds, with ids 1, 2, 3, ... and each parent before its children.
struct Recording {
  std::uint64_t start_ns = 0;
  std::uint64_t end_ns = 0;
  std::vector<Span> spans;
  std::vector<ProcessSample> samples;
  std::uint64_t dropped_spans = 0;
  std::vector<std::string> misuses;  ///< calls that broke a rule: a span ended twice, an end before a start
};

/// Every member is [thread-safe], takes constant time and never fails: what can't be recorded gives id 0.
class LOCKSTEP_API Recorder {
 public:
  explicit Recorder(RecorderOptions options = {});
  ~Recorder();
  Recorder(const Recorder&) = delete;
  Recorder& operator=(const Recorder&) = delete;

  std::uint32_t tag() const;

  SpanId begin(const SpanStart& start);
  void end(SpanId span, const SpanFacts& facts = {});
  SpanId record(const SpanRecord& record);
  /// A canonical phase that had nothing to do: a span of length zero, now.
  SpanId record_empty(const SpanStart& start);

  /// Keeps a sentence about a call that broke a rule before it could become a span.
  void note_misuse(std::string_view sentence);

  /// The job's own end; the first call counts. Without one, the job ends when the snapshot is taken.
  void finish();

  Recording snapshot() const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

/// Begins a span now and ends it with the scope, as failed unless end() was called.
class LOCKSTEP_API ScopedSpan {
 public:
  ScopedSpan(Recorder& recorder, const SpanStart& start);
  ~ScopedSpan();
  ScopedSpan(const ScopedSpan&) = delete;
  ScopedSpan& operator=(const ScopedSpan&) = delete;

  SpanId id() const { return id_; }
  void end(const SpanFacts& facts = {});

 private:
  Recorder& recorder_;
  SpanId id_;
  bool open_ = true;
};

}  // namespace lockstep::timing
