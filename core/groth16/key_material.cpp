// SPDX-License-Identifier: Apache-2.0
#include "key_material.hpp"

#include <oneapi/tbb/parallel_for.h>
#include <oneapi/tbb/parallel_invoke.h>

#include <algorithm>
#include <array>

#include "lockstep/algebra/curves.hpp"

namespace lockstep::groth16 {

template <class Curve>
KeyMaterial<Curve>::KeyMaterial(const circuit::CompiledCircuit& circuit, const SetupSecrets<Curve>& secrets,
                                const EvaluationDomain<Fr>& domain, std::uint64_t g1_count,
                                std::uint64_t g2_count)
    : domain_(domain),
      secrets_(secrets),
      input_count_(circuit.public_count + 1),
      delta_inverse_(secrets.delta.inverse()),
      g1_table_(G1::generator(), FixedBaseTable<G1>::best_window_bits(g1_count)),
      g2_table_(G2::generator(), FixedBaseTable<G2>::best_window_bits(g2_count)) {
  const Wiped<Fr> rows = first_lagrange_at<Fr>(domain, secrets.tau, circuit.row_count());
  const auto sums_of = [&](const circuit::SparseMatrix& matrix) {
    return column_sums<Fr>(matrix, circuit.dictionary, rows, circuit.variable_count);
  };
  tbb::parallel_invoke([&] { a_ = sums_of(circuit.a); }, [&] { b_ = sums_of(circuit.b); },
                       [&] { c_ = sums_of(circuit.c); });
}

template <class Curve>
void KeyMaterial<Curve>::combine(std::uint64_t first, const Fr& factor, std::span<Fr> scalars) const {
  const Fr alpha = secrets_.alpha * factor;
  const Fr beta = secrets_.beta * factor;
  for (std::size_t j = 0; j < scalars.size(); ++j) {
    const std::size_t i = first + j;
    scalars[j] = beta * a_[i] + alpha * b_[i] + factor * c_[i];
  }
}

template <class Curve>
VerifyingKey<Curve> KeyMaterial<Curve>::verifying_key() const {
  VerifyingKey<Curve> key;
  const Wiped<Fr> g1_scalars{secrets_.alpha, secrets_.beta, secrets_.delta};
  std::array<typename Curve::G1Affine, 3> g1_points;
  typename FixedBaseTable<G1>::Scratch g1_scratch;
  g1_table_.multiply(g1_scalars, g1_points, g1_scratch);
  key.alpha_g1 = g1_points[0];
  key.beta_g1 = g1_points[1];
  key.delta_g1 = g1_points[2];

  const Wiped<Fr> g2_scalars{secrets_.beta, secrets_.gamma, secrets_.delta};
  std::array<typename Curve::G2Affine, 3> g2_points;
  typename FixedBaseTable<G2>::Scratch g2_scratch;
  g2_table_.multiply(g2_scalars, g2_points, g2_scratch);
  key.beta_g2 = g2_points[0];
  key.gamma_g2 = g2_points[1];
  key.delta_g2 = g2_points[2];

  key.ic.resize(input_count_);
  const Fr gamma_inverse = secrets_.gamma.inverse();
  tbb::parallel_for(std::size_t{0}, (key.ic.size() + kStreamChunk - 1) / kStreamChunk,
                    [&](std::size_t chunk) {
                      const std::size_t first = chunk * kStreamChunk;
                      const std::span points =
                          std::span(key.ic).subspan(first, std::min(kStreamChunk, key.ic.size() - first));
                      Wiped<Fr> scalars(points.size());
                      combine(first, gamma_inverse, scalars);
                      typename FixedBaseTable<G1>::Scratch scratch;
                      g1_table_.multiply(scalars, points, scratch);
                    });
  return key;
}

template class KeyMaterial<algebra::Bn254>;
template class KeyMaterial<algebra::Bls12_381>;

}  // namespace lockstep::groth16
