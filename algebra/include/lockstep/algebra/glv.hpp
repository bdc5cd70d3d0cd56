// SPDX-License-Identifier: Apache-2.0
// Halving scalars on G1 with the endomorphism phi(x, y) = (beta x, y), which multiplies points of G1 by
// lambda (Gallant, Lambert, Vanstone, "Faster point multiplication on elliptic curves with efficient
// endomorphisms", 2001).
//
// The group's traits carry the constants, G::Glv:
//   beta(), lambda()    cube roots of unity in Fp and Fr that belong together
//   kA1, kN1, kA2, kB2  128-bit integers with (kA1, -kN1) and (kA2, kB2) a short basis of the lattice of all
//   (a, b) with
//                       a + b lambda = 0 modulo r, and kA1 kB2 + kN1 kA2 = r
// Everything is [thread-safe] and allocates nothing.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "lockstep/algebra/jacobian.hpp"
#include "lockstep/algebra/point.hpp"
#include "lockstep/algebra/wide.hpp"

namespace lockstep::algebra {

// k = (-1)^negative0 k0 + (-1)^negative1 k1 lambda modulo r.
struct GlvScalars {
  wide::Wide<2> k0;
  wide::Wide<2> k1;
  bool negative0;
  bool negative1;
};

// k0 and k1 are below 2^kGlvBits.
inline constexpr std::size_t kGlvBits = 127;

// lambda times a point of G1, at the price of one multiplication.
template <class G>
constexpr AffinePoint<G> glv_endomorphism(const AffinePoint<G>& p) {
  return {p.x * G::Glv::beta(), p.y};
}
template <class G>
constexpr JacobianPoint<G> glv_endomorphism(const JacobianPoint<G>& p) {
  return {p.x * G::Glv::beta(), p.y, p.z};
}

// Splits a scalar below r, in standard form. Branch-free up to the final signs.
template <class G>
constexpr GlvScalars glv_decompose(const typename G::Scalar::Limbs& scalar) {
  using Glv = typename G::Glv;
  using wide::Wide;
  // (k, 0) = x1 (kA1, -kN1) + x2 (kA2, kB2) with x1 = k kB2 / r and x2 = k kN1 / r. With c1, c2 the nearest
  // integers, (k, 0) - c1 (..) - c2 (..) is short. The quotients are taken from reciprocals with 320 bits
  // after the point, whose error can move a result only when it is within 2^-64 of a half.
  constexpr auto reciprocal_of = [](const Wide<2>& numerator) {
    const auto shifted = wide::shift_left<7>(wide::resize<7>(numerator), 320);
    return wide::resize<4>(wide::divide<7, 4>(shifted, G::Scalar::modulus()));
  };
  constexpr Wide<4> kG1 = reciprocal_of(Glv::kB2);
  constexpr Wide<4> kG2 = reciprocal_of(Glv::kN1);
  constexpr Wide<8> kHalf = wide::shift_left<8>(wide::from_u64<8>(1), 319);
  const auto nearest = [&](const Wide<4>& reciprocal) {
    Wide<8> product = wide::mul<4, 4>(scalar, reciprocal);
    wide::add<8>(product, product, kHalf);
    return Wide<2>{product[5], product[6]};
  };
  const Wide<2> c1 = nearest(kG1);
  const Wide<2> c2 = nearest(kG2);
  const auto magnitude = [](Wide<4> value, bool& negative) {  // of a value in two's complement
    negative = (value[3] >> 63) != 0;
    if (negative) wide::sub<4>(value, Wide<4>{}, value);
    return Wide<2>{value[0], value[1]};
  };
  GlvScalars r{};
  Wide<4> k0 = scalar;
  wide::sub<4>(k0, k0, wide::mul<2, 2>(c1, Glv::kA1));
  wide::sub<4>(k0, k0, wide::mul<2, 2>(c2, Glv::kA2));
  Wide<4> k1 = wide::mul<2, 2>(c1, Glv::kN1);
  wide::sub<4>(k1, k1, wide::mul<2, 2>(c2, Glv::kB2));
  r.k0 = magnitude(k0, r.negative0);
  r.k1 = magnitude(k1, r.negative1);
  return r;
}

// scalar times a point of G1 (of the subgroup: elsewhere phi is not multiplication by lambda), in about half
// the time of JacobianPoint::mul.
template <class G>
constexpr JacobianPoint<G> mul_glv(const JacobianPoint<G>& point, const typename G::Scalar& scalar) {
  const GlvScalars k = glv_decompose<G>(scalar.to_standard());
  const JacobianPoint<G> p0 = k.negative0 ? -point : point;
  const JacobianPoint<G> p1 = glv_endomorphism(k.negative1 ? -point : point);
  // i + 4 j -> i p0 + j p1, and then two bits of both scalars at a time
  std::array<JacobianPoint<G>, 16> multiples{JacobianPoint<G>::identity(), p0, p0.doubled()};
  multiples[3] = multiples[2].add(p0);
  for (std::size_t i = 4; i < multiples.size(); ++i) multiples[i] = multiples[i - 4].add(p1);
  JacobianPoint<G> r = JacobianPoint<G>::identity();
  for (std::size_t i = 64; i-- > 0;) {
    const std::size_t digit0 = (k.k0[i / 32] >> (2 * (i % 32))) & 3;
    const std::size_t digit1 = (k.k1[i / 32] >> (2 * (i % 32))) & 3;
    r = r.doubled().doubled().add(multiples[digit0 + 4 * digit1]);
  }
  return r;
}

}  // namespace lockstep::algebra
