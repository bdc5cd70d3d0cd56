// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include "lockstep/sdk/groth16.hpp"
#include "memory_pool.hpp"

namespace lockstep::cpu_reference {

/// Options: "variant" = "fast" (the default) or "textbook".
class CpuProver final : public sdk::Groth16Prover {
 public:
  CpuProver(sdk::Host host, std::shared_ptr<MemoryPool> pool) : host_(host), pool_(std::move(pool)) {}

  sdk::Result<sdk::Estimate> estimate(std::uint32_t device, const sdk::CircuitView& circuit,
                                      const sdk::KeyView& key, const sdk::Options& options) override;
  sdk::Result<std::unique_ptr<sdk::Key>> key_load(std::uint32_t device, const sdk::KeyView& key,
                                                  sdk::CancelToken cancel,
                                                  const sdk::Progress& progress) override;
  sdk::Result<std::unique_ptr<sdk::Session>> session_create(const sdk::SessionRequest& request) override;

 private:
  sdk::Host host_;
  std::shared_ptr<MemoryPool> pool_;
};

}  // namespace lockstep::cpu_reference
