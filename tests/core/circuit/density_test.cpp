// SPDX-License-Identifier: Apache-2.0
#include "lockstep/circuit/density.hpp"

#include <gtest/gtest.h>

#include "lockstep/algebra/curves.hpp"

namespace lockstep::circuit {
namespace {

using Fr = algebra::Bn254::Fr;

// Dictionary: 0, 1, -1, 5.
CompiledCircuit circuit_of(std::uint64_t variable_count) {
  CompiledCircuit circuit;
  circuit.curve = CurveId::kBn254;
  circuit.variable_count = variable_count;
  for (const Fr& value : {Fr::zero(), Fr::one(), -Fr::one(), Fr::from_u64(5)})
    circuit.dictionary.push_back(value.limbs);
  return circuit;
}

void add_row(SparseMatrix& matrix, std::initializer_list<std::pair<std::uint32_t, std::uint32_t>> terms) {
  for (const auto& [variable, coefficient] : terms) {
    matrix.columns.push_back(variable);
    matrix.coefficients.push_back(coefficient);
  }
  matrix.row_offsets.push_back(matrix.columns.size());
}

TEST(Density, NamesTheVariablesOfEveryRow) {
  const CompiledCircuit circuit = circuit_of(130);
  SparseMatrix matrix;
  add_row(matrix, {{0, 1}, {129, 3}});
  add_row(matrix, {});
  add_row(matrix, {{64, 2}});
  EXPECT_EQ(occurring_variables(circuit, matrix), (std::vector<std::uint64_t>{1, 1, 2}));
}

TEST(Density, LeavesOutZeroCoefficients) {
  const CompiledCircuit circuit = circuit_of(4);
  SparseMatrix matrix;
  add_row(matrix, {{1, 0}, {2, 1}});
  EXPECT_EQ(occurring_variables(circuit, matrix), (std::vector<std::uint64_t>{0b100}));
}

TEST(Density, AddsUpTheTermsOfOneRow) {
  const CompiledCircuit circuit = circuit_of(5);
  SparseMatrix matrix;
  add_row(matrix, {{3, 1}, {1, 1}, {3, 2}, {2, 1}, {2, 1}});
  EXPECT_EQ(occurring_variables(circuit, matrix), (std::vector<std::uint64_t>{0b00110}));
}

TEST(Density, KeepsAVariableThatCancelsInOneRowOnly) {
  const CompiledCircuit circuit = circuit_of(5);
  SparseMatrix matrix;
  add_row(matrix, {{3, 1}, {3, 2}});
  add_row(matrix, {{3, 2}});
  EXPECT_EQ(occurring_variables(circuit, matrix), (std::vector<std::uint64_t>{0b01000}));
}

TEST(Density, OfAMatrixWithoutTermsIsEmpty) {
  SparseMatrix matrix;
  add_row(matrix, {});
  EXPECT_EQ(occurring_variables(circuit_of(64), matrix), (std::vector<std::uint64_t>{0}));
}

}  // namespace
}  // namespace lockstep::circuit
