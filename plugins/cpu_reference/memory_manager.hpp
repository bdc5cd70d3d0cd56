// SPDX-License-Identifier: Apache-2.0
// The one device of this backend, the machine's processors, and its buffers.
#pragma once

#include <memory>

#include "lockstep/sdk/memory.hpp"
#include "memory_pool.hpp"

namespace lockstep::cpu_reference {

class CpuMemoryManager final : public sdk::MemoryManager {
 public:
  explicit CpuMemoryManager(std::shared_ptr<MemoryPool> pool) : pool_(std::move(pool)) {}

  sdk::Result<std::uint32_t> device_count() override { return 1u; }
  sdk::Result<sdk::DeviceInfo> device_info(std::uint32_t device) override;
  sdk::Result<std::unique_ptr<sdk::Buffer>> buffer_acquire(const sdk::BufferRequest& request) override;
  sdk::Result<void> trim(std::uint32_t device, std::uint64_t keep_bytes) override;
  sdk::Result<sdk::MemoryStats> stats(std::uint32_t device) override;

 private:
  std::shared_ptr<MemoryPool> pool_;
};

}  // namespace lockstep::cpu_reference
