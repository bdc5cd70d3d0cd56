// SPDX-License-Identifier: Apache-2.0
// A circuit as the host lends it (lks_circuit), in C++ types.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>

#include "lockstep/sdk/curve.hpp"
#include "lockstep/sdk/host.hpp"
#include "lockstep/sdk/structs.hpp"

namespace lockstep::sdk {

/// A sparse matrix by rows: row i holds the entries [row_offsets[i], row_offsets[i + 1]); entry e is
/// dictionary[coefficients[e]] at column columns[e].
struct MatrixView {
  std::span<const std::uint64_t> row_offsets;   ///< row_count() + 1
  std::span<const std::uint32_t> columns;       ///< one a entry: index of a variable
  std::span<const std::uint32_t> coefficients;  ///< one a entry: index into the dictionary

  std::uint64_t row_count() const noexcept { return row_offsets.size() - 1; }
  std::uint64_t entry_count() const noexcept { return columns.size(); }
};

/// Variables are z = (1, public inputs, auxiliary). All matrices have the same rows: the constraints, then
/// one row per element of (1, public inputs) in A alone.
struct CircuitView {
  Curve curve = Curve::kBn254;
  std::uint64_t variable_count = 0;       ///< with the constant 1
  std::uint64_t public_count = 0;         ///< without the constant 1
  const std::byte* dictionary = nullptr;  ///< dictionary_count x 32 bytes, Fr in MONTGOMERY form
  std::uint64_t dictionary_count = 0;
  MatrixView a;
  MatrixView b;
  std::optional<MatrixView> c;  ///< absent: c is a times b, row by row

  std::uint64_t row_count() const noexcept { return a.row_count(); }
};

namespace detail {

inline Result<MatrixView> view_matrix(const lks_matrix* given, const char* name) noexcept {
  if (given == nullptr) return Error(Code::kInvalidArgument, "matrix ", name, " is NULL");
  const lks_matrix& matrix = *given;
  if (matrix.row_offsets == nullptr) {
    return Error(Code::kInvalidArgument, "row_offsets of matrix ", name, " is NULL");
  }
  if (matrix.entry_count > 0 && (matrix.columns == nullptr || matrix.coefficients == nullptr)) {
    return Error(Code::kInvalidArgument, "columns or coefficients of matrix ", name, " is NULL");
  }
  constexpr std::uint64_t kMost = std::numeric_limits<std::uint64_t>::max() / sizeof(std::uint64_t) - 1;
  if (matrix.row_count > kMost || matrix.entry_count > kMost) {
    return Error(Code::kBadCircuit, "matrix ", name, " has impossible counts: ", matrix.row_count, " rows, ",
                 matrix.entry_count, " entries");
  }
  if (matrix.row_offsets[0] != 0 || matrix.row_offsets[matrix.row_count] != matrix.entry_count) {
    return Error(Code::kBadCircuit, "row offsets of matrix ", name, " run from ", matrix.row_offsets[0],
                 " to ", matrix.row_offsets[matrix.row_count], ", expected 0 to ", matrix.entry_count);
  }
  return MatrixView{{matrix.row_offsets, matrix.row_count + 1},
                    {matrix.columns, matrix.entry_count},
                    {matrix.coefficients, matrix.entry_count}};
}

}  // namespace detail

/// Reads the description and checks it in constant time: sizes, NULLs, counts that contradict each other. The
/// entries are checked by check_entries().
inline Result<CircuitView> view_circuit(const lks_circuit* given) noexcept {
  const auto read = read_input(given, "circuit");
  if (!read) return read.error();
  const lks_circuit& circuit = *read;
  if ((circuit.flags & ~LKS_CIRCUIT_C_IS_PRODUCT) != 0) {
    return Error(Code::kUnsupported, "circuit.flags has unknown bits: ", circuit.flags);
  }
  const bool c_is_product = (circuit.flags & LKS_CIRCUIT_C_IS_PRODUCT) != 0;
  if (c_is_product != (circuit.c == nullptr)) {
    return Error(Code::kInvalidArgument, "circuit.c and LKS_CIRCUIT_C_IS_PRODUCT contradict each other");
  }
  const auto curve = read_curve(circuit.curve);
  if (!curve) return curve.error();
  if (circuit.dictionary == nullptr && circuit.dictionary_count > 0) {
    return Error(Code::kInvalidArgument, "circuit.dictionary is NULL");
  }
  if (circuit.variable_count == 0 || circuit.variable_count > std::uint64_t{1} << 32) {
    return Error(Code::kBadCircuit, "circuit has ", circuit.variable_count, " variables, expected 1 to 2^32");
  }
  if (circuit.public_count >= circuit.variable_count) {
    return Error(Code::kBadCircuit, "circuit has ", circuit.public_count, " public inputs of ",
                 circuit.variable_count, " variables");
  }
  CircuitView view{.curve = *curve,
                   .variable_count = circuit.variable_count,
                   .public_count = circuit.public_count,
                   .dictionary = static_cast<const std::byte*>(circuit.dictionary),
                   .dictionary_count = circuit.dictionary_count,
                   .a = {},
                   .b = {},
                   .c = std::nullopt};
  const auto a = detail::view_matrix(circuit.a, "A");
  if (!a) return a.error();
  view.a = *a;
  const auto b = detail::view_matrix(circuit.b, "B");
  if (!b) return b.error();
  view.b = *b;
  if (!c_is_product) {
    const auto c = detail::view_matrix(circuit.c, "C");
    if (!c) return c.error();
    view.c = *c;
  }
  const std::uint64_t rows = view.row_count();
  if (view.b.row_count() != rows || (view.c && view.c->row_count() != rows)) {
    return Error(Code::kBadCircuit, "the matrices of the circuit have different numbers of rows");
  }
  if (rows < view.public_count + 1) {
    return Error(Code::kBadCircuit, "circuit has ", rows, " rows, fewer than its input rows (",
                 view.public_count + 1, ")");
  }
  return view;
}

namespace detail {

inline Result<void> check_matrix_entries(const MatrixView& matrix, const char* name,
                                         std::uint64_t variable_count, std::uint64_t dictionary_count,
                                         Host host, lks_cancel_token cancel) noexcept {
  constexpr std::uint64_t kGrain = 1 << 16;
  auto offsets = host.parallel_for(
      matrix.row_count(), kGrain,
      [&](std::uint64_t begin, std::uint64_t end, std::uint32_t) -> Result<void> {
        for (std::uint64_t row = begin; row < end; ++row) {
          if (matrix.row_offsets[row] > matrix.row_offsets[row + 1]) {
            return Error(Code::kBadCircuit, "row offsets of matrix ", name, " descend at row ", row);
          }
        }
        return {};
      },
      cancel);
  if (!offsets) return offsets;
  return host.parallel_for(
      matrix.entry_count(), kGrain,
      [&](std::uint64_t begin, std::uint64_t end, std::uint32_t) -> Result<void> {
        for (std::uint64_t entry = begin; entry < end; ++entry) {
          if (matrix.columns[entry] >= variable_count) {
            return Error(Code::kBadCircuit, "entry ", entry, " of matrix ", name, " has column ",
                         matrix.columns[entry], ", expected below ", variable_count);
          }
          if (matrix.coefficients[entry] >= dictionary_count) {
            return Error(Code::kBadCircuit, "entry ", entry, " of matrix ", name, " has coefficient ",
                         matrix.coefficients[entry], ", expected below ", dictionary_count);
          }
        }
        return {};
      },
      cancel);
}

}  // namespace detail

/// The check that circuit_load owes its caller: offsets ascend, columns and coefficients are in range. On the
/// host's threads.
inline Result<void> check_entries(const CircuitView& circuit, Host host,
                                  lks_cancel_token cancel = 0) noexcept {
  const auto check = [&](const MatrixView& matrix, const char* name) {
    return detail::check_matrix_entries(matrix, name, circuit.variable_count, circuit.dictionary_count, host,
                                        cancel);
  };
  if (auto a = check(circuit.a, "A"); !a) return a;
  if (auto b = check(circuit.b, "B"); !b) return b;
  if (circuit.c) return check(*circuit.c, "C");
  return {};
}

}  // namespace lockstep::sdk
