// SPDX-License-Identifier: Apache-2.0
// Many proofs under one key (Bellare, Garay, Rabin, "Fast batch verification for modular exponentiation and
// digital signatures", 1998, the small exponents test): with a random weight w_j for each proof,
//   prod e(w_j A_j, B_j) = e((sum w_j) alpha, beta) e(sum w_j IC(x_j), gamma) e(sum w_j C_j, delta)
// so a proof costs one Miller loop and no final exponentiation. All points are known to be in the subgroups,
// without which the test would not be sound.
#include <fmt/format.h>
#include <oneapi/tbb/blocked_range.h>
#include <oneapi/tbb/parallel_for.h>
#include <oneapi/tbb/parallel_reduce.h>
#include <openssl/rand.h>

#include <array>
#include <utility>

#include "guarded.hpp"
#include "lockstep/algebra/curves.hpp"
#include "lockstep/groth16/verifier.hpp"
#include "multi_scalar.hpp"
#include "proof_checks.hpp"

namespace lockstep::groth16 {
namespace {

using Weight = std::array<std::uint64_t, 2>;  // 128 bits, never 0 but by chance

template <class Curve>
struct Batch {
  std::span<const Proof<Curve>> proofs;
  std::span<const PublicInputs<Curve>> inputs;
  std::vector<Weight> weights;
};

template <class Fr>
Fr weight_as_scalar(const Weight& weight) {
  return Fr::from_standard_unchecked({weight[0], weight[1], 0, 0});
}

// prod over the proofs of the Miller loops of (w_j A_j, B_j).
template <class Curve>
typename Curve::Fp12 proofs_product(const Batch<Curve>& batch) {
  using Fp12 = typename Curve::Fp12;
  using Jacobian = typename Curve::G1Jacobian;
  using Range = tbb::blocked_range<std::size_t>;
  constexpr std::size_t kShared = 16;  // terms that share the squarings of one loop
  return tbb::parallel_reduce(
      Range(0, batch.proofs.size(), kShared), Fp12::one(),
      [&](const Range& range, Fp12 product) {
        for (std::size_t begin = range.begin(); begin < range.end(); begin += kShared) {
          const std::size_t count = std::min(kShared, range.end() - begin);
          std::vector<typename Curve::G2Prepared> prepared(count);
          std::vector<typename Curve::MillerTerm> terms(count);
          for (std::size_t i = 0; i < count; ++i) {
            const Proof<Curve>& proof = batch.proofs[begin + i];
            prepared[i] = Curve::prepare(proof.b);
            terms[i] = {Jacobian::from_affine(proof.a).mul(batch.weights[begin + i]).to_affine(),
                        &prepared[i]};
          }
          product *= Curve::miller_loop(terms);
        }
        return product;
      },
      [](const Fp12& a, const Fp12& b) { return a * b; });
}

// sum w_j IC(x_j): one multi-scalar multiplication over IC, whatever the number of proofs.
template <class Curve>
typename Curve::G1Affine statements_sum(const VerifyingKey<Curve>& key, const Batch<Curve>& batch) {
  using Fr = typename Curve::Fr;
  std::vector<Fr> sums(key.ic.size());
  for (std::size_t j = 0; j < batch.proofs.size(); ++j) {
    const Fr weight = weight_as_scalar<Fr>(batch.weights[j]);
    sums[0] += weight;
    for (std::size_t i = 0; i < batch.inputs[j].size(); ++i) sums[i + 1] += weight * batch.inputs[j][i];
  }
  std::vector<typename Fr::Limbs> scalars;
  scalars.reserve(sums.size());
  for (const Fr& sum : sums) scalars.push_back(sum.to_standard());
  return multi_scalar<typename Curve::G1, Fr::kLimbs>(key.ic, scalars, Fr::kBits).to_affine();
}

template <class Curve>
typename Curve::G1Affine weighted_c(const Batch<Curve>& batch) {
  std::vector<typename Curve::G1Affine> points;
  points.reserve(batch.proofs.size());
  for (const Proof<Curve>& proof : batch.proofs) points.push_back(proof.c);
  return multi_scalar<typename Curve::G1, 2>(points, batch.weights, 128).to_affine();
}

template <class Curve>
typename Curve::G1Affine weighted_alpha(const VerifyingKey<Curve>& key, const Batch<Curve>& batch) {
  using Fr = typename Curve::Fr;
  Fr sum = Fr::zero();
  for (const Weight& weight : batch.weights) sum += weight_as_scalar<Fr>(weight);
  return Curve::G1Jacobian::from_affine(key.alpha_g1).mul(sum).to_affine();
}

}  // namespace

template <class Curve>
Result<std::vector<BadProof>> PreparedVerifyingKey<Curve>::verify_batch(
    std::span<const Proof<Curve>> proofs, std::span<const PublicInputs<Curve>> public_inputs) const {
  return guarded("verifying a batch of proofs", [&]() -> Result<std::vector<BadProof>> {
    if (proofs.size() != public_inputs.size()) {
      return Error{ErrorCode::kUsage,
                   fmt::format("expected as many proofs as sets of public inputs, found {} and {}",
                               proofs.size(), public_inputs.size())};
    }
    std::vector<Result<void>> verdicts(proofs.size());
    const auto collect = [&] {
      std::vector<BadProof> bad;
      for (std::size_t j = 0; j < verdicts.size(); ++j) {
        if (!verdicts[j]) bad.push_back({j, verdicts[j].error()});
      }
      return bad;
    };
    tbb::parallel_for(std::size_t{0}, proofs.size(), [&](std::size_t j) {
      verdicts[j] = check_proof_form(key_, proofs[j], public_inputs[j].size());
    });
    if (std::vector<BadProof> bad = collect(); !bad.empty() || proofs.empty()) {
      // The combined check can't be made: the others are looked at alone.
      tbb::parallel_for(std::size_t{0}, proofs.size(), [&](std::size_t j) {
        if (verdicts[j]) verdicts[j] = verify(proofs[j], public_inputs[j]);
      });
      return collect();
    }

    Batch<Curve> batch{proofs, public_inputs, std::vector<Weight>(proofs.size())};
    for (Weight& weight : batch.weights) {
      if (RAND_bytes(reinterpret_cast<unsigned char*>(weight.data()), sizeof(Weight)) != 1) {
        return Error{ErrorCode::kInternal, "the system's random source failed (RAND_bytes)"};
      }
    }
    const std::array<typename Curve::MillerTerm, 3> terms{{{-weighted_alpha(key_, batch), &beta_},
                                                           {-statements_sum(key_, batch), &gamma_},
                                                           {-weighted_c(batch), &delta_}}};
    if (Curve::final_exponentiation(proofs_product(batch) * Curve::miller_loop(terms)).is_one()) {
      return std::vector<BadProof>{};
    }
    tbb::parallel_for(std::size_t{0}, proofs.size(),
                      [&](std::size_t j) { verdicts[j] = verify(proofs[j], public_inputs[j]); });
    return collect();
  });
}

template LOCKSTEP_API Result<std::vector<BadProof>> PreparedVerifyingKey<algebra::Bn254>::verify_batch(
    std::span<const Proof<algebra::Bn254>>, std::span<const PublicInputs<algebra::Bn254>>) const;
template LOCKSTEP_API Result<std::vector<BadProof>> PreparedVerifyingKey<algebra::Bls12_381>::verify_batch(
    std::span<const Proof<algebra::Bls12_381>>, std::span<const PublicInputs<algebra::Bls12_381>>) const;

}  // namespace lockstep::groth16
