// SPDX-License-Identifier: Apache-2.0
// What both key formats are made of: the secrets, the circuit at tau, and the tables of the generators'
// multiples.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "fixed_base.hpp"
#include "lockstep/circuit/compiled_circuit.hpp"
#include "lockstep/groth16/proof.hpp"
#include "lockstep/groth16/setup.hpp"
#include "lockstep/groth16/setup_secrets.hpp"
#include "point_stream.hpp"
#include "tau_evaluation.hpp"
#include "wiped.hpp"

namespace lockstep::groth16 {

// Variables are numbered as in the circuit: 0 is the constant 1, then the public inputs, then the auxiliary
// ones.
template <class Curve>
class KeyMaterial {
 public:
  using Fr = typename Curve::Fr;
  using G1 = typename Curve::G1;
  using G2 = typename Curve::G2;

  // g1_count and g2_count: how many multiples of each generator will be asked for (they set the tables'
  // sizes).
  KeyMaterial(const circuit::CompiledCircuit& circuit, const SetupSecrets<Curve>& secrets,
              const EvaluationDomain<Fr>& domain, std::uint64_t g1_count, std::uint64_t g2_count);
  KeyMaterial(const KeyMaterial&) = delete;
  KeyMaterial& operator=(const KeyMaterial&) = delete;
  ~KeyMaterial() { wipe(&delta_inverse_, sizeof(delta_inverse_)); }

  const EvaluationDomain<Fr>& domain() const { return domain_; }
  const SetupSecrets<Curve>& secrets() const { return secrets_; }
  std::uint64_t input_count() const { return input_count_; }  // with the constant 1
  std::uint64_t variable_count() const { return a_.size(); }
  const FixedBaseTable<G1>& g1_table() const { return g1_table_; }
  const FixedBaseTable<G2>& g2_table() const { return g2_table_; }
  const Fr& delta_inverse() const { return delta_inverse_; }

  // A_i(tau) and B_i(tau) of all variables.
  std::span<const Fr> a() const { return a_; }
  std::span<const Fr> b() const { return b_; }
  // scalars[j] = (beta A_i + alpha B_i + C_i)(tau) factor for i = first + j.
  void combine(std::uint64_t first, const Fr& factor, std::span<Fr> scalars) const;

  // The verifying key, with beta and delta in G1.
  VerifyingKey<Curve> verifying_key() const;

 private:
  EvaluationDomain<Fr> domain_;
  const SetupSecrets<Curve>& secrets_;
  std::uint64_t input_count_;
  Wiped<Fr> a_, b_, c_;
  Fr delta_inverse_;
  FixedBaseTable<G1> g1_table_;
  FixedBaseTable<G2> g2_table_;
};

// The two formats. The bytes go to the sink in order; the circuit has been checked. May throw std::bad_alloc.
template <class Curve>
Result<AnyVerifyingKey> write_zkey_of(const circuit::CompiledCircuit& circuit,
                                      const SetupSecrets<Curve>& secrets, const SetupOptions& options,
                                      const ByteSink& sink);
Result<AnyVerifyingKey> write_bellman_parameters_of(const circuit::CompiledCircuit& circuit,
                                                    const SetupSecrets<algebra::Bls12_381>& secrets,
                                                    const SetupOptions& options, const ByteSink& sink);

}  // namespace lockstep::groth16
