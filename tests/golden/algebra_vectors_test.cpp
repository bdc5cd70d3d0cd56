// SPDX-License-Identifier: Apache-2.0
// algebra/ against the golden vectors of the independent oracle.
#include <string>

#include "lockstep/algebra/curves.hpp"
#include "lockstep/algebra/glv.hpp"
#include "lockstep/algebra/ntt_domain.hpp"
#include "lockstep/algebra/point_encoding.hpp"
#include "lockstep/algebra/subgroup.hpp"
#include "vectors.hpp"

namespace lockstep::golden {
namespace {

using namespace lockstep::algebra;

template <class Curve>
std::string of(std::string_view rest) {
  return std::string(Curve::kName) + " " + std::string(rest);
}

template <class Curve>
class GoldenFields : public ::testing::Test {};
template <class Curve>
class GoldenGroups : public ::testing::Test {};
using Curves = ::testing::Types<Bn254, Bls12_381>;
TYPED_TEST_SUITE(GoldenFields, Curves);
TYPED_TEST_SUITE(GoldenGroups, Curves);

template <class F>
void check_prime_field(const std::string& name) {
  for (Vector v : read_vectors("fields.txt", name + " one")) {
    const auto a = v.element<F>();
    v.expect("=");
    EXPECT_EQ(-a, v.element<F>()) << v.text();
    EXPECT_EQ(a.square(), v.element<F>()) << v.text();
    EXPECT_EQ(a.inverse(), v.element<F>()) << v.text();
    const std::string root = v.word();
    EXPECT_EQ(a.sqrt().has_value(), root != "none") << v.text();
    if (root != "none" && a.sqrt()) {
      const F expected{F::from_standard_unchecked(Vector::limbs_of<F::kLimbs>(root))};
      EXPECT_TRUE(*a.sqrt() == expected || *a.sqrt() == -expected) << v.text();
    }
    EXPECT_EQ(a.limbs, v.limbs<F::kLimbs>()) << v.text();
    EXPECT_TRUE(v.at_end()) << v.text();
  }
  for (Vector v : read_vectors("fields.txt", name + " pair")) {
    const auto a = v.element<F>();
    const auto b = v.element<F>();
    v.expect("=");
    EXPECT_EQ(a + b, v.element<F>()) << v.text();
    EXPECT_EQ(a - b, v.element<F>()) << v.text();
    EXPECT_EQ(a * b, v.element<F>()) << v.text();
    EXPECT_TRUE(v.at_end()) << v.text();
  }
}

TYPED_TEST(GoldenFields, CoordinatesAndScalarsAreTheOraclesIntegers) {
  check_prime_field<typename TypeParam::Fp>(of<TypeParam>("fp"));
  check_prime_field<typename TypeParam::Fr>(of<TypeParam>("fr"));
}

TYPED_TEST(GoldenFields, Fp2IsTheOracles) {
  using F = typename TypeParam::Fp2;
  for (Vector v : read_vectors("fields.txt", of<TypeParam>("fp2 one"))) {
    const auto a = v.element<F>();
    v.expect("=");
    EXPECT_EQ(a.square(), v.element<F>()) << v.text();
    EXPECT_EQ(a.inverse(), v.element<F>()) << v.text();
    if (v.text().ends_with("none none")) {
      EXPECT_FALSE(a.sqrt()) << v.text();
    } else {
      const auto expected = v.element<F>();
      ASSERT_TRUE(a.sqrt()) << v.text();
      EXPECT_TRUE(*a.sqrt() == expected || *a.sqrt() == -expected) << v.text();
    }
  }
  for (Vector v : read_vectors("fields.txt", of<TypeParam>("fp2 pair"))) {
    const auto a = v.element<F>();
    const auto b = v.element<F>();
    v.expect("=");
    EXPECT_EQ(a + b, v.element<F>()) << v.text();
    EXPECT_EQ(a - b, v.element<F>()) << v.text();
    EXPECT_EQ(a * b, v.element<F>()) << v.text();
  }
}

TYPED_TEST(GoldenFields, Fp12IsTheOracles) {
  using F = typename TypeParam::Fp12;
  constexpr auto kP = TypeParam::Fp::modulus();
  for (Vector v : read_vectors("fields.txt", of<TypeParam>("fp12 pair"))) {
    const auto a = v.element<F>();
    const auto b = v.element<F>();
    v.expect("=");
    EXPECT_EQ(a * b, v.element<F>());
    EXPECT_EQ(a.inverse(), v.element<F>());
    EXPECT_EQ(a.pow(kP).pow(kP), v.element<F>());
    EXPECT_TRUE(v.at_end());
  }
}

template <class G>
void check_group(const std::string& name) {
  using J = JacobianPoint<G>;
  for (Vector v : read_vectors("points.txt", name + " mul")) {
    const auto k = v.limbs<5>();
    const J p = J::from_affine(v.point<G>());
    v.expect("=");
    const auto expected = v.point<G>();
    EXPECT_EQ(p.mul(k).to_affine(), expected) << v.text();
    const typename G::Scalar::Limbs low{k[0], k[1], k[2], k[3]};
    if (k[4] != 0 || !G::Scalar::is_canonical(low)) continue;
    EXPECT_EQ(p.mul(G::Scalar::from_standard_unchecked(low)).to_affine(), expected) << v.text();
    if constexpr (requires { typename G::Glv; }) {
      EXPECT_EQ(mul_glv(p, G::Scalar::from_standard_unchecked(low)).to_affine(), expected) << v.text();
    }
  }
  for (Vector v : read_vectors("points.txt", name + " add")) {
    const auto p = v.point<G>();
    const auto q = v.point<G>();
    v.expect("=");
    const auto expected = v.point<G>();
    EXPECT_EQ(J::from_affine(p).add(J::from_affine(q)).to_affine(), expected) << v.text();
    EXPECT_EQ(J::from_affine(p).add_mixed(q).to_affine(), expected) << v.text();
    EXPECT_EQ(XyzzPoint<G>::from_affine(p).add_mixed(q).to_affine(), expected) << v.text();
    EXPECT_TRUE(in_subgroup(expected)) << v.text();
  }
}

TYPED_TEST(GoldenGroups, SumsAndMultiplesAreTheOracles) {
  check_group<typename TypeParam::G1>(of<TypeParam>("g1"));
  check_group<typename TypeParam::G2>(of<TypeParam>("g2"));
}

template <class G>
void check_outside(const std::string& name) {
  for (Vector v : read_vectors("points.txt", name + " wrong_group")) {
    const auto p = v.point<G>();
    EXPECT_TRUE(p.is_on_curve()) << v.text();
    EXPECT_FALSE(in_subgroup(p)) << v.text();
  }
}

TYPED_TEST(GoldenGroups, PointsOfSmallOrderAreOutsideTheSubgroup) {
  if constexpr (TypeParam::kId == CurveId::kBls12_381) {  // BN254's G1 has no other points
    check_outside<typename TypeParam::G1>(of<TypeParam>("g1"));
  }
  check_outside<typename TypeParam::G2>(of<TypeParam>("g2"));
}

template <class G>
void check_msm(const std::string& name) {
  using J = JacobianPoint<G>;
  for (Vector v : read_vectors("msm.txt", name + " msm")) {
    const std::uint64_t n = v.number();
    J sum = J::identity();
    for (std::uint64_t i = 0; i < n; ++i) {
      const std::int64_t m = std::stoll(v.word());
      const std::array<std::uint64_t, 1> size{static_cast<std::uint64_t>(m < 0 ? -m : m)};
      const J base = J::generator().mul(size);
      sum = sum.add((m < 0 ? -base : base).mul(v.element<typename G::Scalar>()));
    }
    v.expect("=");
    EXPECT_EQ(sum.to_affine(), v.point<G>()) << name << " of " << n;
  }
}

TYPED_TEST(GoldenGroups, SumsOfMultiplesAreTheOracles) {
  check_msm<typename TypeParam::G1>(of<TypeParam>("g1"));
  check_msm<typename TypeParam::G2>(of<TypeParam>("g2"));
}

template <class G>
void check_zkey(const std::string& name) {
  for (Vector v : read_vectors("points.txt", name + " zkey")) {
    const auto p = v.point<G>();
    v.expect("=");
    const auto expected = v.bytes();
    std::array<std::uint8_t, kZkeyPointBytes<G>> bytes{};
    encode_zkey<G>(p, bytes);
    EXPECT_TRUE(std::equal(bytes.begin(), bytes.end(), expected.begin(), expected.end())) << v.text();
    AffinePoint<G> back{};
    EXPECT_EQ(decode_zkey<G>(bytes, back), DecodeStatus::kOk) << v.text();
    EXPECT_EQ(back, p) << v.text();
  }
}

TYPED_TEST(GoldenGroups, ZkeyBytesAreTheOracles) {
  check_zkey<typename TypeParam::G1>(of<TypeParam>("g1"));
  check_zkey<typename TypeParam::G2>(of<TypeParam>("g2"));
}

template <class G>
void check_bellman(const std::string& name) {
  for (Vector v : read_vectors("points.txt", name + " bellman")) {
    const auto p = v.point<G>();
    v.expect("=");
    std::array<std::uint8_t, kUncompressedPointBytes<G>> whole{};
    std::array<std::uint8_t, kCompressedPointBytes<G>> half{};
    encode_uncompressed<G>(p, whole);
    encode_compressed<G>(p, half);
    EXPECT_EQ(v.bytes(), std::vector<std::uint8_t>(whole.begin(), whole.end())) << v.text();
    EXPECT_EQ(v.bytes(), std::vector<std::uint8_t>(half.begin(), half.end())) << v.text();
    AffinePoint<G> back{};
    EXPECT_EQ(decode_uncompressed<G>(whole, back), DecodeStatus::kOk) << v.text();
    EXPECT_EQ(back, p) << v.text();
    EXPECT_EQ(decode_compressed<G>(half, back), DecodeStatus::kOk) << v.text();
    EXPECT_EQ(back, p) << v.text();
  }
}

TEST(GoldenEncodings, BellmanBytesAreTheOracles) {
  check_bellman<Bls12_381::G1>("bls12_381 g1");
  check_bellman<Bls12_381::G2>("bls12_381 g2");
}

/// The oracle's values have the exponent (p^12 - 1)/r exactly; the library's pairings are fixed powers of
/// them.
Bls12_381::Fp12 as_library_has_it(const Bls12_381::Fp12& e) {
  return e * e * e;
}
Bn254::Fp12 as_library_has_it(const Bn254::Fp12& e) {
  // 2 u (6 u^2 + 3 u + 1), u = 4965661367192848881
  const std::array<std::uint64_t, 1> u{4965661367192848881u};
  const Bn254::Fp12 e_u = e.pow(u);
  const Bn254::Fp12 e_u3 = e_u.square() * e_u;                                                // 3 u
  const Bn254::Fp12 e_6u2 = e_u.pow(u).square() * e_u.pow(u).square() * e_u.pow(u).square();  // 6 u^2
  return (e_6u2 * e_u3 * e).pow(u).square();
}

TYPED_TEST(GoldenGroups, PairingsAreTheOracles) {
  for (Vector v : read_vectors("pairings.txt", of<TypeParam>("pairing"))) {
    const auto p = v.point<typename TypeParam::G1>();
    const auto q = v.point<typename TypeParam::G2>();
    v.expect("=");
    EXPECT_EQ(TypeParam::pairing(p, q), as_library_has_it(v.element<typename TypeParam::Fp12>())) << v.text();
  }
}

TYPED_TEST(GoldenFields, TransformsOnCosetsAreTheOracles) {
  using Fr = typename TypeParam::Fr;
  for (Vector v : read_vectors("ntt.txt", of<TypeParam>("ntt"))) {
    const std::uint64_t non_residue = v.number();
    const std::uint64_t log2 = v.number();
    const auto root = v.element<Fr>();
    const auto shift = v.element<Fr>();
    EXPECT_EQ(root, root_of_unity(Fr::from_u64(non_residue), log2)) << v.text();
    if (non_residue == 5) {
      EXPECT_EQ(root, TypeParam::root_of_unity_snarkjs(log2)) << v.text();
    }
    std::vector<Fr> coefficients(std::size_t{1} << log2);
    for (Fr& c : coefficients) c = v.element<Fr>();
    v.expect("=");
    std::vector<Fr> values(coefficients.size());
    for (Fr& value : values) value = v.element<Fr>();
    EXPECT_TRUE(v.at_end());

    std::vector<Fr> storage(NttDomain<Fr>::twiddle_count(log2));
    const NttDomain<Fr> domain(log2, root, storage);
    std::vector<Fr> transformed = coefficients;
    domain.coset_forward(transformed, shift);
    EXPECT_EQ(transformed, values) << v.text();
    domain.coset_inverse(transformed, shift);
    EXPECT_EQ(transformed, coefficients) << v.text();
  }
}

}  // namespace
}  // namespace lockstep::golden
