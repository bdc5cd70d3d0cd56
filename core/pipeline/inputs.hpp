// SPDX-License-Identifier: Apache-2.0
// The files of a job, read and held against each other.
#pragma once

#include <memory>

#include "lockstep/circuit/compiled_circuit.hpp"
#include "lockstep/circuit/witness.hpp"
#include "lockstep/groth16/proving_key.hpp"
#include "lockstep/pipeline/engine.hpp"
#include "lockstep/result.hpp"

namespace lockstep::pipeline {

struct KeyInputs {
  std::shared_ptr<const groth16::ProvingKey> key;
  std::shared_ptr<const circuit::CompiledCircuit> circuit;  ///< what is proved: the zkey's own, or the r1cs
  std::shared_ptr<const circuit::CompiledCircuit> r1cs;     ///< with its C matrix; null where none was given
};

/// Reads the key and, where it is given, the r1cs. kUsage: bellman parameters without an r1cs; kMismatch:
/// files that don't belong together.
Result<KeyInputs> read_key_inputs(const ProveJob& job, const JobProgress& progress);

/// Reads the witness. kMismatch: another curve or number of variables than the key's.
Result<circuit::Witness> read_witness(const ProveJob& job, const groth16::ProvingKey& key);

/// The public inputs that the witness holds.
groth16::AnyPublicInputs public_inputs_of(const circuit::Witness& witness, const groth16::ProvingKey& key);

}  // namespace lockstep::pipeline
