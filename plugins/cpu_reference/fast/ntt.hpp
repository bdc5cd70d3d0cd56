// SPDX-License-Identifier: Apache-2.0
// Transforms on all cores, over one table of twiddles.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>

#include "../executor.hpp"
#include "lockstep/algebra/ifma_enabled.hpp"
#include "lockstep/algebra/ntt_domain.hpp"
#include "ntt_kernel.hpp"

namespace lockstep::cpu_reference {

/// The domain of size 2^log_size on the executor's threads. Takes half a domain of its memory for the table
/// and nothing else; all transforms are in place.
///
/// Method. The upper levels of a transform are worked on three at a time, in columns, each thread its own,
/// until the blocks are small (then the blocks are shared out, and each is finished in the caches of one
/// core). What is done to a vector between two transforms in reversed order is done block by block as well,
/// so that a move from a domain to its coset goes through memory four times at a size of 2^20.
template <class Fr>
class ParallelNtt {
 public:
  using Domain = algebra::NttDomain<Fr>;

  static std::uint64_t scratch_bytes(std::uint32_t log_size) {
    return Domain::twiddle_count(log_size) * sizeof(Fr);
  }

  /// root: a primitive 2^log_size-th root of unity.
  ParallelNtt(std::uint32_t log_size, const Fr& root, NttArithmetic arithmetic, Executor& executor)
      : log_size_(log_size), executor_(executor), memory_(executor.scratch(scratch_bytes(log_size), false)) {
    const std::span<Fr> table = memory_.as<Fr>(Domain::twiddle_count(log_size));
    if (arithmetic == NttArithmetic::kIfma ||
        (arithmetic == NttArithmetic::kBest && algebra::ifma_enabled())) {
      kernel_ = make_ifma_ntt_kernel<Fr>(log_size, table);
    }
    if (!kernel_) kernel_ = make_scalar_ntt_kernel<Fr>(log_size, root, table);
    fill(table, root);
    if (log_size > kLogSerial) passes_ = log_size < kLogTwoPasses ? 1 : 2;
    for (std::uint32_t i = 0; i < log_size; ++i) size_inverse_ = size_inverse_.halved();
  }

  /// 1 / n
  const Fr& size_inverse() const { return size_inverse_; }
  std::size_t size() const { return std::size_t{1} << log_size_; }

  /// Coefficients, natural order, to values in reversed order; without the division by n, `inverse` is the
  /// same with the inverse root.
  void to_reversed(bool inverse, std::span<Fr> values) const {
    split_upper(inverse, values);
    on_blocks(values, [&](std::span<Fr> block, std::size_t index) {
      kernel_->split_block(inverse, block, index);
      kernel_->finish(block);
    });
  }

  /// to_reversed(true), then element i is multiplied by factor shift^rev(i). Standard form comes out when
  /// `standard` is set.
  void inverse_to_reversed_scaled(std::span<Fr> values, const Fr& factor, const Fr& shift,
                                  bool standard) const {
    const Fr first = as_factor(factor, standard);
    split_upper(true, values);
    on_blocks(values, [&](std::span<Fr> block, std::size_t index) {
      kernel_->split_block(true, block, index);
      scale_block(block, index, first, shift);
      kernel_->finish(block);
    });
  }

  /// Values on the domain to values on the coset shift H, natural order both; not canonical.
  void move_to_coset(std::span<Fr> values, const Fr& shift) const {
    const Fr first = as_factor(size_inverse_, false);
    split_upper(true, values);
    on_blocks(values, [&](std::span<Fr> block, std::size_t index) {
      kernel_->split_block(true, block, index);
      scale_block(block, index, first, shift);
      kernel_->merge_block(false, block, index);
    });
    for (std::uint32_t pass = passes_; pass-- > 0;) {
      on_columns(values, pass,
                 [&](std::span<Fr> block, std::size_t index, std::size_t begin, std::size_t end) {
                   kernel_->merge_columns(false, block, index, begin, end);
                 });
    }
  }

  /// a = (a b - c) factor, point by point; in standard form when `standard` is set.
  void combine(std::span<Fr> a, std::span<const Fr> b, std::span<const Fr> c, const Fr& factor,
               bool standard) const {
    const Fr multiplier = as_factor(factor, standard);
    executor_.run(a.size(), kGrain, [&](std::uint64_t begin, std::uint64_t end, std::uint32_t) {
      kernel_->combine(a.subspan(begin, end - begin), b.subspan(begin, end - begin),
                       c.subspan(begin, end - begin), multiplier);
    });
  }

  /// values[i] *= shift^i
  void scale_natural(std::span<Fr> values, const Fr& shift) const {
    executor_.run(values.size(), kGrain, [&](std::uint64_t begin, std::uint64_t end, std::uint32_t) {
      Domain::scale_by_powers(values.subspan(begin, end - begin), power(shift, begin), shift);
    });
  }

  /// Natural order to reversed order and back.
  void bit_reverse(std::span<Fr> values) const {
    if (log_size_ < 2) return;
    executor_.run(values.size(), kGrain, [&](std::uint64_t begin, std::uint64_t end, std::uint32_t) {
      for (std::uint64_t i = begin; i < end; ++i) {
        const std::uint64_t j = reversed(i, log_size_);
        if (i < j) std::swap(values[i], values[j]);
      }
    });
  }

 private:
  static constexpr std::uint32_t kLogRows = 3;        ///< levels of one pass over columns
  static constexpr std::uint32_t kLogSerial = 10;     ///< up to this size one thread is faster
  static constexpr std::uint32_t kLogTwoPasses = 16;  ///< from this size on, 64 blocks
  static constexpr std::uint32_t kLogUnit = 3;        ///< columns are shared out in units of eight
  static constexpr std::uint64_t kGrain = 2048;       ///< elements

  static std::uint64_t reversed(std::uint64_t index, std::uint32_t bits) {
    std::uint64_t r = 0;
    for (std::uint32_t i = 0; i < bits; ++i) r |= ((index >> i) & 1) << (bits - 1 - i);
    return r;
  }
  static Fr power(const Fr& base, std::uint64_t exponent) { return base.pow(std::span(&exponent, 1)); }

  /// What a kernel multiplies elements by to have them times `factor`.
  Fr as_factor(const Fr& factor, bool standard) const {
    Fr r = factor * kernel_->table_factor();
    if (standard) r.limbs = r.to_standard();
    return r;
  }

  /// table[i] = table_factor() root^rev(i), in blocks: what NttDomain does, on all threads.
  void fill(std::span<Fr> table, const Fr& root) const {
    if (table.empty()) return;
    const std::uint32_t log_count = log_size_ - 1;
    const std::uint32_t log_blocks = log_count > kLogSerial ? log_count - kLogSerial : 0;
    const std::size_t block_size = table.size() >> log_blocks;
    const Fr step = power(root, std::uint64_t{1} << log_blocks);
    executor_.run(std::uint64_t{1} << log_blocks, 1,
                  [&](std::uint64_t begin, std::uint64_t end, std::uint32_t) {
                    for (std::uint64_t index = begin; index < end; ++index) {
                      fill_block(table.subspan(index * block_size, block_size),
                                 power(root, reversed(index, log_blocks)) * kernel_->table_factor(), step);
                    }
                  });
  }
  /// block[i] = first step^rev(i)
  static void fill_block(std::span<Fr> block, const Fr& first, const Fr& step) {
    block[0] = first;
    std::uint64_t exponent = block.size() / 2;
    for (std::size_t filled = 1; filled < block.size(); filled *= 2, exponent /= 2) {
      const Fr factor = power(step, exponent);
      for (std::size_t i = 0; i < filled; ++i) block[filled + i] = block[i] * factor;
    }
  }

  void split_upper(bool inverse, std::span<Fr> values) const {
    for (std::uint32_t pass = 0; pass < passes_; ++pass) {
      on_columns(values, pass,
                 [&](std::span<Fr> block, std::size_t index, std::size_t begin, std::size_t end) {
                   kernel_->split_columns(inverse, block, index, begin, end);
                 });
    }
  }

  /// body(block, index, begin, end) for columns of the 8^pass blocks of a pass.
  template <class Body>
  void on_columns(std::span<Fr> values, std::uint32_t pass, const Body& body) const {
    const std::uint32_t log_block = log_size_ - kLogRows * pass;
    const std::uint32_t log_units = log_block - kLogRows - kLogUnit;  // of one block
    const std::uint64_t units = std::uint64_t{1} << log_units;
    executor_.run(units << (kLogRows * pass), kGrain >> (kLogRows + kLogUnit),
                  [&](std::uint64_t begin, std::uint64_t end, std::uint32_t) {
                    while (begin < end) {
                      const std::uint64_t index = begin >> log_units;
                      const std::uint64_t first = begin & (units - 1);
                      const std::uint64_t count = std::min(end - begin, units - first);
                      body(values.subspan(index << log_block, std::size_t{1} << log_block), index,
                           first << kLogUnit, (first + count) << kLogUnit);
                      begin += count;
                    }
                  });
  }

  /// body(block, index) for the blocks below the passes over columns.
  template <class Body>
  void on_blocks(std::span<Fr> values, const Body& body) const {
    const std::uint64_t blocks = std::uint64_t{1} << (kLogRows * passes_);
    const std::size_t block_size = values.size() / blocks;
    executor_.run(blocks, 1, [&](std::uint64_t begin, std::uint64_t end, std::uint32_t) {
      for (std::uint64_t index = begin; index < end; ++index) {
        body(values.subspan(index * block_size, block_size), index);
      }
    });
  }

  void scale_block(std::span<Fr> block, std::size_t index, const Fr& factor, const Fr& shift) const {
    const std::uint32_t log_blocks = kLogRows * passes_;
    kernel_->scale_reversed(block, factor * power(shift, reversed(index, log_blocks)),
                            power(shift, std::uint64_t{1} << log_blocks));
  }

  std::uint32_t log_size_;
  Executor& executor_;
  Block memory_;
  std::unique_ptr<NttKernel<Fr>> kernel_;
  std::uint32_t passes_ = 0;
  Fr size_inverse_ = Fr::one();
};

}  // namespace lockstep::cpu_reference
