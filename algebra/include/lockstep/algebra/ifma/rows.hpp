// SPDX-License-Identifier: Apache-2.0
// Lanes from and to elements as F keeps them in memory: 4 or 6 words of 64 bits, little-endian. The bits are
// moved as they are: an array of F may hold the Montgomery form or the lane form, and with kMaxDense also
// values of p and above.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "lockstep/algebra/ifma/lanes.hpp"

namespace lockstep::algebra::ifma {

// Where the words of lane i stand, for i = 0 .. 7. Need not be aligned.
using Rows = std::array<const std::uint64_t*, 8>;
using MutableRows = std::array<std::uint64_t*, 8>;

// The same for eight elements at equal distances, counted in words.
template <class Word>
struct EvenRows {
  Word* first;
  std::size_t stride;
  LOCKSTEP_IFMA_INLINE Word* operator[](std::size_t lane) const { return first + lane * stride; }
};
template <class Word>
EvenRows(Word*, std::size_t) -> EvenRows<Word>;

namespace detail {

LOCKSTEP_IFMA_INLINE __m256i load_4(const std::uint64_t* words) {
  return _mm256_loadu_si256(reinterpret_cast<const __m256i*>(words));
}
LOCKSTEP_IFMA_INLINE __m128i load_2(const std::uint64_t* words) {
  return _mm_loadu_si128(reinterpret_cast<const __m128i*>(words));
}
template <int I>
LOCKSTEP_IFMA_INLINE void store_half(std::uint64_t* words, __m512i value) {
  _mm256_storeu_si256(reinterpret_cast<__m256i*>(words), _mm512_maskz_extracti64x4_epi64(0xf, value, I));
}
template <int I>
LOCKSTEP_IFMA_INLINE void store_quarter(std::uint64_t* words, __m512i value) {
  _mm_storeu_si128(reinterpret_cast<__m128i*>(words), _mm512_maskz_extracti64x2_epi64(0x3, value, I));
}

// The halves of two vectors of which each 256-bit half holds words of four lanes, put in order: (a0 a1 b0 b1
// | a4 a5 b4 b5) and (a2 a3 b2 b3 | a6 a7 b6 b7).
LOCKSTEP_IFMA_INLINE __m512i even_pairs(__m512i a, __m512i b) {
  return _mm512_permutex2var_epi64(a, _mm512_setr_epi64(0, 1, 8, 9, 4, 5, 12, 13), b);
}
LOCKSTEP_IFMA_INLINE __m512i odd_pairs(__m512i a, __m512i b) {
  return _mm512_permutex2var_epi64(a, _mm512_setr_epi64(2, 3, 10, 11, 6, 7, 14, 15), b);
}

LOCKSTEP_IFMA_INLINE __m512i join_4(const std::uint64_t* low, const std::uint64_t* high) {
  return _mm512_maskz_inserti64x4(kAllLanes, _mm512_castsi256_si512(load_4(low)), load_4(high), 1);
}
LOCKSTEP_IFMA_INLINE __m512i join_2(const std::uint64_t* q0, const std::uint64_t* q1, const std::uint64_t* q2,
                                    const std::uint64_t* q3) {
  const __m256i low = _mm256_inserti128_si256(_mm256_castsi128_si256(load_2(q0)), load_2(q1), 1);
  const __m256i high = _mm256_inserti128_si256(_mm256_castsi128_si256(load_2(q2)), load_2(q3), 1);
  return _mm512_maskz_inserti64x4(kAllLanes, _mm512_castsi256_si512(low), high, 1);
}

// word[k] = words k of the eight rows, a transposition of 8 x words.
template <std::size_t W, class R>
LOCKSTEP_IFMA_INLINE void load_words(__m512i (&word)[W], const R& row) {
  const __m512i r04 = join_4(row[0], row[4]);
  const __m512i r15 = join_4(row[1], row[5]);
  const __m512i r26 = join_4(row[2], row[6]);
  const __m512i r37 = join_4(row[3], row[7]);
  const __m512i low_01 = _mm512_maskz_unpacklo_epi64(kAllLanes, r04, r15);
  const __m512i low_23 = _mm512_maskz_unpacklo_epi64(kAllLanes, r26, r37);
  const __m512i high_01 = _mm512_maskz_unpackhi_epi64(kAllLanes, r04, r15);
  const __m512i high_23 = _mm512_maskz_unpackhi_epi64(kAllLanes, r26, r37);
  word[0] = even_pairs(low_01, low_23);
  word[1] = even_pairs(high_01, high_23);
  word[2] = odd_pairs(low_01, low_23);
  word[3] = odd_pairs(high_01, high_23);
  if constexpr (W == 6) {
    const __m512i even = join_2(row[0] + 4, row[2] + 4, row[4] + 4, row[6] + 4);
    const __m512i odd = join_2(row[1] + 4, row[3] + 4, row[5] + 4, row[7] + 4);
    word[4] = _mm512_maskz_unpacklo_epi64(kAllLanes, even, odd);
    word[5] = _mm512_maskz_unpackhi_epi64(kAllLanes, even, odd);
  }
}

template <std::size_t W, class R>
LOCKSTEP_IFMA_INLINE void store_words(const R& row, const __m512i (&word)[W]) {
  const __m512i low_01 = even_pairs(word[0], word[2]);
  const __m512i low_23 = odd_pairs(word[0], word[2]);
  const __m512i high_01 = even_pairs(word[1], word[3]);
  const __m512i high_23 = odd_pairs(word[1], word[3]);
  const __m512i r04 = _mm512_maskz_unpacklo_epi64(kAllLanes, low_01, high_01);
  const __m512i r15 = _mm512_maskz_unpackhi_epi64(kAllLanes, low_01, high_01);
  const __m512i r26 = _mm512_maskz_unpacklo_epi64(kAllLanes, low_23, high_23);
  const __m512i r37 = _mm512_maskz_unpackhi_epi64(kAllLanes, low_23, high_23);
  store_half<0>(row[0], r04);
  store_half<0>(row[1], r15);
  store_half<0>(row[2], r26);
  store_half<0>(row[3], r37);
  store_half<1>(row[4], r04);
  store_half<1>(row[5], r15);
  store_half<1>(row[6], r26);
  store_half<1>(row[7], r37);
  if constexpr (W == 6) {
    const __m512i even = _mm512_maskz_unpacklo_epi64(kAllLanes, word[4], word[5]);
    const __m512i odd = _mm512_maskz_unpackhi_epi64(kAllLanes, word[4], word[5]);
    store_quarter<0>(row[0] + 4, even);
    store_quarter<0>(row[1] + 4, odd);
    store_quarter<1>(row[2] + 4, even);
    store_quarter<1>(row[3] + 4, odd);
    store_quarter<2>(row[4] + 4, even);
    store_quarter<2>(row[5] + 4, odd);
    store_quarter<3>(row[6] + 4, even);
    store_quarter<3>(row[7] + 4, odd);
  }
}

}  // namespace detail

// R is Rows or EvenRows. The caller vouches for the bound: 1 for canonical elements.
template <class F, unsigned Bound = 1, class R>
LOCKSTEP_IFMA_INLINE Lanes<F, Bound> load(const R& rows) {
  constexpr std::size_t kWords = Radix52<F>::kWords;
  __m512i word[kWords];
  detail::load_words(word, rows);
  Lanes<F, Bound> r;
  const __m512i mask = detail::broadcast(kLimbMask);
#pragma GCC unroll 8
  for (unsigned i = 0; i < r.kLimbs; ++i) {
    const std::size_t first = kLimbBits * i / 64;
    const unsigned shift = kLimbBits * i % 64;
    __m512i bits = detail::shift_right(word[first], shift);
    if (shift + kLimbBits > 64 && first + 1 < kWords) {
      bits = _mm512_or_si512(bits, detail::shift_left(word[first + 1], 64 - shift));
    }
    r.limb[i] = shift + kLimbBits < 64 || first + 1 < kWords ? _mm512_and_si512(bits, mask) : bits;
  }
  return r;
}

// R is MutableRows or EvenRows.
template <class R, class F, unsigned Bound>
LOCKSTEP_IFMA_INLINE void store(const R& rows, const Lanes<F, Bound>& a) {
  static_assert(Bound <= Radix52<F>::kMaxDense, "reduce first: the value does not fit the words");
  constexpr std::size_t kWords = Radix52<F>::kWords;
  __m512i word[kWords];
#pragma GCC unroll 8
  for (unsigned i = 0; i < kWords; ++i) {
    const std::size_t first = 64 * i / kLimbBits;  // the limb that holds the lowest bit of word i
    const unsigned shift = 64 * i % kLimbBits;
    __m512i bits = detail::shift_right(a.limb[first], shift);
    bits = _mm512_or_si512(bits, detail::shift_left(a.limb[first + 1], kLimbBits - shift));
    if (2 * kLimbBits - shift < 64 && first + 2 < a.kLimbs) {
      bits = _mm512_or_si512(bits, detail::shift_left(a.limb[first + 2], 2 * kLimbBits - shift));
    }
    word[i] = bits;
  }
  detail::store_words(rows, word);
}

}  // namespace lockstep::algebra::ifma
