// SPDX-License-Identifier: Apache-2.0
// The variant that proofs are made with: the algorithms of this folder, on all cores.
#pragma once

#include "../algorithms.hpp"

namespace lockstep::cpu_reference {

/// Instantiated for both curves.
template <class Curve>
class Fast final : public Algorithms<Curve> {
 public:
  using Fr = typename Curve::Fr;

  std::uint64_t scratch_bytes(std::uint32_t domain_log2, std::uint64_t variable_count,
                              std::uint32_t workers) const override;
  void evaluate(const sdk::CircuitView& circuit, std::span<const Scalar> witness, std::span<Fr> a,
                std::span<Fr> b, std::span<Fr> c, Executor& executor) const override;
  void quotient(const QuotientDomain<Curve>& domain, std::span<Fr> a, std::span<Fr> b, std::span<Fr> c,
                Executor& executor) const override;
  void transform(bool inverse, const Fr& root, const Fr& shift, std::span<Fr> values,
                 Executor& executor) const override;
  typename Curve::G1Jacobian msm_g1(const PointsView<typename Curve::G1>& points, const ScalarsView& scalars,
                                    Executor& executor) const override;
  typename Curve::G2Jacobian msm_g2(const PointsView<typename Curve::G2>& points, const ScalarsView& scalars,
                                    Executor& executor) const override;
};

extern template class Fast<algebra::Bn254>;
extern template class Fast<algebra::Bls12_381>;

}  // namespace lockstep::cpu_reference
