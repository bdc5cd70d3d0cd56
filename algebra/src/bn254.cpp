// SPDX-License-Identifier: Apache-2.0
// The optimal ate pairing on BN254 (Vercauteren, "Optimal pairings", 2010):
//   f_{6x+2,Q}(P) l_{(6x+2)Q, psi(Q)}(P) l_{(6x+2)Q + psi(Q), -psi^2(Q)}(P), to the power of (p^12 - 1) / r.
#include "lockstep/algebra/bn254.hpp"

#include "final_exponentiation.hpp"
#include "frobenius.hpp"
#include "miller_loop.hpp"

namespace lockstep::algebra {

Bn254::G2Prepared Bn254::prepare(const G2Affine& q) {
  G2Prepared out;
  out.infinity = q.is_infinity();
  if (out.infinity) return out;
  MillerPoint<Bn254> t{q.x, q.y, Fp2::one()};
  std::size_t next = prepare_digits<Bn254>(t, q, out);
  const G2Affine q1 = Frobenius<Bn254>::psi(q);
  const G2Affine q2 = Frobenius<Bn254>::psi(q1);
  out.lines[next++] = t.add_step(q1);
  out.lines[next++] = t.add_step(-q2);
  return out;
}

Bn254::Fp12 Bn254::miller_loop(std::span<const MillerTerm> terms) {
  return accumulate_lines<Bn254>(terms);
}

// The exponent of the hard part is 2 x (6 x^2 + 3 x + 1) (p^4 - p^2 + 1) / r = l0 + l1 p + l2 p^2 + l3 p^3
// with
//   l0 = 1 + 6 x + 12 x^2 + 12 x^3,  l1 = 4 x + 6 x^2 + 12 x^3,  l2 = l1 + 2 x,  l3 = l1 - 1
// (Fuentes-Castaneda, Knapp, Rodriguez-Henriquez, "Faster hashing to G2", 2011, section 5).
Bn254::Fp12 Bn254::final_exponentiation(const Fp12& f) {
  const auto pow_seed = [](const Fp12& a) { return cyclotomic_pow<Fp12>(a, kSeedDigits); };
  const Fp12 m = final_exponentiation_easy<Bn254>(f);
  const Fp12 m_2x = pow_seed(m).cyclotomic_square();
  const Fp12 m_4x = m_2x.cyclotomic_square();
  const Fp12 m_6x2 = pow_seed(m_4x * m_2x);
  const Fp12 m_12x3 = pow_seed(m_6x2.cyclotomic_square());
  const Fp12 l1 = m_12x3 * m_6x2 * m_4x;
  const Fp12 l2 = l1 * m_2x;
  const Fp12 l0 = l2 * m_6x2 * m;
  const Fp12 l3 = l1 * m.conjugate();
  using Power = Frobenius<Bn254>;
  return l0 * Power::apply(l1) * Power::apply_twice(l2 * Power::apply(l3));
}

}  // namespace lockstep::algebra
