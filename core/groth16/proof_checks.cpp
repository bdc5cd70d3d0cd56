// SPDX-License-Identifier: Apache-2.0
#include "proof_checks.hpp"

#include <fmt/format.h>

#include "lockstep/algebra/curves.hpp"
#include "lockstep/algebra/subgroup.hpp"

namespace lockstep::groth16 {
namespace {

Error invalid(std::string message) {
  return {ErrorCode::kInvalidProof, std::move(message)};
}

template <class G>
Result<void> check_point(const algebra::AffinePoint<G>& point, char name) {
  if (!point.is_on_curve()) return invalid(fmt::format("point {} of the proof is not on the curve", name));
  if (!algebra::in_subgroup(point)) {
    return invalid(fmt::format("point {} of the proof is not in the subgroup of prime order", name));
  }
  return {};
}

}  // namespace

template <class Curve>
Result<void> check_proof_form(const VerifyingKey<Curve>& key, const Proof<Curve>& proof,
                              std::size_t input_count) {
  if (input_count != key.public_count()) {
    return invalid(fmt::format("expected {} public inputs, found {}", key.public_count(), input_count));
  }
  if (proof.a.is_infinity()) return invalid("point A of the proof is infinity");
  if (proof.b.is_infinity()) return invalid("point B of the proof is infinity");
  if (Result<void> good = check_point(proof.a, 'A'); !good) return good;
  if (Result<void> good = check_point(proof.c, 'C'); !good) return good;
  return check_point(proof.b, 'B');
}

template Result<void> check_proof_form(const VerifyingKey<algebra::Bn254>&, const Proof<algebra::Bn254>&,
                                       std::size_t);
template Result<void> check_proof_form(const VerifyingKey<algebra::Bls12_381>&,
                                       const Proof<algebra::Bls12_381>&, std::size_t);

}  // namespace lockstep::groth16
