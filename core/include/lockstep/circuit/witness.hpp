// SPDX-License-Identifier: Apache-2.0
// An assignment z = (1, public inputs, auxiliary) of a circuit.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>

#include "lockstep/algebra/curve_id.hpp"
#include "lockstep/circuit/compiled_circuit.hpp"

namespace lockstep::circuit {

/// Values are in standard form, each below r (whoever makes a Witness has checked that), value 0 is 1. A
/// witness is a secret: `storage` wipes memory of ours when the last copy goes; a mapped file is the
/// caller's.
struct Witness {
  CurveId curve{};
  std::span<const ScalarLimbs> values;  ///< standard form
  std::shared_ptr<const void> storage;  ///< what `values` points into
  std::string origin;                   ///< where it came from, for messages: a file's path
};

}  // namespace lockstep::circuit
