// SPDX-License-Identifier: Apache-2.0
#include "fast/evaluate.hpp"

#include <gtest/gtest.h>

#include <cstring>
#include <vector>

#include "lockstep/algebra/curves.hpp"
#include "random_values.hpp"
#include "test_executor.hpp"
#include "textbook/textbook.hpp"

namespace lockstep::cpu_reference {
namespace {

using testing::RandomValues;
using testing::TestExecutor;

/// A circuit of random shape: empty rows, short ones, and a few that hold a large part of all entries.
template <class Fr>
class RandomCircuit {
 public:
  RandomCircuit(std::uint64_t seed, std::uint64_t rows, std::uint64_t variables, bool with_c)
      : random_(seed) {
    dictionary_ = {Fr::one(), -Fr::one(), Fr::zero(), Fr::from_u64(2), random_.element(), random_.element()};
    witness_.push_back({1, 0, 0, 0});
    while (witness_.size() < variables) witness_.push_back(random_scalar());
    view_.variable_count = variables;
    view_.dictionary = reinterpret_cast<const std::byte*>(dictionary_.data());
    view_.dictionary_count = dictionary_.size();
    view_.a = matrix(a_, rows);
    view_.b = matrix(b_, rows);
    if (with_c) view_.c = matrix(c_, rows);
  }

  const sdk::CircuitView& view() const { return view_; }
  std::span<const Scalar> witness() const { return witness_; }

 private:
  struct Entries {
    std::vector<std::uint64_t> row_offsets;
    std::vector<std::uint32_t> columns, coefficients;
  };

  Scalar random_scalar() {
    switch (random_.word() % 5) {
      case 0:
        return {};
      case 1:
        return {1, 0, 0, 0};
      case 2:
        return {random_.word() % 300, 0, 0, 0};
      case 3:
        return (-Fr::one()).to_standard();
      default:
        return random_.element().to_standard();
    }
  }

  sdk::MatrixView matrix(Entries& entries, std::uint64_t rows) {
    entries.row_offsets = {0};
    for (std::uint64_t row = 0; row < rows; ++row) {
      const std::uint64_t length = random_.word() % 97 == 0 ? 5000 : random_.word() % 6;
      for (std::uint64_t i = 0; i < length; ++i) {
        entries.columns.push_back(static_cast<std::uint32_t>(random_.word() % witness_.size()));
        entries.coefficients.push_back(static_cast<std::uint32_t>(random_.word() % dictionary_.size()));
      }
      entries.row_offsets.push_back(entries.columns.size());
    }
    return {entries.row_offsets, entries.columns, entries.coefficients};
  }

  RandomValues<Fr> random_;
  std::vector<Fr> dictionary_;
  std::vector<Scalar> witness_;
  Entries a_, b_, c_;
  sdk::CircuitView view_;
};

template <class Curve>
class FastEvaluation : public ::testing::Test {};
using Curves = ::testing::Types<algebra::Bn254, algebra::Bls12_381>;
TYPED_TEST_SUITE(FastEvaluation, Curves);

TYPED_TEST(FastEvaluation, EqualsTheTextbookAndZeroesTheTail) {
  using Fr = typename TypeParam::Fr;
  const Textbook<TypeParam> textbook;
  for (const std::uint64_t rows : {1U, 2U, 3U, 100U, 3000U}) {
    for (const bool with_c : {false, true}) {
      const RandomCircuit<Fr> circuit(rows, rows, rows + 5, with_c);
      for (const std::uint64_t size : {rows, rows + 1, 2 * rows + 3000}) {
        TestExecutor one_thread(1);
        const auto evaluate = [&](const auto& compute) {
          std::vector<std::vector<Fr>> out(3, std::vector<Fr>(size, Fr::from_u64(99)));
          compute(out[0], out[1], out[2]);
          return out;
        };
        const auto expected = evaluate([&](auto& a, auto& b, auto& c) {
          textbook.evaluate(circuit.view(), circuit.witness(), a, b, c, one_thread);
        });
        for (const std::uint32_t threads : {1U, 2U, 8U}) {
          TestExecutor executor(threads);
          const auto found = evaluate([&](auto& a, auto& b, auto& c) {
            evaluate_fast<Fr>(circuit.view(), circuit.witness(), a, b, c, executor);
          });
          ASSERT_EQ(found, expected) << rows << " rows, size " << size << ", " << threads << " threads";
          ASSERT_EQ(executor.peak_bytes(), 0U);
        }
      }
    }
  }
}

}  // namespace
}  // namespace lockstep::cpu_reference
