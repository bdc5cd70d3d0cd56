// SPDX-License-Identifier: Apache-2.0
// Verification of Groth16 proofs: one at a time, or many under one key.
//
// A proof (A, B, C) for public inputs x is valid when
//   e(A, B) = e(alpha, beta) e(IC_0 + sum x_i IC_i, gamma) e(C, delta)
// and A, B, C are on their curves and in the subgroups of order r. A point A or B at infinity is refused; a C
// at infinity is as good as any other C (it occurs with r = s = 0).
//
// Groth16 proofs can be re-randomised: from a valid proof anyone can make another of the same statement, such
// as
// (-A, -B, C). Don't use a proof's bytes as the identity of a statement.
#pragma once

#include <cstddef>
#include <span>
#include <variant>
#include <vector>

#include "lockstep/algebra/curves.hpp"
#include "lockstep/api.hpp"
#include "lockstep/groth16/proof.hpp"
#include "lockstep/result.hpp"

namespace lockstep::groth16 {

/// A bad proof of a batch: its place, and why.
struct BadProof {
  std::size_t index = 0;
  Error reason;  ///< kInvalidProof
};

/// A verifying key with all that does not depend on the proof worked out. Immutable. [thread-safe]
template <class Curve>
class LOCKSTEP_API PreparedVerifyingKey {
 public:
  /// kMalformed when the key can't be sound: no IC point, alpha, beta, gamma or delta at infinity, or any
  /// point off its curve or outside its subgroup.
  static Result<PreparedVerifyingKey> make(VerifyingKey<Curve> key);

  const VerifyingKey<Curve>& key() const { return key_; }

  /// Success, or kInvalidProof with the reason; public_inputs are without the constant 1.
  Result<void> verify(const Proof<Curve>& proof, std::span<const typename Curve::Fr> public_inputs) const;

  /// The bad ones among many proofs, ascending; empty when all are valid. proofs[i] goes with
  /// public_inputs[i] (kUsage when the numbers differ). One combined check with secret random 128-bit
  /// weights, which misses a bad proof with probability 2^-128; only when it fails is each proof checked
  /// alone. Uses all threads of the calling thread's oneTBB arena.
  Result<std::vector<BadProof>> verify_batch(std::span<const Proof<Curve>> proofs,
                                             std::span<const PublicInputs<Curve>> public_inputs) const;

 private:
  explicit PreparedVerifyingKey(VerifyingKey<Curve> key);

  VerifyingKey<Curve> key_;
  typename Curve::G2Prepared beta_, gamma_, delta_;
  typename Curve::Fp12 alpha_beta_;  // e(alpha, beta)
};

extern template class LOCKSTEP_API PreparedVerifyingKey<algebra::Bn254>;
extern template class LOCKSTEP_API PreparedVerifyingKey<algebra::Bls12_381>;

/// The same for a curve known at run time.
class LOCKSTEP_API Verifier {
 public:
  static Result<Verifier> make(const AnyVerifyingKey& key);

  CurveId curve() const;
  std::size_t public_count() const;

  /// As PreparedVerifyingKey's; kMismatch when proof, inputs and key are not of one curve.
  Result<void> verify(const AnyProof& proof, const AnyPublicInputs& public_inputs) const;
  Result<std::vector<BadProof>> verify_batch(std::span<const AnyProof> proofs,
                                             std::span<const AnyPublicInputs> public_inputs) const;

 private:
  using Prepared =
      std::variant<PreparedVerifyingKey<algebra::Bn254>, PreparedVerifyingKey<algebra::Bls12_381>>;
  explicit Verifier(Prepared prepared) : prepared_(std::move(prepared)) {}

  Prepared prepared_;
};

}  // namespace lockstep::groth16
