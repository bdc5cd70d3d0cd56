// SPDX-License-Identifier: Apache-2.0
// Az, Bz and Cz on all cores.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>

#include "../executor.hpp"
#include "../views.hpp"
#include "lockstep/sdk/circuit_view.hpp"

namespace lockstep::cpu_reference {

namespace detail {

inline constexpr std::uint64_t kEvaluateGrain = 1024;  ///< rows and entries

/// The first row whose work, one for itself and one for each entry, starts at `work` or later.
inline std::uint64_t row_at(const sdk::MatrixView& matrix, std::uint64_t work) {
  std::uint64_t low = 0;
  std::uint64_t high = matrix.row_count();
  while (low < high) {
    const std::uint64_t middle = low + (high - low) / 2;
    if (matrix.row_offsets[middle] + middle < work) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  return low;
}

/// One row. Coefficients are in Montgomery form and values in standard form, so that their products are in
/// standard form; a coefficient whose value is 1, which most values are that are not 0, needs no product and
/// is summed in Montgomery form. The two sums meet at the end of the row.
template <class Fr>
Fr evaluate_row(const sdk::CircuitView& circuit, const sdk::MatrixView& matrix, std::uint64_t row,
                std::span<const Scalar> witness, const Fr& minus_one) {
  constexpr Scalar kZero{};
  constexpr Scalar kOne{1};
  Fr standard = Fr::zero();
  Fr montgomery = Fr::zero();
  for (std::uint64_t entry = matrix.row_offsets[row]; entry < matrix.row_offsets[row + 1]; ++entry) {
    const Scalar& value = witness[matrix.columns[entry]];
    if (value == kZero) continue;
    Fr coefficient;
    std::memcpy(&coefficient, circuit.dictionary + matrix.coefficients[entry] * sizeof(Fr), sizeof(Fr));
    if (value == kOne) {
      montgomery = montgomery + coefficient;
    } else if (coefficient == Fr::one()) {
      standard = standard + Fr{value};
    } else if (coefficient == minus_one) {
      standard = standard - Fr{value};
    } else {
      standard = standard + coefficient * Fr{value};
    }
  }
  if (standard.is_zero()) return montgomery;
  return montgomery + Fr::from_standard_unchecked(standard.limbs);
}

template <class Fr>
void evaluate_matrix(const sdk::CircuitView& circuit, const sdk::MatrixView& matrix,
                     std::span<const Scalar> witness, std::span<Fr> out, Executor& executor) {
  const std::uint64_t rows = matrix.row_count();
  const Fr minus_one = -Fr::one();
  executor.run(matrix.entry_count() + rows, kEvaluateGrain,
               [&](std::uint64_t begin, std::uint64_t end, std::uint32_t) {
                 const std::uint64_t last = row_at(matrix, end);
                 for (std::uint64_t row = row_at(matrix, begin); row < last; ++row) {
                   out[row] = evaluate_row(circuit, matrix, row, witness, minus_one);
                 }
               });
  const std::span<Fr> tail = out.subspan(rows);
  executor.run(tail.size(), kEvaluateGrain, [&](std::uint64_t begin, std::uint64_t end, std::uint32_t) {
    std::fill(tail.begin() + static_cast<std::ptrdiff_t>(begin),
              tail.begin() + static_cast<std::ptrdiff_t>(end), Fr::zero());
  });
}

}  // namespace detail

/// As Algorithms::evaluate. Rows are shared out by their number of entries.
template <class Fr>
void evaluate_fast(const sdk::CircuitView& circuit, std::span<const Scalar> witness, std::span<Fr> a,
                   std::span<Fr> b, std::span<Fr> c, Executor& executor) {
  detail::evaluate_matrix(circuit, circuit.a, witness, a, executor);
  detail::evaluate_matrix(circuit, circuit.b, witness, b, executor);
  if (circuit.c) return detail::evaluate_matrix(circuit, *circuit.c, witness, c, executor);
  executor.run(c.size(), detail::kEvaluateGrain, [&](std::uint64_t begin, std::uint64_t end, std::uint32_t) {
    for (std::uint64_t i = begin; i < end; ++i) c[i] = a[i] * b[i];
  });
}

}  // namespace lockstep::cpu_reference
