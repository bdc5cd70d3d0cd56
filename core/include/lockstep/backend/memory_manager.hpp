// SPDX-License-Identifier: Apache-2.0
// Devices of a backend and the buffers that live on them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "lockstep/backend/device.hpp"
#include "lockstep/result.hpp"

namespace lockstep::backend {

/// A buffer of a backend; its destructor gives it back without blocking. Keeps the backend loaded.
class LOCKSTEP_API Buffer {
 public:
  virtual ~Buffer() = default;
  virtual std::uint64_t size_bytes() const = 0;
  virtual std::uint32_t device() const = 0;
  virtual MemoryKind kind() const = 0;
  /// The bytes where the host can see them (pageable, pinned), else empty. Aligned to 64 bytes.
  virtual std::span<std::byte> host_bytes() = 0;
  /// Copies; done on return. A range past the end is an error and copies nothing. [session-exclusive]
  virtual Result<void> write(std::uint64_t offset, std::span<const std::byte> from) = 0;
  virtual Result<void> read(std::uint64_t offset, std::span<std::byte> to) const = 0;
};

/// [thread-safe]
class LOCKSTEP_API MemoryManager {
 public:
  virtual ~MemoryManager() = default;
  /// Every device that the backend sees, usable or not.
  virtual Result<std::vector<DeviceInfo>> devices() const = 0;
  virtual Result<std::unique_ptr<Buffer>> acquire(const BufferRequest& request) = 0;
  /// Pins memory of the caller for fast copies, until it is unregistered.
  virtual Result<void> register_host(std::uint32_t device, std::span<std::byte> bytes) = 0;
  virtual Result<void> unregister_host(std::uint32_t device, std::span<std::byte> bytes) = 0;
  /// Gives pooled memory back until at most `keep_bytes` are pooled.
  virtual Result<void> trim(std::uint32_t device, std::uint64_t keep_bytes) = 0;
  virtual Result<MemoryStats> stats(std::uint32_t device) const = 0;
};

}  // namespace lockstep::backend
