// SPDX-License-Identifier: Apache-2.0
// Small circuits with satisfying assignments, over any curve: the shapes at which setups and provers break.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <string>
#include <utility>
#include <vector>

#include "lockstep/algebra/curves.hpp"
#include "lockstep/circuit/compiled_circuit.hpp"

namespace lockstep::groth16 {

struct Term {
  std::uint32_t variable;
  std::int64_t coefficient;
};

template <class Curve>
struct ExampleCircuit {
  using Fr = typename Curve::Fr;

  std::string name;
  circuit::CompiledCircuit circuit;
  std::vector<Fr> z;  // (1, public inputs, auxiliary)
};

template <class Curve>
class CircuitBuilder {
 public:
  using Fr = typename Curve::Fr;
  using Row = std::vector<Term>;

  // values are the assignment after the constant 1, public ones first.
  CircuitBuilder(std::string name, std::uint64_t public_count, const std::vector<std::uint64_t>& values) {
    example_.name = std::move(name);
    example_.circuit.curve = Curve::kId;
    example_.circuit.public_count = public_count;
    example_.circuit.variable_count = values.size() + 1;
    example_.z.push_back(Fr::one());
    for (const std::uint64_t value : values) example_.z.push_back(Fr::from_u64(value));
  }

  CircuitBuilder& constraint(const Row& a, const Row& b, const Row& c) {
    add(example_.circuit.a, a);
    add(example_.circuit.b, b);
    add(example_.circuit.c, c);
    ++example_.circuit.constraint_count;
    return *this;
  }

  ExampleCircuit<Curve> build() {
    for (std::uint32_t i = 0; i <= example_.circuit.public_count; ++i) {
      add(example_.circuit.a, {{i, 1}});
      add(example_.circuit.b, {});
      add(example_.circuit.c, {});
    }
    example_.circuit.dictionary = std::move(dictionary_).take();
    return std::move(example_);
  }

 private:
  void add(circuit::SparseMatrix& matrix, const Row& row) {
    for (const Term& term : row) {
      const Fr magnitude = Fr::from_u64(
          static_cast<std::uint64_t>(term.coefficient < 0 ? -term.coefficient : term.coefficient));
      matrix.columns.push_back(term.variable);
      matrix.coefficients.push_back(
          dictionary_.index_of((term.coefficient < 0 ? -magnitude : magnitude).limbs));
    }
    matrix.row_offsets.push_back(matrix.columns.size());
  }

  ExampleCircuit<Curve> example_;
  circuit::CoefficientDictionary dictionary_;
};

// x_(i+1) = x_i (x_i + 1) with small starts, a public first and last value.
template <class Curve>
ExampleCircuit<Curve> chain_circuit(std::uint32_t length) {
  using Fr = typename Curve::Fr;
  std::vector<std::uint64_t> placeholders(length + 2, 0);
  CircuitBuilder<Curve> builder("chain of " + std::to_string(length), 2, placeholders);
  // variables: 1 first, 2 last, 3 .. length + 1 between
  const auto place = [&](std::uint32_t i) { return i == 0 ? 1U : i == length ? 2U : i + 2; };
  for (std::uint32_t i = 0; i < length; ++i) {
    builder.constraint({{place(i), 1}}, {{place(i), 1}, {0, 1}}, {{place(i + 1), 1}});
  }
  // The last variable is in one constraint with itself, so that all variables but the ends are auxiliary.
  builder.constraint({{length + 2, 1}, {0, -1}}, {{length + 2, 1}}, {});
  ExampleCircuit<Curve> example = builder.build();
  Fr value = Fr::from_u64(3);
  for (std::uint32_t i = 0; i <= length; ++i) {
    example.z[place(i)] = value;
    value *= value + Fr::one();
  }
  example.z[length + 2] = Fr::one();
  return example;
}

template <class Curve>
std::vector<ExampleCircuit<Curve>> example_circuits() {
  using Builder = CircuitBuilder<Curve>;
  std::vector<ExampleCircuit<Curve>> all;
  all.push_back(Builder("tiny", 2, {33, 3, 11, 8})
                    .constraint({{2, 1}}, {{3, 1}}, {{1, 1}})
                    .constraint({{3, 1}, {2, -1}}, {{0, 2}, {4, 3}, {4, -2}}, {{4, 10}})
                    .build());
  all.push_back(Builder("only the constant", 0, {}).build());
  all.push_back(Builder("no constraints", 2, {5, 6}).build());
  all.push_back(
      Builder("one constraint, no public input", 0, {4, 2}).constraint({{2, 1}}, {{2, 1}}, {{1, 1}}).build());
  all.push_back(Builder("all public", 3, {6, 2, 3}).constraint({{2, 1}}, {{3, 1}}, {{1, 1}}).build());
  all.push_back(Builder("linear", 1, {9, 4, 5}).constraint({{2, 1}, {3, 1}}, {{0, 1}}, {{1, 1}}).build());
  all.push_back(
      Builder("unused public input", 2, {9, 77, 3}).constraint({{3, 1}}, {{3, 1}}, {{1, 1}}).build());
  all.push_back(Builder("terms that cancel", 1, {16, 4, 2})
                    .constraint({{2, 1}, {3, 1}, {3, -1}}, {{2, 1}}, {{1, 1}})
                    .constraint({{0, 2}}, {{3, 1}, {2, 1}, {2, -1}}, {{2, 1}})
                    .build());
  all.push_back(Builder("empty rows and zero terms", 1, {1, 1})
                    .constraint({}, {}, {})
                    .constraint({{2, 0}}, {{2, 1}}, {})
                    .constraint({{2, 1}}, {{0, 1}}, {{1, 1}})
                    .build());
  all.push_back(chain_circuit<Curve>(5));   // 9 rows: one more than a power of two
  all.push_back(chain_circuit<Curve>(60));  // 64 rows: a power of two
  return all;
}

}  // namespace lockstep::groth16
