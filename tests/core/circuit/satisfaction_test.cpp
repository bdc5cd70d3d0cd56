// SPDX-License-Identifier: Apache-2.0
#include "lockstep/circuit/satisfaction.hpp"

#include <gtest/gtest.h>

#include "lockstep/algebra/curves.hpp"

namespace lockstep::circuit {
namespace {

/// x * y = z and then z * z = w, over (1, x, y, z, w).
template <class Curve>
CompiledCircuit two_products() {
  CompiledCircuit circuit;
  circuit.curve = Curve::kId;
  circuit.variable_count = 5;
  circuit.constraint_count = 2;
  circuit.dictionary = {Curve::Fr::one().limbs};
  circuit.a = {.row_offsets = {0, 1, 2, 3}, .columns = {1, 3, 0}, .coefficients = {0, 0, 0}};
  circuit.b = {.row_offsets = {0, 1, 2, 2}, .columns = {2, 3}, .coefficients = {0, 0}};
  circuit.c = {.row_offsets = {0, 1, 2, 2}, .columns = {3, 4}, .coefficients = {0, 0}};
  return circuit;
}

template <class Curve>
class Satisfaction : public ::testing::Test {};
using Curves = ::testing::Types<algebra::Bn254, algebra::Bls12_381>;
TYPED_TEST_SUITE(Satisfaction, Curves);

TYPED_TEST(Satisfaction, NamesTheFirstConstraintThatFails) {
  const CompiledCircuit circuit = two_products<TypeParam>();
  const auto first_failure = [&](std::vector<ScalarLimbs> values) {
    return first_unsatisfied(circuit,
                             {.curve = TypeParam::kId, .values = values, .storage = {}, .origin = "w"});
  };
  const auto number = [](std::uint64_t value) { return ScalarLimbs{value, 0, 0, 0}; };
  EXPECT_EQ(first_failure({number(1), number(3), number(11), number(33), number(1089)}), std::nullopt);
  EXPECT_EQ(first_failure({number(1), number(3), number(11), number(34), number(1156)}), 0u);
  EXPECT_EQ(first_failure({number(1), number(3), number(11), number(33), number(1090)}), 1u);
}

TYPED_TEST(Satisfaction, CountsModuloTheOrderOfTheGroups) {
  using Fr = typename TypeParam::Fr;
  const ScalarLimbs minus_one = (-Fr::one()).to_standard();
  const ScalarLimbs one{1, 0, 0, 0};
  const std::vector<ScalarLimbs> values = {one, minus_one, minus_one, one, one};
  EXPECT_EQ(first_unsatisfied(two_products<TypeParam>(),
                              {.curve = TypeParam::kId, .values = values, .storage = {}, .origin = "w"}),
            std::nullopt);
}

}  // namespace
}  // namespace lockstep::circuit
