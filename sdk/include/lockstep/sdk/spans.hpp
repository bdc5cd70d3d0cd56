// SPDX-License-Identifier: Apache-2.0
// Timing spans of the two layers that a plugin fills in (abi/timing.h): BACKEND, its host side as it happens,
// and DEVICE, the work itself.
#pragma once

#include <algorithm>
#include <cstdint>
#include <exception>
#include <utility>
#include <vector>

#include "lockstep/sdk/host.hpp"
#include "lockstep/sdk/phase.hpp"

namespace lockstep::sdk {

/// A span of the backend layer: open while this lives. A span that ends because an exception passes is marked
/// as failed. Not to be shared between threads; its id may be.
class BackendSpan {
 public:
  /// A canonical phase below the host's PROVE span.
  BackendSpan(Host host, SpanId parent, Phase phase) noexcept
      : BackendSpan(host, parent, static_cast<std::uint32_t>(phase), nullptr) {}
  /// A finer span below a canonical one; `name` starts with "x-".
  BackendSpan(Host host, SpanId parent, const char* name) noexcept
      : BackendSpan(host, parent, LKS_PHASE_VENDOR, name) {}

  BackendSpan(BackendSpan&& other) noexcept
      : host_(other.host_),
        id_(other.id_),
        phase_(other.phase_),
        open_(std::exchange(other.open_, false)),
        exceptions_at_begin_(other.exceptions_at_begin_),
        facts_(other.facts_) {}
  BackendSpan& operator=(BackendSpan&&) = delete;
  BackendSpan(const BackendSpan&) = delete;
  BackendSpan& operator=(const BackendSpan&) = delete;
  ~BackendSpan() { end(); }

  SpanId id() const noexcept { return id_; }
  std::uint32_t phase() const noexcept { return phase_; }
  Host host() const noexcept { return host_; }

  void add_bytes_to_device(std::uint64_t bytes) noexcept { facts_.bytes_to_device += bytes; }
  void add_bytes_from_device(std::uint64_t bytes) noexcept { facts_.bytes_from_device += bytes; }
  /// This phase's work is done inside `phase`.
  void fuse_with(Phase phase) noexcept {
    facts_.flags |= LKS_SPAN_FUSED;
    facts_.fused_with = static_cast<std::uint32_t>(phase);
  }
  void mark_failed() noexcept { facts_.flags |= LKS_SPAN_FAILED; }

  /// Ends it now; a second call does nothing.
  void end() noexcept {
    if (!std::exchange(open_, false)) return;
    if (std::uncaught_exceptions() > exceptions_at_begin_) mark_failed();
    host_.table().span_end(host_.table().context, id_, &facts_);
  }

 private:
  BackendSpan(Host host, SpanId parent, std::uint32_t phase, const char* name) noexcept
      : host_(host),
        id_(host.table().span_begin(host.table().context, parent, phase, name)),
        phase_(phase),
        exceptions_at_begin_(std::uncaught_exceptions()) {
    facts_.struct_size = sizeof facts_;
  }

  Host host_;
  SpanId id_;
  std::uint32_t phase_;
  bool open_ = true;
  int exceptions_at_begin_;
  lks_span_facts facts_{};
};

/// Intervals of work on one clock, and the length of their union.
class Intervals {
 public:
  /// Adds [start_ns, end_ns). Intervals of one worker ascend; where the pause since the last is at most
  /// kJoinedPauseNs the two are joined, which bounds the memory of a loop over many small pieces.
  void add(std::uint64_t start_ns, std::uint64_t end_ns) {
    if (!list_.empty() && start_ns >= list_.back().end_ns &&
        start_ns - list_.back().end_ns <= kJoinedPauseNs) {
      list_.back().end_ns = std::max(list_.back().end_ns, end_ns);
    } else {
      list_.push_back({start_ns, end_ns});
    }
  }
  void add_all(const Intervals& other) { list_.insert(list_.end(), other.list_.begin(), other.list_.end()); }

  bool empty() const noexcept { return list_.empty(); }

  struct Summary {
    std::uint64_t start_ns = 0;  ///< the earliest start
    std::uint64_t end_ns = 0;    ///< the latest end
    std::uint64_t busy_ns = 0;   ///< the length of the union
  };
  /// All zero when empty. Sorts the list in place.
  Summary summarise() noexcept {
    if (list_.empty()) return {};
    std::sort(list_.begin(), list_.end(),
              [](const Interval& x, const Interval& y) { return x.start_ns < y.start_ns; });
    Summary summary{list_.front().start_ns, list_.front().start_ns, 0};
    for (const Interval& next : list_) {
      const std::uint64_t from = std::max(next.start_ns, summary.end_ns);
      if (next.end_ns > from) summary.busy_ns += next.end_ns - from;
      summary.end_ns = std::max(summary.end_ns, next.end_ns);
    }
    return summary;
  }

 private:
  struct Interval {
    std::uint64_t start_ns;
    std::uint64_t end_ns;
  };
  static constexpr std::uint64_t kJoinedPauseNs = 500;

  std::vector<Interval> list_;
};

/// A span of the device layer for the same phase as a backend span, told when this goes. Declare it after the
/// backend span, so that it is told first.
///
/// A CPU backend measures each piece of work where it runs:  `const auto work = device.work(worker);`
/// A GPU backend adds the intervals of its events, turned into the host's clock:  `device.add(start, end);`
class DeviceSpan {
 public:
  /// `workers`: 1 + the highest worker that will call work(). May throw std::bad_alloc.
  explicit DeviceSpan(const BackendSpan& backend, std::uint32_t device = 0, std::uint32_t workers = 1)
      : host_(backend.host()), opened_ns_(host_.now_ns()), slots_(std::max(workers, 1u)) {
    record_.struct_size = sizeof record_;
    record_.layer = LKS_LAYER_DEVICE;
    record_.phase = backend.phase();
    record_.device = device;
    record_.parent = backend.id();
  }
  DeviceSpan(const DeviceSpan&) = delete;
  DeviceSpan& operator=(const DeviceSpan&) = delete;
  ~DeviceSpan() { end(); }

  /// Measures from its making to its end as work of `worker`.
  class Work {
   public:
    Work(const Work&) = delete;
    Work& operator=(const Work&) = delete;
    ~Work() { span_.add(start_ns_, span_.host_.now_ns(), worker_); }

   private:
    friend class DeviceSpan;
    Work(DeviceSpan& span, std::uint32_t worker) noexcept
        : span_(span), worker_(worker), start_ns_(span.host_.now_ns()) {}
    DeviceSpan& span_;
    std::uint32_t worker_;
    std::uint64_t start_ns_;
  };
  /// [thread-safe] for different workers.
  [[nodiscard]] Work work(std::uint32_t worker = 0) noexcept { return Work(*this, worker); }

  /// Work that ran in [start_ns, end_ns) of the host's clock. [thread-safe] for different workers. An
  /// interval for which there is no memory is left out, and the span is marked as failed.
  void add(std::uint64_t start_ns, std::uint64_t end_ns, std::uint32_t worker = 0) noexcept {
    Slot& slot = slots_[worker % slots_.size()];
    try {
      slot.intervals.add(start_ns, end_ns);
    } catch (...) {
      slot.lost = true;
    }
  }

  void add_bytes_to_device(std::uint64_t bytes) noexcept { record_.bytes_to_device += bytes; }
  void add_bytes_from_device(std::uint64_t bytes) noexcept { record_.bytes_from_device += bytes; }
  void mark_failed() noexcept { record_.flags |= LKS_SPAN_FAILED; }
  void fuse_with(Phase phase) noexcept {
    record_.flags |= LKS_SPAN_FUSED;
    record_.fused_with = static_cast<std::uint32_t>(phase);
  }

  /// Tells the span; a second call does nothing. Without any work it has length zero. No worker may still
  /// add.
  void end() noexcept {
    if (!std::exchange(open_, false)) return;
    Intervals all;
    for (Slot& slot : slots_) {
      try {
        all.add_all(slot.intervals);
      } catch (...) {
        slot.lost = true;
      }
      if (slot.lost) mark_failed();
    }
    const Intervals::Summary summary = all.summarise();
    record_.start_ns = all.empty() ? opened_ns_ : summary.start_ns;
    record_.end_ns = all.empty() ? opened_ns_ : summary.end_ns;
    record_.busy_ns = summary.busy_ns;
    host_.table().span_record(host_.table().context, &record_);
  }

 private:
  struct alignas(64) Slot {  // a cache line each, since workers write at the same time
    Intervals intervals;
    bool lost = false;
  };

  Host host_;
  std::uint64_t opened_ns_;
  std::vector<Slot> slots_;
  bool open_ = true;
  lks_span_record record_{};
};

/// Tells a phase without work in both layers: spans of length zero. With `fused_with`, its work was done
/// inside that phase.
inline void record_empty_phase(Host host, SpanId parent, Phase phase, std::uint32_t device = 0,
                               Phase fused_with = Phase::kNone) noexcept {
  lks_span_record record{};
  record.struct_size = sizeof record;
  record.layer = LKS_LAYER_BACKEND;
  record.phase = static_cast<std::uint32_t>(phase);
  record.flags = fused_with == Phase::kNone ? 0u : LKS_SPAN_FUSED;
  record.fused_with = static_cast<std::uint32_t>(fused_with);
  record.device = device;
  record.parent = parent;
  record.start_ns = record.end_ns = host.now_ns();
  record.parent = host.table().span_record(host.table().context, &record);
  record.layer = LKS_LAYER_DEVICE;
  host.table().span_record(host.table().context, &record);
}

}  // namespace lockstep::sdk
