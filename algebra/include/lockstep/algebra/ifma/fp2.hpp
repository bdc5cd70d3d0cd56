// SPDX-License-Identifier: Apache-2.0
// Eight elements of Fp2 = Fp[u] / (u^2 + 1) at once.
#pragma once

#include "lockstep/algebra/ifma/lanes.hpp"

namespace lockstep::algebra::ifma {

// c0 + c1 u, both coordinates below Bound * p. See Lanes, whose functions these mirror.
template <class F, unsigned Bound = 1>
struct Fp2Lanes {
  Lanes<F, Bound> c0;
  Lanes<F, Bound> c1;

  LOCKSTEP_IFMA_INLINE static Fp2Lanes zero() { return {Lanes<F, Bound>::zero(), Lanes<F, Bound>::zero()}; }
  LOCKSTEP_IFMA_INLINE static Fp2Lanes one() { return {Lanes<F, Bound>::one(), Lanes<F, Bound>::zero()}; }
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

template <class F, unsigned A, unsigned B>
LOCKSTEP_IFMA_INLINE Fp2Lanes<F, 2> operator*(const Fp2Lanes<F, A>& a, const Fp2Lanes<F, B>& b) {
  return {sum_of_products(a.c0, b.c0, a.c1, -b.c1), sum_of_products(a.c0, b.c1, a.c1, b.c0)};
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
