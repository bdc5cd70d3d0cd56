// SPDX-License-Identifier: Apache-2.0
// The few routines in which a proof spends its time: Montgomery multiplication and squaring, in the prime
// field and in Fp2 = Fp[u]/(u^2 + 1). Each exists as a portable template (this header), which constant
// evaluation uses and which the tests hold the others against, and as entries of a table that is filled once
// when the library is loaded: with mulx/adx code where the CPU has it, else with the portable code.
//
// Form of every operand: N little-endian 64-bit limbs, Montgomery form (x stands for x R mod p, R = 2^(64
// N)), canonical (< p) in and out. mul alone takes any a below R, still with b < p: that is how integers of
// any size come in. p is the modulus, odd, below R / 2, and below R / 4 for Fp2; inv is -p^-1 mod 2^64. An
// element of Fp2 is 2 N limbs: c0, then c1. r may alias a or b. Everything is [thread-safe].
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "lockstep/algebra/wide.hpp"

namespace lockstep::algebra::kernels {

using MulFn = void (*)(std::uint64_t* r, const std::uint64_t* a, const std::uint64_t* b,
                       const std::uint64_t* p, std::uint64_t inv);
using SqrFn = void (*)(std::uint64_t* r, const std::uint64_t* a, const std::uint64_t* p, std::uint64_t inv);

template <std::size_t N>
struct Kernels {
  MulFn mul;
  SqrFn sqr;
  MulFn mul_fp2;
  SqrFn sqr_fp2;
};

// The table in use. Written once, before main (or while the shared library is being loaded), and read-only
// from then on; before that it holds the portable code, so that other static initialisers may compute too.
// Hidden, so that a call costs one load and one indirect call, with no detour through the global offset
// table.
[[gnu::visibility("hidden")]] extern Kernels<4> g_active_4;
[[gnu::visibility("hidden")]] extern Kernels<6> g_active_6;

template <std::size_t N>
inline const Kernels<N>& active() noexcept {
  static_assert(N == 4 || N == 6, "kernels exist for 4 and 6 limbs");
  if constexpr (N == 4) {
    return g_active_4;
  } else {
    return g_active_6;
  }
}

// The portable twin, always there. N is 4 or 6.
template <std::size_t N>
const Kernels<N>& portable() noexcept;

// The mulx/adx twin, or nullptr where this CPU or this build has none. N is 4 or 6.
template <std::size_t N>
const Kernels<N>* adx() noexcept;

// Which code the active table holds: "portable" or "adx". The environment variable LOCKSTEP_ARITHMETIC
// (portable | adx | auto), read once at load, chooses; adx on a CPU without it means portable, and so does
// any other word, so that the name says what really runs.
std::string_view active_name() noexcept;

// r = a - p if that is not negative, else a; for a < 2 p. r may alias a. Branch-free.
template <std::size_t N>
constexpr void subtract_modulus_once(std::uint64_t* r, const std::uint64_t* a, const std::uint64_t* p) {
  std::uint64_t d[N]{};
  unsigned char borrow = 0;
#pragma GCC unroll 8
  for (std::size_t i = 0; i < N; ++i) d[i] = wide::sub_borrow(a[i], p[i], borrow);
  const std::uint64_t keep = std::uint64_t{0} - borrow;
#pragma GCC unroll 8
  for (std::size_t i = 0; i < N; ++i) r[i] = (a[i] & keep) | (d[i] & ~keep);
}

// r = a b / R mod p. Montgomery's multiplication, operand scanning with both inner loops fused (Koc, Acar,
// Kaliski, "Analyzing and comparing Montgomery multiplication algorithms", 1996, CIOS); the accumulator is
// below b + p < R after each step, so it never needs a limb more than N.
template <std::size_t N>
constexpr void mul_portable(std::uint64_t* r, const std::uint64_t* a, const std::uint64_t* b,
                            const std::uint64_t* p, std::uint64_t inv) {
  using wide::Uint128;
  // a plain array: constant evaluation counts each call of std::array's operator
  std::uint64_t t[N]{};
#pragma GCC unroll 8
  for (std::size_t i = 0; i < N; ++i) {
    Uint128 product = static_cast<Uint128>(a[i]) * b[0] + t[0];
    const std::uint64_t m = static_cast<std::uint64_t>(product) * inv;
    Uint128 reduced = static_cast<Uint128>(m) * p[0] + static_cast<std::uint64_t>(product);
#pragma GCC unroll 8
    for (std::size_t j = 1; j < N; ++j) {
      product = static_cast<Uint128>(a[i]) * b[j] + t[j] + static_cast<std::uint64_t>(product >> 64);
      reduced = static_cast<Uint128>(m) * p[j] + static_cast<std::uint64_t>(product) +
                static_cast<std::uint64_t>(reduced >> 64);
      t[j - 1] = static_cast<std::uint64_t>(reduced);
    }
    t[N - 1] = static_cast<std::uint64_t>(product >> 64) + static_cast<std::uint64_t>(reduced >> 64);
  }
  subtract_modulus_once<N>(r, t, p);
}

}  // namespace lockstep::algebra::kernels
