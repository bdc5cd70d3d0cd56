// SPDX-License-Identifier: Apache-2.0
// The pairings: bilinear, not degenerate, and equal to what the definition and published vectors say.
#include <gtest/gtest.h>

#include "support.hpp"

namespace lockstep::algebra::testing {
namespace {

template <class Curve>
class PairingTest : public ::testing::Test {
 protected:
  using Gt = typename Curve::Fp12;
  Random random_;

  static Gt generator_pairing() { return Curve::pairing(Curve::G1::generator(), Curve::G2::generator()); }
};
TYPED_TEST_SUITE(PairingTest, AllCurves);

TYPED_TEST(PairingTest, OfTheGeneratorsHasOrderR) {
  const auto e = this->generator_pairing();
  EXPECT_FALSE(e.is_one());
  EXPECT_TRUE(e.pow(TypeParam::Fr::modulus()).is_one());
}

TYPED_TEST(PairingTest, IsBilinear) {
  using Curve = TypeParam;
  using Fr = typename Curve::Fr;
  for (int i = 0; i < 3; ++i) {
    const Fr a = i == 0 ? -Fr::one() : this->random_.template element<Fr>();
    const Fr b = this->random_.template element<Fr>();
    const auto p = Curve::G1Jacobian::generator().mul(a).to_affine();
    const auto q = Curve::G2Jacobian::generator().mul(b).to_affine();
    const auto expected = this->generator_pairing().pow((a * b).to_standard());
    EXPECT_EQ(Curve::pairing(p, q), expected);
    EXPECT_EQ(Curve::pairing(Curve::G1Jacobian::generator().mul(a * b).to_affine(), Curve::G2::generator()),
              expected);
    EXPECT_EQ(Curve::pairing(-p, q), expected.conjugate());
  }
}

TYPED_TEST(PairingTest, WithInfinityIsOne) {
  using Curve = TypeParam;
  EXPECT_TRUE(Curve::pairing(Curve::G1Affine::infinity(), Curve::G2::generator()).is_one());
  EXPECT_TRUE(Curve::pairing(Curve::G1::generator(), Curve::G2Affine::infinity()).is_one());
  EXPECT_TRUE(Curve::pairing(Curve::G1Affine::infinity(), Curve::G2Affine::infinity()).is_one());
  EXPECT_TRUE(Curve::pairing_product_is_one({}));
}

TYPED_TEST(PairingTest, ProductOfTermsIsTheProductOfPairings) {
  using Curve = TypeParam;
  std::vector<typename Curve::G2Prepared> prepared;
  std::vector<typename Curve::G1Affine> g1;
  auto expected = Curve::Fp12::one();
  for (int i = 0; i < 4; ++i) {
    const auto p =
        i == 1 ? Curve::G1Affine::infinity() : this->random_.template point<typename Curve::G1>().to_affine();
    const auto q =
        i == 2 ? Curve::G2Affine::infinity() : this->random_.template point<typename Curve::G2>().to_affine();
    expected *= Curve::pairing(p, q);
    g1.push_back(p);
    prepared.push_back(Curve::prepare(q));
  }
  std::vector<typename Curve::MillerTerm> terms;
  for (std::size_t i = 0; i < g1.size(); ++i) terms.push_back({g1[i], &prepared[i]});
  EXPECT_EQ(Curve::final_exponentiation(Curve::miller_loop(terms)), expected);
}

TYPED_TEST(PairingTest, ProductIsOneExactlyWhenTheExponentsCancel) {
  using Curve = TypeParam;
  using Fr = typename Curve::Fr;
  const Fr a = this->random_.template element<Fr>();
  const Fr b = this->random_.template element<Fr>();
  const auto q0 = Curve::prepare(Curve::G2Jacobian::generator().mul(b).to_affine());
  const auto q1 = Curve::prepare(Curve::G2::generator());
  std::array<typename Curve::MillerTerm, 2> terms{
      {{Curve::G1Jacobian::generator().mul(a).to_affine(), &q0},
       {Curve::G1Jacobian::generator().mul(-(a * b)).to_affine(), &q1}}};
  EXPECT_TRUE(Curve::pairing_product_is_one(terms));
  terms[1].g1 = Curve::G1Jacobian::generator().mul(Fr::one() - a * b).to_affine();
  EXPECT_FALSE(Curve::pairing_product_is_one(terms));
}

// The exponent as GMP has it: (p^12 - 1) / r times the curve's constant factor.
template <class Curve>
Integer final_exponent() {
  const Integer p = Integer::from(Curve::Fp::modulus());
  const Integer p4 = p * p * p * p;
  Integer factor(3);
  if constexpr (Curve::kId == CurveId::kBn254) {
    const Integer x(Bn254::kSeed);
    factor = Integer(2) * x * (Integer(6) * x * x + Integer(3) * x + Integer(1));
  }
  return (p4 * p4 * p4 - Integer(1)) / Integer::from(Curve::Fr::modulus()) * factor;
}

TYPED_TEST(PairingTest, FinalExponentiationIsThePowerThatItsCommentNames) {
  using Curve = TypeParam;
  const auto f = this->random_.template element<typename Curve::Fp12>();
  EXPECT_EQ(Curve::final_exponentiation(f), f.pow(final_exponent<Curve>().all_limbs()));
  EXPECT_TRUE(Curve::final_exponentiation(Curve::Fp12::one()).is_one());
  EXPECT_TRUE(Curve::final_exponentiation(Curve::Fp12::zero()).is_zero());
}

TYPED_TEST(PairingTest, CyclotomicSquareSquaresInTheCyclotomicSubgroup) {
  using Curve = TypeParam;
  const auto p = Integer::from(Curve::Fp::modulus());
  const Integer p2 = p * p;
  const auto f = this->random_.template element<typename Curve::Fp12>();
  const auto g = f.pow(((p2 * p2 * p2 - Integer(1)) * (p2 + Integer(1))).all_limbs());
  EXPECT_EQ(g.cyclotomic_square(), g.square());
  EXPECT_EQ(g.conjugate() * g, Curve::Fp12::one());
}

Bls12_381::Fp12 bls12_381_element(const std::array<wide::Wide<6>, 12>& c) {
  const auto fp2 = [&](std::size_t i) {
    return Bls12_381::Fp2{*Bls12_381::Fp::from_standard(c[i]), *Bls12_381::Fp::from_standard(c[i + 1])};
  };
  return {{fp2(0), fp2(2), fp2(4)}, {fp2(6), fp2(8), fp2(10)}};
}

TEST(Bls12_381Pairing, OfTheGeneratorsIsTheValueThatLibrariesShare) {
  // kilic/bls12-381 pairing_test.go, TestPairingExpected; the same value in herumi/mcl and in the tests of
  // RELIC.
  const auto expected = bls12_381_element({
      wide::from_hex<6>(
          "1250ebd871fc0a92a7b2d83168d0d727272d441befa15c503dd8e90ce98db3e7b6d194f60839c508a84305aaca1789b6"),
      wide::from_hex<6>(
          "089a1c5b46e5110b86750ec6a532348868a84045483c92b7af5af689452eafabf1a8943e50439f1d59882a98eaa0170f"),
      wide::from_hex<6>(
          "1368bb445c7c2d209703f239689ce34c0378a68e72a6b3b216da0e22a5031b54ddff57309396b38c881c4c849ec23e87"),
      wide::from_hex<6>(
          "193502b86edb8857c273fa075a50512937e0794e1e65a7617c90d8bd66065b1fffe51d7a579973b1315021ec3c19934f"),
      wide::from_hex<6>(
          "01b2f522473d171391125ba84dc4007cfbf2f8da752f7c74185203fcca589ac719c34dffbbaad8431dad1c1fb597aaa5"),
      wide::from_hex<6>(
          "018107154f25a764bd3c79937a45b84546da634b8f6be14a8061e55cceba478b23f7dacaa35c8ca78beae9624045b4b6"),
      wide::from_hex<6>(
          "19f26337d205fb469cd6bd15c3d5a04dc88784fbb3d0b2dbdea54d43b2b73f2cbb12d58386a8703e0f948226e47ee89d"),
      wide::from_hex<6>(
          "06fba23eb7c5af0d9f80940ca771b6ffd5857baaf222eb95a7d2809d61bfe02e1bfd1b68ff02f0b8102ae1c2d5d5ab1a"),
      wide::from_hex<6>(
          "11b8b424cd48bf38fcef68083b0b0ec5c81a93b330ee1a677d0d15ff7b984e8978ef48881e32fac91b93b47333e2ba57"),
      wide::from_hex<6>(
          "03350f55a7aefcd3c31b4fcb6ce5771cc6a0e9786ab5973320c806ad360829107ba810c5a09ffdd9be2291a0c25a99a2"),
      wide::from_hex<6>(
          "04c581234d086a9902249b64728ffd21a189e87935a954051c7cdba7b3872629a4fafc05066245cb9108f0242d0fe3ef"),
      wide::from_hex<6>(
          "0f41e58663bf08cf068672cbd01a7ec73baca4d72ca93544deff686bfd6df543d48eaa24afe47e1efde449383b676631"),
  });
  EXPECT_EQ(Bls12_381::pairing(Bls12_381::G1::generator(), Bls12_381::G2::generator()), expected);
}

TEST(Bls12_381Pairing, OfTheGeneratorsIsTheCubeOfTheReducedPairing) {
  // draft-irtf-cfrg-pairing-friendly-curves-11, appendix B, e_0 to e_11: the pairing without the factor 3.
  const auto reduced = bls12_381_element({
      wide::from_hex<6>(
          "11619b45f61edfe3b47a15fac19442526ff489dcda25e59121d9931438907dfd448299a87dde3a649bdba96e84d54558"),
      wide::from_hex<6>(
          "153ce14a76a53e205ba8f275ef1137c56a566f638b52d34ba3bf3bf22f277d70f76316218c0dfd583a394b8448d2be7f"),
      wide::from_hex<6>(
          "095668fb4a02fe930ed44767834c915b283b1c6ca98c047bd4c272e9ac3f3ba6ff0b05a93e59c71fba77bce995f04692"),
      wide::from_hex<6>(
          "16deedaa683124fe7260085184d88f7d036b86f53bb5b7f1fc5e248814782065413e7d958d17960109ea006b2afdeb5f"),
      wide::from_hex<6>(
          "09c92cf02f3cd3d2f9d34bc44eee0dd50314ed44ca5d30ce6a9ec0539be7a86b121edc61839ccc908c4bdde256cd6048"),
      wide::from_hex<6>(
          "111061f398efc2a97ff825b04d21089e24fd8b93a47e41e60eae7e9b2a38d54fa4dedced0811c34ce528781ab9e929c7"),
      wide::from_hex<6>(
          "01ecfcf31c86257ab00b4709c33f1c9c4e007659dd5ffc4a735192167ce197058cfb4c94225e7f1b6c26ad9ba68f63bc"),
      wide::from_hex<6>(
          "08890726743a1f94a8193a166800b7787744a8ad8e2f9365db76863e894b7a11d83f90d873567e9d645ccf725b32d26f"),
      wide::from_hex<6>(
          "0e61c752414ca5dfd258e9606bac08daec29b3e2c57062669556954fb227d3f1260eedf25446a086b0844bcd43646c10"),
      wide::from_hex<6>(
          "0fe63f185f56dd29150fc498bbeea78969e7e783043620db33f75a05a0a2ce5c442beaff9da195ff15164c00ab66bdde"),
      wide::from_hex<6>(
          "10900338a92ed0b47af211636f7cfdec717b7ee43900eee9b5fc24f0000c5874d4801372db478987691c566a8c474978"),
      wide::from_hex<6>(
          "1454814f3085f0e6602247671bc408bbce2007201536818c901dbd4d2095dd86c1ec8b888e59611f60a301af7776be3d"),
  });
  EXPECT_EQ(Bls12_381::pairing(Bls12_381::G1::generator(), Bls12_381::G2::generator()),
            reduced * reduced * reduced);
}

// A pair as EIP-197 encodes it: x, y, then x.c1, x.c0, y.c1, y.c0.
struct EipPair {
  Bn254::G1Affine g1;
  Bn254::G2Affine g2;
};
EipPair eip_pair(const std::array<wide::Wide<4>, 6>& words) {
  const auto fp = [&](std::size_t i) { return *Bn254::Fp::from_standard(words[i]); };
  return {{fp(0), fp(1)}, {{fp(3), fp(2)}, {fp(5), fp(4)}}};
}

TEST(Bn254Pairing, AgreesWithTheEthereumPrecompile) {
  // go-ethereum core/vm/testdata/precompiles/bn256Pairing.json, "jeff1": the product is 1.
  std::array<EipPair, 2> pairs{
      eip_pair({wide::from_hex<4>("1c76476f4def4bb94541d57ebba1193381ffa7aa76ada664dd31c16024c43f59"),
                wide::from_hex<4>("3034dd2920f673e204fee2811c678745fc819b55d3e9d294e45c9b03a76aef41"),
                wide::from_hex<4>("209dd15ebff5d46c4bd888e51a93cf99a7329636c63514396b4a452003a35bf7"),
                wide::from_hex<4>("04bf11ca01483bfa8b34b43561848d28905960114c8ac04049af4b6315a41678"),
                wide::from_hex<4>("2bb8324af6cfc93537a2ad1a445cfd0ca2a71acd7ac41fadbf933c2a51be344d"),
                wide::from_hex<4>("120a2a4cf30c1bf9845f20c6fe39e07ea2cce61f0c9bb048165fe5e4de877550")}),
      eip_pair({wide::from_hex<4>("111e129f1cf1097710d41c4ac70fcdfa5ba2023c6ff1cbeac322de49d1b6df7c"),
                wide::from_hex<4>("2032c61a830e3c17286de9462bf242fca2883585b93870a73853face6a6bf411"),
                wide::from_hex<4>("198e9393920d483a7260bfb731fb5d25f1aa493335a9e71297e485b7aef312c2"),
                wide::from_hex<4>("1800deef121f1e76426a00665e5c4479674322d4f75edadd46debd5cd992f6ed"),
                wide::from_hex<4>("090689d0585ff075ec9e99ad690c3395bc4b313370b38ef355acdadcd122975b"),
                wide::from_hex<4>("12c85ea5db8c6deb4aab71808dcb408fe3d1e7690c43d37b4ce6cc0166fa7daa")})};
  std::array<Bn254::G2Prepared, 2> prepared;
  std::array<Bn254::MillerTerm, 2> terms{};
  for (std::size_t i = 0; i < 2; ++i) {
    ASSERT_TRUE(pairs[i].g1.is_on_curve());
    ASSERT_TRUE(pairs[i].g2.is_on_curve());
    prepared[i] = Bn254::prepare(pairs[i].g2);
    terms[i] = {pairs[i].g1, &prepared[i]};
  }
  EXPECT_TRUE(Bn254::pairing_product_is_one(terms));
  terms[0].g1 = -terms[0].g1;
  EXPECT_FALSE(Bn254::pairing_product_is_one(terms));
}

}  // namespace
}  // namespace lockstep::algebra::testing
