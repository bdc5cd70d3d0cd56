// SPDX-License-Identifier: Apache-2.0
#include "lockstep/algebra/subgroup.hpp"

#include <span>

#include "frobenius.hpp"

namespace lockstep::algebra {
namespace {

// A multiple by the digits -1, 0, 1 of a fixed number after its leading 1; seeds have few digits other than
// 0.
template <class G>
JacobianPoint<G> mul_by_digits(const JacobianPoint<G>& p, std::span<const signed char> digits) {
  const JacobianPoint<G> opposite = -p;
  JacobianPoint<G> r = p;
  for (const int digit : digits) {
    r = r.doubled();
    if (digit != 0) r = r.add(digit > 0 ? p : opposite);
  }
  return r;
}

}  // namespace

// The cofactor is 1.
template <>
bool in_subgroup(const AffinePoint<Bn254::G1>& point) {
  return point.is_on_curve();
}

// (x + 1) Q + psi(x Q) + psi^2(x Q) = psi^3(2 x Q): as psi is multiplication by p on G2, and 2 x p^3 - x p^2
// - x p - x - 1 is a multiple of r, points of G2 satisfy it; no other point of the twist does (El Housni,
// Guillevic, Piellard, "Co-factor clearing and subgroup membership testing on pairing-friendly curves", 2022,
// section 4.2).
template <>
bool in_subgroup(const AffinePoint<Bn254::G2>& point) {
  using Endomorphism = Frobenius<Bn254>;
  if (!point.is_on_curve()) return false;
  const auto q = Bn254::G2Jacobian::from_affine(point);
  const auto xq = mul_by_digits(q, Bn254::kSeedDigits);
  const auto psi_xq = Endomorphism::psi(xq);
  const auto psi2_xq = Endomorphism::psi(psi_xq);
  return xq.add(q).add(psi_xq).add(psi2_xq) == Endomorphism::psi(psi2_xq).doubled();
}

// phi(P) + P = z^2 P, where phi(x, y) = (beta x, y) is multiplication by z^2 - 1 on G1. As phi^2 + phi + 1 =
// 0 on the whole curve, a solution satisfies ((z^2 - 1)^2 + (z^2 - 1) + 1) P = r P = 0 (Scott, "A note on
// group membership tests for G1, G2 and GT on BLS pairing-friendly curves", 2021).
template <>
bool in_subgroup(const AffinePoint<Bls12_381::G1>& point) {
  if (!point.is_on_curve()) return false;
  const auto p = Bls12_381::G1Jacobian::from_affine(point);
  const AffinePoint<Bls12_381::G1> phi{point.x * Bls12_381::G1::Glv::beta(), point.y};
  return p.add_mixed(phi) ==
         mul_by_digits(mul_by_digits(p, Bls12_381::kMillerDigits), Bls12_381::kMillerDigits);
}

// psi(Q) = z Q. As psi^2 - (z + 1) psi + p = 0 on the whole twist, a solution satisfies (p - z) Q = h1 r Q =
// 0, and h1 is prime to the cofactor h2 of the twist (the same note).
template <>
bool in_subgroup(const AffinePoint<Bls12_381::G2>& point) {
  if (!point.is_on_curve()) return false;
  const auto q = Bls12_381::G2Jacobian::from_affine(point);
  return Frobenius<Bls12_381>::psi(q) == -mul_by_digits(q, Bls12_381::kMillerDigits);
}

}  // namespace lockstep::algebra
