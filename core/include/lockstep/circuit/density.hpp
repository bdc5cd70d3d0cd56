// SPDX-License-Identifier: Apache-2.0
// Which variables a matrix uses: bellman's keys hold points for those alone, so whoever writes such a key and
// whoever reads it must agree.
#pragma once

#include <cstdint>
#include <vector>

#include "lockstep/api.hpp"
#include "lockstep/circuit/compiled_circuit.hpp"

namespace lockstep::circuit {

/// Bit i (of word i / 64, least significant first; bits past the last variable are 0) says whether variable i
/// occurs in the matrix, one of the circuit's own: whether in some row the sum of its coefficients is not
/// zero. The columns and coefficients are in range. May throw std::bad_alloc. [thread-safe]
LOCKSTEP_API std::vector<std::uint64_t> occurring_variables(const CompiledCircuit& circuit,
                                                            const SparseMatrix& matrix);

/// Bit i of such a set.
inline bool contains(const std::vector<std::uint64_t>& set, std::uint64_t i) {
  return (set[i / 64] >> (i % 64) & 1) != 0;
}

}  // namespace lockstep::circuit
