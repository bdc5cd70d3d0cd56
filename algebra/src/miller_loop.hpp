// SPDX-License-Identifier: Apache-2.0
// The Miller loop of the optimal ate pairing, for both kinds of twist. Internal.
#pragma once

#include <cstddef>
#include <span>

#include "lockstep/algebra/pairing.hpp"

namespace lockstep::algebra {

// A multiple T of Q during preparation, in homogeneous coordinates (X / Z, Y / Z) on the twist. The formulas
// are those of Aranha, Karabina, Longa, Gebotys, Lopez, "Faster explicit formulas for computing pairings over
// ordinary curves", 2011, section 4. Lines are scaled by factors of Fp2, which the final exponentiation
// removes.
template <class Curve>
struct MillerPoint {
  using Fp2 = typename Curve::Fp2;
  using G2 = typename Curve::G2;

  Fp2 x;
  Fp2 y;
  Fp2 z;

  // T = 2 T; the tangent at the old T.
  constexpr MillerLine<Fp2> double_step() {
    const Fp2 a = (x * y).halved();
    const Fp2 b = y.square();
    const Fp2 c = z.square();
    const Fp2 e = (c.doubled() + c) * G2::b();
    const Fp2 f = e.doubled() + e;
    const Fp2 g = (b + f).halved();
    const Fp2 h = (y + z).square() - b - c;
    const Fp2 xx = x.square();
    const Fp2 ee = e.square();
    x = a * (b - f);
    y = g.square() - ee.doubled() - ee;
    z = b * h;
    return {-h, xx.doubled() + xx, e - b};
  }

  // T = T + Q, for T other than Q and -Q; the line through both.
  constexpr MillerLine<Fp2> add_step(const AffinePoint<G2>& q) {
    const Fp2 theta = y - q.y * z;
    const Fp2 lambda = x - q.x * z;
    const Fp2 d = lambda.square();
    const Fp2 e = lambda * d;
    const Fp2 f = z * theta.square();
    const Fp2 g = x * d;
    const Fp2 h = e + f - g.doubled();
    x = lambda * h;
    y = theta * (g - h) - e * y;
    z = z * e;
    return {lambda, -theta, theta * q.x - lambda * q.y};
  }
};

// f times the line's value at p. D-type twist: at_y y + at_x x w + constant w^3; M-type, after multiplication
// by w^3: constant + at_x x w^2 + at_y y w^3.
template <class Curve>
constexpr typename Curve::Fp12 mul_by_line(const typename Curve::Fp12& f,
                                           const MillerLine<typename Curve::Fp2>& line,
                                           const AffinePoint<typename Curve::G1>& p) {
  using Fp6 = typename Curve::Fp6;
  const auto y = line.at_y * p.y;
  const auto x = line.at_x * p.x;
  if constexpr (Curve::Tower::kTwistIsMultiplicative) {
    const Fp6 low = f.c0.mul_by_01(line.constant, x);
    const Fp6 high = f.c1.mul_by_1(y);
    return {low + high.mul_by_v(), (f.c0 + f.c1).mul_by_01(line.constant, x + y) - low - high};
  } else {
    const Fp6 low = f.c0 * y;
    const Fp6 high = f.c1.mul_by_01(x, line.constant);
    return {low + high.mul_by_v(), (f.c0 + f.c1).mul_by_01(y + x, line.constant) - low - high};
  }
}

// The product of the loops of all terms, with one squaring of the accumulator a step for all of them. Terms
// with infinity on either side contribute 1. `lines` of each prepared point are consumed in the order in
// which prepare wrote them: for each digit of kMillerDigits the tangent, then, unless it is 0, the line
// through T and +-Q; then kExtraLines more.
template <class Curve>
constexpr typename Curve::Fp12 accumulate_lines(std::span<const typename Curve::MillerTerm> terms) {
  using Fp12 = typename Curve::Fp12;
  Fp12 f = Fp12::one();
  std::size_t next = 0;
  const auto take_lines = [&] {
    for (const auto& term : terms) {
      if (term.g1.is_infinity() || term.g2->infinity) continue;
      f = mul_by_line<Curve>(f, term.g2->lines[next], term.g1);
    }
    ++next;
  };
  for (const int digit : Curve::kMillerDigits) {
    if (next != 0) f = f.square();
    take_lines();
    if (digit != 0) take_lines();
  }
  for (std::size_t i = 0; i < Curve::kExtraLines; ++i) take_lines();
  return f;
}

// The lines of the digits; returns how many, with T left at the multiple of Q.
template <class Curve>
constexpr std::size_t prepare_digits(MillerPoint<Curve>& t, const typename Curve::G2Affine& q,
                                     typename Curve::G2Prepared& out) {
  std::size_t next = 0;
  for (const int digit : Curve::kMillerDigits) {
    out.lines[next++] = t.double_step();
    if (digit != 0) out.lines[next++] = t.add_step(digit > 0 ? q : -q);
  }
  return next;
}

}  // namespace lockstep::algebra
