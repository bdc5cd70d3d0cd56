// SPDX-License-Identifier: Apache-2.0
#include "fast.hpp"

#include <algorithm>

#include "evaluate.hpp"
#include "msm.hpp"
#include "quotient.hpp"

namespace lockstep::cpu_reference {

template <class Curve>
std::uint64_t Fast<Curve>::scratch_bytes(std::uint32_t domain_log2, std::uint64_t variable_count,
                                         std::uint32_t workers) const {
  const std::uint64_t domain_size = std::uint64_t{1} << domain_log2;
  return std::max({ParallelNtt<Fr>::scratch_bytes(domain_log2),
                   msm_scratch_bytes<typename Curve::G1>(std::max(domain_size, variable_count), workers),
                   msm_scratch_bytes<typename Curve::G2>(variable_count, workers)});
}

template <class Curve>
void Fast<Curve>::evaluate(const sdk::CircuitView& circuit, std::span<const Scalar> witness, std::span<Fr> a,
                           std::span<Fr> b, std::span<Fr> c, Executor& executor) const {
  evaluate_fast(circuit, witness, a, b, c, executor);
}

template <class Curve>
void Fast<Curve>::quotient(const QuotientDomain<Curve>& domain, std::span<Fr> a, std::span<Fr> b,
                           std::span<Fr> c, Executor& executor) const {
  quotient_fast(domain, a, b, c, executor);
}

template <class Curve>
void Fast<Curve>::transform(bool inverse, const Fr& root, const Fr& shift, std::span<Fr> values,
                            Executor& executor) const {
  transform_fast(inverse, root, shift, values, executor);
}

template <class Curve>
typename Curve::G1Jacobian Fast<Curve>::msm_g1(const PointsView<typename Curve::G1>& points,
                                               const ScalarsView& scalars, Executor& executor) const {
  return msm_fast(points, scalars, executor);
}

template <class Curve>
typename Curve::G2Jacobian Fast<Curve>::msm_g2(const PointsView<typename Curve::G2>& points,
                                               const ScalarsView& scalars, Executor& executor) const {
  return msm_fast(points, scalars, executor);
}

template class Fast<algebra::Bn254>;
template class Fast<algebra::Bls12_381>;

}  // namespace lockstep::cpu_reference
