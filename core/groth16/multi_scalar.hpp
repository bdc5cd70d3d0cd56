// SPDX-License-Identifier: Apache-2.0
// Sum of scalar times point, for the verifier: from none to many thousand terms, points and scalars public.
#pragma once

#include <oneapi/tbb/parallel_for.h>

#include <array>
#include <bit>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "lockstep/algebra/jacobian.hpp"
#include "lockstep/algebra/xyzz.hpp"

namespace lockstep::groth16 {

// Scalars as windows of c bits (unsigned). kBits is the scalars' length; limbs are standard form.
template <std::size_t kLimbs>
constexpr std::uint32_t window_digit(const std::array<std::uint64_t, kLimbs>& limbs, std::size_t shift,
                                     unsigned bits) {
  const std::size_t limb = shift / 64;
  if (limb >= kLimbs) return 0;
  std::uint64_t digit = limbs[limb] >> (shift % 64);
  if (shift % 64 != 0 && limb + 1 < kLimbs) digit |= limbs[limb + 1] << (64 - shift % 64);
  return static_cast<std::uint32_t>(digit & ((std::uint64_t{1} << bits) - 1));
}

// Few terms: one chain of doublings for all of them, with a table of 15 multiples for each point (Straus,
// 1964).
template <class G, std::size_t kLimbs>
algebra::JacobianPoint<G> multi_scalar_straus(std::span<const algebra::AffinePoint<G>> points,
                                              std::span<const std::array<std::uint64_t, kLimbs>> scalars,
                                              std::size_t scalar_bits) {
  using Jacobian = algebra::JacobianPoint<G>;
  constexpr unsigned kWindow = 4;
  std::vector<std::array<Jacobian, (1U << kWindow)>> tables(points.size());
  for (std::size_t i = 0; i < points.size(); ++i) {
    auto& multiples = tables[i];
    multiples[0] = Jacobian::identity();
    multiples[1] = Jacobian::from_affine(points[i]);
    for (std::size_t d = 2; d < multiples.size(); ++d) {
      multiples[d] = d % 2 == 0 ? multiples[d / 2].doubled() : multiples[d - 1].add_mixed(points[i]);
    }
  }
  Jacobian sum = Jacobian::identity();
  for (std::size_t shift = (scalar_bits + kWindow - 1) / kWindow * kWindow; shift > 0;) {
    shift -= kWindow;
    for (unsigned i = 0; i < kWindow; ++i) sum = sum.doubled();
    for (std::size_t i = 0; i < points.size(); ++i) {
      if (const auto digit = window_digit<kLimbs>(scalars[i], shift, kWindow))
        sum = sum.add(tables[i][digit]);
    }
  }
  return sum;
}

// Many terms: for each window, points go to the bucket of their digit and the buckets are summed up with
// their weights by running sums (Pippenger; Bernstein, Doumen, Lange, Oosterwijk, "Faster batch forgery
// identification", 2012, section 4). Windows run in parallel.
template <class G, std::size_t kLimbs>
algebra::JacobianPoint<G> multi_scalar_buckets(std::span<const algebra::AffinePoint<G>> points,
                                               std::span<const std::array<std::uint64_t, kLimbs>> scalars,
                                               std::size_t scalar_bits) {
  using Jacobian = algebra::JacobianPoint<G>;
  using Xyzz = algebra::XyzzPoint<G>;
  const auto log2_size = static_cast<unsigned>(std::bit_width(points.size()));
  const unsigned window = log2_size < 6 ? 4 : std::min(log2_size - 2, 16U);
  const std::size_t window_count = (scalar_bits + window - 1) / window;
  std::vector<Jacobian> window_sums(window_count);
  tbb::parallel_for(std::size_t{0}, window_count, [&](std::size_t w) {
    std::vector<Xyzz> buckets((std::size_t{1} << window) - 1, Xyzz::identity());
    for (std::size_t i = 0; i < points.size(); ++i) {
      if (const auto digit = window_digit<kLimbs>(scalars[i], w * window, window)) {
        buckets[digit - 1] = buckets[digit - 1].add_mixed(points[i]);
      }
    }
    Xyzz running = Xyzz::identity();
    Xyzz sum = Xyzz::identity();
    for (std::size_t d = buckets.size(); d-- > 0;) {
      running = running.add(buckets[d]);
      sum = sum.add(running);
    }
    window_sums[w] = sum.to_jacobian();
  });
  Jacobian sum = Jacobian::identity();
  for (std::size_t w = window_count; w-- > 0;) {
    for (unsigned i = 0; i < window; ++i) sum = sum.doubled();
    sum = sum.add(window_sums[w]);
  }
  return sum;
}

// Sum over i of scalars[i] points[i]: equally many of both, scalars below 2^scalar_bits in standard form,
// points on the curve (infinity allowed). May throw std::bad_alloc. [thread-safe]
template <class G, std::size_t kLimbs>
algebra::JacobianPoint<G> multi_scalar(std::span<const algebra::AffinePoint<G>> points,
                                       std::span<const std::array<std::uint64_t, kLimbs>> scalars,
                                       std::size_t scalar_bits) {
  assert(points.size() == scalars.size() && scalar_bits <= 64 * kLimbs);
  constexpr std::size_t kFew = 32;
  return points.size() <= kFew ? multi_scalar_straus<G, kLimbs>(points, scalars, scalar_bits)
                               : multi_scalar_buckets<G, kLimbs>(points, scalars, scalar_bits);
}

}  // namespace lockstep::groth16
