// SPDX-License-Identifier: Apache-2.0
// A circuit as matrices: what a `.r1cs` or the coefficient section of a `.zkey` becomes once it is read, and
// what a backend's synthesizer takes.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "lockstep/algebra/curve_id.hpp"
#include "lockstep/api.hpp"

namespace lockstep::circuit {

/// 32 bytes of Fr as four little-endian limbs; which form (Montgomery or standard) is said where it is used.
using ScalarLimbs = std::array<std::uint64_t, 4>;

/// A sparse matrix by rows: row i holds entries [row_offsets[i], row_offsets[i + 1]), each
/// dictionary[coefficients[e]] at variable columns[e].
struct SparseMatrix {
  std::vector<std::uint64_t> row_offsets{0};  ///< row_count() + 1 values, ascending from 0
  std::vector<std::uint32_t> columns;
  std::vector<std::uint32_t> coefficients;

  std::uint64_t row_count() const { return row_offsets.size() - 1; }
  std::uint64_t entry_count() const { return columns.size(); }
};

/// Variables are z = (1, public inputs, auxiliary). a, b (and c) have constraint_count + public_count + 1
/// rows: the constraints, then one row z_i * 0 = 0 per element of (1, public inputs), in A alone.
struct CompiledCircuit {
  CurveId curve{};
  std::uint64_t variable_count = 0;     ///< with the constant 1
  std::uint64_t public_count = 0;       ///< without the constant 1
  std::uint64_t constraint_count = 0;   ///< without the input rows
  bool c_is_product = false;            ///< no C matrix is known: c is a times b, row by row (a zkey)
  std::vector<ScalarLimbs> dictionary;  ///< Montgomery form, each below r, no value twice
  SparseMatrix a;
  SparseMatrix b;
  SparseMatrix c;  ///< empty where c_is_product

  std::uint64_t row_count() const { return constraint_count + public_count + 1; }
};

/// Collects the distinct coefficients of a circuit: values in, indices into the dictionary out, in the order
/// of first occurrence. A reader may collect values in its file's form, as long as equal values have equal
/// limbs. The hash is keyed at random, so that no file can be made to collide. [session-exclusive]
class LOCKSTEP_API CoefficientDictionary {
 public:
  CoefficientDictionary();

  std::uint32_t index_of(const ScalarLimbs& value);
  std::uint32_t size() const { return static_cast<std::uint32_t>(values_.size()); }
  std::vector<ScalarLimbs> take() &&;

 private:
  std::size_t hash(const ScalarLimbs& value) const;
  void grow();

  std::array<std::uint64_t, 4> hash_key_{};
  std::vector<ScalarLimbs> values_;
  std::vector<std::uint32_t> slots_;  // open addressing, a power of two; index + 1, 0 is free
};

}  // namespace lockstep::circuit
