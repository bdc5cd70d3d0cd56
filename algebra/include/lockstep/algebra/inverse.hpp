// SPDX-License-Identifier: Apache-2.0
// Inverses modulo an odd number by division steps (Bernstein and Yang, "Fast constant-time gcd computation
// and modular inversion", 2019), here in the variant whose time depends on the value.
//
// A division step takes (delta, f, g), f odd, to (1 - delta, g, (g - f) / 2) if delta > 0 and g is odd, else
// to (1 + delta, f, (g + (g mod 2) f) / 2). From (1, p, x) it arrives at f = +-gcd(p, x), g = 0. What 62
// steps do depends on the low 62 bits of f and g only: they are found on single words as a matrix, which is
// then applied to the long f and g, and modulo p to the pair (d, e) with f = d x and g = e x modulo p.
//
// Everything is [thread-safe], allocates nothing and can be evaluated at compile time.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>

#include "lockstep/algebra/wide.hpp"

namespace lockstep::algebra {

template <std::size_t N>
class ModularInverse {
 public:
  // modulus: odd, its top bit clear.
  explicit constexpr ModularInverse(const wide::Wide<N>& modulus)
      : modulus_(to_signed(modulus)), modulus_inverse_(inverse_of_word(modulus[0])) {}

  // 1 / value modulo the modulus, both plain integers below it; 0 for 0. The modulus must be prime to the
  // value.
  constexpr wide::Wide<N> operator()(const wide::Wide<N>& value) const {
    Signed f = modulus_;
    Signed g = to_signed(value);
    Signed d{};
    Signed e{1};
    std::int64_t eta = -1;  // minus delta
    while (!is_zero(g)) {
      const Matrix m = take_steps(eta, low_bits(f), low_bits(g));
      apply(m, f, g);
      apply_modular(m, d, e);
    }
    return normalized(d, f[kWords - 1] < 0);
  }

 private:
  static constexpr int kBits = 62;
  static constexpr std::uint64_t kMask = ~std::uint64_t{0} >> (64 - kBits);
  // One word more than the modulus needs, for a sign and a factor of 2.
  static constexpr std::size_t kWords = (64 * N + 2) / kBits + 1;
  __extension__ using Int128 = __int128;
  // Words of 62 bits, least significant first, all but the last one non-negative; the last one carries the
  // sign.
  using Signed = std::array<std::int64_t, kWords>;
  // 2^62 (f', g') = (u f + v g, q f + r g); |u| + |v| and |q| + |r| are at most 2^62.
  struct Matrix {
    std::int64_t u, v, q, r;
  };

  static constexpr std::uint64_t inverse_of_word(std::uint64_t odd) {
    std::uint64_t inverse = odd;  // right to 3 bits; each step doubles them
    for (int i = 0; i < 5; ++i) inverse *= 2 - odd * inverse;
    return inverse;
  }
  static constexpr Signed to_signed(const wide::Wide<N>& value) {
    Signed r{};
    for (std::size_t i = 0; i < kWords; ++i) {
      const std::size_t limb = i * kBits / 64;
      const std::size_t shift = i * kBits % 64;
      std::uint64_t word = limb < N ? value[limb] >> shift : 0;
      if (shift > 2 && limb + 1 < N) word |= value[limb + 1] << (64 - shift);
      r[i] = static_cast<std::int64_t>(word & kMask);
    }
    return r;
  }
  static constexpr bool is_zero(const Signed& a) {
    std::int64_t bits = 0;
    for (const std::int64_t word : a) bits |= word;
    return bits == 0;
  }
  static constexpr std::uint64_t low_bits(const Signed& a) {
    return static_cast<std::uint64_t>(a[0]) | static_cast<std::uint64_t>(a[1]) << kBits;
  }

  // 62 division steps on the low words.
  static constexpr Matrix take_steps(std::int64_t& eta, std::uint64_t f, std::uint64_t g) {
    std::uint64_t u = 1, v = 0, q = 0, r = 1;
    for (int left = kBits;;) {
      // Steps on even g only halve it; here they double f's row in place of halving g's.
      const int zeros = std::countr_zero(g | (~std::uint64_t{0} << left));
      g >>= zeros;
      u <<= zeros;
      v <<= zeros;
      eta -= zeros;
      left -= zeros;
      if (left == 0) break;
      if (eta < 0) {
        eta = -eta;
        std::uint64_t old = f;
        f = g;
        g = -old;
        old = u;
        u = q;
        q = -old;
        old = v;
        v = r;
        r = -old;
      }
      // The next eta + 1 steps do not exchange f and g, so they add a multiple w f to g. Up to six at once: w
      // is -g / f modulo 2^6, and f (2 - f^2) is 1 / f to that many bits.
      const int steps = static_cast<int>(std::min<std::int64_t>({eta + 1, left, 6}));
      const std::uint64_t w = (g * f * (f * f - 2)) & (~std::uint64_t{0} >> (64 - steps));
      g += f * w;
      q += u * w;
      r += v * w;
    }
    return {static_cast<std::int64_t>(u), static_cast<std::int64_t>(v), static_cast<std::int64_t>(q),
            static_cast<std::int64_t>(r)};
  }

  // (f, g) = m (f, g) / 2^62, exactly.
  static constexpr void apply(const Matrix& m, Signed& f, Signed& g) {
    Int128 next_f = (Int128{m.u} * f[0] + Int128{m.v} * g[0]) >> kBits;
    Int128 next_g = (Int128{m.q} * f[0] + Int128{m.r} * g[0]) >> kBits;
    for (std::size_t i = 1; i < kWords; ++i) {
      next_f += Int128{m.u} * f[i] + Int128{m.v} * g[i];
      next_g += Int128{m.q} * f[i] + Int128{m.r} * g[i];
      f[i - 1] = take_word(next_f);
      g[i - 1] = take_word(next_g);
    }
    f[kWords - 1] = static_cast<std::int64_t>(next_f);
    g[kWords - 1] = static_cast<std::int64_t>(next_g);
  }

  // (d, e) = m (d, e) / 2^62 modulo p. Both stay in -2 p < .. < p: a negative one counts as itself plus p,
  // and the multiple of p that makes the sum divisible by 2^62 is taken from -2^62 < .. <= 0.
  constexpr void apply_modular(const Matrix& m, Signed& d, Signed& e) const {
    const std::int64_t d_sign = d[kWords - 1] >> 63;
    const std::int64_t e_sign = e[kWords - 1] >> 63;
    Int128 next_d = Int128{m.u} * d[0] + Int128{m.v} * e[0];
    Int128 next_e = Int128{m.q} * d[0] + Int128{m.r} * e[0];
    const std::int64_t p_d = multiple((m.u & d_sign) + (m.v & e_sign), next_d);
    const std::int64_t p_e = multiple((m.q & d_sign) + (m.r & e_sign), next_e);
    next_d = (next_d + Int128{modulus_[0]} * p_d) >> kBits;
    next_e = (next_e + Int128{modulus_[0]} * p_e) >> kBits;
    for (std::size_t i = 1; i < kWords; ++i) {
      next_d += Int128{m.u} * d[i] + Int128{m.v} * e[i] + Int128{modulus_[i]} * p_d;
      next_e += Int128{m.q} * d[i] + Int128{m.r} * e[i] + Int128{modulus_[i]} * p_e;
      d[i - 1] = take_word(next_d);
      e[i - 1] = take_word(next_e);
    }
    d[kWords - 1] = static_cast<std::int64_t>(next_d);
    e[kWords - 1] = static_cast<std::int64_t>(next_e);
  }
  // `base`, less what makes sum + p times it divisible by 2^62.
  constexpr std::int64_t multiple(std::int64_t base, Int128 sum) const {
    const std::uint64_t excess =
        modulus_inverse_ * static_cast<std::uint64_t>(sum) + static_cast<std::uint64_t>(base);
    return base - static_cast<std::int64_t>(excess & kMask);
  }
  static constexpr std::int64_t take_word(Int128& value) {
    const auto word = static_cast<std::int64_t>(static_cast<std::uint64_t>(value) & kMask);
    value >>= kBits;
    return word;
  }

  // +-d as an integer below p.
  constexpr wide::Wide<N> normalized(Signed d, bool negate) const {
    add_modulus_if(d[kWords - 1] < 0, d);
    if (negate) {
      for (std::int64_t& word : d) word = -word;
      carry(d);
    }
    add_modulus_if(d[kWords - 1] < 0, d);
    wide::Wide<N> r{};
    for (std::size_t i = 0; i < kWords; ++i) {
      const std::size_t limb = i * kBits / 64;
      const std::size_t shift = i * kBits % 64;
      const auto word = static_cast<std::uint64_t>(d[i]);
      if (limb < N) r[limb] |= word << shift;
      if (shift > 2 && limb + 1 < N) r[limb + 1] |= word >> (64 - shift);
    }
    return r;
  }
  constexpr void add_modulus_if(bool condition, Signed& d) const {
    if (!condition) return;
    for (std::size_t i = 0; i < kWords; ++i) d[i] += modulus_[i];
    carry(d);
  }
  static constexpr void carry(Signed& d) {
    for (std::size_t i = 0; i + 1 < kWords; ++i) {
      d[i + 1] += d[i] >> kBits;
      d[i] = static_cast<std::int64_t>(static_cast<std::uint64_t>(d[i]) & kMask);
    }
  }

  Signed modulus_;
  std::uint64_t modulus_inverse_;  // modulo 2^64
};

}  // namespace lockstep::algebra
