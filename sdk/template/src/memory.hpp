// SPDX-License-Identifier: Apache-2.0
// The devices of this plugin and the buffers on them.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>

#include "lockstep/sdk/memory.hpp"

namespace acme {

namespace sdk = lockstep::sdk;

class Memory final : public sdk::MemoryManager {
 public:
  explicit Memory(sdk::Host host) : host_(host) {}

  sdk::Result<std::uint32_t> device_count() override;
  sdk::Result<sdk::DeviceInfo> device_info(std::uint32_t device) override;
  sdk::Result<std::unique_ptr<sdk::Buffer>> buffer_acquire(const sdk::BufferRequest& request) override;
  sdk::Result<void> trim(std::uint32_t device, std::uint64_t keep_bytes) override;
  sdk::Result<sdk::MemoryStats> stats(std::uint32_t device) override;

 private:
  sdk::Host host_;
  std::atomic<std::uint64_t> in_use_bytes_{0};
  std::atomic<std::uint64_t> buffer_count_{0};
};

}  // namespace acme
