// SPDX-License-Identifier: Apache-2.0
// The two primitives by themselves, so that a proof that differs can be traced. They run the default variant.
#pragma once

#include <memory>

#include "lockstep/sdk/primitives.hpp"
#include "memory_pool.hpp"

namespace lockstep::cpu_reference {

class CpuMsm final : public sdk::Msm {
 public:
  CpuMsm(sdk::Host host, std::shared_ptr<MemoryPool> pool) : host_(host), pool_(std::move(pool)) {}
  sdk::Result<void> msm(std::uint32_t device, const sdk::MsmJob& job, std::span<std::uint8_t> sum) override;

 private:
  sdk::Host host_;
  std::shared_ptr<MemoryPool> pool_;
};

class CpuNtt final : public sdk::Ntt {
 public:
  CpuNtt(sdk::Host host, std::shared_ptr<MemoryPool> pool) : host_(host), pool_(std::move(pool)) {}
  sdk::Result<void> ntt(std::uint32_t device, const sdk::NttJob& job, std::span<std::byte> values) override;

 private:
  sdk::Host host_;
  std::shared_ptr<MemoryPool> pool_;
};

}  // namespace lockstep::cpu_reference
