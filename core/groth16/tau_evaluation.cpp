// SPDX-License-Identifier: Apache-2.0
#include "tau_evaluation.hpp"

#include <oneapi/tbb/blocked_range.h>
#include <oneapi/tbb/parallel_for.h>

#include <array>

#include "lockstep/algebra/batch.hpp"
#include "lockstep/algebra/curves.hpp"

namespace lockstep::groth16 {
namespace {

template <class Fr>
Fr power(const Fr& base, std::uint64_t exponent) {
  return base.pow(std::array<std::uint64_t, 1>{exponent});
}

}  // namespace

template <class Fr>
Fr vanishing_at(const EvaluationDomain<Fr>& domain, const Fr& tau) {
  Fr value = tau;
  for (unsigned i = 0; i < domain.log2_size; ++i) value = value.square();
  return value - Fr::one();
}

template <class Fr>
void lagrange_at(const EvaluationDomain<Fr>& domain, const Fr& tau, const Fr& factor, std::uint64_t first,
                 std::uint64_t step, std::span<Fr> values, std::span<Fr> scratch) {
  const Fr ratio = power(domain.root, step);
  const Fr first_place = power(domain.root, first);
  Fr place = first_place;
  for (Fr& value : values) {
    value = tau - place;
    place *= ratio;
  }
  algebra::batch_invert<Fr>(values, scratch);
  Fr numerator = factor * vanishing_at(domain, tau) * Fr::from_u64(domain.size()).inverse() * first_place;
  for (Fr& value : values) {
    value *= numerator;
    numerator *= ratio;
  }
}

template <class Fr>
Wiped<Fr> first_lagrange_at(const EvaluationDomain<Fr>& domain, const Fr& tau, std::size_t count) {
  constexpr std::size_t kGrain = 4096;  // one inversion (about 300 multiplications) a grain
  Wiped<Fr> values(count);
  tbb::parallel_for(tbb::blocked_range<std::size_t>(0, (count + kGrain - 1) / kGrain),
                    [&](const tbb::blocked_range<std::size_t>& grains) {
                      Wiped<Fr> scratch(std::min(kGrain, count));
                      for (std::size_t grain = grains.begin(); grain != grains.end(); ++grain) {
                        const std::size_t first = grain * kGrain;
                        const std::span<Fr> part =
                            std::span<Fr>(values).subspan(first, std::min(kGrain, count - first));
                        lagrange_at<Fr>(domain, tau, Fr::one(), first, 1, part, scratch);
                      }
                    });
  return values;
}

template <class Fr>
Wiped<Fr> column_sums(const circuit::SparseMatrix& matrix, std::span<const circuit::ScalarLimbs> dictionary,
                      std::span<const Fr> row_values, std::size_t variable_count) {
  Wiped<Fr> sums(variable_count);
  for (std::size_t row = 0; row < matrix.row_count(); ++row) {
    const Fr& row_value = row_values[row];
    for (std::uint64_t e = matrix.row_offsets[row]; e < matrix.row_offsets[row + 1]; ++e) {
      const Fr coefficient{dictionary[matrix.coefficients[e]]};
      // Most coefficients of most circuits are 1.
      sums[matrix.columns[e]] += coefficient.is_one() ? row_value : coefficient * row_value;
    }
  }
  return sums;
}

#define LOCKSTEP_INSTANTIATE(Fr)                                                                             \
  template Fr vanishing_at(const EvaluationDomain<Fr>&, const Fr&);                                          \
  template void lagrange_at(const EvaluationDomain<Fr>&, const Fr&, const Fr&, std::uint64_t, std::uint64_t, \
                            std::span<Fr>, std::span<Fr>);                                                   \
  template Wiped<Fr> first_lagrange_at(const EvaluationDomain<Fr>&, const Fr&, std::size_t);                 \
  template Wiped<Fr> column_sums(const circuit::SparseMatrix&, std::span<const circuit::ScalarLimbs>,        \
                                 std::span<const Fr>, std::size_t);
LOCKSTEP_INSTANTIATE(algebra::Bn254::Fr)
LOCKSTEP_INSTANTIATE(algebra::Bls12_381::Fr)
#undef LOCKSTEP_INSTANTIATE

}  // namespace lockstep::groth16
