// SPDX-License-Identifier: Apache-2.0
#include "fast/msm.hpp"

#include <gtest/gtest.h>

#include <cstring>
#include <random>
#include <string>
#include <vector>

#include "lockstep/algebra/batch.hpp"
#include "lockstep/algebra/curves.hpp"
#include "lockstep/algebra/ifma_enabled.hpp"
#include "lockstep/algebra/wide.hpp"
#include "test_executor.hpp"
#include "textbook/textbook.hpp"

namespace lockstep::cpu_reference {
namespace {

using testing::TestExecutor;

template <class G>
class MsmTest : public ::testing::Test {
 protected:
  using Affine = algebra::AffinePoint<G>;
  using Jacobian = algebra::JacobianPoint<G>;
  using Fr = typename G::Scalar;

  /// Points k_i G with known k_i, so that the sum is one multiplication of the generator.
  struct Case {
    std::vector<Affine> points;
    std::vector<Fr> logarithms;
    std::vector<Scalar> scalars;
  };

  Scalar random_scalar() {
    Scalar scalar;
    for (std::uint64_t& word : scalar) word = random_();
    scalar[3] >>= 4;
    return scalar;
  }
  static Scalar small(std::uint64_t value) { return {value, 0, 0, 0}; }
  static Scalar negated(const Scalar& value) { return (-Fr::from_standard_unchecked(value)).to_standard(); }

  /// Different points: multiples of the generator, one after another.
  Case random_case(std::size_t count) {
    Case c;
    const Fr start = Fr::from_standard_unchecked(random_scalar());
    std::vector<Jacobian> points(count);
    Jacobian point = Jacobian::generator().mul(start);
    for (std::size_t i = 0; i < count; ++i) {
      points[i] = point;
      c.logarithms.push_back(i == 0 ? start : c.logarithms.back() + Fr::one());
      point = point.add_mixed(G::generator());
      c.scalars.push_back(random_scalar());
    }
    c.points.resize(count);
    std::vector<typename G::Field> scratch(count);
    algebra::batch_to_affine<Jacobian>(points, c.points, scratch);
    return c;
  }
  static void set_point(Case& c, std::size_t i, const Affine& point, const Fr& logarithm) {
    c.points[i] = point;
    c.logarithms[i] = logarithm;
  }

  static Jacobian expected(const Case& c) {
    Fr sum = Fr::zero();
    for (std::size_t i = 0; i < c.points.size(); ++i) {
      sum += c.logarithms[i] * Fr::from_standard_unchecked(c.scalars[i]);
    }
    return Jacobian::generator().mul(sum);
  }

  static std::vector<MsmKernel> kernels() {
    std::vector<MsmKernel> kernels{MsmKernel::kPortable, MsmKernel::kBest};
    if (algebra::ifma_enabled()) kernels.push_back(MsmKernel::kIfma);
    return kernels;
  }

  static PointsView<G> view(const std::vector<Affine>& points) {
    return {reinterpret_cast<const std::byte*>(points.data()), points.size()};
  }
  /// With every kernel, on one thread and on eight.
  static void check(const Case& c, const std::string& what) {
    const Jacobian sum = expected(c);
    const ScalarsView scalars{c.scalars.data(), nullptr, c.scalars.size()};
    for (const std::uint32_t workers : {1u, 8u}) {
      TestExecutor executor(workers);
      for (const MsmKernel kernel : kernels()) {
        EXPECT_EQ(msm_fast<G>(view(c.points), scalars, executor, kernel), sum)
            << what << ", " << c.points.size() << " points, " << workers << " threads, kernel "
            << static_cast<int>(kernel);
      }
      EXPECT_LE(executor.peak_bytes(), msm_scratch_bytes<G>(c.points.size(), workers)) << what;
    }
  }

  std::mt19937_64 random_{20240229};
};

using Groups =
    ::testing::Types<algebra::Bn254::G1, algebra::Bn254::G2, algebra::Bls12_381::G1, algebra::Bls12_381::G2>;
TYPED_TEST_SUITE(MsmTest, Groups);

TYPED_TEST(MsmTest, AnyNumberOfPointsIsSummed) {
  for (const std::size_t count :
       {0u, 1u, 2u, 3u, 7u, 8u, 9u, 31u, 32u, 33u, 255u, 256u, 257u, 1000u, 4097u}) {
    this->check(this->random_case(count), "random scalars");
  }
}

TYPED_TEST(MsmTest, TheTextbookGivesTheSameSum) {
  using Curve = std::conditional_t<std::is_same_v<typename TypeParam::Scalar, algebra::Bn254::Fr>,
                                   algebra::Bn254, algebra::Bls12_381>;
  const auto c = this->random_case(50);
  TestExecutor executor(2);
  const ScalarsView scalars{c.scalars.data(), nullptr, c.scalars.size()};
  const Textbook<Curve> textbook;
  algebra::JacobianPoint<TypeParam> sum;
  if constexpr (std::is_same_v<TypeParam, typename Curve::G1>) {
    sum = textbook.msm_g1(this->view(c.points), scalars, executor);
  } else {
    sum = textbook.msm_g2(this->view(c.points), scalars, executor);
  }
  EXPECT_EQ(msm_fast<TypeParam>(this->view(c.points), scalars, executor), sum);
}

TYPED_TEST(MsmTest, EveryKindOfScalarIsRight) {
  auto c = this->random_case(700);
  for (std::size_t i = 0; i < c.scalars.size(); ++i) {
    const Scalar power = [&] {
      Scalar scalar{};
      const std::size_t bit = (i / 10) % 253;
      scalar[bit / 64] = std::uint64_t{1} << (bit % 64);
      return scalar;
    }();
    switch (i % 10) {
      case 0:
        c.scalars[i] = this->small(0);
        break;
      case 1:
        c.scalars[i] = this->small(1);
        break;
      case 2:
        c.scalars[i] = this->negated(this->small(1));
        break;
      case 3:
        c.scalars[i] = power;
        break;
      case 4:
        c.scalars[i] = this->negated(power);
        break;
      case 5:
        c.scalars[i] = this->small(~std::uint64_t{0} >> (i / 10 % 64));
        break;
      case 6:
        c.scalars[i] = this->negated(this->small(this->random_()));
        break;
      case 7:
        c.scalars[i] = this->negated(this->small(i));
        break;
      case 8:
        c.scalars[i] = {~std::uint64_t{0}, ~std::uint64_t{0}, ~std::uint64_t{0}, ~std::uint64_t{0} >> 4};
        break;
      default:
        break;
    }
  }
  this->check(c, "all kinds");
}

TYPED_TEST(MsmTest, ScalarsThatAreAllEqualAreRight) {
  auto c = this->random_case(3000);
  for (const Scalar& scalar : {this->small(0), this->small(1), this->small(2), this->negated(this->small(1)),
                               this->negated(this->small(2)), this->random_scalar()}) {
    std::fill(c.scalars.begin(), c.scalars.end(), scalar);
    this->check(c, "all equal");
  }
}

TYPED_TEST(MsmTest, SkewedScalarsAreRight) {
  auto c = this->random_case(5000);
  for (std::size_t i = 0; i < c.scalars.size(); ++i) {
    if (i % 8 != 0) c.scalars[i] = this->small(this->random_() % 2);
    if (i % 16 == 0) c.scalars[i] = this->small(this->random_() % 256);
  }
  this->check(c, "skewed");
}

TYPED_TEST(MsmTest, InfiniteEqualAndOppositePointsAreRight) {
  auto c = this->random_case(2000);
  for (std::size_t i = 0; i < c.points.size(); ++i) {
    if (i % 5 == 1)
      this->set_point(c, i, algebra::AffinePoint<TypeParam>::infinity(), TypeParam::Scalar::zero());
    if (i % 5 == 2) this->set_point(c, i, c.points[0], c.logarithms[0]);
    if (i % 5 == 3) this->set_point(c, i, -c.points[0], -c.logarithms[0]);
  }
  this->check(c, "random scalars");
  for (const std::uint64_t bound : {2u, 3u, 20u}) {
    for (Scalar& scalar : c.scalars) {
      scalar = this->small(this->random_() % bound);
      if (this->random_() % 2 == 0) scalar = this->negated(scalar);
    }
    this->check(c, "few scalars");
  }
}

TYPED_TEST(MsmTest, OnePointManyTimesIsRight) {
  auto c = this->random_case(2100);
  for (std::size_t i = 1; i < c.points.size(); ++i) this->set_point(c, i, c.points[0], c.logarithms[0]);
  this->check(c, "random scalars");
  std::fill(c.scalars.begin(), c.scalars.end(), this->small(1));
  this->check(c, "ones");
  for (std::size_t i = 0; i < c.points.size(); i += 2) c.scalars[i] = this->negated(this->small(1));
  this->check(c, "ones that cancel");
}

TYPED_TEST(MsmTest, PointsMayStandAnywhereAndScalarsBehindAnIndex) {
  auto c = this->random_case(300);
  constexpr std::size_t kStride = sizeof(c.points[0]) + 12;
  std::vector<std::byte> memory(3 + kStride * c.points.size());
  std::vector<std::uint32_t> index;
  std::vector<Scalar> values(2 * c.scalars.size());
  for (std::size_t i = 0; i < c.points.size(); ++i) {
    std::memcpy(memory.data() + 3 + i * kStride, &c.points[i], sizeof c.points[i]);
    index.push_back(static_cast<std::uint32_t>(values.size() - 1 - 2 * i));
    values[index.back()] = c.scalars[i];
  }
  TestExecutor executor(2);
  for (const MsmKernel kernel : this->kernels()) {
    EXPECT_EQ(msm_fast<TypeParam>({memory.data() + 3, c.points.size(), kStride},
                                  {values.data(), index.data(), index.size()}, executor, kernel),
              this->expected(c));
  }
}

TYPED_TEST(MsmTest, GarbageInsteadOfPointsDoesNoHarm) {
  auto c = this->random_case(3000);
  for (auto& point : c.points) {
    auto* const bytes = reinterpret_cast<unsigned char*>(&point);
    for (std::size_t i = 0; i < sizeof point; ++i) {
      bytes[i] = static_cast<unsigned char>(i % 8 == 7 ? this->random_() % 16 : this->random_());
    }
    if (this->random_() % 4 == 0) point.y = TypeParam::Field::zero();
    if (this->random_() % 4 == 0) point.x = c.points[0].x;
    if (this->random_() % 8 == 0) std::memset(bytes, 0xff, sizeof point);
  }
  TestExecutor executor(2);
  const ScalarsView scalars{c.scalars.data(), nullptr, c.scalars.size()};
  const auto sum = msm_fast<TypeParam>(this->view(c.points), scalars, executor, MsmKernel::kPortable);
  EXPECT_EQ(msm_fast<TypeParam>(this->view(c.points), scalars, executor), sum);
}

}  // namespace
}  // namespace lockstep::cpu_reference
