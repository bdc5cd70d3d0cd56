// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>

#include "lockstep/api.hpp"
#include "lockstep/circuit/compiled_circuit.hpp"
#include "lockstep/circuit/witness.hpp"

namespace lockstep::circuit {

/// The first constraint with (A z)_i (B z)_i != (C z)_i, or nothing where the witness satisfies the circuit.
/// The circuit has its C matrix and as many variables as the witness has values.
LOCKSTEP_API std::optional<std::uint64_t> first_unsatisfied(const CompiledCircuit& circuit,
                                                            const Witness& witness);

}  // namespace lockstep::circuit
