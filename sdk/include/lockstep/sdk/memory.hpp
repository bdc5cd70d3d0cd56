// SPDX-License-Identifier: Apache-2.0
// The devices of a plugin and the buffers on them (interface "lockstep.memory/1"), to derive from.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>

#include "lockstep/abi/memory.h"
#include "lockstep/sdk/curve.hpp"
#include "lockstep/sdk/host.hpp"
#include "lockstep/sdk/result.hpp"

namespace lockstep::sdk {

enum class DeviceClass : std::uint32_t {
  kCpu = LKS_DEVICE_CPU,
  kGpu = LKS_DEVICE_GPU,
  kEmulated = LKS_DEVICE_EMULATED,  ///< runs another device's code on the host: never chosen by itself
  kOther = LKS_DEVICE_OTHER,
};

/// Texts are cut off at 127, 63, 63 and 255 bytes.
struct DeviceInfo {
  DeviceClass device_class = DeviceClass::kOther;
  std::uint32_t curves = 0;              ///< curve_bit() of each curve that it can prove on
  std::uint64_t memory_total_bytes = 0;  ///< device memory; the host's for a CPU
  std::uint64_t memory_free_bytes = 0;
  std::string name;
  std::string architecture;  ///< "x86-64+adx", "sm_90"
  std::string driver;        ///< version of driver or runtime, or empty
  std::string reason;        ///< why it is not usable; empty: it is usable
};

struct BufferRequest {
  std::uint32_t device = 0;
  MemoryKind kind = MemoryKind::kPageable;
  bool secret = false;           ///< wiped before anything else can read its memory
  bool zeroed = false;           ///< all bytes zero when given
  std::uint64_t size_bytes = 0;  ///< above 0
};

/// One buffer. Its destructor hands the memory over (to a pool, or to Host::defer) and never blocks on
/// freeing.
class Buffer {
 public:
  explicit Buffer(const BufferRequest& request) noexcept : request_(request) {}
  Buffer(const Buffer&) = delete;
  Buffer& operator=(const Buffer&) = delete;
  virtual ~Buffer() = default;

  const BufferRequest& request() const noexcept { return request_; }
  std::uint64_t size_bytes() const noexcept { return request_.size_bytes; }

  /// For kPageable and kPinned, aligned to 64 bytes; nullptr for device memory of a GPU. [thread-safe]
  virtual std::byte* host_address() const noexcept = 0;
  /// Copies, done on return. The range lies inside the buffer: the adapter has checked. [session-exclusive]
  virtual Result<void> write(std::uint64_t offset, std::span<const std::byte> from) = 0;
  virtual Result<void> read(std::uint64_t offset, std::span<std::byte> to) const = 0;

 private:
  BufferRequest request_;
};

struct MemoryStats {
  std::uint64_t in_use_bytes = 0;
  std::uint64_t pooled_bytes = 0;
  std::uint64_t pending_free_bytes = 0;  ///< left the pool, not yet unmapped
  std::uint64_t buffer_count = 0;
};

/// Every function is [thread-safe]. The adapter checks device ordinals, sizes and NULLs before it calls.
class MemoryManager {
 public:
  MemoryManager() = default;
  MemoryManager(const MemoryManager&) = delete;
  MemoryManager& operator=(const MemoryManager&) = delete;
  virtual ~MemoryManager() = default;

  /// Usable or not. Where the runtime is missing: 1, and that device's info says why.
  virtual Result<std::uint32_t> device_count() = 0;
  virtual Result<DeviceInfo> device_info(std::uint32_t device) = 0;

  virtual Result<std::unique_ptr<Buffer>> buffer_acquire(const BufferRequest& request) = 0;

  /// Pins host memory so that copies from it run at full speed. Nothing to do unless overridden.
  virtual Result<void> host_register(std::uint32_t device, std::span<std::byte> memory) {
    static_cast<void>(device), static_cast<void>(memory);
    return {};
  }
  virtual Result<void> host_unregister(std::uint32_t device, std::byte* address) {
    static_cast<void>(device), static_cast<void>(address);
    return {};
  }

  /// Gives pooled memory back, largest buffers first, until at most `keep_bytes` are pooled.
  virtual Result<void> trim(std::uint32_t device, std::uint64_t keep_bytes) = 0;
  virtual Result<MemoryStats> stats(std::uint32_t device) = 0;
};

}  // namespace lockstep::sdk
