// SPDX-License-Identifier: Apache-2.0
// The p-th power in Fp12, and the endomorphism psi that it induces on the twist. Internal: the constants are
// derived at compile time, which takes a moment, so only the few files that need them include this.
#pragma once

#include <array>
#include <cstddef>

#include "lockstep/algebra/jacobian.hpp"
#include "lockstep/algebra/wide.hpp"

namespace lockstep::algebra {

template <class Curve>
struct Frobenius {
  using Fp = typename Curve::Fp;
  using Fp2 = typename Curve::Fp2;
  using Fp12 = typename Curve::Fp12;
  using G2 = typename Curve::G2;

  // w^(p - 1) = xi^((p - 1) / 6)
  static constexpr Fp2 kRoot = [] {
    auto exponent = Fp::modulus();
    exponent[0] -= 1;
    wide::div_small<Fp::kLimbs>(exponent, 6);
    return Curve::Tower::mul_by_xi(Fp2::one()).pow(exponent);
  }();
  // Its powers 0 to 5: a w^i to the p is conj(a) w^i w^(i (p - 1)).
  static constexpr std::array<Fp2, 6> kPowers = [] {
    std::array<Fp2, 6> powers{Fp2::one()};
    for (std::size_t i = 1; i < powers.size(); ++i) powers[i] = powers[i - 1] * kRoot;
    return powers;
  }();
  // w^(i (p^2 - 1)) = conj(kPowers[i]) kPowers[i], elements of Fp.
  static constexpr std::array<Fp, 6> kSquarePowers = [] {
    std::array<Fp, 6> powers{};
    for (std::size_t i = 0; i < powers.size(); ++i) powers[i] = kPowers[i].norm();
    return powers;
  }();

  // a^p
  static constexpr Fp12 apply(const Fp12& a) {
    return {{a.c0.c0.conjugate(), a.c0.c1.conjugate() * kPowers[2], a.c0.c2.conjugate() * kPowers[4]},
            {a.c1.c0.conjugate() * kPowers[1], a.c1.c1.conjugate() * kPowers[3],
             a.c1.c2.conjugate() * kPowers[5]}};
  }
  // a^(p^2)
  static constexpr Fp12 apply_twice(const Fp12& a) {
    return {{a.c0.c0, a.c0.c1 * kSquarePowers[2], a.c0.c2 * kSquarePowers[4]},
            {a.c1.c0 * kSquarePowers[1], a.c1.c1 * kSquarePowers[3], a.c1.c2 * kSquarePowers[5]}};
  }

  // psi: from the twist to the curve over Fp12, p-th power, and back. With (X, Y) -> (w^2 X, w^3 Y) as the
  // way to the curve, X takes the factor w^(2 (p - 1)) and Y w^(3 (p - 1)); with (X / w^2, Y / w^3) their
  // inverses. On G2 psi is multiplication by p.
  static constexpr Fp2 kPsiX = Curve::Tower::kTwistIsMultiplicative ? kPowers[2].inverse() : kPowers[2];
  static constexpr Fp2 kPsiY = Curve::Tower::kTwistIsMultiplicative ? kPowers[3].inverse() : kPowers[3];

  static constexpr AffinePoint<G2> psi(const AffinePoint<G2>& q) {
    return {q.x.conjugate() * kPsiX, q.y.conjugate() * kPsiY};
  }
  static constexpr JacobianPoint<G2> psi(const JacobianPoint<G2>& q) {
    return {q.x.conjugate() * kPsiX, q.y.conjugate() * kPsiY, q.z.conjugate()};
  }
};

}  // namespace lockstep::algebra
