// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <map>
#include <random>

#include "lockstep/circuit/compiled_circuit.hpp"

namespace lockstep::circuit {
namespace {

TEST(CoefficientDictionary, GivesEqualValuesOneIndexInOrderOfAppearance) {
  CoefficientDictionary dictionary;
  EXPECT_EQ(dictionary.index_of({5, 0, 0, 0}), 0u);
  EXPECT_EQ(dictionary.index_of({0, 0, 0, 5}), 1u);
  EXPECT_EQ(dictionary.index_of({5, 0, 0, 0}), 0u);
  EXPECT_EQ(std::move(dictionary).take(), (std::vector<ScalarLimbs>{{5, 0, 0, 0}, {0, 0, 0, 5}}));
}

TEST(CoefficientDictionary, StaysRightWhileItGrows) {
  std::mt19937_64 random(7);
  std::map<ScalarLimbs, std::uint32_t> expected;
  CoefficientDictionary dictionary;
  for (unsigned i = 0; i < 20'000; ++i) {
    const ScalarLimbs value{random() % 3000, random() % 2, 0, random() % 2};
    const auto index = static_cast<std::uint32_t>(expected.size());
    EXPECT_EQ(dictionary.index_of(value), expected.try_emplace(value, index).first->second);
  }
  const std::vector<ScalarLimbs> values = std::move(dictionary).take();
  ASSERT_EQ(values.size(), expected.size());
  for (const auto& [value, index] : expected) EXPECT_EQ(values[index], value);
}

}  // namespace
}  // namespace lockstep::circuit
