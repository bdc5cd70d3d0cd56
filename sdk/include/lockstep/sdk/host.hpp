// SPDX-License-Identifier: Apache-2.0
// The host's services (abi/host.h) as C++: log, clock, memory accounting, parallel loops, cancel, deferred
// work.
#pragma once

#include <atomic>
#include <concepts>
#include <cstdint>
#include <exception>
#include <memory>
#include <new>
#include <string_view>
#include <type_traits>
#include <utility>

#include "lockstep/abi/host.h"
#include "lockstep/sdk/result.hpp"
#include "lockstep/sdk/structs.hpp"

namespace lockstep::sdk {

enum class LogLevel : std::uint32_t {
  kTrace = LKS_LOG_TRACE,
  kDebug = LKS_LOG_DEBUG,
  kInfo = LKS_LOG_INFO,
  kWarn = LKS_LOG_WARN,
  kError = LKS_LOG_ERROR,
};

enum class MemoryKind : std::uint32_t {
  kPageable = LKS_MEMORY_PAGEABLE,
  kPinned = LKS_MEMORY_PINNED,
  kDevice = LKS_MEMORY_DEVICE,
};

/// A span's id; 0 is "no span", and may be passed wherever an id is taken.
using SpanId = lks_span;

class CancelToken;
class Reservation;

/// The host, as a handle to pass by value. Valid from the plugin's create() until its destructor has run.
/// Every function is [thread-safe].
class Host {
 public:
  /// `table` holds every function of ABI 1.0 (the adapter refuses a host that lacks one) and outlives the
  /// Host.
  explicit Host(const lks_host* table) noexcept : table_(table) {}

  bool log_enabled(LogLevel level) const noexcept {
    return table_->log_enabled(table_->context, static_cast<std::uint32_t>(level)) != 0;
  }
  /// Logs the parts joined (text, numbers, bool; see FixedText), at most 1023 bytes. Never pass a secret.
  template <class... Parts>
  void log(LogLevel level, const char* component, const Parts&... parts) const noexcept {
    if (!log_enabled(level)) return;
    const auto text = FixedText<1024>::of(parts...);
    table_->log(table_->context, static_cast<std::uint32_t>(level), component, text.c_str(),
                text.view().size());
  }

  /// Monotonic nanoseconds; the clock of every span.
  std::uint64_t now_ns() const noexcept { return table_->now_ns(table_->context); }

  /// Reserves memory before it is allocated; kBudget when the host refuses. `device` is 0 but for kDevice.
  Result<Reservation> reserve(MemoryKind kind, std::uint64_t bytes, std::uint32_t device = 0) const noexcept;

  /// Upper bound of `worker` in every parallel_for; constant.
  std::uint32_t worker_count() const noexcept { return table_->worker_count(table_->context); }

  /// Calls body(begin, end, worker) over pieces of [0, count), each of at least `grain` indices, on the
  /// host's threads and this one; returns when all are done. Two pieces that run at the same time have
  /// different `worker` < worker_count(). The body may return void or Result<void>, and may throw: after the
  /// first failure no further piece begins its work, and that failure is returned.
  template <class Body>
  requires std::invocable<Body&, std::uint64_t, std::uint64_t, std::uint32_t> Result<void> parallel_for(
      std::uint64_t count, std::uint64_t grain, Body&& body, lks_cancel_token cancel = 0)
  const noexcept;

  bool cancelled(lks_cancel_token token) const noexcept {
    return token != 0 && table_->cancelled(table_->context, token) != 0;
  }

  /// Runs `work` once, soon, on a background thread of the host: for freeing and wiping off the critical
  /// path. Runs it here and now where the host does not take it. `parent` is the span it is accounted under.
  template <class Work>
  requires std::invocable<Work&>
  void defer(Work work, SpanId parent = 0) const noexcept;

  const lks_host& table() const noexcept { return *table_; }

 private:
  const lks_host* table_;
};

/// Memory that the host has granted; returned when this goes. Let it go after the memory is really gone.
class Reservation {
 public:
  Reservation() noexcept = default;
  Reservation(Host host, MemoryKind kind, std::uint32_t device, std::uint64_t bytes) noexcept
      : table_(&host.table()), kind_(kind), device_(device), bytes_(bytes) {}
  Reservation(Reservation&& other) noexcept { swap(other); }
  Reservation& operator=(Reservation&& other) noexcept {
    Reservation(std::move(other)).swap(*this);
    return *this;
  }
  Reservation(const Reservation&) = delete;
  Reservation& operator=(const Reservation&) = delete;
  ~Reservation() { give_back(bytes_); }

  std::uint64_t bytes() const noexcept { return bytes_; }

  /// Returns the part above `bytes` early, as when a pool was trimmed.
  void shrink_to(std::uint64_t bytes) noexcept {
    if (bytes < bytes_) give_back(bytes_ - bytes);
  }

 private:
  void give_back(std::uint64_t bytes) noexcept {
    if (bytes > 0) {
      table_->memory_return(table_->context, static_cast<std::uint32_t>(kind_), device_, bytes);
    }
    bytes_ -= bytes;
  }
  void swap(Reservation& other) noexcept {
    std::swap(table_, other.table_);
    std::swap(kind_, other.kind_);
    std::swap(device_, other.device_);
    std::swap(bytes_, other.bytes_);
  }

  const lks_host* table_ = nullptr;
  MemoryKind kind_ = MemoryKind::kPageable;
  std::uint32_t device_ = 0;
  std::uint64_t bytes_ = 0;
};

/// The cancel token of a job, to be asked at phase borders at least.
class CancelToken {
 public:
  CancelToken(Host host, lks_cancel_token token) noexcept : host_(host), token_(token) {}
  bool fired() const noexcept { return host_.cancelled(token_); }
  /// kCancelled once the token has fired.
  Result<void> check() const noexcept {
    if (fired()) return Error(Code::kCancelled, "the job was cancelled");
    return {};
  }
  lks_cancel_token id() const noexcept { return token_; }

 private:
  Host host_;
  lks_cancel_token token_;
};

/// What an exception that is being handled means as an Error. Call inside a catch block only.
inline Error error_of_current_exception() noexcept {
  try {
    throw;
  } catch (const std::bad_alloc&) {
    return Error(Code::kOutOfMemory, "host memory is exhausted");
  } catch (const std::exception& exception) {
    return Error(Code::kInternal, "unexpected exception: ", exception.what());
  } catch (...) {
    return Error(Code::kInternal, "unexpected exception of unknown type");
  }
}

inline Result<Reservation> Host::reserve(MemoryKind kind, std::uint64_t bytes,
                                         std::uint32_t device) const noexcept {
  lks_error error{};
  error.struct_size = sizeof error;
  const lks_status status =
      table_->memory_reserve(table_->context, static_cast<std::uint32_t>(kind), device, bytes, &error);
  if (status != LKS_OK) return Error::from_c(status, error);
  return Reservation(*this, kind, device, bytes);
}

namespace detail {

/// One parallel loop: the body and its first failure. Lives on the caller's stack while the loop runs.
template <class Body>
struct ParallelLoop {
  Body& body;
  std::atomic<bool> failed{false};
  Result<void> first_failure{};

  void run(std::uint64_t begin, std::uint64_t end, std::uint32_t worker) noexcept {
    if (failed.load(std::memory_order_relaxed)) return;
    try {
      if constexpr (std::is_void_v<
                        std::invoke_result_t<Body&, std::uint64_t, std::uint64_t, std::uint32_t>>) {
        body(begin, end, worker);
      } else {
        if (Result<void> done = body(begin, end, worker); !done) fail(std::move(done).error());
      }
    } catch (...) {
      fail(error_of_current_exception());
    }
  }

 private:
  void fail(Error error) noexcept {
    // Only the first writes; the loop's end orders that write before the caller's read.
    if (!failed.exchange(true)) first_failure = std::move(error);
  }
};

}  // namespace detail

template <class Body>
requires std::invocable<Body&, std::uint64_t, std::uint64_t, std::uint32_t> Result<void> Host::parallel_for(
    std::uint64_t count, std::uint64_t grain, Body&& body, lks_cancel_token cancel)
const noexcept {
  using Loop = detail::ParallelLoop<std::remove_reference_t<Body>>;
  Loop loop{body};
  const lks_status status = table_->parallel_for(
      table_->context, count, grain,
      [](void* argument, std::uint64_t begin, std::uint64_t end, std::uint32_t worker) {
        static_cast<Loop*>(argument)->run(begin, end, worker);
      },
      &loop, cancel);
  if (!loop.first_failure) return std::move(loop.first_failure);
  if (status == LKS_E_CANCELLED) return Error(Code::kCancelled, "the job was cancelled");
  if (status != LKS_OK) return Error(static_cast<Code>(status), "the host's parallel_for failed");
  return {};
}

template <class Work>
requires std::invocable<Work&>
void Host::defer(Work work, SpanId parent) const noexcept {
  std::unique_ptr<Work> handed(new (std::nothrow) Work(std::move(work)));
  if (handed == nullptr) {
    // The failed allocation did not run the initialiser: `work` is whole.
    work();
    return;
  }
  const lks_status status = table_->defer(
      table_->context,
      [](void* argument) {
        const std::unique_ptr<Work> owned(static_cast<Work*>(argument));
        (*owned)();
      },
      handed.get(), parent);
  if (status == LKS_OK) {
    static_cast<void>(handed.release());
  } else {
    (*handed)();
  }
}

}  // namespace lockstep::sdk
