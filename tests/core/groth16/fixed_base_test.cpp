// SPDX-License-Identifier: Apache-2.0
#include "fixed_base.hpp"

#include <gtest/gtest.h>

#include <vector>

#include "batch_addition.hpp"
#include "groth16_support.hpp"

namespace lockstep::groth16 {
namespace {

template <class G>
class FixedBase : public ::testing::Test {};
TYPED_TEST_SUITE(FixedBase, AllGroups);

template <class G>
class BatchAddition : public ::testing::Test {};
TYPED_TEST_SUITE(BatchAddition, AllGroups);

TYPED_TEST(BatchAddition, FollowsTheGroupLawInEveryCase) {
  using G = TypeParam;
  using Scalar = typename G::Scalar;
  using Affine = algebra::AffinePoint<G>;
  const Affine p = generator_times<G>(Scalar::from_u64(5));
  const Affine q = generator_times<G>(Scalar::from_u64(9));
  const Affine zero = Affine::infinity();
  std::vector<Affine> sums{p, p, p, zero, p, zero, q};
  const std::vector<Affine> addends{q, p, -p, p, zero, zero, p};
  std::vector<typename G::Field> denominators(sums.size());
  std::vector<typename G::Field> prefixes(sums.size());
  batch_add<G>(sums, addends, denominators, prefixes);
  const Affine ten = generator_times<G>(Scalar::from_u64(10));
  const Affine fourteen = generator_times<G>(Scalar::from_u64(14));
  EXPECT_EQ(sums, (std::vector<Affine>{fourteen, ten, zero, p, p, zero, fourteen}));
}

TYPED_TEST(FixedBase, MultipliesByEdgeAndRandomScalarsAtEveryWidth) {
  using G = TypeParam;
  using Scalar = typename G::Scalar;
  using Table = FixedBaseTable<G>;
  Random<Scalar> random(4);
  std::vector<Scalar> scalars{Scalar::zero(),         Scalar::one(),
                              -Scalar::one(),         Scalar::from_u64(2),
                              -Scalar::from_u64(2),   Scalar::from_u64(1ULL << 63),
                              Scalar::one().halved(), Scalar::from_u64(0x8000800080008000)};
  for (int i = 0; i < 8; ++i) scalars.push_back(random.next());
  const auto base = generator_times<G>(Scalar::from_u64(3));
  for (const unsigned bits : {2U, 5U, 8U, 11U}) {
    const Table table(base, bits);
    std::vector<typename Table::Affine> products(scalars.size());
    typename Table::Scratch scratch;
    table.multiply(scalars, products, scratch);
    for (std::size_t i = 0; i < scalars.size(); ++i) {
      EXPECT_EQ(products[i], generator_times<G>(scalars[i] * Scalar::from_u64(3)))
          << "scalar " << i << " width " << bits;
    }
  }
}

TYPED_TEST(FixedBase, ScratchServesBatchesOfAnySize) {
  using G = TypeParam;
  using Scalar = typename G::Scalar;
  using Table = FixedBaseTable<G>;
  Random<Scalar> random(5);
  const Table table(G::generator(), 6);
  typename Table::Scratch scratch;
  for (const std::size_t count : {std::size_t{3}, std::size_t{0}, std::size_t{40}, std::size_t{1}}) {
    const std::vector<Scalar> scalars = random.vector(count);
    std::vector<typename Table::Affine> products(count);
    table.multiply(scalars, products, scratch);
    for (std::size_t i = 0; i < count; ++i) EXPECT_EQ(products[i], generator_times<G>(scalars[i]));
  }
}

TYPED_TEST(FixedBase, WindowsWidenWithTheWork) {
  using Table = FixedBaseTable<TypeParam>;
  EXPECT_LE(Table::best_window_bits(1), 4U);
  EXPECT_LT(Table::best_window_bits(100), Table::best_window_bits(10'000));
  EXPECT_EQ(Table::best_window_bits(std::uint64_t{1} << 40), 16U);
}

}  // namespace
}  // namespace lockstep::groth16
