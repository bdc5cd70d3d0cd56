// SPDX-License-Identifier: Apache-2.0
// Keys and proofs whose points are multiples of the generators: good enough for readers and writers.
#pragma once

#include "example_circuit.hpp"
#include "lockstep/groth16/proof.hpp"

namespace lockstep::test {

template <class Curve>
groth16::VerifyingKey<Curve> example_verifying_key(std::size_t public_count) {
  using G1 = typename Curve::G1;
  using G2 = typename Curve::G2;
  groth16::VerifyingKey<Curve> key;
  key.alpha_g1 = multiple<G1>(2);
  key.beta_g1 = multiple<G1>(3);
  key.beta_g2 = multiple<G2>(3);
  key.gamma_g2 = multiple<G2>(5);
  key.delta_g1 = multiple<G1>(7);
  key.delta_g2 = multiple<G2>(7);
  for (std::size_t i = 0; i <= public_count; ++i) key.ic.push_back(multiple<G1>(20 + i));
  return key;
}

template <class Curve>
groth16::Proof<Curve> example_proof() {
  return {multiple<typename Curve::G1>(11), multiple<typename Curve::G2>(12),
          multiple<typename Curve::G1>(13)};
}

}  // namespace lockstep::test
