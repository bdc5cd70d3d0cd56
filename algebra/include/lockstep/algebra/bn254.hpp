// SPDX-License-Identifier: Apache-2.0
// BN254, also known as alt_bn128, bn128 (snarkjs) and bn256: the parameter file.
//
//   seed     x = 4965661367192848881
//   p        = 36 x^4 + 36 x^3 + 24 x^2 + 6 x + 1, 254 bits       coordinates; p = 3 mod 4
//   r        = 36 x^4 + 36 x^3 + 18 x^2 + 6 x + 1, 254 bits       order of G1 and G2; 2^28 divides r - 1
//   E        : Y^2 = X^3 + 3 over Fp, of order r (cofactor 1), so every point of the curve is in G1
//   tower    Fp2 = Fp[u]/(u^2 + 1), Fp6 = Fp2[v]/(v^3 - xi), Fp12 = Fp6[w]/(w^2 - v), xi = 9 + u
//   twist    E' : Y^2 = X^3 + 3/xi over Fp2 (D-type), of order r (2 p - r); (X, Y) -> (w^2 X, w^3 Y) maps E'
//   to E security about 100 bits against the number field sieve (Kim and Barbulescu, 2016)
//
// Sources: Barreto and Naehrig, "Pairing-friendly elliptic curves of prime order", 2005; this seed, the tower
// and the generators: Ethereum EIP-196 and EIP-197, and Ben-Sasson, Chiesa, Tromer, Virza, "Succinct
// non-interactive zero knowledge for a von Neumann architecture", 2013.
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
struct Bn254FpParams {
  // 21888242871839275222246405745257275088696311157297823662689037894645226208583
  static constexpr auto kModulus =
      wide::from_hex<4>("30644e72e131a029b85045b68181585d97816a916871ca8d3c208c16d87cfd47");
  static constexpr std::uint64_t kNonResidue = 3;
};

struct Bn254FrParams {
  // 21888242871839275222246405745257275088548364400416034343698204186575808495617
  static constexpr auto kModulus =
      wide::from_hex<4>("30644e72e131a029b85045b68181585d2833e84879b9709143e1f593f0000001");
  static constexpr std::uint64_t kNonResidue = 5;
};

using Bn254Fp = Field<Bn254FpParams>;
using Bn254Fr = Field<Bn254FrParams>;

struct Bn254Tower {
  using Fp2 = algebra::Fp2<Bn254Fp>;
  static constexpr bool kTwistIsMultiplicative = false;
  // (9 + u) a
  static constexpr Fp2 mul_by_xi(const Fp2& a) {
    const Fp2 nine = a.doubled().doubled().doubled() + a;
    return {nine.c0 - a.c1, nine.c1 + a.c0};
  }
};

struct Bn254G1 {
  using Field = Bn254Fp;
  using Scalar = Bn254Fr;
  static constexpr std::string_view kName = "g1";
  static constexpr Field kB = Field::from_u64(3);
  static constexpr const Field& b() { return kB; }
  // (1, 2)
  static constexpr AffinePoint<Bn254G1> generator() { return {Field::from_u64(1), Field::from_u64(2)}; }

  // See glv.hpp. lambda = -(36 x^3 + 18 x^2 + 6 x + 2) modulo r.
  struct Glv {
    static constexpr Field kBeta = Field::from_standard_unchecked(
        wide::from_hex<4>("30644e72e131a0295e6dd9e7e0acccb0c28f069fbb966e3de4bd44e5607cfd48"));
    static constexpr Scalar kLambda = Scalar::from_standard_unchecked(
        wide::from_hex<4>("30644e72e131a029048b6e193fd84104cc37a73fec2bc5e9b8ca0b2d36636f23"));
    static constexpr const Field& beta() { return kBeta; }
    static constexpr const Scalar& lambda() { return kLambda; }
    static constexpr auto kA1 = wide::from_hex<2>("6f4d8248eeb859fc8211bbeb7d4f1128");  // 6 x^2 + 2 x
    static constexpr auto kN1 = wide::from_hex<2>("89d3256894d213e3");                  // 2 x + 1
    static constexpr auto kA2 = kN1;
    static constexpr auto kB2 = wide::from_hex<2>("6f4d8248eeb859fd0be4e1541221250b");  // 6 x^2 + 4 x + 1
  };
};

struct Bn254G2 {
  using Field = Bn254Tower::Fp2;
  using Scalar = Bn254Fr;
  static constexpr std::string_view kName = "g2";
  // 3 / (9 + u) = (27 - 3 u) / 82
  static constexpr Field kB = {Bn254Fp::from_standard_unchecked(wide::from_hex<4>(
                                   "2b149d40ceb8aaae81be18991be06ac3b5b4c5e559dbefa33267e6dc24a138e5")),
                               Bn254Fp::from_standard_unchecked(wide::from_hex<4>(
                                   "009713b03af0fed4cd2cafadeed8fdf4a74fa084e52d1852e4a2bd0685c315d2"))};
  static constexpr const Field& b() { return kB; }
  static constexpr AffinePoint<Bn254G2> kGenerator = {
      {Bn254Fp::from_standard_unchecked(
           wide::from_hex<4>("1800deef121f1e76426a00665e5c4479674322d4f75edadd46debd5cd992f6ed")),
       Bn254Fp::from_standard_unchecked(
           wide::from_hex<4>("198e9393920d483a7260bfb731fb5d25f1aa493335a9e71297e485b7aef312c2"))},
      {Bn254Fp::from_standard_unchecked(
           wide::from_hex<4>("12c85ea5db8c6deb4aab71808dcb408fe3d1e7690c43d37b4ce6cc0166fa7daa")),
       Bn254Fp::from_standard_unchecked(
           wide::from_hex<4>("090689d0585ff075ec9e99ad690c3395bc4b313370b38ef355acdadcd122975b"))}};
  static constexpr AffinePoint<Bn254G2> generator() { return kGenerator; }
};

struct Bn254 {
  static constexpr CurveId kId = CurveId::kBn254;
  static constexpr std::string_view kName = curve_name(kId);
  static constexpr std::string_view kSnarkjsName = "bn128";

  // The seed x of the family; positive.
  static constexpr std::uint64_t kSeed = 4965661367192848881u;

  using Fp = Bn254Fp;
  using Fr = Bn254Fr;
  using Tower = Bn254Tower;
  using Fp2 = Tower::Fp2;
  using Fp6 = algebra::Fp6<Tower>;
  using Fp12 = algebra::Fp12<Tower>;

  using G1 = Bn254G1;
  using G2 = Bn254G2;
  using G1Affine = AffinePoint<G1>;
  using G2Affine = AffinePoint<G2>;
  using G1Jacobian = JacobianPoint<G1>;
  using G2Jacobian = JacobianPoint<G2>;
  using G1Xyzz = XyzzPoint<G1>;
  using G2Xyzz = XyzzPoint<G2>;

  // The Miller loop runs over the digits of 6 x + 2, then adds two Frobenius images of the point.
  static constexpr wide::Uint128 kMillerCount = wide::Uint128{6} * kSeed + 2;
  static constexpr auto kMillerDigits = naf_digits<naf_digit_count(kMillerCount)>(kMillerCount);
  static constexpr std::size_t kExtraLines = 2;
  // For powers by the seed.
  static constexpr auto kSeedDigits = naf_digits<naf_digit_count(kSeed)>(kSeed);
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
  // e(p, q), the optimal ate pairing to the power of 2 x (6 x^2 + 3 x + 1), which is prime to r.
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
  // The one that the bn256 crates of the bellman family use: from the generator 7 of Fr*.
  static constexpr Fr root_of_unity_bellman(std::size_t k) { return root_of_unity(Fr::from_u64(7), k); }
};

}  // namespace lockstep::algebra
