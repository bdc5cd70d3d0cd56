// SPDX-License-Identifier: Apache-2.0
// Eight values of a prime field in AVX-512 registers, multiplied 52 bits at a time (vpmadd52luq,
// vpmadd52huq). The interface and its words (data, multiplier, loose, settled) are described in lanes.hpp.
//
// A value is L limbs of 52 bits, limb i of the eight lanes in one register: 5 limbs for 254 and 255 bits, 8
// for 381. B = 52 L. The four or more bits of room above p let sums go unreduced for a while.
//
// What is defined between LOCKSTEP_IFMA_BEGIN and LOCKSTEP_IFMA_END, and nothing else, is compiled with these
// instructions. Templates over lanes are included there by the source file that instantiates them for
// IfmaLanes, after every other header, so that no inline function of the standard library or of the fields is
// ever compiled for a CPU that may not be there. What is made so is called only where ifma_enabled()
// (ifma_enabled.hpp) holds.
#pragma once

#if !defined(__x86_64__)
#error "lanes_ifma.hpp is for x86-64"
#endif

#include <immintrin.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string_view>

#include "lockstep/algebra/lanes.hpp"

#define LOCKSTEP_PRAGMA(text) _Pragma(#text)
#if defined(__clang__)
#define LOCKSTEP_IFMA_BEGIN                                                                 \
  LOCKSTEP_PRAGMA(clang attribute push(                                                     \
      __attribute__((target("avx512f,avx512dq,avx512vl,avx512bw,avx512ifma,avx512vbmi2"))), \
      apply_to = function))
#define LOCKSTEP_IFMA_END LOCKSTEP_PRAGMA(clang attribute pop)
#else
// g++ 12 warns of the registers that its own intrinsics leave undefined on purpose.
#define LOCKSTEP_IFMA_BEGIN                                                                \
  LOCKSTEP_PRAGMA(GCC push_options)                                                        \
  LOCKSTEP_PRAGMA(GCC target("avx512f,avx512dq,avx512vl,avx512bw,avx512ifma,avx512vbmi2")) \
  LOCKSTEP_PRAGMA(GCC diagnostic push)                                                     \
  LOCKSTEP_PRAGMA(GCC diagnostic ignored "-Wuninitialized")                                \
  LOCKSTEP_PRAGMA(GCC diagnostic ignored "-Wmaybe-uninitialized")
#define LOCKSTEP_IFMA_END LOCKSTEP_PRAGMA(GCC diagnostic pop) LOCKSTEP_PRAGMA(GCC pop_options)
#endif

LOCKSTEP_IFMA_BEGIN

namespace lockstep::algebra {

/// std::array of registers, which std::array itself cannot be without losing an attribute of their type.
template <std::size_t N>
struct VectorArray {
  __m512i vectors[N];
  static constexpr std::size_t size() { return N; }
  [[gnu::always_inline]] __m512i& operator[](std::size_t i) { return vectors[i]; }
  [[gnu::always_inline]] const __m512i& operator[](std::size_t i) const { return vectors[i]; }
  [[gnu::always_inline]] static VectorArray zero() {
    VectorArray r;
#pragma GCC unroll 16
    for (std::size_t i = 0; i < N; ++i) r.vectors[i] = _mm512_setzero_si512();
    return r;
  }
};

template <class F>
class IfmaLanes {
 public:
  using Field = F;
  static constexpr std::string_view kName = "ifma";
  static constexpr std::size_t kLimbs = (F::kBits + 4 + 51) / 52;
  static constexpr std::size_t kWords = F::kLimbs;
  /// B - A: what a multiplier stands above data.
  static constexpr unsigned kExtraBits = static_cast<unsigned>(52 * kLimbs - 64 * kWords);
  using Vector = __m512i;
  using Constant = std::array<std::uint64_t, kLimbs>;  ///< settled limbs

  VectorArray<kLimbs> limb;

  // ---- Constants
  // -------------------------------------------------------------------------------------------

  static Constant multiplier(const F& x) { return split((x * kDataToMultiplier).limbs); }
  static Constant multiplier_to_standard(const F& x) { return split((x * kDataToMultiplier).to_standard()); }
  [[gnu::always_inline]] static IfmaLanes broadcast(const Constant& constant) {
    IfmaLanes r;
#pragma GCC unroll 8
    for (std::size_t i = 0; i < kLimbs; ++i) r.limb[i] = word(constant[i]);
    return r;
  }
  static IfmaLanes multipliers(const std::array<F, kLaneCount>& values) {
    std::array<F, kLaneCount> scaled;
    LaneSources from{};
    for (std::size_t i = 0; i < kLaneCount; ++i) {
      scaled[i] = values[i] * kDataToMultiplier;
      from[i] = reinterpret_cast<const std::byte*>(&scaled[i]);
    }
    std::array<IfmaLanes, 1> r;
    load<1>(r, from);
    return r[0];
  }

  // ---- Memory
  // ----------------------------------------------------------------------------------------------

  template <std::size_t M>
  [[gnu::always_inline]] static void load(std::array<IfmaLanes, M>& out, const LaneSources& from) {
    constexpr std::size_t kCount = M * kWords;
    VectorArray<kCount> words;
#pragma GCC unroll 4
    for (std::size_t i = 0; i + 8 <= kCount; i += 8) load_eight_words(&words[i], from, 8 * i);
    if constexpr (kCount % 8 >= 4) load_four_words(&words[kCount / 8 * 8], from, kCount / 8 * 64);
    if constexpr (kCount % 4 != 0) load_words(&words[kCount / 4 * 4], from, kCount / 4 * 32, kCount % 4);
#pragma GCC unroll 4
    for (std::size_t m = 0; m < M; ++m) out[m].from_words(&words[m * kWords]);
  }
  template <std::size_t M>
  [[gnu::always_inline]] static void store(const std::array<IfmaLanes, M>& in, const LaneTargets& to) {
    constexpr std::size_t kCount = M * kWords;
    VectorArray<kCount> words;
#pragma GCC unroll 4
    for (std::size_t m = 0; m < M; ++m) in[m].to_words(&words[m * kWords]);
#pragma GCC unroll 4
    for (std::size_t i = 0; i + 8 <= kCount; i += 8) store_eight_words(&words[i], to, 8 * i);
    if constexpr (kCount % 8 >= 4) store_four_words(&words[kCount / 8 * 8], to, kCount / 8 * 64);
    if constexpr (kCount % 4 != 0) store_words(&words[kCount / 4 * 4], to, kCount / 4 * 32, kCount % 4);
  }

  // ---- Sums
  // ------------------------------------------------------------------------------------------------

  [[gnu::always_inline]] friend IfmaLanes add(const IfmaLanes& a, const IfmaLanes& b) {
    IfmaLanes r;
#pragma GCC unroll 8
    for (std::size_t i = 0; i < kLimbs; ++i) r.limb[i] = _mm512_add_epi64(a.limb[i], b.limb[i]);
    return r;
  }
  template <unsigned k>
  [[gnu::always_inline]] static IfmaLanes sub(const IfmaLanes& a, const IfmaLanes& b) {
    IfmaLanes r;
#pragma GCC unroll 8
    for (std::size_t i = 0; i < kLimbs; ++i) {
      r.limb[i] = _mm512_sub_epi64(_mm512_add_epi64(a.limb[i], word(kMultiple<k>[i])), b.limb[i]);
    }
    return r;
  }
  template <unsigned k>
  [[gnu::always_inline]] static IfmaLanes negate_where(std::uint8_t where, const IfmaLanes& a) {
    IfmaLanes r;
#pragma GCC unroll 8
    for (std::size_t i = 0; i < kLimbs; ++i) {
      r.limb[i] = _mm512_mask_sub_epi64(a.limb[i], where, word(kMultiple<k>[i]), a.limb[i]);
    }
    return r;
  }
  [[gnu::always_inline]] friend IfmaLanes settle(const IfmaLanes& a) {
    IfmaLanes r = a;
#pragma GCC unroll 8
    for (std::size_t i = 0; i + 1 < kLimbs; ++i) {
      r.limb[i + 1] = _mm512_add_epi64(r.limb[i + 1], _mm512_srai_epi64(r.limb[i], 52));
      r.limb[i] = _mm512_and_si512(r.limb[i], word(kMask));
    }
    return r;
  }
  // The top limb alone decides, less what the limbs below may still carry into it: a value that is not below
  // 2 p by that measure is at least 2 p, and one that is stays below 2 p + 2^(52 (L - 1) + 2).
  [[gnu::always_inline]] friend IfmaLanes trim(const IfmaLanes& a) {
    const __mmask8 large = _mm512_cmpgt_epi64_mask(a.limb[kLimbs - 1], word(kMultiple<2>[kLimbs - 1] + 1));
    IfmaLanes r;
#pragma GCC unroll 8
    for (std::size_t i = 0; i < kLimbs; ++i) {
      r.limb[i] = _mm512_mask_sub_epi64(a.limb[i], large, a.limb[i], word(kMultiple<2>[i]));
    }
    return r;
  }
  template <unsigned k>
  [[gnu::always_inline]] static IfmaLanes canonical(const IfmaLanes& a) {
    static_assert(k != 0 && (k & (k - 1)) == 0 && k <= 32, "a power of two");
    if constexpr (k == 1) {
      return settle(a);
    } else {
      // a - (k/2) p where that is not negative leaves a value below (k/2) p
      IfmaLanes less;
#pragma GCC unroll 8
      for (std::size_t i = 0; i < kLimbs; ++i) {
        less.limb[i] = _mm512_sub_epi64(a.limb[i], word(kMultiple<k / 2>[i]));
      }
      less = settle(less);
      const IfmaLanes same = settle(a);
      const __mmask8 negative = _mm512_movepi64_mask(less.limb[kLimbs - 1]);
#pragma GCC unroll 8
      for (std::size_t i = 0; i < kLimbs; ++i) {
        less.limb[i] = _mm512_mask_mov_epi64(less.limb[i], negative, same.limb[i]);
      }
      if constexpr (k == 2) {
        return less;
      } else {
        return canonical<k / 2>(less);
      }
    }
  }

  // ---- Products
  // --------------------------------------------------------------------------------------------

  // Montgomery's multiplication, row by row. Two sets of sums are kept, of a b and of the multiples of p, so
  // that the chain from one row's reduction to the next is short; r[0] of a row is known to become a multiple
  // of 2^52, so its lower product is never formed: what it carries is one where it was not zero.
  [[gnu::always_inline]] friend IfmaLanes mul(const IfmaLanes& a, const IfmaLanes& b) {
    auto s = Columns::zero();
    auto r = Columns::zero();
#pragma GCC unroll 8
    for (std::size_t i = 0; i < kLimbs; ++i) {
#pragma GCC unroll 8
      for (std::size_t j = 0; j < kLimbs; ++j) s[i + j] = low(s[i + j], a.limb[j], b.limb[i]);
      const Vector t = _mm512_add_epi64(s[i], r[i]);
      const Vector m = low(_mm512_setzero_si512(), t, word(kInverse));
#pragma GCC unroll 8
      for (std::size_t j = 0; j < kLimbs; ++j) s[i + j + 1] = high(s[i + j + 1], a.limb[j], b.limb[i]);
      add_multiple(&r[i + 1], carry_of(t), m);
    }
    IfmaLanes sum;
#pragma GCC unroll 8
    for (std::size_t i = 0; i < kLimbs; ++i) sum.limb[i] = _mm512_add_epi64(s[kLimbs + i], r[kLimbs + i]);
    return settle(sum);
  }
  [[gnu::always_inline]] friend IfmaLanes square(const IfmaLanes& a) {
    Columns t = product(a);
    return settle(reduce(t));
  }
  [[gnu::always_inline]] friend IfmaLanes mul_multipliers(const IfmaLanes& a, const IfmaLanes& b) {
    Columns t = product(a, b);
    return reduce_extra(settle(reduce(t)));
  }
  [[gnu::always_inline]] friend IfmaLanes square_multiplier(const IfmaLanes& a) {
    Columns t = product(a);
    return reduce_extra(settle(reduce(t)));
  }

  // Karatsuba on the unreduced products: three products and two reductions. a0 b0 - a1 b1 may be negative,
  // but above -16 p^2, so that its reduction is above -p.
  [[gnu::always_inline]] static void mul_fp2(IfmaLanes& r0, IfmaLanes& r1, const IfmaLanes& a0,
                                             const IfmaLanes& a1, const IfmaLanes& b0, const IfmaLanes& b1) {
    Columns lower = product(a0, b0);
    Columns upper = product(a1, b1);
    Columns cross = product(settle(add(a0, a1)), settle(add(b0, b1)));
#pragma GCC unroll 16
    for (std::size_t i = 0; i < 2 * kLimbs; ++i) {
      cross[i] = _mm512_sub_epi64(cross[i], _mm512_add_epi64(lower[i], upper[i]));
      lower[i] = _mm512_sub_epi64(lower[i], upper[i]);
    }
    r1 = settle(reduce(cross));
    IfmaLanes real = reduce(lower);
#pragma GCC unroll 8
    for (std::size_t i = 0; i < kLimbs; ++i) {
      real.limb[i] = _mm512_add_epi64(real.limb[i], word(kMultiple<1>[i]));
    }
    r0 = settle(real);
  }
  [[gnu::always_inline]] static IfmaLanes norm_fp2(const IfmaLanes& a0, const IfmaLanes& a1) {
    Columns t = product(a0);
    const Columns other = product(a1);
#pragma GCC unroll 16
    for (std::size_t i = 0; i < 2 * kLimbs; ++i) t[i] = _mm512_add_epi64(t[i], other[i]);
    return settle(reduce(t));
  }

  static bool invert_each(IfmaLanes& a) {
    std::array<F, kLaneCount> values;
    std::array<F, kLaneCount> scratch;
    LaneTargets to{};
    for (std::size_t i = 0; i < kLaneCount; ++i) to[i] = reinterpret_cast<std::byte*>(&values[i]);
    store<1>(std::array<IfmaLanes, 1>{canonical<2>(a)}, to);
    for (const F& value : values) {
      if (value.is_zero()) return false;
    }
    // the integer c read as data is x 2^A, and its inverse as a field 2^(2 A) / c: 2^(2 (B - A)) short
    batch_invert<F>(values, scratch);
    LaneSources from{};
    for (std::size_t i = 0; i < kLaneCount; ++i) {
      values[i] *= kDataToMultiplier * kDataToMultiplier;
      from[i] = reinterpret_cast<const std::byte*>(&values[i]);
    }
    std::array<IfmaLanes, 1> r;
    load<1>(r, from);
    a = r[0];
    return true;
  }

 private:
  using Columns = VectorArray<2 * kLimbs>;  // sums of products by weight 2^(52 i), not carried

  static constexpr std::uint64_t kMask = (std::uint64_t{1} << 52) - 1;
  static constexpr std::uint64_t kInverse = F::kMontgomeryInverse & kMask;  // -1/p mod 2^52
  static constexpr F kDataToMultiplier = F::from_u64(std::uint64_t{1} << kExtraBits);

  static constexpr Constant split(const typename F::Limbs& words) {
    Constant r{};
    for (std::size_t i = 0; i < kLimbs; ++i) {
      const std::size_t first = 52 * i / 64;
      const std::size_t shift = 52 * i % 64;
      if (first < kWords) r[i] = words[first] >> shift;
      if (shift > 12 && first + 1 < kWords) r[i] |= words[first + 1] << (64 - shift);
      r[i] &= kMask;
    }
    return r;
  }
  // k p
  template <unsigned k>
  static constexpr Constant kMultiple = [] {
    Constant r = split(F::modulus());
    std::uint64_t carry = 0;
    for (std::uint64_t& digit : r) {
      const std::uint64_t sum = digit * k + carry;
      digit = sum & kMask;
      carry = sum >> 52;
    }
    r.back() += carry << 52;
    return r;
  }();

  [[gnu::always_inline]] static Vector word(std::uint64_t value) {
    return _mm512_set1_epi64(static_cast<long long>(value));
  }
  [[gnu::always_inline]] static Vector low(Vector sum, Vector a, Vector b) {
    return _mm512_madd52lo_epu64(sum, a, b);
  }
  [[gnu::always_inline]] static Vector high(Vector sum, Vector a, Vector b) {
    return _mm512_madd52hi_epu64(sum, a, b);
  }

  // What t, once a multiple of p has made it divisible by 2^52, carries into the next column; t may be
  // negative.
  [[gnu::always_inline]] static Vector carry_of(Vector t) {
    const Vector carry = _mm512_srai_epi64(t, 52);
    return _mm512_mask_sub_epi64(carry, _mm512_test_epi64_mask(t, word(kMask)), carry, _mm512_set1_epi64(-1));
  }
  // Adds carry and what m p has above its lowest column to the columns t.
  [[gnu::always_inline]] static void add_multiple(Vector* t, Vector carry, Vector m) {
    constexpr const Constant& p = kMultiple<1>;
    t[0] = _mm512_add_epi64(high(_mm512_add_epi64(t[0], carry), word(p[0]), m),
                            low(_mm512_setzero_si512(), word(p[1]), m));
#pragma GCC unroll 8
    for (std::size_t j = 2; j < kLimbs; ++j) t[j - 1] = low(t[j - 1], word(p[j]), m);
#pragma GCC unroll 8
    for (std::size_t j = 1; j < kLimbs; ++j) t[j] = high(t[j], word(p[j]), m);
  }

  [[gnu::always_inline]] static Columns product(const IfmaLanes& a, const IfmaLanes& b) {
    Columns t = Columns::zero();
#pragma GCC unroll 8
    for (std::size_t i = 0; i < kLimbs; ++i) {
#pragma GCC unroll 8
      for (std::size_t j = 0; j < kLimbs; ++j) {
        t[i + j] = low(t[i + j], a.limb[j], b.limb[i]);
        t[i + j + 1] = high(t[i + j + 1], a.limb[j], b.limb[i]);
      }
    }
    return t;
  }
  // a^2: the products of different limbs once, doubled
  [[gnu::always_inline]] static Columns product(const IfmaLanes& a) {
    Columns t = Columns::zero();
#pragma GCC unroll 8
    for (std::size_t i = 0; i < kLimbs; ++i) {
#pragma GCC unroll 8
      for (std::size_t j = 0; j < kLimbs; ++j) {
        if (j <= i) continue;
        t[i + j] = low(t[i + j], a.limb[j], a.limb[i]);
        t[i + j + 1] = high(t[i + j + 1], a.limb[j], a.limb[i]);
      }
    }
#pragma GCC unroll 16
    for (std::size_t i = 0; i < 2 * kLimbs; ++i) t[i] = _mm512_add_epi64(t[i], t[i]);
#pragma GCC unroll 8
    for (std::size_t i = 0; i < kLimbs; ++i) {
      t[2 * i] = low(t[2 * i], a.limb[i], a.limb[i]);
      t[2 * i + 1] = high(t[2 * i + 1], a.limb[i], a.limb[i]);
    }
    return t;
  }
  // t / 2^B modulo p, loose: between t / 2^B and t / 2^B + p.
  [[gnu::always_inline]] static IfmaLanes reduce(Columns& t) {
#pragma GCC unroll 8
    for (std::size_t i = 0; i < kLimbs; ++i) {
      const Vector m = low(_mm512_setzero_si512(), t[i], word(kInverse));
      add_multiple(&t[i + 1], carry_of(t[i]), m);
    }
    IfmaLanes r;
#pragma GCC unroll 8
    for (std::size_t i = 0; i < kLimbs; ++i) r.limb[i] = t[kLimbs + i];
    return r;
  }
  // a / 2^(B - A) modulo p, settled, below (a / 2^(B - A)) + p; a is settled.
  [[gnu::always_inline]] static IfmaLanes reduce_extra(const IfmaLanes& a) {
    constexpr std::uint64_t kLowBits = (std::uint64_t{1} << kExtraBits) - 1;
    constexpr const Constant& p = kMultiple<1>;
    const Vector m = _mm512_and_si512(low(_mm512_setzero_si512(), a.limb[0], word(kInverse)), word(kLowBits));
    IfmaLanes t;
    t.limb[0] = low(a.limb[0], word(p[0]), m);
#pragma GCC unroll 8
    for (std::size_t i = 1; i < kLimbs; ++i) {
      t.limb[i] = high(low(a.limb[i], word(p[i]), m), word(p[i - 1]), m);
    }
    t = settle(t);
    IfmaLanes r;
#pragma GCC unroll 8
    for (std::size_t i = 0; i + 1 < kLimbs; ++i) {
      r.limb[i] = _mm512_and_si512(_mm512_or_si512(_mm512_srli_epi64(t.limb[i], kExtraBits),
                                                   _mm512_slli_epi64(t.limb[i + 1], 52 - kExtraBits)),
                                   word(kMask));
    }
    r.limb[kLimbs - 1] = _mm512_srli_epi64(t.limb[kLimbs - 1], kExtraBits);
    return r;
  }

  // ---- 64-bit words and 52-bit limbs
  // -----------------------------------------------------------------------

  [[gnu::always_inline]] void from_words(const Vector* words) {
#pragma GCC unroll 8
    for (std::size_t i = 0; i < kLimbs; ++i) {
      const std::size_t first = 52 * i / 64;
      const auto shift = static_cast<unsigned>(52 * i % 64);
      Vector v = shift > 12 && first + 1 < kWords ? shift_pair(words[first], words[first + 1], shift)
                                                  : _mm512_srli_epi64(words[first], shift);
      limb[i] = 52 * (i + 1) < 64 * kWords ? _mm512_and_si512(v, word(kMask)) : v;
    }
  }
  [[gnu::always_inline]] void to_words(Vector* words) const {
#pragma GCC unroll 8
    for (std::size_t k = 0; k < kWords; ++k) {
      // word k is the bits from 64 k on: a limb's upper part, then one or two whole or lower parts
      const std::size_t first = 64 * k / 52;
      const auto offset = static_cast<unsigned>(64 * k % 52);
      Vector v = _mm512_srli_epi64(limb[first], offset);
      v = _mm512_or_si512(v, _mm512_slli_epi64(limb[first + 1], 52 - offset));
      if (offset > 40 && first + 2 < kLimbs) {
        v = _mm512_or_si512(v, _mm512_slli_epi64(limb[first + 2], 104 - offset));
      }
      words[k] = v;
    }
  }
  // The 64 bits of (upper, lower) from bit `shift` on.
  [[gnu::always_inline]] static Vector shift_pair(Vector lower, Vector upper, unsigned shift) {
    return _mm512_shrdv_epi64(lower, upper, word(shift));
  }

  // ---- Transposition
  // ---------------------------------------------------------------------------------------

  [[gnu::always_inline]] static Vector load_vector(const std::byte* from) {
    return _mm512_loadu_si512(from);
  }
  [[gnu::always_inline]] static __m256i load_half(const std::byte* from) {
    return _mm256_loadu_si256(reinterpret_cast<const __m256i_u*>(from));
  }
  [[gnu::always_inline]] static void store_half(std::byte* to, __m256i value) {
    _mm256_storeu_si256(reinterpret_cast<__m256i_u*>(to), value);
  }

  // rows[i] word j -> columns[j] word i
  [[gnu::always_inline]] static void transpose(Vector* columns, const VectorArray<8>& rows) {
    VectorArray<8> t;
#pragma GCC unroll 4
    for (std::size_t i = 0; i < 8; i += 2) {
      t[i] = _mm512_unpacklo_epi64(rows[i], rows[i + 1]);
      t[i + 1] = _mm512_unpackhi_epi64(rows[i], rows[i + 1]);
    }
#pragma GCC unroll 2
    for (std::size_t j = 0; j < 2; ++j) {
      const Vector even_low = _mm512_shuffle_i64x2(t[j], t[2 + j], 0x88);
      const Vector odd_low = _mm512_shuffle_i64x2(t[j], t[2 + j], 0xdd);
      const Vector even_high = _mm512_shuffle_i64x2(t[4 + j], t[6 + j], 0x88);
      const Vector odd_high = _mm512_shuffle_i64x2(t[4 + j], t[6 + j], 0xdd);
      columns[j] = _mm512_shuffle_i64x2(even_low, even_high, 0x88);
      columns[4 + j] = _mm512_shuffle_i64x2(even_low, even_high, 0xdd);
      columns[2 + j] = _mm512_shuffle_i64x2(odd_low, odd_high, 0x88);
      columns[6 + j] = _mm512_shuffle_i64x2(odd_low, odd_high, 0xdd);
    }
  }
  // The few words beyond a multiple of four, one by one.
  static void load_words(Vector* words, const LaneSources& from, std::size_t offset, std::size_t count) {
    for (std::size_t j = 0; j < count; ++j) {
      std::array<std::uint64_t, kLaneCount> row{};
      for (std::size_t i = 0; i < kLaneCount; ++i) std::memcpy(&row[i], from[i] + offset + 8 * j, 8);
      words[j] = _mm512_loadu_si512(row.data());
    }
  }
  static void store_words(const Vector* words, const LaneTargets& to, std::size_t offset, std::size_t count) {
    for (std::size_t j = 0; j < count; ++j) {
      std::array<std::uint64_t, kLaneCount> row{};
      _mm512_storeu_si512(row.data(), words[j]);
      for (std::size_t i = 0; i < kLaneCount; ++i) std::memcpy(to[i] + offset + 8 * j, &row[i], 8);
    }
  }
  [[gnu::always_inline]] static void load_eight_words(Vector* words, const LaneSources& from,
                                                      std::size_t offset) {
    VectorArray<8> rows;
#pragma GCC unroll 8
    for (std::size_t i = 0; i < 8; ++i) rows[i] = load_vector(from[i] + offset);
    transpose(words, rows);
  }
  [[gnu::always_inline]] static void store_eight_words(const Vector* words, const LaneTargets& to,
                                                       std::size_t offset) {
    VectorArray<8> columns;
    VectorArray<8> rows;
#pragma GCC unroll 8
    for (std::size_t i = 0; i < 8; ++i) columns[i] = words[i];
    transpose(rows.vectors, columns);
#pragma GCC unroll 8
    for (std::size_t i = 0; i < 8; ++i) _mm512_storeu_si512(to[i] + offset, rows[i]);
  }
  [[gnu::always_inline]] static void load_four_words(Vector* words, const LaneSources& from,
                                                     std::size_t offset) {
    const auto pair = [&](std::size_t i, std::size_t j) __attribute__((always_inline)) {
      return _mm512_inserti64x4(_mm512_castsi256_si512(load_half(from[i] + offset)),
                                load_half(from[j] + offset), 1);
    };
    const Vector row02 = pair(0, 2);
    const Vector row13 = pair(1, 3);
    const Vector row46 = pair(4, 6);
    const Vector row57 = pair(5, 7);
    const Vector even_low = _mm512_unpacklo_epi64(row02, row13);
    const Vector odd_low = _mm512_unpackhi_epi64(row02, row13);
    const Vector even_high = _mm512_unpacklo_epi64(row46, row57);
    const Vector odd_high = _mm512_unpackhi_epi64(row46, row57);
    words[0] = _mm512_shuffle_i64x2(even_low, even_high, 0x88);
    words[1] = _mm512_shuffle_i64x2(odd_low, odd_high, 0x88);
    words[2] = _mm512_shuffle_i64x2(even_low, even_high, 0xdd);
    words[3] = _mm512_shuffle_i64x2(odd_low, odd_high, 0xdd);
  }
  [[gnu::always_inline]] static void store_four_words(const Vector* words, const LaneTargets& to,
                                                      std::size_t offset) {
    const Vector even01 = _mm512_unpacklo_epi64(words[0], words[1]);  // words 0, 1 of rows 0, 2, 4, 6
    const Vector odd01 = _mm512_unpackhi_epi64(words[0], words[1]);
    const Vector even23 = _mm512_unpacklo_epi64(words[2], words[3]);
    const Vector odd23 = _mm512_unpackhi_epi64(words[2], words[3]);
    const Vector first = _mm512_setr_epi64(0, 1, 8, 9, 2, 3, 10, 11);
    const Vector second = _mm512_setr_epi64(4, 5, 12, 13, 6, 7, 14, 15);
    const auto put = [&](std::size_t i, std::size_t j, Vector rows) __attribute__((always_inline)) {
      store_half(to[i] + offset, _mm512_castsi512_si256(rows));
      store_half(to[j] + offset, _mm512_extracti64x4_epi64(rows, 1));
    };
    put(0, 2, _mm512_permutex2var_epi64(even01, first, even23));
    put(4, 6, _mm512_permutex2var_epi64(even01, second, even23));
    put(1, 3, _mm512_permutex2var_epi64(odd01, first, odd23));
    put(5, 7, _mm512_permutex2var_epi64(odd01, second, odd23));
  }
};

}  // namespace lockstep::algebra

LOCKSTEP_IFMA_END
