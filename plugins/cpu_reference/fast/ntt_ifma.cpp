// SPDX-License-Identifier: Apache-2.0
// Eight butterflies at a time. The data keeps its Montgomery form, since the twiddles are in lane form; it
// stays below 2 p in memory between passes and is reduced once every three levels.
#include <array>
#include <bit>

#include "lockstep/algebra/curves.hpp"
#include "lockstep/algebra/ifma.hpp"
#include "lockstep/algebra/ntt_domain.hpp"
#include "ntt_kernel.hpp"

namespace lockstep::cpu_reference {

#if LOCKSTEP_ALGEBRA_IFMA
namespace {

namespace ifma = algebra::ifma;
using ifma::Lanes;

constexpr std::size_t kLanes = 8;
constexpr std::size_t kTile = kLanes * kLanes;  ///< elements of a block that is worked on without columns
constexpr std::size_t kLogTile = 6;
constexpr unsigned kStored = 2;  ///< the bound of elements in memory, in multiples of p

/// Elements at `first`, `first` + distance, ...; the distance, in words, may be negative.
struct SpacedRows {
  const std::uint64_t* first;
  std::ptrdiff_t distance;
  LOCKSTEP_IFMA_INLINE const std::uint64_t* operator[](std::size_t lane) const {
    return first + static_cast<std::ptrdiff_t>(lane) * distance;
  }
};

template <class Fr>
LOCKSTEP_IFMA_INLINE Lanes<Fr, kStored> load_spaced(const Fr* first, std::size_t distance) {
  return ifma::load<Fr, kStored>(ifma::EvenRows{first->limbs.data(), distance * Fr::kLimbs});
}
template <class Fr>
LOCKSTEP_IFMA_INLINE void store_spaced(Fr* first, std::size_t distance, const Lanes<Fr, kStored>& value) {
  ifma::store(ifma::EvenRows{first->limbs.data(), distance * Fr::kLimbs}, value);
}
/// The same constant in all lanes
template <class Fr>
LOCKSTEP_IFMA_INLINE Lanes<Fr, 1> load_same(const Fr& value) {
  return ifma::load<Fr, 1>(ifma::EvenRows{value.limbs.data(), 0});
}

/// The twiddles of consecutive levels for a block, the same in all lanes, or for eight consecutive blocks,
/// one a lane. Level l has the twiddles of the sub-blocks i = 0 ... 2^l - 1.
///
/// With kInverse a butterfly adds where it subtracts otherwise: the inverse of a twiddle is minus the one
/// that stands opposite in its range of indices (NttDomain). Index 0, whose twiddle is 1, has no such
/// partner.
template <class Fr, bool kInverse, bool kBlockPerLane>
struct Twiddles {
  const Fr* table;
  const Fr* minus_one;
  std::size_t block;  ///< its index, or that of lane 0

  LOCKSTEP_IFMA_INLINE Lanes<Fr, 1> get(unsigned level, std::size_t i) const {
    const std::size_t index = (block << level) + i;
    if constexpr (!kBlockPerLane) {
      return load_same(*element(index));
    } else {
      const auto distance = static_cast<std::ptrdiff_t>(Fr::kLimbs << level);
      if (!kInverse || block != 0) {
        return ifma::load<Fr, 1>(SpacedRows{element(index)->limbs.data(), kInverse ? -distance : distance});
      }
      ifma::Rows rows;
      for (std::size_t lane = 0; lane < kLanes; ++lane) {
        rows[lane] = element(index + (lane << level))->limbs.data();
      }
      return ifma::load<Fr, 1>(rows);
    }
  }

 private:
  LOCKSTEP_IFMA_INLINE const Fr* element(std::size_t index) const {
    if (!kInverse) return table + index;
    if (index == 0) return minus_one;
    return table + (3 * std::bit_floor(index) - 1 - index);
  }
};

/// kLevels levels of a transform on 2^kLevels rows of eight lanes. kTrivial: the twiddle of level 0 is 1.
template <class Fr, bool kInverse, unsigned kLevels, bool kBlockPerLane, bool kTrivial>
struct Butterflies {
  static constexpr std::size_t kRows = std::size_t{1} << kLevels;
  using Table = Twiddles<Fr, kInverse, kBlockPerLane>;
  template <unsigned kBound>
  using Vectors = Lanes<Fr, kBound>[kRows];

  /// (low, high) = (low + c high, low - c high), from level 0 on; rows half a block apart.
  template <unsigned kLevel, unsigned kBound>
  LOCKSTEP_IFMA_INLINE static void split(const Vectors<kBound>& in, Vectors<kStored>& out,
                                         const Table& table) {
    if constexpr (kLevel == kLevels) {
#pragma GCC unroll 8
      for (std::size_t row = 0; row < kRows; ++row) out[row] = ifma::reduced(in[row]);
    } else {
      constexpr std::size_t kHalf = kRows >> (kLevel + 1);
      Vectors<kBound + 2> next;
#pragma GCC unroll 8
      for (std::size_t i = 0; i < kRows / (2 * kHalf); ++i) {
        if constexpr (kTrivial && kLevel == 0) {
#pragma GCC unroll 8
          for (std::size_t row = 0; row < kHalf; ++row) {
            next[row] = in[row] + in[row + kHalf];
            next[row + kHalf] = in[row] - in[row + kHalf];
          }
        } else {
          const Lanes<Fr, 1> c = table.get(kLevel, i);
#pragma GCC unroll 8
          for (std::size_t row = 2 * i * kHalf; row < (2 * i + 1) * kHalf; ++row) {
            const Lanes<Fr, 2> product = in[row + kHalf] * c;
            next[row] = kInverse ? in[row] - product : in[row] + product;
            next[row + kHalf] = kInverse ? in[row] + product : in[row] - product;
          }
        }
      }
      split<kLevel + 1, kBound + 2>(next, out, table);
    }
  }

  /// (low, high) = (low + high, (low - high) c), down to level 0. kLevel counts those that are left.
  template <unsigned kLevel, unsigned kBound>
  LOCKSTEP_IFMA_INLINE static void merge(const Vectors<kBound>& in, Vectors<kStored>& out,
                                         const Table& table) {
    if constexpr (kLevel == 0) {
#pragma GCC unroll 8
      for (std::size_t row = 0; row < kRows; ++row) out[row] = ifma::reduced(in[row]);
    } else {
      constexpr std::size_t kHalf = kRows >> kLevel;
      Vectors<2 * kBound> next;
#pragma GCC unroll 8
      for (std::size_t i = 0; i < kRows / (2 * kHalf); ++i) {
        if constexpr (kTrivial && kLevel == 1) {
#pragma GCC unroll 8
          for (std::size_t row = 0; row < kHalf; ++row) {
            next[row] = in[row] + in[row + kHalf];
            next[row + kHalf] = in[row] - in[row + kHalf];
          }
        } else {
          const Lanes<Fr, 1> c = table.get(kLevel - 1, i);
#pragma GCC unroll 8
          for (std::size_t row = 2 * i * kHalf; row < (2 * i + 1) * kHalf; ++row) {
            next[row] = in[row] + in[row + kHalf];
            const auto difference = kInverse ? in[row + kHalf] - in[row] : in[row] - in[row + kHalf];
            next[row + kHalf] = difference * c;
          }
        }
      }
      merge<kLevel - 1, 2 * kBound>(next, out, table);
    }
  }

  /// For columns [begin, end) of the block at `first`, rows `row_distance` elements apart.
  template <bool kSplit>
  [[LOCKSTEP_IFMA_TARGET]] static void on_columns(Fr* first, std::size_t row_distance, std::size_t begin,
                                                  std::size_t end, const Table& table) {
    for (std::size_t column = begin; column < end; column += kLanes) {
      Vectors<kStored> rows;
#pragma GCC unroll 8
      for (std::size_t row = 0; row < kRows; ++row) {
        rows[row] = load_spaced(first + row * row_distance + column, 1);
      }
      apply<kSplit>(rows, table);
#pragma GCC unroll 8
      for (std::size_t row = 0; row < kRows; ++row) {
        store_spaced(first + row * row_distance + column, 1, rows[row]);
      }
    }
  }

  /// For eight consecutive blocks of eight elements, lane by lane.
  template <bool kSplit>
  [[LOCKSTEP_IFMA_TARGET]] static void on_lanes(Fr* first, const Table& table) {
    Vectors<kStored> rows;
#pragma GCC unroll 8
    for (std::size_t row = 0; row < kRows; ++row) rows[row] = load_spaced(first + row, kLanes);
    apply<kSplit>(rows, table);
#pragma GCC unroll 8
    for (std::size_t row = 0; row < kRows; ++row) store_spaced(first + row, kLanes, rows[row]);
  }

 private:
  template <bool kSplit>
  LOCKSTEP_IFMA_INLINE static void apply(Vectors<kStored>& rows, const Table& table) {
    Vectors<kStored> out;
    if constexpr (kSplit) {
      split<0, kStored>(rows, out, table);
    } else {
      merge<kLevels, kStored>(rows, out, table);
    }
#pragma GCC unroll 8
    for (std::size_t row = 0; row < kRows; ++row) rows[row] = out[row];
  }
};

template <class Fr>
class IfmaNttKernel final : public NttKernel<Fr> {
 public:
  explicit IfmaNttKernel(std::span<const Fr> table) : table_(table.data()), minus_one_(-table_factor()) {}

  // x R' is the Montgomery form of this times x.
  Fr table_factor() const override { return Fr::from_u64(kFormRatio); }

  void split_columns(bool inverse, std::span<Fr> block, std::size_t index, std::size_t begin,
                     std::size_t end) const override {
    inverse ? columns<true, true, 3>(block, index, begin, end)
            : columns<true, false, 3>(block, index, begin, end);
  }
  void merge_columns(bool inverse, std::span<Fr> block, std::size_t index, std::size_t begin,
                     std::size_t end) const override {
    inverse ? columns<false, true, 3>(block, index, begin, end)
            : columns<false, false, 3>(block, index, begin, end);
  }
  void split_block(bool inverse, std::span<Fr> block, std::size_t index) const override {
    inverse ? whole_block<true, true>(block, index) : whole_block<true, false>(block, index);
  }
  void merge_block(bool inverse, std::span<Fr> block, std::size_t index) const override {
    inverse ? whole_block<false, true>(block, index) : whole_block<false, false>(block, index);
  }

  void scale_reversed(std::span<Fr> block, const Fr& factor, const Fr& shift) const override {
    std::size_t tiles = block.size() / kTile;
    Fr tile_shift = shift;  // shift^tiles
    for (; tiles > 1; tiles /= 2) tile_shift = tile_shift.square();
    std::array<Fr, kTile> powers;
    powers.fill(table_factor());
    algebra::NttDomain<Fr>::scale_by_powers_reversed(powers, Fr::one(), tile_shift);
    scale_tiles(block, factor, shift, powers);
  }

  void combine(std::span<Fr> a, std::span<const Fr> b, std::span<const Fr> c,
               const Fr& factor) const override {
    // a b is short of the Montgomery form by the ratio of the forms, once more after the last product.
    const Fr last = factor * table_factor();
    const std::size_t whole = a.size() / kLanes * kLanes;
    combine_lanes(a.data(), b.data(), c.data(), whole, last);
    if (whole == a.size()) return;
    std::array<Fr, kLanes> rest[3];
    for (std::size_t i = whole; i < a.size(); ++i) {
      rest[0][i - whole] = a[i];
      rest[1][i - whole] = b[i];
      rest[2][i - whole] = c[i];
    }
    combine_lanes(rest[0].data(), rest[1].data(), rest[2].data(), kLanes, last);
    for (std::size_t i = whole; i < a.size(); ++i) a[i] = rest[0][i - whole];
  }

  [[LOCKSTEP_IFMA_TARGET]] void finish(std::span<Fr> values) const override {
    for (std::size_t i = 0; i < values.size(); i += kLanes) {
      store_spaced<Fr>(&values[i], 1, ifma::canonical(load_spaced(&values[i], 1)));
    }
  }

 private:
  static constexpr std::uint64_t kFormRatio = std::uint64_t{1}
                                              << (ifma::Radix52<Fr>::kRadixBits - 64 * Fr::kLimbs);

  template <bool kSplit, bool kInverse, unsigned kLevels>
  void columns(std::span<Fr> block, std::size_t index, std::size_t begin, std::size_t end) const {
    const Twiddles<Fr, kInverse, false> table{table_, &minus_one_, index};
    const std::size_t distance = block.size() >> kLevels;
    if (index == 0) {
      Butterflies<Fr, kInverse, kLevels, false, true>::template on_columns<kSplit>(block.data(), distance,
                                                                                   begin, end, table);
    } else {
      Butterflies<Fr, kInverse, kLevels, false, false>::template on_columns<kSplit>(block.data(), distance,
                                                                                    begin, end, table);
    }
  }

  /// Depth first, so that small blocks are finished in the caches.
  template <bool kSplit, bool kInverse>
  void whole_block(std::span<Fr> block, std::size_t index) const {
    if (block.size() == kTile) return tile<kSplit, kInverse>(block, index);
    const auto log_tiles = static_cast<std::size_t>(std::countr_zero(block.size())) - kLogTile;
    const std::size_t levels = log_tiles % 3 == 0 ? 3 : log_tiles % 3;
    if (kSplit) upper_levels<kSplit, kInverse>(levels, block, index);
    const std::size_t part = block.size() >> levels;
    for (std::size_t i = 0; i < std::size_t{1} << levels; ++i) {
      whole_block<kSplit, kInverse>(block.subspan(i * part, part), (index << levels) + i);
    }
    if (!kSplit) upper_levels<kSplit, kInverse>(levels, block, index);
  }
  template <bool kSplit, bool kInverse>
  void upper_levels(std::size_t levels, std::span<Fr> block, std::size_t index) const {
    const std::size_t end = block.size() >> levels;
    if (levels == 1) {
      columns<kSplit, kInverse, 1>(block, index, 0, end);
    } else if (levels == 2) {
      columns<kSplit, kInverse, 2>(block, index, 0, end);
    } else {
      columns<kSplit, kInverse, 3>(block, index, 0, end);
    }
  }
  /// 64 elements: three levels across vectors, three within them.
  template <bool kSplit, bool kInverse>
  void tile(std::span<Fr> block, std::size_t index) const {
    const Twiddles<Fr, kInverse, true> table{table_, &minus_one_, kLanes * index};
    using Within = Butterflies<Fr, kInverse, 3, true, false>;
    if (kSplit) columns<kSplit, kInverse, 3>(block, index, 0, kLanes);
    Within::template on_lanes<kSplit>(block.data(), table);
    if (!kSplit) columns<kSplit, kInverse, 3>(block, index, 0, kLanes);
  }

  static void scale_tiles(std::span<Fr> block, const Fr& factor, const Fr& shift,
                          const std::array<Fr, kTile>& powers) {
    if (block.size() == kTile) return scale_tile(block.data(), factor, powers);
    const Fr square = shift.square();
    scale_tiles(block.first(block.size() / 2), factor, square, powers);
    scale_tiles(block.last(block.size() / 2), factor * shift, square, powers);
  }
  [[LOCKSTEP_IFMA_TARGET]] static void scale_tile(Fr* tile, const Fr& factor,
                                                  const std::array<Fr, kTile>& powers) {
    const Lanes<Fr, 1> common = load_same(factor);
    for (std::size_t i = 0; i < kTile; i += kLanes) {
      const Lanes<Fr, 2> power = load_spaced(&powers[i], 1) * common;
      store_spaced<Fr>(tile + i, 1, load_spaced(tile + i, 1) * power);
    }
  }

  [[LOCKSTEP_IFMA_TARGET]] static void combine_lanes(Fr* a, const Fr* b, const Fr* c, std::size_t count,
                                                     const Fr& last) {
    const Lanes<Fr, 1> to_product = load_same(Fr::one());
    const Lanes<Fr, 1> factor = load_same(last);
    for (std::size_t i = 0; i < count; i += kLanes) {
      const Lanes<Fr, 2> product = load_spaced(a + i, 1) * load_spaced(b + i, 1);
      const Lanes<Fr, 2> subtrahend = load_spaced(c + i, 1) * to_product;
      store_spaced<Fr>(a + i, 1, ifma::canonical((product - subtrahend) * factor));
    }
  }

  const Fr* table_;
  Fr minus_one_;  ///< in the form of the table
};

}  // namespace

template <class Fr>
std::unique_ptr<NttKernel<Fr>> make_ifma_ntt_kernel(std::size_t log_size, std::span<const Fr> table) {
  if (log_size < kLogTile) return nullptr;
  return std::make_unique<IfmaNttKernel<Fr>>(table);
}

#else

template <class Fr>
std::unique_ptr<NttKernel<Fr>> make_ifma_ntt_kernel(std::size_t, std::span<const Fr>) {
  return nullptr;
}

#endif

template std::unique_ptr<NttKernel<algebra::Bn254::Fr>> make_ifma_ntt_kernel(
    std::size_t, std::span<const algebra::Bn254::Fr>);
template std::unique_ptr<NttKernel<algebra::Bls12_381::Fr>> make_ifma_ntt_kernel(
    std::size_t, std::span<const algebra::Bls12_381::Fr>);

}  // namespace lockstep::cpu_reference
