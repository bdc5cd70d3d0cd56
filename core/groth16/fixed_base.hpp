// SPDX-License-Identifier: Apache-2.0
// Multiples of one point by very many scalars: signed digits, a table of each digit's multiples, and
// additions in batches (Brickell, Gordon, McCurley, Wilson, "Fast exponentiation with precomputation", 1992,
// with affine points).
#pragma once

#include <oneapi/tbb/parallel_for.h>

#include <algorithm>
#include <array>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "batch_addition.hpp"
#include "lockstep/algebra/batch.hpp"
#include "lockstep/algebra/jacobian.hpp"
#include "wiped.hpp"

namespace lockstep::groth16 {

// The multiples d 2^(c w) B of a base B for windows w of c bits and digits d = 1 .. 2^(c-1). Immutable once
// built: multiply() is [thread-safe] with a scratch of one's own.
template <class G>
class FixedBaseTable {
 public:
  using Affine = algebra::AffinePoint<G>;
  using Field = typename G::Field;
  using Scalar = typename G::Scalar;

  // What a thread needs beside its output. Digits are as secret as the scalars.
  struct Scratch {
    Wiped<std::int32_t> digits;
    std::vector<Affine> addends;
    std::vector<Field> denominators, prefixes;
  };

  // The window width that makes table and `scalar_count` multiplications together the cheapest.
  static unsigned best_window_bits(std::uint64_t scalar_count) {
    constexpr unsigned kWidest = 16;  // 2^15 points of a window fit the second-level cache
    unsigned best = 2;
    std::uint64_t least = std::numeric_limits<std::uint64_t>::max();
    for (unsigned bits = 2; bits <= kWidest; ++bits) {
      const std::uint64_t additions = window_count(bits) * (scalar_count + (std::uint64_t{1} << (bits - 1)));
      if (additions < least) {
        least = additions;
        best = bits;
      }
    }
    return best;
  }

  // Builds the table, in parallel. The base is not infinity. May throw std::bad_alloc.
  FixedBaseTable(const Affine& base, unsigned window_bits)
      : bits_(window_bits), windows_(window_count(window_bits)), half_(std::size_t{1} << (window_bits - 1)) {
    using Jacobian = algebra::JacobianPoint<G>;
    std::vector<Jacobian> powers;
    powers.reserve(windows_);
    Jacobian power = Jacobian::from_affine(base);
    for (std::size_t w = 0; w < windows_; ++w) {
      powers.push_back(power);
      for (unsigned i = 0; i < bits_; ++i) power = power.doubled();
    }
    std::vector<Affine> firsts(windows_);
    std::vector<Field> inversion(windows_);
    algebra::batch_to_affine<Jacobian>(powers, firsts, inversion);

    multiples_.resize(windows_ * half_);
    tbb::parallel_for(std::size_t{0}, windows_, [&](std::size_t w) { fill_window(w, firsts[w]); });
  }

  unsigned window_bits() const { return bits_; }
  std::size_t table_bytes() const { return multiples_.size() * sizeof(Affine); }

  // products[i] = scalars[i] B; equally many of both.
  void multiply(std::span<const Scalar> scalars, std::span<Affine> products, Scratch& scratch) const {
    assert(scalars.size() == products.size());
    const std::size_t count = scalars.size();
    scratch.digits.resize(windows_ * count);
    scratch.addends.resize(count);
    scratch.denominators.resize(count);
    scratch.prefixes.resize(count);
    const std::span<std::int32_t> digits(scratch.digits);
    for (std::size_t i = 0; i < count; ++i) recode(scalars[i], digits.data() + i, count);

    gather(0, digits.first(count), products);
    for (std::size_t w = 1; w < windows_; ++w) {
      gather(w, digits.subspan(w * count, count), scratch.addends);
      batch_add<G>(products, scratch.addends, scratch.denominators, scratch.prefixes);
    }
  }

 private:
  static constexpr std::size_t kPrefetchDistance = 16;

  // One bit more than the scalar has, for the carry of signed digits.
  static std::size_t window_count(unsigned bits) { return (Scalar::kBits + 1 + bits - 1) / bits; }

  // points[i] = digits[i] 2^(c w) B. The table is read at random places: the reads are asked for ahead of
  // their use.
  void gather(std::size_t window, std::span<const std::int32_t> digits, std::span<Affine> points) const {
    const Affine* row = multiples_.data() + window * half_;
    const auto place = [](std::int32_t digit) {
      return static_cast<std::size_t>(digit < 0 ? -digit : digit) - 1;
    };
    for (std::size_t i = 0; i < digits.size(); ++i) {
      if (const std::size_t ahead = i + kPrefetchDistance; ahead < digits.size() && digits[ahead] != 0) {
        const auto* bytes = reinterpret_cast<const char*>(row + place(digits[ahead]));
        for (std::size_t offset = 0; offset < sizeof(Affine); offset += 64)
          __builtin_prefetch(bytes + offset);
      }
      const std::int32_t digit = digits[i];
      if (digit == 0) {
        points[i] = Affine::infinity();
        continue;
      }
      const Affine& multiple = row[place(digit)];
      // Both signs are worked out, since half of all branches on them would be mispredicted.
      const std::array<Field, 2> ordinates{multiple.y, -multiple.y};
      points[i] = {multiple.x, ordinates[static_cast<std::size_t>(digit < 0)]};
    }
  }

  // digits[w * stride] in -2^(c-1) .. 2^(c-1) with sum digits[w] 2^(c w) = scalar.
  void recode(const Scalar& scalar, std::int32_t* digits, std::size_t stride) const {
    typename Scalar::Limbs value = scalar.to_standard();
    const std::uint64_t mask = (std::uint64_t{1} << bits_) - 1;
    std::uint64_t carry = 0;
    for (std::size_t w = 0; w < windows_; ++w) {
      const std::size_t shift = w * bits_;
      const std::size_t limb = shift / 64;
      std::uint64_t digit = limb < value.size() ? value[limb] >> (shift % 64) : 0;
      if (shift % 64 != 0 && limb + 1 < value.size()) digit |= value[limb + 1] << (64 - shift % 64);
      digit = (digit & mask) + carry;
      carry = digit > half_ ? 1 : 0;
      digits[w * stride] = static_cast<std::int32_t>(digit) - static_cast<std::int32_t>(carry << bits_);
    }
    assert(carry == 0);
    wipe(value.data(), sizeof(value));
  }

  void fill_window(std::size_t window, const Affine& first) {
    const std::span<Affine> row(multiples_.data() + window * half_, half_);
    std::vector<Affine> steps(half_ / 2);
    std::vector<Field> denominators(half_ / 2);
    std::vector<Field> prefixes(half_ / 2);
    row[0] = first;
    // From 1 .. m to m + 1 .. 2 m by adding m to each.
    for (std::size_t m = 1; m < half_; m *= 2) {
      const std::span<Affine> next = row.subspan(m, m);
      for (std::size_t i = 0; i < m; ++i) next[i] = row[i];
      std::fill_n(steps.begin(), m, row[m - 1]);
      batch_add<G>(next, steps, denominators, prefixes);
    }
  }

  unsigned bits_;
  std::size_t windows_;
  std::size_t half_;
  std::vector<Affine> multiples_;
};

}  // namespace lockstep::groth16
