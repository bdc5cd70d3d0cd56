// SPDX-License-Identifier: Apache-2.0
// Unsigned integers of a fixed number of 64-bit limbs, least significant first. Everything here is constexpr,
// because the constants of the curves are derived at compile time from a few primary values.
// All functions are [thread-safe], allocate nothing and are branch-free in the values unless they say
// otherwise.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <type_traits>

#ifdef __x86_64__
#include <immintrin.h>
#endif

namespace lockstep::algebra::wide {

template <std::size_t N>
using Wide = std::array<std::uint64_t, N>;

__extension__ using Uint128 = unsigned __int128;

// a + b + carry; carry in and out is 0 or 1.
constexpr std::uint64_t add_carry(std::uint64_t a, std::uint64_t b, unsigned char& carry) {
#ifdef __x86_64__
  if (!std::is_constant_evaluated()) {
    unsigned long long sum = 0;
    carry = _addcarry_u64(carry, a, b, &sum);
    return sum;
  }
#endif
  const Uint128 sum = static_cast<Uint128>(a) + b + carry;
  carry = static_cast<unsigned char>(sum >> 64);
  return static_cast<std::uint64_t>(sum);
}

// a - b - borrow; borrow in and out is 0 or 1.
constexpr std::uint64_t sub_borrow(std::uint64_t a, std::uint64_t b, unsigned char& borrow) {
#ifdef __x86_64__
  if (!std::is_constant_evaluated()) {
    unsigned long long difference = 0;
    borrow = _subborrow_u64(borrow, a, b, &difference);
    return difference;
  }
#endif
  const Uint128 difference = static_cast<Uint128>(a) - b - borrow;
  borrow = static_cast<unsigned char>((difference >> 64) & 1);
  return static_cast<std::uint64_t>(difference);
}

// r = a + b mod 2^(64 N); returns the carry. r may alias a or b.
template <std::size_t N>
constexpr unsigned char add(Wide<N>& r, const Wide<N>& a, const Wide<N>& b) {
  unsigned char carry = 0;
#pragma GCC unroll 8
  for (std::size_t i = 0; i < N; ++i) r[i] = add_carry(a[i], b[i], carry);
  return carry;
}

// r = a - b mod 2^(64 N); returns the borrow. r may alias a or b.
template <std::size_t N>
constexpr unsigned char sub(Wide<N>& r, const Wide<N>& a, const Wide<N>& b) {
  unsigned char borrow = 0;
#pragma GCC unroll 8
  for (std::size_t i = 0; i < N; ++i) r[i] = sub_borrow(a[i], b[i], borrow);
  return borrow;
}

template <std::size_t N>
constexpr bool less(const Wide<N>& a, const Wide<N>& b) {
  Wide<N> unused{};
  return sub<N>(unused, a, b) != 0;
}

template <std::size_t N>
constexpr bool is_zero(const Wide<N>& a) {
  std::uint64_t bits = 0;
  for (const std::uint64_t limb : a) bits |= limb;
  return bits == 0;
}

template <std::size_t N>
constexpr bool bit(const Wide<N>& a, std::size_t index) {
  return ((a[index / 64] >> (index % 64)) & 1) != 0;
}

// Position of the highest set bit plus one; 0 for 0. Depends on the value in time.
template <std::size_t N>
constexpr std::size_t bit_length(const Wide<N>& a) {
  for (std::size_t i = 64 * N; i-- > 0;) {
    if (bit<N>(a, i)) return i + 1;
  }
  return 0;
}

// a >> count, for 0 <= count < 64 N.
template <std::size_t N>
constexpr Wide<N> shift_right(const Wide<N>& a, std::size_t count) {
  const std::size_t limbs = count / 64;
  const std::size_t bits = count % 64;
  Wide<N> r{};
  for (std::size_t i = 0; i + limbs < N; ++i) {
    r[i] = a[i + limbs] >> bits;
    if (bits != 0 && i + limbs + 1 < N) r[i] |= a[i + limbs + 1] << (64 - bits);
  }
  return r;
}

// a << count, for 0 <= count < 64 N; what is shifted out is lost.
template <std::size_t N>
constexpr Wide<N> shift_left(const Wide<N>& a, std::size_t count) {
  const std::size_t limbs = count / 64;
  const std::size_t bits = count % 64;
  Wide<N> r{};
  for (std::size_t i = limbs; i < N; ++i) {
    r[i] = a[i - limbs] << bits;
    if (bits != 0 && i > limbs) r[i] |= a[i - limbs - 1] >> (64 - bits);
  }
  return r;
}

// The full product.
template <std::size_t N, std::size_t M>
constexpr Wide<N + M> mul(const Wide<N>& a, const Wide<M>& b) {
  Wide<N + M> r{};
  for (std::size_t i = 0; i < N; ++i) {
    std::uint64_t carry = 0;
    for (std::size_t j = 0; j < M; ++j) {
      const Uint128 t = static_cast<Uint128>(a[i]) * b[j] + r[i + j] + carry;
      r[i + j] = static_cast<std::uint64_t>(t);
      carry = static_cast<std::uint64_t>(t >> 64);
    }
    r[i + M] = carry;
  }
  return r;
}

// The lowest M limbs, or all of them with zeros above.
template <std::size_t M, std::size_t N>
constexpr Wide<M> resize(const Wide<N>& a) {
  Wide<M> r{};
  for (std::size_t i = 0; i < (M < N ? M : N); ++i) r[i] = a[i];
  return r;
}

template <std::size_t N>
constexpr Wide<N> from_u64(std::uint64_t value) {
  Wide<N> r{};
  r[0] = value;
  return r;
}

// a = a * factor + addend; returns what does not fit.
template <std::size_t N>
constexpr std::uint64_t mul_add_small(Wide<N>& a, std::uint64_t factor, std::uint64_t addend) {
  std::uint64_t carry = addend;
  for (std::uint64_t& limb : a) {
    const Uint128 t = static_cast<Uint128>(limb) * factor + carry;
    limb = static_cast<std::uint64_t>(t);
    carry = static_cast<std::uint64_t>(t >> 64);
  }
  return carry;
}

// a = a / divisor; returns the remainder.
template <std::size_t N>
constexpr std::uint64_t div_small(Wide<N>& a, std::uint64_t divisor) {
  std::uint64_t remainder = 0;
  for (std::size_t i = N; i-- > 0;) {
    const Uint128 t = (static_cast<Uint128>(remainder) << 64) | a[i];
    a[i] = static_cast<std::uint64_t>(t / divisor);
    remainder = static_cast<std::uint64_t>(t % divisor);
  }
  return remainder;
}

// a / b rounded down, bit by bit: for constants. b is not 0 and its top bit is clear.
template <std::size_t N, std::size_t M>
constexpr Wide<N> divide(const Wide<N>& a, const Wide<M>& b) {
  Wide<N> quotient{};
  Wide<M> remainder{};
  for (std::size_t i = 64 * N; i-- > 0;) {
    remainder = shift_left<M>(remainder, 1);
    remainder[0] |= std::uint64_t{bit<N>(a, i)};
    if (!less<M>(remainder, b)) {
      sub<M>(remainder, remainder, b);
      quotient[i / 64] |= std::uint64_t{1} << (i % 64);
    }
  }
  return quotient;
}

// A constant written as big-endian hexadecimal digits (lower case, no prefix). Anything else does not
// compile.
template <std::size_t N>
consteval Wide<N> from_hex(std::string_view digits) {
  Wide<N> r{};
  for (const char c : digits) {
    const bool decimal = c >= '0' && c <= '9';
    if (!decimal && !(c >= 'a' && c <= 'f')) throw "not a lower-case hexadecimal digit";
    const auto value = static_cast<std::uint64_t>(decimal ? c - '0' : c - 'a' + 10);
    if (mul_add_small<N>(r, 16, value) != 0) throw "constant too wide";
  }
  return r;
}

}  // namespace lockstep::algebra::wide
