// SPDX-License-Identifier: Apache-2.0
// Verifying keys whose secrets are known, and proofs made from the secrets alone: valid ones for any public
// inputs, without a circuit.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "groth16_support.hpp"
#include "lockstep/groth16/proof.hpp"

namespace lockstep::groth16 {

template <class Curve>
class Simulator {
 public:
  using Fr = typename Curve::Fr;

  Simulator(std::size_t public_count, std::uint64_t seed)
      : random_(seed),
        alpha_(random_.next()),
        beta_(random_.next()),
        gamma_(random_.next()),
        delta_(random_.next()),
        ic_(random_.vector(public_count + 1)) {}

  VerifyingKey<Curve> key() const {
    VerifyingKey<Curve> key;
    key.alpha_g1 = generator_times<typename Curve::G1>(alpha_);
    key.beta_g1 = generator_times<typename Curve::G1>(beta_);
    key.beta_g2 = generator_times<typename Curve::G2>(beta_);
    key.gamma_g2 = generator_times<typename Curve::G2>(gamma_);
    key.delta_g1 = generator_times<typename Curve::G1>(delta_);
    key.delta_g2 = generator_times<typename Curve::G2>(delta_);
    for (const Fr& scalar : ic_) key.ic.push_back(generator_times<typename Curve::G1>(scalar));
    return key;
  }

  PublicInputs<Curve> inputs() { return random_.vector(ic_.size() - 1); }

  // A and B are what the caller wants (in generators); C follows from a b = alpha beta + ic(x) gamma + c
  // delta.
  Proof<Curve> proof(const PublicInputs<Curve>& inputs, const Fr& a, const Fr& b) const {
    Fr statement = ic_[0];
    for (std::size_t i = 0; i < inputs.size(); ++i) statement += inputs[i] * ic_[i + 1];
    const Fr c = (a * b - alpha_ * beta_ - statement * gamma_) * delta_.inverse();
    return {generator_times<typename Curve::G1>(a), generator_times<typename Curve::G2>(b),
            generator_times<typename Curve::G1>(c)};
  }
  Proof<Curve> proof(const PublicInputs<Curve>& inputs) {
    return proof(inputs, random_.next(), random_.next());
  }

  const Fr& alpha() const { return alpha_; }
  const Fr& beta() const { return beta_; }
  const Fr& gamma() const { return gamma_; }
  const Fr& first_ic() const { return ic_[0]; }

 private:
  Random<Fr> random_;
  Fr alpha_, beta_, gamma_, delta_;
  std::vector<Fr> ic_;
};

// A point of the curve outside the subgroup of order r; for groups whose curve has a cofactor.
template <class G>
algebra::AffinePoint<G> point_outside_subgroup() {
  using F = typename G::Field;
  F x = F::one();
  for (;; x += F::one()) {
    const auto y = (x.square() * x + G::b()).sqrt();
    if (!y) continue;
    const algebra::AffinePoint<G> point{x, *y};
    const auto by_order = algebra::JacobianPoint<G>::from_affine(point).mul(G::Scalar::modulus());
    if (!by_order.is_infinity()) return point;
  }
}

}  // namespace lockstep::groth16
