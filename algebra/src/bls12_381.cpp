// SPDX-License-Identifier: Apache-2.0
// The optimal ate pairing on BLS12-381 (Hess, Smart, Vercauteren, "The Eta pairing revisited", 2006):
//   f_{z,Q}(P) to the power of (p^12 - 1) / r.
#include "lockstep/algebra/bls12_381.hpp"

#include "final_exponentiation.hpp"
#include "frobenius.hpp"
#include "miller_loop.hpp"

namespace lockstep::algebra {

Bls12_381::G2Prepared Bls12_381::prepare(const G2Affine& q) {
  G2Prepared out;
  out.infinity = q.is_infinity();
  if (out.infinity) return out;
  MillerPoint<Bls12_381> t{q.x, q.y, Fp2::one()};
  prepare_digits<Bls12_381>(t, q, out);
  return out;
}

// f_{-n} is 1 / f_n up to factors that the final exponentiation removes, and there conjugation is as good.
Bls12_381::Fp12 Bls12_381::miller_loop(std::span<const MillerTerm> terms) {
  return accumulate_lines<Bls12_381>(terms).conjugate();
}

// The exponent of the hard part is 3 (p^4 - p^2 + 1) / r = (z - 1)^2 (z + p) (z^2 + p^2 - 1) + 3
// (Hayashida, Hayasaka, Teruya, "Efficient final exponentiation via cyclotomic structure for pairings over
// families of elliptic curves", 2020).
Bls12_381::Fp12 Bls12_381::final_exponentiation(const Fp12& f) {
  const auto pow_z = [](const Fp12& a) { return cyclotomic_pow<Fp12>(a, kMillerDigits).conjugate(); };
  using Power = Frobenius<Bls12_381>;
  const Fp12 m = final_exponentiation_easy<Bls12_381>(f);
  Fp12 a = pow_z(m) * m.conjugate();
  a = pow_z(a) * a.conjugate();
  a = pow_z(a) * Power::apply(a);
  a = pow_z(pow_z(a)) * Power::apply_twice(a) * a.conjugate();
  return a * m.cyclotomic_square() * m;
}

}  // namespace lockstep::algebra
