// SPDX-License-Identifier: Apache-2.0
#include "circuit.hpp"

namespace acme {
namespace {

class Circuit final : public sdk::Circuit {
 public:
  // Copy the matrices to the device here, or keep the view: its arrays are lent until this object goes.
  using sdk::Circuit::Circuit;

  sdk::Result<void> evaluate(const sdk::EvaluateJob&, sdk::Buffer&, sdk::Buffer&, sdk::Buffer&) override {
    return sdk::Error(sdk::Code::kUnimplemented, "the template does not evaluate circuits");
  }
};

}  // namespace

sdk::Result<std::unique_ptr<sdk::Circuit>> Synthesizer::circuit_load(std::uint32_t device,
                                                                     const sdk::CircuitView& circuit) {
  // Whoever loads a circuit owes this check: the arrays come from a file, and may be hostile.
  if (auto checked = sdk::check_entries(circuit, host_); !checked) return std::move(checked).error();
  return std::make_unique<Circuit>(device, circuit);
}

}  // namespace acme
