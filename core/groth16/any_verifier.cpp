// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <utility>

#include "guarded.hpp"
#include "lockstep/algebra/curves.hpp"
#include "lockstep/groth16/verifier.hpp"

namespace lockstep::groth16 {
namespace {

template <class Curve>
Error other_curve(std::string_view what) {
  return {
      ErrorCode::kMismatch,
      fmt::format("expected {} over the verifying key's curve {}, found another curve", what, Curve::kName)};
}

}  // namespace

Result<Verifier> Verifier::make(const AnyVerifyingKey& key) {
  return guarded("preparing a verifying key", [&] {
    return std::visit(
        []<class Curve>(const VerifyingKey<Curve>& known) -> Result<Verifier> {
          Result<PreparedVerifyingKey<Curve>> prepared = PreparedVerifyingKey<Curve>::make(known);
          if (!prepared) return std::move(prepared).error();
          return Verifier(*std::move(prepared));
        },
        key);
  });
}

CurveId Verifier::curve() const {
  return std::visit([]<class Curve>(const PreparedVerifyingKey<Curve>&) { return Curve::kId; }, prepared_);
}

std::size_t Verifier::public_count() const {
  return std::visit([](const auto& prepared) { return prepared.key().public_count(); }, prepared_);
}

Result<void> Verifier::verify(const AnyProof& proof, const AnyPublicInputs& public_inputs) const {
  return guarded("verifying a proof", [&] {
    return std::visit(
        [&]<class Curve>(const PreparedVerifyingKey<Curve>& prepared) -> Result<void> {
          const auto* known_proof = std::get_if<Proof<Curve>>(&proof);
          const auto* known_inputs = std::get_if<PublicInputs<Curve>>(&public_inputs);
          if (known_proof == nullptr) return other_curve<Curve>("a proof");
          if (known_inputs == nullptr) return other_curve<Curve>("public inputs");
          return prepared.verify(*known_proof, *known_inputs);
        },
        prepared_);
  });
}

Result<std::vector<BadProof>> Verifier::verify_batch(std::span<const AnyProof> proofs,
                                                     std::span<const AnyPublicInputs> public_inputs) const {
  return guarded("verifying a batch of proofs", [&] {
    return std::visit(
        [&]<class Curve>(const PreparedVerifyingKey<Curve>& prepared) -> Result<std::vector<BadProof>> {
          std::vector<Proof<Curve>> known_proofs;
          std::vector<PublicInputs<Curve>> known_inputs;
          for (const AnyProof& proof : proofs) {
            const auto* known = std::get_if<Proof<Curve>>(&proof);
            if (known == nullptr) return other_curve<Curve>("proofs");
            known_proofs.push_back(*known);
          }
          for (const AnyPublicInputs& inputs : public_inputs) {
            const auto* known = std::get_if<PublicInputs<Curve>>(&inputs);
            if (known == nullptr) return other_curve<Curve>("public inputs");
            known_inputs.push_back(*known);
          }
          return prepared.verify_batch(known_proofs, known_inputs);
        },
        prepared_);
  });
}

}  // namespace lockstep::groth16
