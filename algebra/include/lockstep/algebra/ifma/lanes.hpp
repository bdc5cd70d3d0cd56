// SPDX-License-Identifier: Apache-2.0
// Eight elements of a prime field at once, on the AVX-512 IFMA instructions (vpmadd52luq, vpmadd52huq).
//
// A function that uses these types, or one that such a function calls, carries LOCKSTEP_IFMA_TARGET, and runs
// only where ifma_enabled() (lockstep/algebra/ifma.hpp) holds. The instruction set is asked for function by
// function and not for a whole file, so that no inline function shared with the portable code is ever
// compiled for a CPU that the machine may not have. A lambda does not inherit the attribute: write a
// function.
#pragma once

#ifndef __x86_64__
#error "for x86-64; include lockstep/algebra/ifma.hpp, which leaves this out elsewhere"
#endif

#include <immintrin.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "lockstep/algebra/ifma/radix52.hpp"

#define LOCKSTEP_IFMA_TARGET gnu::target("avx512f,avx512dq,avx512bw,avx512vl,avx512ifma")
// For the small functions here, which have to become part of their caller. Without the checks of UBSan: their
// indices are those of unrolled loops, and a check for each would make clang work on one multiplication for
// seconds.
#define LOCKSTEP_IFMA_INLINE \
  [[LOCKSTEP_IFMA_TARGET, gnu::always_inline]] __attribute__((no_sanitize("undefined"))) inline

namespace lockstep::algebra::ifma {

// One bit a lane, the lowest for lane 0.
using Mask = __mmask8;

// Eight integers x below Bound * p, lane by lane. limb[i] holds the bits 52 i to 52 i + 51 of each, as
// numbers below 2^52. What an integer stands for is the caller's choice; a product is x y / R' mod p with R'
// = 2^(52 limbs). So lane form is x R', and a factor in lane form leaves the form of the other one as it is.
//
// The bound is part of the type: sums and differences are not reduced, their bounds add up, and a product
// that would overflow does not compile. reduced() brings any bound down to 2, canonical() to 1.
//
// All operations are [thread-safe] and branch-free in the values. Objects are aligned to 64 bytes, and arrays
// of them are the form in which intermediate values are kept.
template <class F, unsigned Bound = 1>
struct Lanes {
  using Constants = Radix52<F>;
  static constexpr std::size_t kLimbs = Constants::kLimbs;
  static_assert(Bound >= 1 && Bound <= Constants::kMaxBound, "reduce before the limbs overflow");

  __m512i limb[kLimbs];

  // The same integer in each lane.
  LOCKSTEP_IFMA_INLINE static Lanes broadcast(const typename Constants::Limbs& limbs) {
    Lanes r;
#pragma GCC unroll 8
    for (std::size_t i = 0; i < kLimbs; ++i) r.limb[i] = _mm512_set1_epi64(static_cast<long long>(limbs[i]));
    return r;
  }
  LOCKSTEP_IFMA_INLINE static Lanes zero() {
    return broadcast({});
  }
  // The one of the lane form.
  LOCKSTEP_IFMA_INLINE static Lanes one() {
    return broadcast(Constants::kOne);
  }

  // What is below Bound p is below any larger multiple.
  template <unsigned Wider>
  // NOLINTNEXTLINE(google-explicit-constructor): it loses nothing
  requires(Wider > Bound) LOCKSTEP_IFMA_INLINE operator Lanes<F, Wider>() const {
    Lanes<F, Wider> r;
#pragma GCC unroll 8
    for (std::size_t i = 0; i < kLimbs; ++i) r.limb[i] = limb[i];
    return r;
  }
};

namespace detail {

// The forms with a mask of all lanes stand for the plain ones, whose undefined pass-through operand GCC 12
// warns about; they compile to the same instructions.
inline constexpr Mask kAllLanes = 0xff;

LOCKSTEP_IFMA_INLINE __m512i broadcast(std::uint64_t value) {
  return _mm512_set1_epi64(static_cast<long long>(value));
}
LOCKSTEP_IFMA_INLINE __m512i shift_left(__m512i value, unsigned count) {
  return _mm512_maskz_slli_epi64(kAllLanes, value, count);
}
LOCKSTEP_IFMA_INLINE __m512i shift_right(__m512i value, unsigned count) {
  return _mm512_maskz_srli_epi64(kAllLanes, value, count);
}
LOCKSTEP_IFMA_INLINE __m512i shift_right_signed(__m512i value, unsigned count) {
  return _mm512_maskz_srai_epi64(kAllLanes, value, count);
}

// r = the limbs of the value that t holds in signed limbs of 64 bits. The value is in [0, R'), or, as the top
// limb keeps its sign, negative.
template <std::size_t N>
LOCKSTEP_IFMA_INLINE void carry_through(__m512i (&r)[N], const __m512i (&t)[N]) {
  const __m512i mask = broadcast(kLimbMask);
  __m512i carry = _mm512_setzero_si512();
#pragma GCC unroll 8
  for (std::size_t i = 0; i < N; ++i) {
    const __m512i sum = i == 0 ? t[0] : _mm512_add_epi64(t[i], carry);
    carry = shift_right_signed(sum, kLimbBits);
    r[i] = i + 1 < N ? _mm512_and_si512(sum, mask) : sum;
  }
}

// One step of Montgomery's reduction: u = (u + lowest + m p) / 2^52 + highest 2^(52 (N - 1)), where m makes
// limb 0 of the bracket vanish. The bracket's limb 0 plus the low half of m p_0 is the next multiple of 2^52
// at or above that limb, so this product is never formed. Limbs may be negative.
template <class F, std::size_t N>
LOCKSTEP_IFMA_INLINE void reduction_step(__m512i (&u)[N], __m512i lowest, __m512i highest) {
  using Constants = Radix52<F>;
  const __m512i limb = _mm512_add_epi64(u[0], lowest);
  const __m512i m = _mm512_madd52lo_epu64(_mm512_setzero_si512(), limb, broadcast(Constants::kInverse));
  const __m512i carry = shift_right_signed(_mm512_add_epi64(limb, broadcast(kLimbMask)), kLimbBits);
  u[1] = _mm512_add_epi64(u[1], carry);
#pragma GCC unroll 8
  for (std::size_t j = 1; j < N; ++j) {
    u[j] = _mm512_madd52lo_epu64(u[j], m, broadcast(Constants::kModulus[j]));
  }
#pragma GCC unroll 8
  for (std::size_t j = 0; j < N; ++j) {
    const __m512i above = j + 1 < N ? u[j + 1] : highest;
    u[j] = _mm512_madd52hi_epu64(above, m, broadcast(Constants::kModulus[j]));
  }
}

// t = (t + a b) / 2^52; returns the limb that is divided out.
template <std::size_t N>
LOCKSTEP_IFMA_INLINE __m512i product_step(__m512i (&t)[N], const __m512i (&a)[N], __m512i b) {
#pragma GCC unroll 8
  for (std::size_t j = 0; j < N; ++j) t[j] = _mm512_madd52lo_epu64(t[j], a[j], b);
  const __m512i lowest = t[0];
#pragma GCC unroll 8
  for (std::size_t j = 0; j < N; ++j) {
    const __m512i above = j + 1 < N ? t[j + 1] : _mm512_setzero_si512();
    t[j] = _mm512_madd52hi_epu64(above, a[j], b);
  }
  return lowest;
}

// t = a b, limbs not carried
template <std::size_t N>
LOCKSTEP_IFMA_INLINE void wide_product(__m512i (&t)[2 * N], const __m512i (&a)[N], const __m512i (&b)[N]) {
#pragma GCC unroll 16
  for (std::size_t i = 0; i < 2 * N; ++i) t[i] = _mm512_setzero_si512();
#pragma GCC unroll 8
  for (std::size_t i = 0; i < N; ++i) {
#pragma GCC unroll 8
    for (std::size_t j = 0; j < N; ++j) t[i + j] = _mm512_madd52lo_epu64(t[i + j], a[j], b[i]);
#pragma GCC unroll 8
    for (std::size_t j = 0; j < N; ++j) t[i + j + 1] = _mm512_madd52hi_epu64(t[i + j + 1], a[j], b[i]);
  }
}

// Limb k of a a, not carried: each product a_i a_j with i < j once, then doubled.
template <std::size_t N>
LOCKSTEP_IFMA_INLINE __m512i square_limb(std::size_t k, const __m512i (&a)[N]) {
  __m512i low = _mm512_setzero_si512();
  __m512i high = _mm512_setzero_si512();
#pragma GCC unroll 8
  for (std::size_t i = 0; i < N; ++i) {
    if (2 * i < k && k - i < N) low = _mm512_madd52lo_epu64(low, a[i], a[k - i]);
  }
#pragma GCC unroll 8
  for (std::size_t i = 0; i < N; ++i) {
    if (2 * i + 1 < k && k - 1 - i < N) high = _mm512_madd52hi_epu64(high, a[i], a[k - 1 - i]);
  }
  const __m512i once = _mm512_add_epi64(low, high);
  const __m512i twice = _mm512_add_epi64(once, once);
  return k % 2 == 0 ? _mm512_madd52lo_epu64(twice, a[k / 2], a[k / 2])
                    : _mm512_madd52hi_epu64(twice, a[k / 2], a[k / 2]);
}

template <std::size_t N>
LOCKSTEP_IFMA_INLINE void set_zero(__m512i (&t)[N]) {
#pragma GCC unroll 8
  for (std::size_t i = 0; i < N; ++i) t[i] = _mm512_setzero_si512();
}

template <std::size_t N>
LOCKSTEP_IFMA_INLINE void add_carry_through(__m512i (&r)[N], const __m512i (&t)[N], const __m512i (&u)[N]) {
  __m512i sum[N];
#pragma GCC unroll 8
  for (std::size_t i = 0; i < N; ++i) sum[i] = _mm512_add_epi64(t[i], u[i]);
  carry_through(r, sum);
}

}  // namespace detail

template <class F, unsigned A, unsigned B>
LOCKSTEP_IFMA_INLINE Lanes<F, A + B> operator+(const Lanes<F, A>& a, const Lanes<F, B>& b) {
  Lanes<F, A + B> r;
  detail::add_carry_through(r.limb, a.limb, b.limb);
  return r;
}

// a + B p - b
template <class F, unsigned A, unsigned B>
LOCKSTEP_IFMA_INLINE Lanes<F, A + B> operator-(const Lanes<F, A>& a, const Lanes<F, B>& b) {
  constexpr auto kOffset = Radix52<F>::multiple(B);
  Lanes<F, A + B> r;
#pragma GCC unroll 8
  for (std::size_t i = 0; i < r.kLimbs; ++i) {
    const __m512i raised = _mm512_add_epi64(a.limb[i], detail::broadcast(kOffset[i]));
    r.limb[i] = _mm512_sub_epi64(raised, b.limb[i]);
  }
  detail::carry_through(r.limb, r.limb);
  return r;
}

// B p - b, which is B p itself for 0
template <class F, unsigned B>
LOCKSTEP_IFMA_INLINE Lanes<F, B + 1> operator-(const Lanes<F, B>& b) {
  return Lanes<F, 1>::zero() - b;
}

template <class F, unsigned A>
LOCKSTEP_IFMA_INLINE Lanes<F, 2 * A> doubled(const Lanes<F, A>& a) {
  return a + a;
}

// a b / R'. Operand scanning as in Montgomery's multiplication, the sums of a b_i and those of m p each in
// registers of their own, so that neither waits for the other. A limb collects 2 products of at most 2^52 a
// step, far from 2^63.
template <class F, unsigned A, unsigned B>
LOCKSTEP_IFMA_INLINE Lanes<F, 2> operator*(const Lanes<F, A>& a, const Lanes<F, B>& b) {
  static_assert(std::uint64_t{A} * B <= Radix52<F>::kMaxProduct, "reduce a factor first");
  Lanes<F, 2> r;
  __m512i t[r.kLimbs];
  __m512i u[r.kLimbs];
  detail::set_zero(t);
  detail::set_zero(u);
#pragma GCC unroll 8
  for (std::size_t i = 0; i < r.kLimbs; ++i) {
    detail::reduction_step<F>(u, detail::product_step(t, a.limb, b.limb[i]), _mm512_setzero_si512());
  }
  detail::add_carry_through(r.limb, t, u);
  return r;
}

// a a / R'. Limbs of the square are formed one by one, as the reduction takes them: the lower half into its
// lowest limb, the upper half into its highest.
template <class F, unsigned A>
LOCKSTEP_IFMA_INLINE Lanes<F, 2> square(const Lanes<F, A>& a) {
  static_assert(std::uint64_t{A} * A <= Radix52<F>::kMaxProduct, "reduce first");
  Lanes<F, 2> r;
  __m512i u[r.kLimbs];
  detail::set_zero(u);
#pragma GCC unroll 8
  for (std::size_t i = 0; i < r.kLimbs; ++i) {
    const __m512i lowest = detail::square_limb(i, a.limb);
    detail::reduction_step<F>(u, lowest, detail::square_limb(i + r.kLimbs, a.limb));
  }
  detail::carry_through(r.limb, u);
  return r;
}

// if_set where the lane's bit is set, else if_clear
template <class F, unsigned A, unsigned B>
LOCKSTEP_IFMA_INLINE Lanes<F, std::max(A, B)> select(Mask mask, const Lanes<F, A>& if_set,
                                                     const Lanes<F, B>& if_clear) {
  Lanes<F, std::max(A, B)> r;
#pragma GCC unroll 8
  for (std::size_t i = 0; i < r.kLimbs; ++i) {
    r.limb[i] = _mm512_mask_blend_epi64(mask, if_clear.limb[i], if_set.limb[i]);
  }
  return r;
}

// -a where the lane's bit is set
template <class F, unsigned A>
LOCKSTEP_IFMA_INLINE Lanes<F, A + 1> negate_where(Mask mask, const Lanes<F, A>& a) {
  return select(mask, -a, a);
}

// The same modulo p, from any bound: below p (1 + 2^-6). Costs a sixth of a multiplication.
template <class F, unsigned A>
LOCKSTEP_IFMA_INLINE Lanes<F, 2> reduced(const Lanes<F, A>& a) {
  using Constants = Radix52<F>;
  constexpr std::size_t kLimbs = Constants::kLimbs;
  constexpr unsigned kShift = Constants::kQuotientShift - (kLimbs - 1) * kLimbBits;
  const __m512i q =
      _mm512_madd52hi_epu64(_mm512_setzero_si512(), detail::shift_right(a.limb[kLimbs - 1], kShift),
                            detail::broadcast(Constants::kReciprocal));
  Lanes<F, 2> r;
#pragma GCC unroll 8
  for (std::size_t i = 0; i < kLimbs; ++i) {
    r.limb[i] = _mm512_madd52lo_epu64(a.limb[i], q, detail::broadcast(Constants::kNegatedModulus[i]));
  }
#pragma GCC unroll 8
  for (std::size_t i = 0; i + 1 < kLimbs; ++i) {
    r.limb[i + 1] = _mm512_madd52hi_epu64(r.limb[i + 1], q, detail::broadcast(Constants::kNegatedModulus[i]));
  }
  detail::carry_through(r.limb, r.limb);
  r.limb[kLimbs - 1] = _mm512_and_si512(r.limb[kLimbs - 1], detail::broadcast(kLimbMask));
  return r;
}

// The integer below p
template <class F, unsigned A>
LOCKSTEP_IFMA_INLINE Lanes<F, 1> canonical(const Lanes<F, A>& a) {
  if constexpr (A == 1) {
    return a;
  } else if constexpr (A > 2) {
    return canonical(reduced(a));
  } else {
    constexpr std::size_t kLimbs = Lanes<F>::kLimbs;
    Lanes<F, 1> less;
#pragma GCC unroll 8
    for (std::size_t i = 0; i < kLimbs; ++i) {
      less.limb[i] = _mm512_sub_epi64(a.limb[i], detail::broadcast(Radix52<F>::kModulus[i]));
    }
    detail::carry_through(less.limb, less.limb);
    const Mask negative = _mm512_movepi64_mask(less.limb[kLimbs - 1]);
    Lanes<F, 1> r;
#pragma GCC unroll 8
    for (std::size_t i = 0; i < kLimbs; ++i) {
      r.limb[i] = _mm512_mask_blend_epi64(negative, less.limb[i], a.limb[i]);
    }
    return r;
  }
}

// The lanes that are 0 modulo p
template <class F, unsigned A>
LOCKSTEP_IFMA_INLINE Mask zero_lanes(const Lanes<F, A>& a) {
  const Lanes<F, 1> value = canonical(a);
  __m512i bits = value.limb[0];
#pragma GCC unroll 8
  for (std::size_t i = 1; i < value.kLimbs; ++i) bits = _mm512_or_si512(bits, value.limb[i]);
  return _mm512_testn_epi64_mask(bits, bits);
}

// From x R, the Montgomery form of F, to lane form x R', and back.
template <class F, unsigned A>
LOCKSTEP_IFMA_INLINE Lanes<F, 2> to_lane_form(const Lanes<F, A>& montgomery) {
  return montgomery * Lanes<F, 1>::broadcast(Radix52<F>::kToLaneForm);
}
template <class F, unsigned A>
LOCKSTEP_IFMA_INLINE Lanes<F, 2> to_montgomery_form(const Lanes<F, A>& lane_form) {
  return lane_form * Lanes<F, 1>::broadcast(Radix52<F>::kToMontgomery);
}

}  // namespace lockstep::algebra::ifma
