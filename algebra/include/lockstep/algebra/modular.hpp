// SPDX-License-Identifier: Apache-2.0
// Addition and subtraction modulo p on limbs, inline and branch-free: too short for a call through the kernel
// table. The portable templates serve constant evaluation and other machines; on x86-64 the same steps are
// written out in assembly, because compilers move the select that ends them into vector registers and break
// the carry chains.
//
// Operands: N little-endian 64-bit limbs, canonical (< p) in and out; p has its top bit clear. r may alias a
// or b. Everything is [thread-safe].
#pragma once

#include <cstddef>
#include <cstdint>
#include <type_traits>

#include "lockstep/algebra/kernels.hpp"
#include "lockstep/algebra/wide.hpp"

namespace lockstep::algebra::modular {

// r = a + b mod p
template <std::size_t N>
constexpr void add_portable(std::uint64_t* r, const std::uint64_t* a, const std::uint64_t* b,
                            const std::uint64_t* p) {
  std::uint64_t sum[N]{};
  unsigned char carry = 0;  // stays 0 after the last limb: 2 p < R
#pragma GCC unroll 8
  for (std::size_t i = 0; i < N; ++i) sum[i] = wide::add_carry(a[i], b[i], carry);
  kernels::subtract_modulus_once<N>(r, sum, p);
}

// r = a - b mod p
template <std::size_t N>
constexpr void sub_portable(std::uint64_t* r, const std::uint64_t* a, const std::uint64_t* b,
                            const std::uint64_t* p) {
  unsigned char borrow = 0;
#pragma GCC unroll 8
  for (std::size_t i = 0; i < N; ++i) r[i] = wide::sub_borrow(a[i], b[i], borrow);
  const std::uint64_t borrowed = std::uint64_t{0} - borrow;
  unsigned char carry = 0;
#pragma GCC unroll 8
  for (std::size_t i = 0; i < N; ++i) r[i] = wide::add_carry(r[i], p[i] & borrowed, carry);
}

#ifdef __x86_64__

// The first result waits in t, in memory, while the second is made: registers for both would be too many for
// six limbs.
template <std::size_t N>
using Limbs = std::uint64_t[N];

// s = s + b, less p unless that borrows.
inline void add_x86_64(Limbs<4>& s, const Limbs<4>& b, const Limbs<4>& p) {
  Limbs<4> t;
  asm("addq (%[b]), %[s0]\n\t"
      "adcq 8(%[b]), %[s1]\n\t"
      "adcq 16(%[b]), %[s2]\n\t"
      "adcq 24(%[b]), %[s3]\n\t"
      "movq %[s0], (%[t])\n\t"
      "movq %[s1], 8(%[t])\n\t"
      "movq %[s2], 16(%[t])\n\t"
      "movq %[s3], 24(%[t])\n\t"
      "subq (%[p]), %[s0]\n\t"
      "sbbq 8(%[p]), %[s1]\n\t"
      "sbbq 16(%[p]), %[s2]\n\t"
      "sbbq 24(%[p]), %[s3]\n\t"
      "cmovcq (%[t]), %[s0]\n\t"
      "cmovcq 8(%[t]), %[s1]\n\t"
      "cmovcq 16(%[t]), %[s2]\n\t"
      "cmovcq 24(%[t]), %[s3]\n\t"
      : [s0] "+&r"(s[0]), [s1] "+&r"(s[1]), [s2] "+&r"(s[2]), [s3] "+&r"(s[3]), "=m"(t)
      : [b] "r"(&b[0]), [p] "r"(&p[0]), [t] "r"(&t[0]), "m"(b), "m"(p)
      : "cc");
}

// s = s + b, less p unless that borrows.
inline void add_x86_64(Limbs<6>& s, const Limbs<6>& b, const Limbs<6>& p) {
  Limbs<6> t;
  asm("addq (%[b]), %[s0]\n\t"
      "adcq 8(%[b]), %[s1]\n\t"
      "adcq 16(%[b]), %[s2]\n\t"
      "adcq 24(%[b]), %[s3]\n\t"
      "adcq 32(%[b]), %[s4]\n\t"
      "adcq 40(%[b]), %[s5]\n\t"
      "movq %[s0], (%[t])\n\t"
      "movq %[s1], 8(%[t])\n\t"
      "movq %[s2], 16(%[t])\n\t"
      "movq %[s3], 24(%[t])\n\t"
      "movq %[s4], 32(%[t])\n\t"
      "movq %[s5], 40(%[t])\n\t"
      "subq (%[p]), %[s0]\n\t"
      "sbbq 8(%[p]), %[s1]\n\t"
      "sbbq 16(%[p]), %[s2]\n\t"
      "sbbq 24(%[p]), %[s3]\n\t"
      "sbbq 32(%[p]), %[s4]\n\t"
      "sbbq 40(%[p]), %[s5]\n\t"
      "cmovcq (%[t]), %[s0]\n\t"
      "cmovcq 8(%[t]), %[s1]\n\t"
      "cmovcq 16(%[t]), %[s2]\n\t"
      "cmovcq 24(%[t]), %[s3]\n\t"
      "cmovcq 32(%[t]), %[s4]\n\t"
      "cmovcq 40(%[t]), %[s5]\n\t"
      : [s0] "+&r"(s[0]), [s1] "+&r"(s[1]), [s2] "+&r"(s[2]), [s3] "+&r"(s[3]), [s4] "+&r"(s[4]),
        [s5] "+&r"(s[5]), "=m"(t)
      : [b] "r"(&b[0]), [p] "r"(&p[0]), [t] "r"(&t[0]), "m"(b), "m"(p)
      : "cc");
}

// s = s - b, plus p if that borrowed.
inline void sub_x86_64(Limbs<4>& s, const Limbs<4>& b, const Limbs<4>& p) {
  Limbs<4> t;
  std::uint64_t mask;
  asm("subq (%[b]), %[s0]\n\t"
      "sbbq 8(%[b]), %[s1]\n\t"
      "sbbq 16(%[b]), %[s2]\n\t"
      "sbbq 24(%[b]), %[s3]\n\t"
      "sbbq %[mask], %[mask]\n\t"
      "movq %[s0], (%[t])\n\t"
      "movq %[s1], 8(%[t])\n\t"
      "movq %[s2], 16(%[t])\n\t"
      "movq %[s3], 24(%[t])\n\t"
      "addq (%[p]), %[s0]\n\t"
      "adcq 8(%[p]), %[s1]\n\t"
      "adcq 16(%[p]), %[s2]\n\t"
      "adcq 24(%[p]), %[s3]\n\t"
      "testq %[mask], %[mask]\n\t"
      "cmovzq (%[t]), %[s0]\n\t"
      "cmovzq 8(%[t]), %[s1]\n\t"
      "cmovzq 16(%[t]), %[s2]\n\t"
      "cmovzq 24(%[t]), %[s3]\n\t"
      : [s0] "+&r"(s[0]), [s1] "+&r"(s[1]), [s2] "+&r"(s[2]), [s3] "+&r"(s[3]), "=m"(t), [mask] "=&r"(mask)
      : [b] "r"(&b[0]), [p] "r"(&p[0]), [t] "r"(&t[0]), "m"(b), "m"(p)
      : "cc");
}

// s = s - b, plus p if that borrowed.
inline void sub_x86_64(Limbs<6>& s, const Limbs<6>& b, const Limbs<6>& p) {
  Limbs<6> t;
  std::uint64_t mask;
  asm("subq (%[b]), %[s0]\n\t"
      "sbbq 8(%[b]), %[s1]\n\t"
      "sbbq 16(%[b]), %[s2]\n\t"
      "sbbq 24(%[b]), %[s3]\n\t"
      "sbbq 32(%[b]), %[s4]\n\t"
      "sbbq 40(%[b]), %[s5]\n\t"
      "sbbq %[mask], %[mask]\n\t"
      "movq %[s0], (%[t])\n\t"
      "movq %[s1], 8(%[t])\n\t"
      "movq %[s2], 16(%[t])\n\t"
      "movq %[s3], 24(%[t])\n\t"
      "movq %[s4], 32(%[t])\n\t"
      "movq %[s5], 40(%[t])\n\t"
      "addq (%[p]), %[s0]\n\t"
      "adcq 8(%[p]), %[s1]\n\t"
      "adcq 16(%[p]), %[s2]\n\t"
      "adcq 24(%[p]), %[s3]\n\t"
      "adcq 32(%[p]), %[s4]\n\t"
      "adcq 40(%[p]), %[s5]\n\t"
      "testq %[mask], %[mask]\n\t"
      "cmovzq (%[t]), %[s0]\n\t"
      "cmovzq 8(%[t]), %[s1]\n\t"
      "cmovzq 16(%[t]), %[s2]\n\t"
      "cmovzq 24(%[t]), %[s3]\n\t"
      "cmovzq 32(%[t]), %[s4]\n\t"
      "cmovzq 40(%[t]), %[s5]\n\t"
      : [s0] "+&r"(s[0]), [s1] "+&r"(s[1]), [s2] "+&r"(s[2]), [s3] "+&r"(s[3]), [s4] "+&r"(s[4]),
        [s5] "+&r"(s[5]), "=m"(t), [mask] "=&r"(mask)
      : [b] "r"(&b[0]), [p] "r"(&p[0]), [t] "r"(&t[0]), "m"(b), "m"(p)
      : "cc");
}

#endif

// r = a + b mod p, by the code of this machine.
template <std::size_t N>
constexpr void add(std::uint64_t* r, const std::uint64_t* a, const std::uint64_t* b, const std::uint64_t* p) {
#ifdef __x86_64__
  if (!std::is_constant_evaluated()) {
    std::uint64_t s[N];
#pragma GCC unroll 8
    for (std::size_t i = 0; i < N; ++i) s[i] = a[i];
    add_x86_64(s, reinterpret_cast<const Limbs<N>&>(*b), reinterpret_cast<const Limbs<N>&>(*p));
#pragma GCC unroll 8
    for (std::size_t i = 0; i < N; ++i) r[i] = s[i];
    return;
  }
#endif
  add_portable<N>(r, a, b, p);
}

// r = a - b mod p, by the code of this machine.
template <std::size_t N>
constexpr void sub(std::uint64_t* r, const std::uint64_t* a, const std::uint64_t* b, const std::uint64_t* p) {
#ifdef __x86_64__
  if (!std::is_constant_evaluated()) {
    std::uint64_t s[N];
#pragma GCC unroll 8
    for (std::size_t i = 0; i < N; ++i) s[i] = a[i];
    sub_x86_64(s, reinterpret_cast<const Limbs<N>&>(*b), reinterpret_cast<const Limbs<N>&>(*p));
#pragma GCC unroll 8
    for (std::size_t i = 0; i < N; ++i) r[i] = s[i];
    return;
  }
#endif
  sub_portable<N>(r, a, b, p);
}

}  // namespace lockstep::algebra::modular
