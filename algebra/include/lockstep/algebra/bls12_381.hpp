// SPDX-License-Identifier: Apache-2.0
// BLS12-381: the parameter file.
//
//   seed     z = -2^63 - 2^62 - 2^60 - 2^57 - 2^48 - 2^16 = -0xd201000000010000
//   p        = (z - 1)^2 (z^4 - z^2 + 1) / 3 + z, 381 bits        coordinates; p = 3 mod 4
//   r        = z^4 - z^2 + 1, 255 bits                            order of G1 and G2; 2^32 divides r - 1
//   E        : Y^2 = X^3 + 4 over Fp, of order h1 r with h1 = (z - 1)^2 / 3
//   tower    Fp2 = Fp[u]/(u^2 + 1), Fp6 = Fp2[v]/(v^3 - xi), Fp12 = Fp6[w]/(w^2 - v), xi = 1 + u
//   twist    E' : Y^2 = X^3 + 4 xi over Fp2 (M-type), of order h2 r with
//            h2 = (z^8 - 4 z^7 + 5 z^6 - 4 z^4 + 6 z^3 - 4 z^2 - 4 z + 13) / 9;
//            (X, Y) -> (X / w^2, Y / w^3) maps E' to E
//   security about 120 bits against the number field sieve (Guillevic, 2019)
//
// Sources: Bowe, "BLS12-381: New zk-SNARK elliptic curve construction", 2017;
// draft-irtf-cfrg-pairing-friendly- curves, section 4.2.1; Barreto, Lynn, Scott, "Constructing elliptic
// curves with prescribed embedding degrees", 2002.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

#include "lockstep/algebra/curve_id.hpp"
#include "lockstep/algebra/field.hpp"
#include "lockstep/algebra/fp12.hpp"
#include "lockstep/algebra/fp2.hpp"
#include "lockstep/algebra/fp6.hpp"
#include "lockstep/algebra/jacobian.hpp"
#include "lockstep/algebra/pairing.hpp"
#include "lockstep/algebra/point.hpp"
#include "lockstep/algebra/root_of_unity.hpp"
#include "lockstep/algebra/signed_digits.hpp"
#include "lockstep/algebra/xyzz.hpp"

namespace lockstep::algebra {

// Numbers below are the integers themselves (standard form), big-endian hexadecimal.
struct Bls12_381FpParams {
  static constexpr auto kModulus = wide::from_hex<6>(
      "1a0111ea397fe69a4b1ba7b6434bacd764774b84f38512bf6730d2a0f6b0f6241eabfffeb153ffffb9feffffffffaaab");
  static constexpr std::uint64_t kNonResidue = 2;
};

struct Bls12_381FrParams {
  // 52435875175126190479447740508185965837690552500527637822603658699938581184513
  static constexpr auto kModulus =
      wide::from_hex<4>("73eda753299d7d483339d80809a1d80553bda402fffe5bfeffffffff00000001");
  static constexpr std::uint64_t kNonResidue = 5;
};

using Bls12_381Fp = Field<Bls12_381FpParams>;
using Bls12_381Fr = Field<Bls12_381FrParams>;

struct Bls12_381Tower {
  using Fp2 = algebra::Fp2<Bls12_381Fp>;
  static constexpr bool kTwistIsMultiplicative = true;
  // (1 + u) a
  static constexpr Fp2 mul_by_xi(const Fp2& a) { return {a.c0 - a.c1, a.c0 + a.c1}; }
};

struct Bls12_381G1 {
  using Field = Bls12_381Fp;
  using Scalar = Bls12_381Fr;
  static constexpr std::string_view kName = "g1";
  static constexpr Field kB = Field::from_u64(4);
  static constexpr const Field& b() { return kB; }
  static constexpr AffinePoint<Bls12_381G1> kGenerator = {
      Field::from_standard_unchecked(wide::from_hex<6>("17f1d3a73197d7942695638c4fa9ac0fc3688c4f9774b905a14e3"
                                                       "a3f171bac586c55e83ff97a1aeffb3af00adb22c6bb")),
      Field::from_standard_unchecked(wide::from_hex<6>("08b3f481e3aaa0f1a09e30ed741d8ae4fcf5e095d5d00af600db1"
                                                       "8cb2c04b3edd03cc744a2888ae40caa232946c5e7e1"))};
  static constexpr AffinePoint<Bls12_381G1> generator() { return kGenerator; }

  // See glv.hpp. lambda = z^2 - 1.
  struct Glv {
    static constexpr Field kBeta = Field::from_standard_unchecked(wide::from_hex<6>(
        "1a0111ea397fe699ec02408663d4de85aa0d857d89759ad4897d29650fb85f9b409427eb4f49fffd8bfd00000000aaac"));
    static constexpr Scalar kLambda =
        Scalar::from_standard_unchecked(wide::from_hex<4>("ac45a4010001a40200000000ffffffff"));
    static constexpr const Field& beta() { return kBeta; }
    static constexpr const Scalar& lambda() { return kLambda; }
    static constexpr auto kA1 = wide::from_hex<2>("ac45a4010001a40200000000ffffffff");  // z^2 - 1
    static constexpr auto kN1 = wide::from_hex<2>("1");
    static constexpr auto kA2 = kN1;
    static constexpr auto kB2 = wide::from_hex<2>("ac45a4010001a4020000000100000000");  // z^2
  };
};

struct Bls12_381G2 {
  using Field = Bls12_381Tower::Fp2;
  using Scalar = Bls12_381Fr;
  static constexpr std::string_view kName = "g2";
  // 4 (1 + u)
  static constexpr Field kB = {Bls12_381Fp::from_u64(4), Bls12_381Fp::from_u64(4)};
  static constexpr const Field& b() { return kB; }
  static constexpr AffinePoint<Bls12_381G2> kGenerator = {
      {Bls12_381Fp::from_standard_unchecked(
           wide::from_hex<6>("024aa2b2f08f0a91260805272dc51051c6e47ad4fa403b02b4510b647ae3d1770bac0326a805bbe"
                             "fd48056c8c121bdb8")),
       Bls12_381Fp::from_standard_unchecked(
           wide::from_hex<6>("13e02b6052719f607dacd3a088274f65596bd0d09920b61ab5da61bbdc7f5049334cf11213945d5"
                             "7e5ac7d055d042b7e"))},
      {Bls12_381Fp::from_standard_unchecked(
           wide::from_hex<6>("0ce5d527727d6e118cc9cdc6da2e351aadfd9baa8cbdd3a76d429a695160d12c923ac9cc3baca28"
                             "9e193548608b82801")),
       Bls12_381Fp::from_standard_unchecked(
           wide::from_hex<6>("0606c4a02ea734cc32acd2b02bc28b99cb3e287e85a763af267492ab572e99ab3f370d275cec1da"
                             "1aaa9075ff05f79be"))}};
  static constexpr AffinePoint<Bls12_381G2> generator() { return kGenerator; }
};

struct Bls12_381 {
  static constexpr CurveId kId = CurveId::kBls12_381;
  static constexpr std::string_view kName = curve_name(kId);
  static constexpr std::string_view kSnarkjsName = "bls12381";

  // The seed of the family is minus this: z = -0xd201000000010000.
  static constexpr std::uint64_t kSeedNegated = 0xd201000000010000u;

  using Fp = Bls12_381Fp;
  using Fr = Bls12_381Fr;
  using Tower = Bls12_381Tower;
  using Fp2 = Tower::Fp2;
  using Fp6 = algebra::Fp6<Tower>;
  using Fp12 = algebra::Fp12<Tower>;

  using G1 = Bls12_381G1;
  using G2 = Bls12_381G2;
  using G1Affine = AffinePoint<G1>;
  using G2Affine = AffinePoint<G2>;
  using G1Jacobian = JacobianPoint<G1>;
  using G2Jacobian = JacobianPoint<G2>;
  using G1Xyzz = XyzzPoint<G1>;
  using G2Xyzz = XyzzPoint<G2>;

  // The Miller loop runs over the digits of -z; powers by the seed use the same digits.
  static constexpr auto kMillerDigits = binary_digits<binary_digit_count(kSeedNegated)>(kSeedNegated);
  static constexpr std::size_t kExtraLines = 0;
  static constexpr std::size_t kLineCount = kMillerDigits.size() + count_nonzero(kMillerDigits) + kExtraLines;
  using G2Prepared = PreparedG2<G2, kLineCount>;
  using MillerTerm = MillerTermOf<G1, G2Prepared>;

  // The pairing. Points must be in their groups (subgroup.hpp), or the value means nothing. All
  // [thread-safe].
  static G2Prepared prepare(const G2Affine& q);
  // The product of the Miller loops of all terms, sharing their squarings; infinity on either side
  // contributes 1.
  static Fp12 miller_loop(std::span<const MillerTerm> terms);
  // Of a Miller loop's value, or of a product of such values. 0 gives 0.
  static Fp12 final_exponentiation(const Fp12& f);
  // e(p, q), the cube of the optimal ate pairing.
  static Fp12 pairing(const G1Affine& p, const G2Affine& q) {
    const G2Prepared prepared = prepare(q);
    const MillerTerm term{p, &prepared};
    return final_exponentiation(miller_loop(std::span(&term, 1)));
  }
  // Whether the product of e(g1, g2) over all terms is 1.
  static bool pairing_product_is_one(std::span<const MillerTerm> terms) {
    return final_exponentiation(miller_loop(terms)).is_one();
  }

  // Primitive 2^k-th roots of unity exist for k up to this.
  static constexpr std::uint64_t kTwoAdicity = Fr::kTwoAdicity;
  // The primitive 2^k-th root of unity that snarkjs uses: from the least non-residue, 5.
  static constexpr Fr root_of_unity_snarkjs(std::size_t k) { return root_of_unity(Fr::non_residue(), k); }
  // The one that the bls12_381 crates of the bellman family use: from the generator 7 of Fr*.
  static constexpr Fr root_of_unity_bellman(std::size_t k) { return root_of_unity(Fr::from_u64(7), k); }
};

}  // namespace lockstep::algebra
