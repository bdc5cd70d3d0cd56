// SPDX-License-Identifier: Apache-2.0
// Proofs and verifying keys of Groth16 (Groth, "On the size of pairing-based non-interactive arguments",
// 2016).
#pragma once

#include <variant>
#include <vector>

#include "lockstep/algebra/curves.hpp"

namespace lockstep::groth16 {

/// A proof; points are affine. Nothing says yet that they are on the curve or in the subgroup.
template <class Curve>
struct Proof {
  typename Curve::G1Affine a;
  typename Curve::G2Affine b;
  typename Curve::G1Affine c;

  friend bool operator==(const Proof&, const Proof&) = default;
};

/// A verifying key. ic has public_count + 1 points, the first for the constant 1.
template <class Curve>
struct VerifyingKey {
  typename Curve::G1Affine alpha_g1;
  typename Curve::G2Affine beta_g2;
  typename Curve::G2Affine gamma_g2;
  typename Curve::G2Affine delta_g2;
  std::vector<typename Curve::G1Affine> ic;
  /// beta in G1 and delta in G1: bellman's .vk carries them; infinity where a format does not.
  typename Curve::G1Affine beta_g1;
  typename Curve::G1Affine delta_g1;

  std::size_t public_count() const { return ic.empty() ? 0 : ic.size() - 1; }
};

using AnyProof = std::variant<Proof<algebra::Bn254>, Proof<algebra::Bls12_381>>;
using AnyVerifyingKey = std::variant<VerifyingKey<algebra::Bn254>, VerifyingKey<algebra::Bls12_381>>;

/// Public inputs without the constant 1: Fr values of the key's curve.
template <class Curve>
using PublicInputs = std::vector<typename Curve::Fr>;
using AnyPublicInputs = std::variant<PublicInputs<algebra::Bn254>, PublicInputs<algebra::Bls12_381>>;

}  // namespace lockstep::groth16
