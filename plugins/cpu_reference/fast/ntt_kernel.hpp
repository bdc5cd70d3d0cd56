// SPDX-License-Identifier: Apache-2.0
// What one thread does of a number theoretic transform; ntt.hpp spreads it over threads.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>

namespace lockstep::cpu_reference {

/// Which arithmetic a transform uses. The results are the same.
enum class NttArithmetic : std::uint8_t {
  kBest,    ///< kIfma where algebra::ifma_enabled(), else kScalar
  kScalar,  ///< one element at a time; runs everywhere
  kIfma,    ///< eight at a time; only where algebra::ifma_enabled()
};

/// Kinds, orders, block indices and levels are those of algebra::NttDomain: `split` goes from natural to
/// reversed order, `merge` from reversed to natural. `inverse` takes the inverse root.
///
/// A domain of 2^k has a table of 2^(k-1) twiddles, table[i] = table_factor() w^rev(i), which the caller
/// keeps and fills before the first transform. Elements are in Montgomery form. Between two calls they may be
/// any representative that fits their memory; combine() and finish() make them canonical. [thread-safe]
template <class Fr>
class NttKernel {
 public:
  NttKernel() = default;
  NttKernel(const NttKernel&) = delete;
  NttKernel& operator=(const NttKernel&) = delete;
  virtual ~NttKernel() = default;

  /// By what a constant is multiplied before it may be a factor of elements: in the table, in scale_reversed
  /// and combine.
  virtual Fr table_factor() const = 0;

  /// The upper three levels of the block `index`, which is eight rows of `columns` elements, for the columns
  /// [begin, end), multiples of 8. As the first three levels of split_block(), or the last of merge_block().
  virtual void split_columns(bool inverse, std::span<Fr> block, std::size_t index, std::size_t begin,
                             std::size_t end) const = 0;
  virtual void merge_columns(bool inverse, std::span<Fr> block, std::size_t index, std::size_t begin,
                             std::size_t end) const = 0;

  /// All levels of a block.
  virtual void split_block(bool inverse, std::span<Fr> block, std::size_t index) const = 0;
  virtual void merge_block(bool inverse, std::span<Fr> block, std::size_t index) const = 0;

  /// block[i] *= factor shift^rev(i) / table_factor()
  virtual void scale_reversed(std::span<Fr> block, const Fr& factor, const Fr& shift) const = 0;

  /// a[i] = (a[i] b[i] - c[i]) factor / table_factor(), canonical. Any equal lengths.
  virtual void combine(std::span<Fr> a, std::span<const Fr> b, std::span<const Fr> c,
                       const Fr& factor) const = 0;

  /// Makes the elements canonical.
  virtual void finish(std::span<Fr> values) const = 0;
};

/// For the domain of size 2^log_size (table: its 2^(log_size - 1) twiddles, may still be empty of content).
template <class Fr>
std::unique_ptr<NttKernel<Fr>> make_scalar_ntt_kernel(std::size_t log_size, const Fr& root,
                                                      std::span<const Fr> table);

/// The same; null where there is no such code, and below 2^6. To be used only where algebra::ifma_enabled().
template <class Fr>
std::unique_ptr<NttKernel<Fr>> make_ifma_ntt_kernel(std::size_t log_size, std::span<const Fr> table);

}  // namespace lockstep::cpu_reference
