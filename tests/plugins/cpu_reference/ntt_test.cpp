// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "fast/quotient.hpp"
#include "lockstep/algebra/curves.hpp"
#include "random_values.hpp"
#include "test_executor.hpp"
#include "textbook/textbook.hpp"

namespace lockstep::cpu_reference {
namespace {

using testing::RandomValues;
using testing::TestExecutor;
using Curves = ::testing::Types<algebra::Bn254, algebra::Bls12_381>;

/// What the variants of one computation are compared over.
struct Way {
  NttArithmetic arithmetic;
  std::uint32_t threads;

  std::string text() const {
    return std::string(arithmetic == NttArithmetic::kIfma ? "ifma" : "scalar") + ", " +
           std::to_string(threads) + " threads";
  }
};

std::vector<Way> all_ways() {
  std::vector<Way> ways;
  for (const std::uint32_t threads : {1U, 2U, 8U}) {
    ways.push_back({NttArithmetic::kScalar, threads});
    if (algebra::ifma_enabled()) ways.push_back({NttArithmetic::kIfma, threads});
  }
  return ways;
}

template <class Curve>
class FastTransform : public ::testing::Test {
 protected:
  using Element = typename Curve::Fr;

  RandomValues<Element> random{20};
  TestExecutor oracle_executor{1};
  Textbook<Curve> textbook;

  /// Extremes first: all zero, all p - 1 (the largest in memory), then whatever comes.
  std::vector<Element> values(std::size_t size, int kind) {
    if (kind == 0) return std::vector<Element>(size, Element::zero());
    typename Element::Limbs largest = Element::modulus();
    largest[0] -= 1;
    if (kind == 1) return std::vector<Element>(size, Element{largest});
    return random.elements(size);
  }
};
TYPED_TEST_SUITE(FastTransform, Curves);

TYPED_TEST(FastTransform, EqualsTheTextbookAtEverySize) {
  using Fr = typename TypeParam::Fr;
  for (std::uint32_t log_size = 0; log_size <= 13; ++log_size) {
    const Fr root = TypeParam::root_of_unity_snarkjs(log_size);
    for (const bool inverse : {false, true}) {
      for (const Fr& shift : {Fr::one(), this->random.element()}) {
        for (int kind = 0; kind < 3; ++kind) {
          const std::vector<Fr> input = this->values(std::size_t{1} << log_size, kind);
          std::vector<Fr> expected = input;
          this->textbook.transform(inverse, root, shift, expected, this->oracle_executor);
          for (const Way& way : all_ways()) {
            TestExecutor executor(way.threads);
            std::vector<Fr> found = input;
            transform_fast<Fr>(inverse, root, shift, found, executor, way.arithmetic);
            ASSERT_EQ(found, expected) << way.text() << ", 2^" << log_size << ", inverse " << inverse;
          }
        }
      }
    }
  }
}

TYPED_TEST(FastTransform, EqualsTheTextbookWhereTwoPassesGoOverColumns) {
  using Fr = typename TypeParam::Fr;
  for (const std::uint32_t log_size : {16U, 17U, 18U}) {
    const Fr root = TypeParam::root_of_unity_snarkjs(log_size);
    for (const bool inverse : {false, true}) {
      const Fr shift = this->random.element();
      const std::vector<Fr> input = this->values(std::size_t{1} << log_size, 2);
      std::vector<Fr> expected = input;
      this->textbook.transform(inverse, root, shift, expected, this->oracle_executor);
      for (const Way& way : all_ways()) {
        TestExecutor executor(way.threads);
        std::vector<Fr> found = input;
        transform_fast<Fr>(inverse, root, shift, found, executor, way.arithmetic);
        ASSERT_TRUE(found == expected) << way.text() << ", 2^" << log_size << ", inverse " << inverse;
      }
    }
  }
}

TYPED_TEST(FastTransform, WorksForOtherRootsOfTheSameOrder) {
  using Fr = typename TypeParam::Fr;
  constexpr std::uint32_t kLogSize = 9;
  const std::uint64_t odd = 77;
  const Fr root = TypeParam::root_of_unity_bellman(kLogSize).pow(std::span(&odd, 1));
  std::vector<Fr> expected = this->random.elements(std::size_t{1} << kLogSize);
  std::vector<Fr> found = expected;
  this->textbook.transform(false, root, Fr::one(), expected, this->oracle_executor);
  transform_fast<Fr>(false, root, Fr::one(), found, this->oracle_executor);
  EXPECT_EQ(found, expected);
}

TYPED_TEST(FastTransform, GivesTheSameQuotientAsTheTextbookInBothBases) {
  using Fr = typename TypeParam::Fr;
  for (std::uint32_t log_size = 0; log_size <= 12; ++log_size) {
    const std::size_t size = std::size_t{1} << log_size;
    for (const bool coset_basis : {false, true}) {
      const QuotientDomain<TypeParam> domain{.log_size = log_size,
                                             .root = TypeParam::root_of_unity_snarkjs(log_size),
                                             .coset_basis = coset_basis,
                                             .coset_shift = TypeParam::root_of_unity_snarkjs(log_size + 1)};
      const std::vector<Fr> a = this->random.elements(size);
      const std::vector<Fr> b = this->random.elements(size);
      std::vector<Fr> c(size);
      for (std::size_t i = 0; i < size; ++i) c[i] = a[i] * b[i];
      const auto quotient_of = [&](const auto& compute) {
        std::vector<Fr> a_values = a;
        std::vector<Fr> b_values = b;
        std::vector<Fr> c_values = c;
        compute(a_values, b_values, c_values);
        return a_values;
      };
      const std::vector<Fr> expected = quotient_of([&](auto& x, auto& y, auto& z) {
        this->textbook.quotient(domain, x, y, z, this->oracle_executor);
      });
      if (!coset_basis) {
        ASSERT_TRUE(expected.back().is_zero());
      }
      for (const Way& way : all_ways()) {
        TestExecutor executor(way.threads);
        const std::vector<Fr> found = quotient_of([&](auto& x, auto& y, auto& z) {
          quotient_fast<TypeParam>(domain, x, y, z, executor, way.arithmetic);
        });
        ASSERT_EQ(found, expected) << way.text() << ", 2^" << log_size << ", coset " << coset_basis;
        ASSERT_LE(executor.peak_bytes(), ParallelNtt<Fr>::scratch_bytes(log_size) + 4096);
      }
    }
  }
}

TYPED_TEST(FastTransform, OfAnUnsatisfiedCircuitEqualsTheTextbookToo) {
  using Fr = typename TypeParam::Fr;
  constexpr std::uint32_t kLogSize = 8;
  for (const bool coset_basis : {false, true}) {
    const QuotientDomain<TypeParam> domain{.log_size = kLogSize,
                                           .root = TypeParam::root_of_unity_snarkjs(kLogSize),
                                           .coset_basis = coset_basis,
                                           .coset_shift = TypeParam::root_of_unity_snarkjs(kLogSize + 1)};
    std::vector<std::vector<Fr>> expected;
    for (int i = 0; i < 3; ++i) expected.push_back(this->random.elements(std::size_t{1} << kLogSize));
    std::vector<std::vector<Fr>> found = expected;
    this->textbook.quotient(domain, expected[0], expected[1], expected[2], this->oracle_executor);
    quotient_fast<TypeParam>(domain, found[0], found[1], found[2], this->oracle_executor);
    EXPECT_EQ(found[0], expected[0]);
  }
}

}  // namespace
}  // namespace lockstep::cpu_reference
