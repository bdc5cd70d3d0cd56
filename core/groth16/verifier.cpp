// SPDX-License-Identifier: Apache-2.0
#include "lockstep/groth16/verifier.hpp"

#include <array>
#include <utility>

#include "guarded.hpp"
#include "lockstep/algebra/curves.hpp"
#include "lockstep/groth16/key_checks.hpp"
#include "multi_scalar.hpp"
#include "proof_checks.hpp"

namespace lockstep::groth16 {
namespace {

// IC_0 + sum x_i IC_i
template <class Curve>
typename Curve::G1Affine statement_of(const VerifyingKey<Curve>& key,
                                      std::span<const typename Curve::Fr> inputs) {
  using Fr = typename Curve::Fr;
  std::vector<typename Fr::Limbs> scalars;
  scalars.reserve(inputs.size());
  for (const Fr& input : inputs) scalars.push_back(input.to_standard());
  const std::span ic(key.ic);
  return multi_scalar<typename Curve::G1, Fr::kLimbs>(ic.subspan(1), scalars, Fr::kBits)
      .add_mixed(ic.front())
      .to_affine();
}

}  // namespace

template <class Curve>
PreparedVerifyingKey<Curve>::PreparedVerifyingKey(VerifyingKey<Curve> key)
    : key_(std::move(key)),
      beta_(Curve::prepare(key_.beta_g2)),
      gamma_(Curve::prepare(key_.gamma_g2)),
      delta_(Curve::prepare(key_.delta_g2)) {
  const std::array<typename Curve::MillerTerm, 1> term{{{key_.alpha_g1, &beta_}}};
  alpha_beta_ = Curve::final_exponentiation(Curve::miller_loop(term));
}

template <class Curve>
Result<PreparedVerifyingKey<Curve>> PreparedVerifyingKey<Curve>::make(VerifyingKey<Curve> key) {
  return guarded("preparing a verifying key", [&]() -> Result<PreparedVerifyingKey> {
    if (Result<void> sound = check_verifying_key(key); !sound) return std::move(sound).error();
    return PreparedVerifyingKey(std::move(key));
  });
}

template <class Curve>
Result<void> PreparedVerifyingKey<Curve>::verify(const Proof<Curve>& proof,
                                                 std::span<const typename Curve::Fr> public_inputs) const {
  return guarded("verifying a proof", [&]() -> Result<void> {
    if (Result<void> good = check_proof_form(key_, proof, public_inputs.size()); !good) return good;
    // e(A, B) e(-statement, gamma) e(-C, delta) = e(alpha, beta)
    const typename Curve::G2Prepared b = Curve::prepare(proof.b);
    const std::array<typename Curve::MillerTerm, 3> terms{
        {{proof.a, &b}, {-statement_of(key_, public_inputs), &gamma_}, {-proof.c, &delta_}}};
    if (Curve::final_exponentiation(Curve::miller_loop(terms)) != alpha_beta_) {
      return Error{ErrorCode::kInvalidProof, "the pairing equation does not hold for these public inputs"};
    }
    return {};
  });
}

template class PreparedVerifyingKey<algebra::Bn254>;
template class PreparedVerifyingKey<algebra::Bls12_381>;

}  // namespace lockstep::groth16
