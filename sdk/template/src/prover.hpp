// SPDX-License-Identifier: Apache-2.0
// Keys and proofs.
#pragma once

#include <cstdint>
#include <memory>

#include "lockstep/sdk/groth16.hpp"

namespace acme {

namespace sdk = lockstep::sdk;

class Prover final : public sdk::Groth16Prover {
 public:
  sdk::Result<sdk::Estimate> estimate(std::uint32_t device, const sdk::CircuitView& circuit,
                                      const sdk::KeyView& key, const sdk::Options& options) override;
  sdk::Result<std::unique_ptr<sdk::Key>> key_load(std::uint32_t device, const sdk::KeyView& key,
                                                  sdk::CancelToken cancel,
                                                  const sdk::Progress& progress) override;
  sdk::Result<std::unique_ptr<sdk::Session>> session_create(const sdk::SessionRequest& request) override;
};

}  // namespace acme
