// SPDX-License-Identifier: Apache-2.0
#include "lockstep/circuit/density.hpp"

#include <algorithm>
#include <limits>
#include <utility>

#include "lockstep/algebra/curves.hpp"

namespace lockstep::circuit {
namespace {

void insert(std::vector<std::uint64_t>& set, std::uint32_t variable) {
  set[variable / 64] |= std::uint64_t{1} << (variable % 64);
}

// A row in which a variable stands more than once: the coefficients add up, perhaps to zero.
template <class Fr>
void insert_sums(std::vector<std::uint64_t>& set, std::vector<std::pair<std::uint32_t, Fr>> terms) {
  std::ranges::sort(terms, {}, &std::pair<std::uint32_t, Fr>::first);
  for (std::size_t begin = 0, end = 0; begin < terms.size(); begin = end) {
    Fr sum = Fr::zero();
    for (end = begin; end < terms.size() && terms[end].first == terms[begin].first; ++end)
      sum += terms[end].second;
    if (!sum.is_zero()) insert(set, terms[begin].first);
  }
}

template <class Fr>
std::vector<std::uint64_t> occurring(const CompiledCircuit& circuit, const SparseMatrix& matrix) {
  std::vector<std::uint64_t> set((circuit.variable_count + 63) / 64);
  std::vector<std::uint64_t> last_row(circuit.variable_count, std::numeric_limits<std::uint64_t>::max());
  for (std::uint64_t row = 0; row < matrix.row_count(); ++row) {
    const std::uint64_t begin = matrix.row_offsets[row];
    const std::uint64_t end = matrix.row_offsets[row + 1];
    bool repeated = false;
    for (std::uint64_t e = begin; e < end; ++e) {
      repeated = repeated || last_row[matrix.columns[e]] == row;
      last_row[matrix.columns[e]] = row;
    }
    std::vector<std::pair<std::uint32_t, Fr>> terms;
    for (std::uint64_t e = begin; e < end; ++e) {
      const Fr coefficient{circuit.dictionary[matrix.coefficients[e]]};
      if (repeated) {
        terms.emplace_back(matrix.columns[e], coefficient);
      } else if (!coefficient.is_zero()) {
        insert(set, matrix.columns[e]);
      }
    }
    insert_sums(set, std::move(terms));
  }
  return set;
}

}  // namespace

std::vector<std::uint64_t> occurring_variables(const CompiledCircuit& circuit, const SparseMatrix& matrix) {
  return algebra::with_curve(
      circuit.curve, [&](auto curve) { return occurring<typename decltype(curve)::Fr>(circuit, matrix); });
}

}  // namespace lockstep::circuit
