// SPDX-License-Identifier: Apache-2.0
// A circuit's polynomials at the secret point tau: the scalars that a setup multiplies the generators by. All
// of these values are toxic waste (any one of them gives tau away) and live in wiped memory.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "lockstep/circuit/compiled_circuit.hpp"
#include "wiped.hpp"

namespace lockstep::groth16 {

// The places w^0 .. w^(n-1), n = 2^log2_size, w = root a primitive n-th root of unity.
template <class Fr>
struct EvaluationDomain {
  unsigned log2_size = 0;
  Fr root;

  std::uint64_t size() const { return std::uint64_t{1} << log2_size; }
};

// tau^n - 1. The domain's vanishing polynomial at tau.
template <class Fr>
Fr vanishing_at(const EvaluationDomain<Fr>& domain, const Fr& tau);

// values[j] = factor * L_(first + step j)(tau) for the Lagrange polynomials L of the domain: with Z the
// vanishing polynomial, L_i(tau) = Z(tau) w^i / (n (tau - w^i)). One inversion for the whole span. tau is in
// no domain. scratch is as long as values. [thread-safe]
template <class Fr>
void lagrange_at(const EvaluationDomain<Fr>& domain, const Fr& tau, const Fr& factor, std::uint64_t first,
                 std::uint64_t step, std::span<Fr> values, std::span<Fr> scratch);

// The values L_0(tau) .. L_(count-1)(tau), in parallel.
template <class Fr>
Wiped<Fr> first_lagrange_at(const EvaluationDomain<Fr>& domain, const Fr& tau, std::size_t count);

// Sum over rows j of matrix[j][i] row_values[j], for each variable i: the column polynomials at tau, when
// row_values are the Lagrange polynomials. dictionary: Fr in Montgomery form.
template <class Fr>
Wiped<Fr> column_sums(const circuit::SparseMatrix& matrix, std::span<const circuit::ScalarLimbs> dictionary,
                      std::span<const Fr> row_values, std::size_t variable_count);

}  // namespace lockstep::groth16
