// SPDX-License-Identifier: Apache-2.0
// How a sum with scalars of some length is cut into windows and pieces, and the digits of a scalar.
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>

#include "../views.hpp"
#include "lockstep/algebra/wide.hpp"

namespace lockstep::cpu_reference {

/// Digits are kept in 16 bits.
inline constexpr unsigned kMaxWindowBits = 16;
/// Segments in which the buckets of a piece are summed side by side.
inline constexpr std::size_t kMaxSegments = 256;

/// Signed digits: window w < windows - 1 of a scalar is in [-2^(bits - 1), 2^(bits - 1)), the last in [0,
/// 2^(bits - 1)]. Each window is cut into `ranges` of points; (window, range) is a piece.
struct MsmPlan {
  unsigned bits = 1;
  unsigned windows = 0;
  unsigned ranges = 1;

  std::size_t bucket_count() const { return std::size_t{1} << (bits - 1); }
  std::size_t segment_count() const { return std::clamp<std::size_t>(bucket_count() / 8, 1, kMaxSegments); }
  std::size_t piece_count() const { return std::size_t{windows} * ranges; }
};

constexpr unsigned window_count(unsigned scalar_bits, unsigned window_bits) {
  return scalar_bits / window_bits + 1;  // one bit more than the scalar's, for the last carry
}

/// The plan with the least time on `workers` threads for `count` scalars below 2^scalar_bits, by a model that
/// counts additions. The width depends on count rounded up to a power of two only.
inline MsmPlan plan_msm(std::uint64_t count, unsigned scalar_bits, std::uint32_t workers, bool ifma) {
  // In batched additions: one in the buckets' own sum, with its smaller batches; what a segment costs, in
  // Jacobian coordinates; what a piece costs before its first point.
  constexpr double kBucketAddition = 1.3;
  const double segment = ifma ? 25 : 5;
  constexpr double kPiece = 300;
  const auto rounded = static_cast<double>(std::bit_ceil(std::max<std::uint64_t>(count, 1)));
  MsmPlan best;
  double best_cost = 0;
  for (unsigned bits = 2; bits <= kMaxWindowBits; ++bits) {
    for (unsigned ranges = 1; ranges <= 4 * workers; ++ranges) {
      const MsmPlan plan{bits, window_count(scalar_bits, bits), ranges};
      const auto rounds = static_cast<double>((plan.piece_count() + workers - 1) / workers);
      const double cost =
          rounds * (rounded / ranges + 2 * kBucketAddition * static_cast<double>(plan.bucket_count()) +
                    segment * static_cast<double>(plan.segment_count()) + kPiece);
      if (best.windows != 0 && cost >= best_cost) continue;
      best = plan;
      best_cost = cost;
    }
  }
  return best;
}

/// Writes the digits of a scalar below 2^scalar_bits, each raised by 2^(bits - 1) but for the last: those of
/// the scalar plus this constant in every window, in plain binary, so that no window needs another's carry.
class DigitWriter {
 public:
  DigitWriter(const MsmPlan& plan) : plan_(plan) {
    for (unsigned w = 0; w + 1 < plan.windows; ++w) {
      const unsigned bit = w * plan.bits + plan.bits - 1;
      raise_[bit / 64] |= std::uint64_t{1} << (bit % 64);
    }
  }

  /// digits[w * stride] for each window w
  void write(const Scalar& scalar, std::uint16_t* digits, std::size_t stride) const {
    Scalar sum{};
    // Below 2^256 together: the last window, which is not raised, has room for the carry.
    algebra::wide::add<4>(sum, scalar, raise_);
    const std::uint64_t mask = (std::uint64_t{1} << plan_.bits) - 1;
    for (unsigned w = 0; w < plan_.windows; ++w) {
      const unsigned bit = w * plan_.bits;
      std::uint64_t digit = sum[bit / 64] >> (bit % 64);
      if (bit % 64 + plan_.bits > 64 && bit / 64 + 1 < sum.size())
        digit |= sum[bit / 64 + 1] << (64 - bit % 64);
      digits[w * stride] = static_cast<std::uint16_t>(digit & mask);
    }
  }

 private:
  MsmPlan plan_;
  Scalar raise_{};
};

}  // namespace lockstep::cpu_reference
