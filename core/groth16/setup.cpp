// SPDX-License-Identifier: Apache-2.0
#include "lockstep/groth16/setup.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <utility>

#include "guarded.hpp"
#include "key_material.hpp"
#include "lockstep/algebra/curves.hpp"
#include "lockstep/formats/file_writer.hpp"

namespace lockstep::groth16 {
namespace {

Error inconsistent(std::string_view what) {
  return {ErrorCode::kUsage, fmt::format("setup: the circuit is inconsistent: {}", what)};
}

Result<void> check_matrix(const circuit::CompiledCircuit& circuit, const circuit::SparseMatrix& matrix,
                          char name) {
  const auto fault = [&](std::string_view what) {
    return inconsistent(fmt::format("matrix {} {}", name, what));
  };
  if (matrix.row_offsets.empty() || matrix.row_count() != circuit.row_count()) {
    return fault(fmt::format("does not have {} rows", circuit.row_count()));
  }
  if (matrix.row_offsets.front() != 0 || matrix.row_offsets.back() != matrix.entry_count() ||
      matrix.coefficients.size() != matrix.entry_count() || !std::ranges::is_sorted(matrix.row_offsets)) {
    return fault("has rows that don't fit its entries");
  }
  if (std::ranges::any_of(matrix.columns,
                          [&](std::uint32_t column) { return column >= circuit.variable_count; })) {
    return fault(fmt::format("names a variable beyond {}", circuit.variable_count));
  }
  if (std::ranges::any_of(matrix.coefficients,
                          [&](std::uint32_t index) { return index >= circuit.dictionary.size(); })) {
    return fault(fmt::format("names a coefficient beyond {}", circuit.dictionary.size()));
  }
  return {};
}

// What the rest relies on, so that no caller's mistake becomes an access out of bounds.
template <class Fr>
Result<void> check_circuit(const circuit::CompiledCircuit& circuit) {
  if (circuit.c_is_product) {
    return Error{ErrorCode::kUsage,
                 "setup: expected a circuit with its C matrix (an .r1cs), found one without (a key's)"};
  }
  constexpr std::uint64_t kMost = std::numeric_limits<std::uint32_t>::max();
  if (circuit.variable_count > kMost || circuit.constraint_count > kMost) {
    return Error{ErrorCode::kUsage,
                 fmt::format("setup: expected at most 2^32 - 1 variables and constraints, found {} "
                             "and {}",
                             circuit.variable_count, circuit.constraint_count)};
  }
  if (circuit.public_count >= circuit.variable_count)
    return inconsistent("it has fewer variables than public inputs");
  if (!std::ranges::all_of(circuit.dictionary, [](const auto& value) { return Fr::is_canonical(value); })) {
    return inconsistent("a coefficient is not below the modulus");
  }
  if (Result<void> good = check_matrix(circuit, circuit.a, 'A'); !good) return good;
  if (Result<void> good = check_matrix(circuit, circuit.b, 'B'); !good) return good;
  return check_matrix(circuit, circuit.c, 'C');
}

template <class Curve>
Result<AnyVerifyingKey> write_key(const circuit::CompiledCircuit& circuit, KeyFormat format,
                                  const std::filesystem::path& path, const SetupOptions& options) {
  if (format == KeyFormat::kBellman && Curve::kId != CurveId::kBls12_381) {
    return Error{ErrorCode::kUsage,
                 fmt::format("setup: expected a circuit over bls12_381 for bellman parameters, "
                             "found one over {}",
                             Curve::kName)};
  }
  if (Result<void> good = check_circuit<typename Curve::Fr>(circuit); !good) return std::move(good).error();
  Result<SetupSeed> seed = options.seed ? Result<SetupSeed>(*options.seed) : random_setup_seed();
  if (!seed) return std::move(seed).error();
  SetupSecrets<Curve> secrets;
  const Result<void> derived = derive_setup_secrets<Curve>(*seed, secrets);
  wipe(seed->data(), seed->size());
  if (!derived) return derived.error();

  Result<formats::FileWriter> file = formats::FileWriter::create(path);
  if (!file) return std::move(file).error();
  const ByteSink sink = [&](std::span<const std::byte> bytes) { return file->write(bytes); };
  Result<AnyVerifyingKey> key = [&]() -> Result<AnyVerifyingKey> {
    if constexpr (Curve::kId == CurveId::kBls12_381) {
      if (format == KeyFormat::kBellman) return write_bellman_parameters_of(circuit, secrets, options, sink);
    }
    return write_zkey_of<Curve>(circuit, secrets, options, sink);
  }();
  if (!key) return key;
  if (Result<void> done = file->commit(); !done) return std::move(done).error();
  return key;
}

}  // namespace

Result<AnyVerifyingKey> write_development_key(const circuit::CompiledCircuit& circuit, KeyFormat format,
                                              const std::filesystem::path& path,
                                              const SetupOptions& options) {
  return guarded("setup", [&] {
    return algebra::with_curve(circuit.curve, [&](auto curve) {
      return write_key<decltype(curve)>(circuit, format, path, options);
    });
  });
}

}  // namespace lockstep::groth16
