// SPDX-License-Identifier: Apache-2.0
// A host for tests of the SDK: it remembers what a plugin told it, and can be told to refuse.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <map>
#include <mutex>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "lockstep/abi/host.h"

namespace lockstep::sdk::testing {

class FakeHost {
 public:
  struct Span {
    lks_span id = 0;
    lks_span parent = 0;
    std::uint32_t layer = 0;
    std::uint32_t phase = 0;
    std::string name;
    std::uint32_t flags = 0;
    std::uint32_t fused_with = 0;
    std::uint64_t start_ns = 0;
    std::uint64_t end_ns = 0;
    std::uint64_t busy_ns = 0;
    std::uint64_t bytes_to_device = 0;
    bool ended = false;
  };

  FakeHost() {
    table.struct_size = sizeof table;
    table.abi_major = LKS_ABI_MAJOR;
    table.abi_minor = LKS_ABI_MINOR;
    table.context = this;
    table.log = [](void* self, std::uint32_t level, const char* component, const char* message,
                   std::uint64_t bytes) {
      FakeHost& host = of(self);
      const std::lock_guard lock(host.mutex);
      host.lines.push_back(std::to_string(level) + " " + component + " " +
                           std::string(message, static_cast<std::size_t>(bytes)));
    };
    table.log_enabled = [](void* self, std::uint32_t level) {
      return static_cast<std::uint32_t>(level >= of(self).least_level);
    };
    table.now_ns = [](void* self) { return of(self).clock_ns.fetch_add(1000) + 1000; };
    table.memory_reserve = [](void* self, std::uint32_t kind, std::uint32_t device, std::uint64_t bytes,
                              lks_error* error) -> lks_status {
      return of(self).reserve(kind, device, bytes, error);
    };
    table.memory_return = [](void* self, std::uint32_t kind, std::uint32_t device, std::uint64_t bytes) {
      FakeHost& host = of(self);
      const std::lock_guard lock(host.mutex);
      host.reserved[{kind, device}] -= bytes;
    };
    table.parallel_for = run_parallel;
    table.worker_count = [](void*) { return kWorkers; };
    table.cancelled = [](void* self, lks_cancel_token token) {
      return static_cast<std::uint32_t>(token == of(self).fired_token.load());
    };
    table.span_begin = [](void* self, lks_span parent, std::uint32_t phase, const char* name) {
      Span span;
      span.parent = parent;
      span.layer = LKS_LAYER_BACKEND;
      span.phase = phase;
      span.name = name == nullptr ? "" : name;
      span.start_ns = of(self).table.now_ns(self);
      return of(self).keep(span);
    };
    table.span_end = [](void* self, lks_span id, const lks_span_facts* facts) {
      FakeHost& host = of(self);
      const std::uint64_t now = host.table.now_ns(self);
      const std::lock_guard lock(host.mutex);
      Span& span = host.spans.at(id - 1);
      span.ended = true;
      span.end_ns = now;
      if (facts != nullptr) {
        span.flags = facts->flags;
        span.fused_with = facts->fused_with;
        span.bytes_to_device = facts->bytes_to_device;
      }
    };
    table.span_record = [](void* self, const lks_span_record* record) {
      Span span;
      span.parent = record->parent;
      span.layer = record->layer;
      span.phase = record->phase;
      span.flags = record->flags;
      span.fused_with = record->fused_with;
      span.start_ns = record->start_ns;
      span.end_ns = record->end_ns;
      span.busy_ns = record->busy_ns;
      span.bytes_to_device = record->bytes_to_device;
      span.ended = true;
      return of(self).keep(span);
    };
    table.defer = [](void* self, lks_deferred_work work, void* argument, lks_span) -> lks_status {
      FakeHost& host = of(self);
      if (host.refuses_work) return LKS_E_OUT_OF_MEMORY;
      const std::lock_guard lock(host.mutex);
      host.deferred.emplace_back(work, argument);
      return LKS_OK;
    };
  }
  FakeHost(const FakeHost&) = delete;
  FakeHost& operator=(const FakeHost&) = delete;
  ~FakeHost() { run_deferred(); }

  void run_deferred() {
    for (auto& [work, argument] : std::exchange(deferred, {})) work(argument);
  }
  /// Whether a line that was logged has this text.
  bool logged(const std::string& text) {
    const std::lock_guard lock(mutex);
    return std::any_of(lines.begin(), lines.end(),
                       [&](const std::string& line) { return line.find(text) != std::string::npos; });
  }
  std::vector<Span> spans_of(std::uint32_t layer, std::uint32_t phase) {
    const std::lock_guard lock(mutex);
    std::vector<Span> found;
    for (const Span& span : spans) {
      if (span.layer == layer && span.phase == phase) found.push_back(span);
    }
    return found;
  }

  static constexpr std::uint32_t kWorkers = 4;

  lks_host table{};
  std::mutex mutex;
  std::vector<std::string> lines;
  std::uint32_t least_level = LKS_LOG_TRACE;
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::uint64_t> reserved;
  std::uint64_t budget_bytes = UINT64_MAX;
  std::vector<Span> spans;
  std::vector<std::pair<lks_deferred_work, void*>> deferred;
  bool refuses_work = false;
  std::atomic<lks_cancel_token> fired_token{UINT64_MAX};
  std::atomic<std::uint64_t> clock_ns{0};  // every look at the clock is 1 us later

 private:
  static FakeHost& of(void* self) { return *static_cast<FakeHost*>(self); }

  lks_span keep(Span span) {
    const std::lock_guard lock(mutex);
    span.id = spans.size() + 1;
    spans.push_back(span);
    return span.id;
  }

  lks_status reserve(std::uint32_t kind, std::uint32_t device, std::uint64_t bytes, lks_error* error) {
    const std::lock_guard lock(mutex);
    if (bytes > budget_bytes) {
      if (error != nullptr) {
        error->code = LKS_E_BUDGET;
        error->flags = LKS_ERROR_RETRYABLE;
        std::string("over the budget").copy(error->message, sizeof error->message);
      }
      return LKS_E_BUDGET;
    }
    reserved[{kind, device}] += bytes;
    return LKS_OK;
  }

  // Piece i, of `grain` indices, runs on worker i mod kWorkers.
  static lks_status run_parallel(void* self, std::uint64_t count, std::uint64_t grain, lks_parallel_body body,
                                 void* argument, lks_cancel_token cancel) {
    if (cancel != 0 && of(self).fired_token == cancel) return LKS_E_CANCELLED;
    const std::uint64_t piece = std::max<std::uint64_t>(grain, 1);
    std::vector<std::thread> threads;
    for (std::uint32_t worker = 0; worker < kWorkers; ++worker) {
      threads.emplace_back([=] {
        for (std::uint64_t begin = worker * piece; begin < count; begin += kWorkers * piece) {
          body(argument, begin, std::min(count, begin + piece), worker);
        }
      });
    }
    for (std::thread& thread : threads) thread.join();
    return LKS_OK;
  }
};

}  // namespace lockstep::sdk::testing
