// SPDX-License-Identifier: Apache-2.0
// Checking::kFull: a host between the host and the plugin that passes every call on and keeps book of what
// the plugin owes: memory given back, spans ended, each canonical phase told once in each layer.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <map>
#include <mutex>
#include <string_view>
#include <unordered_map>
#include <utility>

#include "lockstep/abi/host.h"
#include "lockstep/sdk/host.hpp"
#include "lockstep/sdk/phase.hpp"

namespace lockstep::sdk::detail {

class CheckedHost {
 public:
  /// `inner` outlives this.
  CheckedHost(const lks_host* inner, const char* plugin_id) noexcept
      : inner_(inner), plugin_id_(plugin_id), table_(*inner) {
    table_.context = this;
    table_.log = [](void* self, std::uint32_t level, const char* component, const char* message,
                    std::uint64_t bytes) {
      const lks_host* host = of(self).inner_;
      host->log(host->context, level, component, message, bytes);
    };
    table_.log_enabled = [](void* self, std::uint32_t level) {
      const lks_host* host = of(self).inner_;
      return host->log_enabled(host->context, level);
    };
    table_.now_ns = [](void* self) { return of(self).inner_->now_ns(of(self).inner_->context); };
    table_.memory_reserve = [](void* self, std::uint32_t kind, std::uint32_t device, std::uint64_t bytes,
                               lks_error* error) { return of(self).reserve(kind, device, bytes, error); };
    table_.memory_return = [](void* self, std::uint32_t kind, std::uint32_t device, std::uint64_t bytes) {
      of(self).give_back(kind, device, bytes);
    };
    table_.parallel_for = [](void* self, std::uint64_t count, std::uint64_t grain, lks_parallel_body body,
                             void* argument, lks_cancel_token cancel) {
      const lks_host* host = of(self).inner_;
      return host->parallel_for(host->context, count, grain, body, argument, cancel);
    };
    table_.worker_count = [](void* self) {
      const lks_host* host = of(self).inner_;
      return host->worker_count(host->context);
    };
    table_.cancelled = [](void* self, lks_cancel_token token) {
      const lks_host* host = of(self).inner_;
      return host->cancelled(host->context, token);
    };
    table_.span_begin = [](void* self, lks_span parent, std::uint32_t phase, const char* name) {
      return of(self).begin(parent, phase, name);
    };
    table_.span_end = [](void* self, lks_span span, const lks_span_facts* facts) {
      of(self).end(span, facts);
    };
    table_.span_record = [](void* self, const lks_span_record* record) { return of(self).record(record); };
    table_.defer = [](void* self, lks_deferred_work work, void* argument, lks_span parent) {
      const lks_host* host = of(self).inner_;
      return host->defer(host->context, work, argument, parent);
    };
  }
  CheckedHost(const CheckedHost&) = delete;
  CheckedHost& operator=(const CheckedHost&) = delete;
  ~CheckedHost() = default;

  const lks_host* table() const noexcept { return &table_; }

  /// A proof begins under `parent`. Jobs without a span are not followed.
  void job_begins(lks_span parent) {
    if (parent == 0) return;
    const std::lock_guard lock(mutex_);
    jobs_[parent] = Job{};
  }

  /// And ends; where it succeeded, its phases must be complete.
  void job_ends(lks_span parent, bool succeeded) {
    if (parent == 0) return;
    const std::lock_guard lock(mutex_);
    const Job job = jobs_[parent];
    jobs_.erase(parent);
    for (auto span = spans_.begin(); span != spans_.end();) {
      if (span->second.job != parent) {
        ++span;
        continue;
      }
      if (span->second.open) breach("the span of phase ", span->second.phase, " is not ended");
      span = spans_.erase(span);
    }
    if (!succeeded) return;
    for (const Phase phase : kPhases) {
      const auto index = static_cast<std::size_t>(phase) - kFirstPhase;
      if (job.backend[index] != 1) {
        breach("phase ", phase_name(phase), " stands ", job.backend[index],
               " times in the backend layer, expected 1");
      }
      if (job.device[index] != 1) {
        breach("phase ", phase_name(phase), " stands ", job.device[index],
               " times in the device layer, expected 1");
      }
    }
  }

  /// The plugin has gone: nothing may be left.
  void check_end() {
    const std::lock_guard lock(mutex_);
    for (const auto& [place, bytes] : reserved_) {
      if (bytes == 0) continue;
      breach(bytes, " bytes of memory kind ", place.first, " on device ", place.second,
             " are still reserved at deinit");
    }
    for (const auto& [id, span] : spans_) {
      if (span.open) breach("the span of phase ", span.phase, " is not ended at deinit");
    }
  }

 private:
  static constexpr std::size_t kFirstPhase = LKS_PHASE_WAIT;
  static constexpr std::size_t kPhaseCount = LKS_PHASE_RELEASE - LKS_PHASE_WAIT + 1;

  struct Job {
    std::array<std::uint32_t, kPhaseCount> backend{};
    std::array<std::uint32_t, kPhaseCount> device{};
  };
  struct Span {
    lks_span job = 0;  // the PROVE span that it stands directly below, or 0
    std::uint32_t phase = 0;
    bool open = false;
  };

  static CheckedHost& of(void* self) noexcept { return *static_cast<CheckedHost*>(self); }
  static bool is_canonical(std::uint32_t phase) noexcept {
    return phase >= LKS_PHASE_WAIT && phase <= LKS_PHASE_RELEASE;
  }

  template <class... Parts>
  void breach(const Parts&... parts) const noexcept {
    Host(inner_).log(LogLevel::kError, plugin_id_, "the plugin breaks its contract: ", parts...);
  }

  lks_status reserve(std::uint32_t kind, std::uint32_t device, std::uint64_t bytes,
                     lks_error* error) noexcept {
    const lks_status status = inner_->memory_reserve(inner_->context, kind, device, bytes, error);
    if (status == LKS_OK) guarded([&] { reserved_[{kind, device}] += bytes; });
    return status;
  }

  void give_back(std::uint32_t kind, std::uint32_t device, std::uint64_t bytes) noexcept {
    guarded([&] {
      std::uint64_t& held = reserved_[{kind, device}];
      if (bytes > held) breach(bytes, " bytes are returned where ", held, " are reserved");
      held -= std::min(held, bytes);
    });
    inner_->memory_return(inner_->context, kind, device, bytes);
  }

  void check_shape(std::uint32_t phase, const char* name) const noexcept {
    if (phase == LKS_PHASE_VENDOR) {
      if (name == nullptr || std::string_view(name).substr(0, 2) != "x-") {
        breach("a vendor's span is named '", name, "', expected 'x-...'");
      }
    } else if (!is_canonical(phase)) {
      breach("phase ", phase, " is not the plugin's to tell");
    }
  }

  lks_span begin(lks_span parent, std::uint32_t phase, const char* name) noexcept {
    check_shape(phase, name);
    const lks_span id = inner_->span_begin(inner_->context, parent, phase, name);
    guarded([&] { enter_backend(id, parent, phase, true); });
    return id;
  }

  void end(lks_span span, const lks_span_facts* facts) noexcept {
    guarded([&] {
      const auto found = spans_.find(span);
      if (span == 0) return;
      if (found == spans_.end() || !found->second.open) {
        breach("a span is ended that is not open");
      } else {
        found->second.open = false;
        if (found->second.job == 0) spans_.erase(found);
      }
    });
    inner_->span_end(inner_->context, span, facts);
  }

  lks_span record(const lks_span_record* given) noexcept {
    check_shape(given->phase, given->name);
    if (given->end_ns < given->start_ns || given->busy_ns > given->end_ns - given->start_ns) {
      breach("phase ", given->phase, " is recorded with impossible times");
    }
    const lks_span id = inner_->span_record(inner_->context, given);
    guarded([&] {
      if (given->layer == LKS_LAYER_BACKEND) {
        enter_backend(id, given->parent, given->phase, false);
      } else if (given->layer == LKS_LAYER_DEVICE) {
        enter_device(*given);
      } else {
        breach("layer ", given->layer, " is not the plugin's to tell");
      }
    });
    return id;
  }

  // Requires the mutex.
  void enter_backend(lks_span id, lks_span parent, std::uint32_t phase, bool open) {
    const auto job = is_canonical(phase) ? jobs_.find(parent) : jobs_.end();
    if (job != jobs_.end()) ++job->second.backend[phase - kFirstPhase];
    const lks_span job_id = job != jobs_.end() ? parent : 0;
    if (id != 0 && (open || job_id != 0)) {
      spans_[id] = Span{job_id, phase, open};
    }
  }

  // Requires the mutex.
  void enter_device(const lks_span_record& given) {
    if (!is_canonical(given.phase)) return;
    const auto parent = spans_.find(given.parent);
    if (parent == spans_.end() || parent->second.phase != given.phase) {
      breach("the device span of phase ", given.phase, " does not stand below the backend span of its phase");
      return;
    }
    const auto job = jobs_.find(parent->second.job);
    if (job != jobs_.end()) ++job->second.device[given.phase - kFirstPhase];
  }

  // Bookkeeping that runs out of memory is left out: it never fails the call that it watches.
  template <class Work>
  void guarded(Work&& work) noexcept {
    try {
      const std::lock_guard lock(mutex_);
      work();
    } catch (...) {
      breach("the books are incomplete: no memory");
    }
  }

  const lks_host* inner_;
  const char* plugin_id_;
  lks_host table_;
  std::mutex mutex_;
  std::unordered_map<lks_span, Job> jobs_;
  std::unordered_map<lks_span, Span> spans_;
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::uint64_t> reserved_;
};

}  // namespace lockstep::sdk::detail
