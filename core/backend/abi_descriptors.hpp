// SPDX-License-Identifier: Apache-2.0
// Circuits, witnesses and keys as the ABI describes them. A descriptor points into itself and into what it
// was made from, which must outlive it.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "lockstep/abi/data.h"
#include "lockstep/abi/groth16.h"
#include "lockstep/backend/prover.hpp"
#include "lockstep/circuit/compiled_circuit.hpp"
#include "lockstep/circuit/witness.hpp"
#include "lockstep/groth16/proof.hpp"
#include "lockstep/groth16/proving_key.hpp"
#include "lockstep/result.hpp"

namespace lockstep::backend {

class CircuitDescriptor {
 public:
  explicit CircuitDescriptor(const circuit::CompiledCircuit& circuit);
  CircuitDescriptor(const CircuitDescriptor&) = delete;
  CircuitDescriptor& operator=(const CircuitDescriptor&) = delete;

  const lks_circuit* get() const { return &circuit_; }

 private:
  lks_matrix a_{}, b_{}, c_{};
  lks_circuit circuit_{};
};

class WitnessDescriptor {
 public:
  WitnessDescriptor(const circuit::Witness& witness, bool is_public);
  WitnessDescriptor(const WitnessDescriptor&) = delete;
  WitnessDescriptor& operator=(const WitnessDescriptor&) = delete;

  const lks_witness* get() const { return &witness_; }

 private:
  lks_witness_segment segment_{};
  lks_witness witness_{};
};

class KeyDescriptor {
 public:
  explicit KeyDescriptor(const groth16::ProvingKey& key);
  KeyDescriptor(const KeyDescriptor&) = delete;
  KeyDescriptor& operator=(const KeyDescriptor&) = delete;

  const lks_groth16_key* get() const { return &key_; }

 private:
  lks_query a_{}, b1_{}, b2_{}, l_{}, h_{};
  lks_groth16_key key_{};
};

class OptionsDescriptor {
 public:
  explicit OptionsDescriptor(const Options& options);
  OptionsDescriptor(const OptionsDescriptor&) = delete;
  OptionsDescriptor& operator=(const OptionsDescriptor&) = delete;

  const lks_option* get() const { return options_.empty() ? nullptr : options_.data(); }
  std::uint64_t count() const { return options_.size(); }

 private:
  std::vector<lks_option> options_;
};

/// Points as values of the curve: canonical coordinates, else kBackend. Whether they lie on the curve is not
/// asked: the proof will be verified.
Result<groth16::AnyProof> read_proof(const lks_groth16_proof& proof, CurveId curve,
                                     const std::string& backend);

}  // namespace lockstep::backend
