// SPDX-License-Identifier: Apache-2.0
#include "lockstep/circuit/satisfaction.hpp"

#include "lockstep/algebra/curves.hpp"

namespace lockstep::circuit {
namespace {

template <class Fr>
Fr evaluate_row(const CompiledCircuit& circuit, const SparseMatrix& matrix, std::uint64_t row,
                const Witness& witness) {
  Fr sum = Fr::zero();
  for (std::uint64_t entry = matrix.row_offsets[row]; entry < matrix.row_offsets[row + 1]; ++entry) {
    Fr coefficient;
    coefficient.limbs = circuit.dictionary[matrix.coefficients[entry]];
    sum = sum + coefficient * Fr::from_standard_unchecked(witness.values[matrix.columns[entry]]);
  }
  return sum;
}

}  // namespace

std::optional<std::uint64_t> first_unsatisfied(const CompiledCircuit& circuit, const Witness& witness) {
  return algebra::with_curve(circuit.curve, [&](auto curve) -> std::optional<std::uint64_t> {
    using Fr = typename decltype(curve)::Fr;
    for (std::uint64_t row = 0; row < circuit.constraint_count; ++row) {
      const Fr a = evaluate_row<Fr>(circuit, circuit.a, row, witness);
      const Fr b = evaluate_row<Fr>(circuit, circuit.b, row, witness);
      if (!(a * b == evaluate_row<Fr>(circuit, circuit.c, row, witness))) return row;
    }
    return std::nullopt;
  });
}

}  // namespace lockstep::circuit
