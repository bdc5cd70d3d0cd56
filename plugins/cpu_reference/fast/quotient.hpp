// SPDX-License-Identifier: Apache-2.0
// The scalars of the H query from a, b and c, by six or seven transforms over one table.
#pragma once

#include <bit>
#include <cstdint>
#include <span>

#include "../algorithms.hpp"
#include "ntt.hpp"

namespace lockstep::cpu_reference {

/// As Algorithms::quotient. In the coset basis no vector is ever permuted: natural order to reversed order,
/// powers of the shift in reversed order, and back. The monomial basis permutes its result once.
template <class Curve>
void quotient_fast(const QuotientDomain<Curve>& domain, std::span<typename Curve::Fr> a,
                   std::span<typename Curve::Fr> b, std::span<typename Curve::Fr> c, Executor& executor,
                   NttArithmetic arithmetic = NttArithmetic::kBest) {
  using Fr = typename Curve::Fr;
  const ParallelNtt<Fr> ntt(domain.log_size, domain.root, arithmetic, executor);
  const Fr shift = domain.coset_basis ? domain.coset_shift : Fr::non_residue();
  for (std::span<Fr> values : {a, b, c}) ntt.move_to_coset(values, shift);
  if (domain.coset_basis) return ntt.combine(a, b, c, Fr::one(), true);
  // Z = X^n - 1 is one constant on the coset
  const std::uint64_t size = a.size();
  const Fr divisor = (shift.pow(std::span(&size, 1)) - Fr::one()).inverse();
  ntt.combine(a, b, c, divisor, false);
  ntt.inverse_to_reversed_scaled(a, ntt.size_inverse(), shift.inverse(), true);
  ntt.bit_reverse(a);
}

/// As Algorithms::transform.
template <class Fr>
void transform_fast(bool inverse, const Fr& root, const Fr& shift, std::span<Fr> values, Executor& executor,
                    NttArithmetic arithmetic = NttArithmetic::kBest) {
  const auto log_size = static_cast<std::uint32_t>(std::countr_zero(values.size()));
  const ParallelNtt<Fr> ntt(log_size, root, arithmetic, executor);
  if (inverse) {
    ntt.inverse_to_reversed_scaled(values, ntt.size_inverse(), shift.inverse(), false);
  } else {
    if (!shift.is_one()) ntt.scale_natural(values, shift);
    ntt.to_reversed(false, values);
  }
  ntt.bit_reverse(values);
}

}  // namespace lockstep::cpu_reference
