// SPDX-License-Identifier: Apache-2.0
// Circuits on the device.
#pragma once

#include <cstdint>
#include <memory>

#include "lockstep/sdk/synthesizer.hpp"

namespace acme {

namespace sdk = lockstep::sdk;

class Synthesizer final : public sdk::Synthesizer {
 public:
  explicit Synthesizer(sdk::Host host) : host_(host) {}
  sdk::Result<std::unique_ptr<sdk::Circuit>> circuit_load(std::uint32_t device,
                                                          const sdk::CircuitView& circuit) override;

 private:
  sdk::Host host_;
};

}  // namespace acme
