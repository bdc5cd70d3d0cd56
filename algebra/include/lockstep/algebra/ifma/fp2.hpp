// SPDX-License-Identifier: Apache-2.0
// Eight elements of Fp2 = Fp[u] / (u^2 + 1) at once.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "lockstep/algebra/ifma/lanes.hpp"

namespace lockstep::algebra::ifma {

// c0 + c1 u, both coordinates below Bound * p. See Lanes, whose functions these mirror.
template <class F, unsigned Bound = 1>
struct Fp2Lanes {
  Lanes<F, Bound> c0;
  Lanes<F, Bound> c1;

  LOCKSTEP_IFMA_INLINE static Fp2Lanes zero() { return {Lanes<F, Bound>::zero(), Lanes<F, Bound>::zero()}; }
  LOCKSTEP_IFMA_INLINE static Fp2Lanes one() { return {Lanes<F, Bound>::one(), Lanes<F, Bound>::zero()}; }

  template <unsigned Wider>
  // NOLINTNEXTLINE(google-explicit-constructor): it loses nothing
  requires(Wider > Bound) LOCKSTEP_IFMA_INLINE operator Fp2Lanes<F, Wider>() const {
    const Lanes<F, Wider> wider_c0 = c0;
    const Lanes<F, Wider> wider_c1 = c1;
    return {wider_c0, wider_c1};
  }
};

template <class F, unsigned A, unsigned B>
LOCKSTEP_IFMA_INLINE Fp2Lanes<F, A + B> operator+(const Fp2Lanes<F, A>& a, const Fp2Lanes<F, B>& b) {
  return {a.c0 + b.c0, a.c1 + b.c1};
}

template <class F, unsigned A, unsigned B>
LOCKSTEP_IFMA_INLINE Fp2Lanes<F, A + B> operator-(const Fp2Lanes<F, A>& a, const Fp2Lanes<F, B>& b) {
  return {a.c0 - b.c0, a.c1 - b.c1};
}

template <class F, unsigned B>
LOCKSTEP_IFMA_INLINE Fp2Lanes<F, B + 1> operator-(const Fp2Lanes<F, B>& b) {
  return {-b.c0, -b.c1};
}

template <class F, unsigned A>
LOCKSTEP_IFMA_INLINE Fp2Lanes<F, 2 * A> doubled(const Fp2Lanes<F, A>& a) {
  return {doubled(a.c0), doubled(a.c1)};
}

// Karatsuba with lazy reduction (Aranha, Karabina, Longa, Gebotys, Lopez, "Faster explicit formulas for
// computing pairings over ordinary curves", 2011, section 3): three products a0 b0, a1 b1, (a0 + a1)(b0 +
// b1), two reductions. The limbs of the products are never carried, so their differences need no care for
// signs; a0 b0 - a1 b1 itself may be negative, down to -A B p^2 > -p R', and p is added after its reduction.
template <class F, unsigned A, unsigned B>
LOCKSTEP_IFMA_INLINE Fp2Lanes<F, 3> operator*(const Fp2Lanes<F, A>& a, const Fp2Lanes<F, B>& b) {
  static_assert(2 * std::uint64_t{A} * B <= Radix52<F>::kMaxProduct, "reduce a factor first");
  constexpr std::size_t kLimbs = Lanes<F>::kLimbs;
  __m512i real[2 * kLimbs];
  __m512i minus[2 * kLimbs];
  __m512i imaginary[2 * kLimbs];
  detail::wide_product(real, a.c0.limb, b.c0.limb);
  detail::wide_product(minus, a.c1.limb, b.c1.limb);
  detail::wide_product(imaginary, (a.c0 + a.c1).limb, (b.c0 + b.c1).limb);
#pragma GCC unroll 16
  for (std::size_t i = 0; i < 2 * kLimbs; ++i) {
    imaginary[i] = _mm512_sub_epi64(_mm512_sub_epi64(imaginary[i], real[i]), minus[i]);
    real[i] = _mm512_sub_epi64(real[i], minus[i]);
  }
  __m512i u[kLimbs];
  __m512i v[kLimbs];
  detail::set_zero(u);
  detail::set_zero(v);
#pragma GCC unroll 8
  for (std::size_t i = 0; i < kLimbs; ++i) {
    detail::reduction_step<F>(u, real[i], real[i + kLimbs]);
    detail::reduction_step<F>(v, imaginary[i], imaginary[i + kLimbs]);
  }
  Fp2Lanes<F, 3> r;
#pragma GCC unroll 8
  for (std::size_t i = 0; i < kLimbs; ++i) {
    u[i] = _mm512_add_epi64(u[i], detail::broadcast(Radix52<F>::kModulus[i]));
  }
  detail::carry_through(r.c0.limb, u);
  detail::carry_through(r.c1.limb, v);
  return r;
}

// (c0 + c1)(c0 - c1) + 2 c0 c1 u
template <class F, unsigned A>
LOCKSTEP_IFMA_INLINE Fp2Lanes<F, 2> square(const Fp2Lanes<F, A>& a) {
  return {(a.c0 + a.c1) * (a.c0 - a.c1), doubled(a.c0) * a.c1};
}

template <class F, unsigned A, unsigned B>
LOCKSTEP_IFMA_INLINE Fp2Lanes<F, std::max(A, B)> select(Mask mask, const Fp2Lanes<F, A>& if_set,
                                                        const Fp2Lanes<F, B>& if_clear) {
  return {select(mask, if_set.c0, if_clear.c0), select(mask, if_set.c1, if_clear.c1)};
}

template <class F, unsigned A>
LOCKSTEP_IFMA_INLINE Fp2Lanes<F, A + 1> negate_where(Mask mask, const Fp2Lanes<F, A>& a) {
  return {negate_where(mask, a.c0), negate_where(mask, a.c1)};
}

template <class F, unsigned A>
LOCKSTEP_IFMA_INLINE Fp2Lanes<F, 2> reduced(const Fp2Lanes<F, A>& a) {
  return {reduced(a.c0), reduced(a.c1)};
}

template <class F, unsigned A>
LOCKSTEP_IFMA_INLINE Fp2Lanes<F, 1> canonical(const Fp2Lanes<F, A>& a) {
  return {canonical(a.c0), canonical(a.c1)};
}

template <class F, unsigned A>
LOCKSTEP_IFMA_INLINE Mask zero_lanes(const Fp2Lanes<F, A>& a) {
  return static_cast<Mask>(zero_lanes(a.c0) & zero_lanes(a.c1));
}

template <class F, unsigned A>
LOCKSTEP_IFMA_INLINE Fp2Lanes<F, 2> to_lane_form(const Fp2Lanes<F, A>& montgomery) {
  return {to_lane_form(montgomery.c0), to_lane_form(montgomery.c1)};
}

template <class F, unsigned A>
LOCKSTEP_IFMA_INLINE Fp2Lanes<F, 2> to_montgomery_form(const Fp2Lanes<F, A>& lane_form) {
  return {to_montgomery_form(lane_form.c0), to_montgomery_form(lane_form.c1)};
}

}  // namespace lockstep::algebra::ifma
