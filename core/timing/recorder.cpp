// SPDX-License-Identifier: Apache-2.0
#include "lockstep/timing/recorder.hpp"

#include <algorithm>
#include <exception>
#include <mutex>

#include "process_sampler.hpp"

namespace lockstep::timing {
namespace {

constexpr std::size_t kMaxNameBytes = 63;
constexpr std::size_t kMaxMisuses = 16;
constexpr std::size_t kMaxSamples = 4096;
constexpr std::uint64_t kSampleEveryNs = 100'000;
constexpr unsigned kTagShift = 32;

}  // namespace

struct Recorder::State {
  explicit State(RecorderOptions given) : options(std::move(given)), start_ns(options.clock()) {
    spans.reserve(std::min<std::size_t>(options.capacity, 256));
  }

  RecorderOptions options;
  std::uint64_t start_ns;
  mutable std::mutex mutex;
  std::uint64_t end_ns = 0;
  std::vector<Span> spans;  // ids are local: 1, 2, 3, ...
  std::vector<ProcessSample> samples;
  std::uint64_t last_sample_ns = 0;
  std::uint64_t dropped = 0;
  std::vector<std::string> misuses;
  ProcessSampler sampler;

  void misuse(std::string sentence) {
    if (misuses.size() < kMaxMisuses) misuses.push_back(std::move(sentence));
  }

  /// The span of a public id, or null.
  Span* find(SpanId id) {
    const std::uint64_t index = id & UINT32_MAX;
    if (id >> kTagShift != options.tag || index == 0 || index > spans.size()) return nullptr;
    return &spans[index - 1];
  }

  /// Adds a span that stands open at its start; null when the sink is full. Call with the mutex held.
  Span* add(const SpanStart& start, std::uint64_t now) {
    if (spans.size() >= options.capacity) {
      ++dropped;
      return nullptr;
    }
    Span span;
    span.id = spans.size() + 1;
    if (start.parent != 0) {
      if (const Span* parent = find(start.parent)) {
        span.parent = parent->id;
        span.partition = parent->partition;
        span.attempt = parent->attempt;
        span.device = parent->device;
      } else {
        misuse("a " + std::string(layer_name(start.layer)) + " span " + std::string(phase_name(start.phase)) +
               " names a parent that does not exist");
      }
    }
    span.layer = start.layer;
    span.phase = start.phase;
    if (start.phase == Phase::kVendor) span.name = start.name.substr(0, kMaxNameBytes);
    span.partition = start.partition.value_or(span.partition);
    span.attempt = start.attempt.value_or(span.attempt);
    span.device = start.device.value_or(span.device);
    span.start_ns = start.start_ns.value_or(now);
    span.end_ns = span.start_ns;
    span.open = true;
    spans.push_back(std::move(span));
    return &spans.back();
  }

  void close(Span& span, std::uint64_t end, const SpanFacts& facts) {
    if (end < span.start_ns) {
      misuse(std::string(layer_name(span.layer)) + ' ' + std::string(phase_name(span.phase)) +
             " ends before it starts");
      end = span.start_ns;
    }
    span.end_ns = end;
    span.busy_ns = end - span.start_ns;
    span.facts = facts;
    span.open = false;
  }

  void take_sample(const Span& span, std::uint64_t now) {
    if (!options.sample_process || span.layer == Layer::kDevice || span.phase == Phase::kVendor) return;
    if (samples.size() >= kMaxSamples || now < last_sample_ns + kSampleEveryNs) return;
    last_sample_ns = now;
    ProcessSample sample = sampler.sample(now);
    if (options.returned_bytes) sample.returned_bytes = options.returned_bytes();
    samples.push_back(sample);
  }

  SpanId public_id(const Span& span) const { return SpanId{options.tag} << kTagShift | span.id; }
};

Recorder::Recorder(RecorderOptions options) : state_(std::make_unique<State>(std::move(options))) {}
Recorder::~Recorder() = default;

std::uint32_t Recorder::tag() const {
  return state_->options.tag;
}

SpanId Recorder::begin(const SpanStart& start) {
  try {
    const std::lock_guard lock(state_->mutex);
    const Span* span = state_->add(start, state_->options.clock());
    if (span == nullptr) return 0;
    const SpanId id = state_->public_id(*span);
    state_->take_sample(*span, span->start_ns);
    return id;
  } catch (const std::exception&) {
    return 0;
  }
}

void Recorder::end(SpanId span, const SpanFacts& facts) {
  if (span == 0) return;
  const std::uint64_t now = state_->options.clock();
  try {
    const std::lock_guard lock(state_->mutex);
    Span* found = state_->find(span);
    if (found == nullptr || !found->open) {
      state_->misuse(found == nullptr ? std::string("a span that does not exist was ended")
                                      : std::string(layer_name(found->layer)) + ' ' +
                                            std::string(phase_name(found->phase)) + " was ended twice");
      return;
    }
    state_->close(*found, now, facts);
    state_->take_sample(*found, now);
  } catch (const std::exception&) {
    return;
  }
}

SpanId Recorder::record(const SpanRecord& record) {
  try {
    const std::lock_guard lock(state_->mutex);
    Span* span = state_->add(record.start, state_->options.clock());
    if (span == nullptr) return 0;
    state_->close(*span, record.end_ns, record.facts);
    if (record.busy_ns) {
      if (*record.busy_ns > span->busy_ns) {
        state_->misuse(std::string(layer_name(span->layer)) + ' ' + std::string(phase_name(span->phase)) +
                       " was busy for longer than it lasted");
      } else {
        span->busy_ns = *record.busy_ns;
      }
    }
    return state_->public_id(*span);
  } catch (const std::exception&) {
    return 0;
  }
}

SpanId Recorder::record_empty(const SpanStart& start) {
  SpanRecord empty{.start = start, .busy_ns = 0};
  const std::uint64_t at = start.start_ns.value_or(state_->options.clock());
  empty.start.start_ns = at;
  empty.end_ns = at;
  return record(empty);
}

void Recorder::note_misuse(std::string_view sentence) {
  try {
    const std::lock_guard lock(state_->mutex);
    state_->misuse(std::string(sentence));
  } catch (const std::exception&) {
    return;
  }
}

void Recorder::finish() {
  const std::lock_guard lock(state_->mutex);
  if (state_->end_ns == 0) state_->end_ns = state_->options.clock();
}

Recording Recorder::snapshot() const {
  const std::lock_guard lock(state_->mutex);
  const std::uint64_t now = state_->options.clock();
  Recording recording;
  recording.start_ns = state_->start_ns;
  recording.end_ns = state_->end_ns != 0 ? state_->end_ns : now;
  recording.spans = state_->spans;
  for (Span& span : recording.spans) {
    if (!span.open) continue;
    span.end_ns = std::max(now, span.start_ns);
    span.busy_ns = span.duration_ns();
  }
  recording.samples = state_->samples;
  recording.dropped_spans = state_->dropped;
  recording.misuses = state_->misuses;
  return recording;
}

ScopedSpan::ScopedSpan(Recorder& recorder, const SpanStart& start)
    : recorder_(recorder), id_(recorder.begin(start)) {}

ScopedSpan::~ScopedSpan() {
  if (open_) recorder_.end(id_, {.failed = true});
}

void ScopedSpan::end(const SpanFacts& facts) {
  if (!open_) return;
  open_ = false;
  recorder_.end(id_, facts);
}

}  // namespace lockstep::timing
