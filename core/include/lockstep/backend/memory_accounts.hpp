// SPDX-License-Identifier: Apache-2.0
// What every part of the engine has reserved, by kind of memory, against budgets.
#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <optional>

#include "lockstep/abi/host.h"
#include "lockstep/api.hpp"

namespace lockstep::backend {

enum class MemoryKind : std::uint32_t {
  kPageable = LKS_MEMORY_PAGEABLE,
  kPinned = LKS_MEMORY_PINNED,
  kDevice = LKS_MEMORY_DEVICE,
};

/// "pageable", "pinned", "device".
LOCKSTEP_API const char* memory_kind_name(MemoryKind kind);

/// One counted amount with its peak and its limit. [thread-safe], lock-free
class LOCKSTEP_API MemoryCounter {
 public:
  void set_limit(std::optional<std::uint64_t> bytes);
  std::optional<std::uint64_t> limit() const;
  /// False, and nothing counted, where the sum would pass the limit.
  bool try_add(std::uint64_t bytes);
  /// False, and the counter 0, where more is returned than was added.
  bool subtract(std::uint64_t bytes);
  std::uint64_t in_use() const { return in_use_.load(std::memory_order_relaxed); }
  std::uint64_t peak() const { return peak_.load(std::memory_order_relaxed); }
  void reset_peak() { peak_.store(in_use(), std::memory_order_relaxed); }

 private:
  std::atomic<std::uint64_t> in_use_{0};
  std::atomic<std::uint64_t> peak_{0};
  std::atomic<std::uint64_t> limit_{UINT64_MAX};
};

/// Host memory of the process, of the core and of all plugins. Pageable and pinned together stay below the
/// host limit. Device memory is counted per plugin (see HostBinding), and here in sum. [thread-safe]
class LOCKSTEP_API MemoryAccounts {
 public:
  /// Limit of pageable + pinned, of pinned alone; nullopt: none.
  void set_host_limit(std::optional<std::uint64_t> bytes) { host_.set_limit(bytes); }
  void set_pinned_limit(std::optional<std::uint64_t> bytes) { pinned_.set_limit(bytes); }

  /// Host kinds only. False, and nothing counted, where a limit would be passed.
  bool reserve(MemoryKind kind, std::uint64_t bytes);
  bool give_back(MemoryKind kind, std::uint64_t bytes);

  const MemoryCounter& host() const { return host_; }  ///< pageable + pinned
  const MemoryCounter& pageable() const { return pageable_; }
  const MemoryCounter& pinned() const { return pinned_; }
  MemoryCounter& device() { return device_; }  ///< sum over plugins and devices; has no limit
  const MemoryCounter& device() const { return device_; }
  void reset_peaks();

  /// Bytes of any kind returned so far, for timing samples.
  std::uint64_t returned_bytes() const { return returned_.load(std::memory_order_relaxed); }
  void count_returned(std::uint64_t bytes) { returned_.fetch_add(bytes, std::memory_order_relaxed); }

 private:
  MemoryCounter host_, pageable_, pinned_, device_;
  std::atomic<std::uint64_t> returned_{0};
};

}  // namespace lockstep::backend
