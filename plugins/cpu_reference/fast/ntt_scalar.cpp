// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "lockstep/algebra/curves.hpp"
#include "lockstep/algebra/ntt_domain.hpp"
#include "ntt_kernel.hpp"

namespace lockstep::cpu_reference {
namespace {

template <class Fr>
class ScalarNttKernel final : public NttKernel<Fr> {
 public:
  ScalarNttKernel(std::size_t log_size, const Fr& root, std::span<const Fr> table)
      : domain_(algebra::NttDomain<Fr>::over_filled_table(log_size, root, table)) {}

  Fr table_factor() const override { return Fr::one(); }

  void split_columns(bool inverse, std::span<Fr> block, std::size_t index, std::size_t begin,
                     std::size_t end) const override {
    for_strips(block, begin, end, [&](const auto& row) {
      for (std::size_t half = kRows / 2, blocks = 1; half > 0; half /= 2, blocks *= 2) {
        for (std::size_t i = 0; i < blocks; ++i) {
          for (std::size_t k = 2 * i * half; k < (2 * i + 1) * half; ++k) {
            if (inverse) {
              domain_.template split_halves<true>(row(k), row(k + half), index * blocks + i);
            } else {
              domain_.template split_halves<false>(row(k), row(k + half), index * blocks + i);
            }
          }
        }
      }
    });
  }
  void merge_columns(bool inverse, std::span<Fr> block, std::size_t index, std::size_t begin,
                     std::size_t end) const override {
    for_strips(block, begin, end, [&](const auto& row) {
      for (std::size_t half = 1, blocks = kRows / 2; blocks > 0; half *= 2, blocks /= 2) {
        for (std::size_t i = 0; i < blocks; ++i) {
          for (std::size_t k = 2 * i * half; k < (2 * i + 1) * half; ++k) {
            if (inverse) {
              domain_.template merge_halves<true>(row(k), row(k + half), index * blocks + i);
            } else {
              domain_.template merge_halves<false>(row(k), row(k + half), index * blocks + i);
            }
          }
        }
      }
    });
  }

  void split_block(bool inverse, std::span<Fr> block, std::size_t index) const override {
    if (inverse) {
      domain_.template split<true>(block, index);
    } else {
      domain_.template split<false>(block, index);
    }
  }
  void merge_block(bool inverse, std::span<Fr> block, std::size_t index) const override {
    if (inverse) {
      domain_.template merge<true>(block, index);
    } else {
      domain_.template merge<false>(block, index);
    }
  }

  void scale_reversed(std::span<Fr> block, const Fr& factor, const Fr& shift) const override {
    algebra::NttDomain<Fr>::scale_by_powers_reversed(block, factor, shift);
  }

  void combine(std::span<Fr> a, std::span<const Fr> b, std::span<const Fr> c,
               const Fr& factor) const override {
    for (std::size_t i = 0; i < a.size(); ++i) a[i] = (a[i] * b[i] - c[i]) * factor;
  }

  void finish(std::span<Fr>) const override {}

 private:
  static constexpr std::size_t kRows = 8;
  static constexpr std::size_t kStrip = 64;  ///< columns; eight rows of them stay in the first cache

  template <class Body>
  static void for_strips(std::span<Fr> block, std::size_t begin, std::size_t end, const Body& body) {
    const std::size_t columns = block.size() / kRows;
    for (; begin < end; begin += kStrip) {
      const std::size_t width = std::min(kStrip, end - begin);
      body([&](std::size_t row) { return block.subspan(row * columns + begin, width); });
    }
  }

  algebra::NttDomain<Fr> domain_;
};

}  // namespace

template <class Fr>
std::unique_ptr<NttKernel<Fr>> make_scalar_ntt_kernel(std::size_t log_size, const Fr& root,
                                                      std::span<const Fr> table) {
  return std::make_unique<ScalarNttKernel<Fr>>(log_size, root, table);
}

template std::unique_ptr<NttKernel<algebra::Bn254::Fr>> make_scalar_ntt_kernel(
    std::size_t, const algebra::Bn254::Fr&, std::span<const algebra::Bn254::Fr>);
template std::unique_ptr<NttKernel<algebra::Bls12_381::Fr>> make_scalar_ntt_kernel(
    std::size_t, const algebra::Bls12_381::Fr&, std::span<const algebra::Bls12_381::Fr>);

}  // namespace lockstep::cpu_reference
