// SPDX-License-Identifier: Apache-2.0
// The number theoretic transform over a multiplicative subgroup of size 2^k, and over its cosets.
#pragma once

#include <algorithm>
#include <bit>
#include <cassert>
#include <cstddef>
#include <span>
#include <utility>

#include "lockstep/algebra/field.hpp"

namespace lockstep::algebra {

// The domain {1, w, w^2, ..., w^(n-1)} with n = 2^k and w a primitive n-th root of unity. A view: the table
// of twiddles is the caller's and must outlive the domain. All transforms are in place, on one thread,
// allocate nothing, and are [thread-safe] as they only read the domain. Elements are in Montgomery form as
// everywhere.
//
// Orders. "Natural": element i belongs to exponent i. "Reversed": element i belongs to exponent rev(i), the k
// bits of i in opposite order. A transform from natural to reversed order, or back, needs no permutation;
// pipelines that multiply pointwise between two transforms should use those.
//
// Method. Splitting x^(2m) - c^2 = (x^m - c)(x^m + c) again and again takes a polynomial modulo x^n - 1 to
// its values in reversed order; the constants c of a level are the first powers of w in reversed order (G.
// Seiler, "Faster AVX2 optimized NTT multiplication for Ring-LWE lattice cryptography", 2018, section 2), so
// one table of n/2 twiddles serves every level and each block of butterflies has one twiddle. Blocks are
// finished depth first, so that all levels below the size of a cache work in that cache.
template <class Fr>
class NttDomain {
 public:
  // How many twiddles a domain of size 2^log_size needs.
  static constexpr std::size_t twiddle_count(std::size_t log_size) {
    return log_size == 0 ? 0 : std::size_t{1} << (log_size - 1);
  }

  // root: a primitive 2^log_size-th root of unity. Fills the first twiddle_count(log_size) elements of
  // storage.
  constexpr NttDomain(std::size_t log_size, const Fr& root, std::span<Fr> storage)
      : NttDomain(storage.first(twiddle_count(log_size)), log_size, root) {
    fill_twiddles(storage);
  }
  // The same over a table that its caller fills: twiddles()[i] = w^rev(i) before the first transform.
  static constexpr NttDomain over_filled_table(std::size_t log_size, const Fr& root,
                                               std::span<const Fr> table) {
    return NttDomain(table.first(twiddle_count(log_size)), log_size, root);
  }

  constexpr std::size_t size() const { return std::size_t{1} << log_size_; }
  constexpr std::size_t log_size() const { return log_size_; }
  constexpr const Fr& root() const { return root_; }
  // 1 / n
  constexpr const Fr& size_inverse() const { return size_inverse_; }
  // w^rev(i) for 0 <= i < n/2, rev on k - 1 bits.
  constexpr std::span<const Fr> twiddles() const { return twiddles_; }

  // Coefficients to values at w^i, natural order both. values.size() == size(), here and below.
  constexpr void forward(std::span<Fr> values) const {
    forward_to_reversed(values);
    bit_reverse(values);
  }
  // Values at w^i to coefficients, natural order both.
  constexpr void inverse(std::span<Fr> values) const {
    inverse_to_reversed(values);
    bit_reverse(values);
    for (Fr& value : values) value *= size_inverse_;
  }
  // Coefficients to values at shift w^i, natural order both.
  constexpr void coset_forward(std::span<Fr> values, const Fr& shift) const {
    scale_by_powers(values, Fr::one(), shift);
    forward(values);
  }
  // Values at shift w^i to coefficients, natural order both. shift is not 0.
  constexpr void coset_inverse(std::span<Fr> values, const Fr& shift) const {
    inverse_to_reversed(values);
    bit_reverse(values);
    scale_by_powers(values, size_inverse_, shift.inverse());
  }

  // The four transforms without permutation. The two inverse ones are NOT divided by n: the caller multiplies
  // by size_inverse() where it costs least, for example together with the powers of a coset's shift.
  constexpr void forward_to_reversed(std::span<Fr> values) const { split<false>(values, 0); }
  constexpr void forward_from_reversed(std::span<Fr> values) const { merge<false>(values, 0); }
  constexpr void inverse_to_reversed(std::span<Fr> values) const { split<true>(values, 0); }
  constexpr void inverse_from_reversed(std::span<Fr> values) const { merge<true>(values, 0); }

  // Pieces of the four, for a caller that spreads one transform over threads. At a level with 2^j blocks of
  // n/2^j consecutive elements, the block with the given index is transformed on by split from natural to
  // reversed order; before, one level up, the two halves of block index/2 went through split_halves with that
  // block's index. merge and merge_halves are the mirror image (first both halves, then merge_halves).
  // kInverse: with w^-1 for w.
  template <bool kInverse>
  constexpr void split(std::span<Fr> block, std::size_t index) const {
    if (block.size() <= kBreadthFirstSize) {
      for (std::size_t half = block.size() / 2, blocks = 1; half > 0; half /= 2, blocks *= 2) {
        for (std::size_t i = 0; i < blocks; ++i) {
          split_halves<kInverse>(block.subspan(2 * i * half, half), block.subspan((2 * i + 1) * half, half),
                                 index * blocks + i);
        }
      }
      return;
    }
    const auto low = block.first(block.size() / 2);
    const auto high = block.last(block.size() / 2);
    split_halves<kInverse>(low, high, index);
    split<kInverse>(low, 2 * index);
    split<kInverse>(high, 2 * index + 1);
  }
  template <bool kInverse>
  constexpr void merge(std::span<Fr> block, std::size_t index) const {
    if (block.size() <= kBreadthFirstSize) {
      for (std::size_t half = 1, blocks = block.size() / 2; blocks > 0; half *= 2, blocks /= 2) {
        for (std::size_t i = 0; i < blocks; ++i) {
          merge_halves<kInverse>(block.subspan(2 * i * half, half), block.subspan((2 * i + 1) * half, half),
                                 index * blocks + i);
        }
      }
      return;
    }
    const auto low = block.first(block.size() / 2);
    const auto high = block.last(block.size() / 2);
    merge<kInverse>(low, 2 * index);
    merge<kInverse>(high, 2 * index + 1);
    merge_halves<kInverse>(low, high, index);
  }
  // (low, high) = (low + c high, low - c high), c the block's twiddle. low and high may be matching slices of
  // the halves.
  template <bool kInverse>
  constexpr void split_halves(std::span<Fr> low, std::span<Fr> high, std::size_t index) const {
    if (index == 0) {
      for (std::size_t i = 0; i < low.size(); ++i) {
        const Fr a = low[i];
        low[i] = a + high[i];
        high[i] = a - high[i];
      }
      return;
    }
    const Fr c = twiddles_[kInverse ? mirrored(index) : index];
    for (std::size_t i = 0; i < low.size(); ++i) {
      const Fr a = low[i];
      const Fr b = high[i] * c;
      low[i] = kInverse ? a - b : a + b;
      high[i] = kInverse ? a + b : a - b;
    }
  }
  // (low, high) = (low + high, (low - high) c).
  template <bool kInverse>
  constexpr void merge_halves(std::span<Fr> low, std::span<Fr> high, std::size_t index) const {
    if (index == 0) {
      split_halves<kInverse>(low, high, 0);
      return;
    }
    const Fr c = twiddles_[kInverse ? mirrored(index) : index];
    for (std::size_t i = 0; i < low.size(); ++i) {
      const Fr a = low[i];
      const Fr b = high[i];
      low[i] = a + b;
      high[i] = (kInverse ? b - a : a - b) * c;
    }
  }

  // values[i] = values[i] factor shift^i: from a domain to its coset when the values are coefficients.
  static constexpr void scale_by_powers(std::span<Fr> values, const Fr& factor, const Fr& shift) {
    Fr power = factor;
    for (Fr& value : values) {
      value *= power;
      power *= shift;
    }
  }
  // The same for values in reversed order: element i is multiplied by factor shift^rev(i).
  static constexpr void scale_by_powers_reversed(std::span<Fr> values, const Fr& factor, const Fr& shift) {
    if (values.size() < 2) {
      if (!values.empty()) values[0] *= factor;
      return;
    }
    const Fr square = shift.square();
    scale_by_powers_reversed(values.first(values.size() / 2), factor, square);
    scale_by_powers_reversed(values.last(values.size() / 2), factor * shift, square);
  }

  // Natural order to reversed order and back. The size is a power of two.
  static constexpr void bit_reverse(std::span<Fr> values) {
    for (std::size_t i = 0, j = 0; i < values.size(); ++i) {
      if (i < j) std::swap(values[i], values[j]);
      std::size_t bit = values.size() >> 1;
      while ((j & bit) != 0) {
        j ^= bit;
        bit >>= 1;
      }
      j |= bit;
    }
  }

 private:
  constexpr NttDomain(std::span<const Fr> twiddles, std::size_t log_size, const Fr& root)
      : log_size_(log_size), root_(root), twiddles_(twiddles) {
    assert(log_size <= Fr::kTwoAdicity);
    Fr power = root;
    for (std::size_t i = 0; i < log_size; ++i) {
      size_inverse_ = size_inverse_.halved();
      power = power.square();
    }
    assert(power.is_one());
  }

  // Blocks of up to this many elements (32 KiB) are worked on level by level: they fit in the first cache.
  static constexpr std::size_t kBreadthFirstSize = 1024;

  // c of the block `index` in 2^h ... 2^(h+1) - 1 is an odd power of a 2^(h+2)-th root of unity. Its inverse
  // is minus the c of the block that stands opposite in that range.
  static constexpr std::size_t mirrored(std::size_t index) { return 3 * std::bit_floor(index) - 1 - index; }

  // Entries 2^j ... 2^(j+1) - 1 are entries 0 ... 2^j - 1 times a root of unity of order 2^(j+2).
  constexpr void fill_twiddles(std::span<Fr> table) const {
    if (twiddles_.empty()) return;
    table[0] = Fr::one();
    std::size_t filled = 1;
    for (std::size_t log_order = 2; log_order <= log_size_; ++log_order) {
      Fr factor = root_;
      for (std::size_t i = log_order; i < log_size_; ++i) factor = factor.square();
      for (std::size_t i = 0; i < filled; ++i) table[filled + i] = table[i] * factor;
      filled *= 2;
    }
  }

  std::size_t log_size_;
  Fr root_;
  Fr size_inverse_ = Fr::one();
  std::span<const Fr> twiddles_;
};

}  // namespace lockstep::algebra
