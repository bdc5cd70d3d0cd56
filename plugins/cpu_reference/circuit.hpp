// SPDX-License-Identifier: Apache-2.0
// A circuit on the CPU: the host's own matrices, checked.
#pragma once

#include "lockstep/sdk/synthesizer.hpp"
#include "memory_pool.hpp"

namespace lockstep::cpu_reference {

class CpuCircuit final : public sdk::Circuit {
 public:
  CpuCircuit(sdk::Host host, std::shared_ptr<MemoryPool> pool, std::uint32_t device,
             const sdk::CircuitView& view)
      : sdk::Circuit(device, view), host_(host), pool_(std::move(pool)), view_(view) {}

  const sdk::CircuitView& view() const { return view_; }

  sdk::Result<void> evaluate(const sdk::EvaluateJob& job, sdk::Buffer& a, sdk::Buffer& b,
                             sdk::Buffer& c) override;

 private:
  sdk::Host host_;
  std::shared_ptr<MemoryPool> pool_;
  sdk::CircuitView view_;
};

}  // namespace lockstep::cpu_reference
