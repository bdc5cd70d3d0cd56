// SPDX-License-Identifier: Apache-2.0
#include "lockstep/algebra/kernels.hpp"

#include <cstdlib>
#include <string_view>

#ifdef LOCKSTEP_ALGEBRA_X86_64
#include "x86_64/kernels_adx.hpp"
#endif

namespace lockstep::algebra::kernels {
namespace {

template <std::size_t N>
void mul(std::uint64_t* r, const std::uint64_t* a, const std::uint64_t* b, const std::uint64_t* p,
         std::uint64_t inv) {
  mul_portable<N>(r, a, b, p, inv);
}

template <std::size_t N>
void sqr(std::uint64_t* r, const std::uint64_t* a, const std::uint64_t* p, std::uint64_t inv) {
  mul_portable<N>(r, a, a, p, inv);
}

template <std::size_t N>
wide::Wide<2 * N> mul_full(const std::uint64_t* a, const std::uint64_t* b) {
  wide::Wide<2 * N> r{};
#pragma GCC unroll 8
  for (std::size_t i = 0; i < N; ++i) {
    std::uint64_t carry = 0;
#pragma GCC unroll 8
    for (std::size_t j = 0; j < N; ++j) {
      const wide::Uint128 t = static_cast<wide::Uint128>(a[i]) * b[j] + r[i + j] + carry;
      r[i + j] = static_cast<std::uint64_t>(t);
      carry = static_cast<std::uint64_t>(t >> 64);
    }
    r[i + N] = carry;
  }
  return r;
}

// r = t / R mod p, for t < p R.
template <std::size_t N>
void reduce(std::uint64_t* r, wide::Wide<2 * N>& t, const std::uint64_t* p, std::uint64_t inv) {
  std::uint64_t top = 0;
#pragma GCC unroll 8
  for (std::size_t i = 0; i < N; ++i) {
    const std::uint64_t m = t[i] * inv;
    std::uint64_t carry = 0;
#pragma GCC unroll 8
    for (std::size_t j = 0; j < N; ++j) {
      const wide::Uint128 s = static_cast<wide::Uint128>(m) * p[j] + t[i + j] + carry;
      t[i + j] = static_cast<std::uint64_t>(s);
      carry = static_cast<std::uint64_t>(s >> 64);
    }
    const wide::Uint128 s = static_cast<wide::Uint128>(t[i + N]) + carry + top;
    t[i + N] = static_cast<std::uint64_t>(s);
    top = static_cast<std::uint64_t>(s >> 64);
  }
  subtract_modulus_once<N>(r, t.data() + N, p);
}

template <std::size_t N>
wide::Wide<N> load(const std::uint64_t* a) {
  wide::Wide<N> r{};
  for (std::size_t i = 0; i < N; ++i) r[i] = a[i];
  return r;
}

// (a0 + a1 u)(b0 + b1 u) with three full products and two reductions (Karatsuba): the sums a0 + a1 and b0 +
// b1 stay below 2 p < R, a0 b1 + a1 b0 below 2 p^2 < p R, and a0 b0 - a1 b1 is brought above zero by adding p
// R.
template <std::size_t N>
void mul_fp2(std::uint64_t* r, const std::uint64_t* a, const std::uint64_t* b, const std::uint64_t* p,
             std::uint64_t inv) {
  wide::Wide<N> a_sum{};
  wide::Wide<N> b_sum{};
  wide::add<N>(a_sum, load<N>(a), load<N>(a + N));
  wide::add<N>(b_sum, load<N>(b), load<N>(b + N));
  wide::Wide<2 * N> cross = mul_full<N>(a_sum.data(), b_sum.data());
  wide::Wide<2 * N> low = mul_full<N>(a, b);
  const wide::Wide<2 * N> high = mul_full<N>(a + N, b + N);
  wide::sub<2 * N>(cross, cross, low);
  wide::sub<2 * N>(cross, cross, high);
  const std::uint64_t negative = std::uint64_t{0} - wide::sub<2 * N>(low, low, high);
  unsigned char carry = 0;
  for (std::size_t i = 0; i < N; ++i) low[N + i] = wide::add_carry(low[N + i], p[i] & negative, carry);
  reduce<N>(r, low, p, inv);
  reduce<N>(r + N, cross, p, inv);
}

// (a0 + a1 u)^2 = (a0 + a1)(a0 - a1) + 2 a0 a1 u. The factors a0 + a1 and 2 a0 stay below 2 p and a0 - a1 is
// taken modulo p, so both products stay below p R.
template <std::size_t N>
void sqr_fp2(std::uint64_t* r, const std::uint64_t* a, const std::uint64_t* p, std::uint64_t inv) {
  const wide::Wide<N> a0 = load<N>(a);
  const wide::Wide<N> a1 = load<N>(a + N);
  wide::Wide<N> sum{};
  wide::Wide<N> difference{};
  wide::Wide<N> twice{};
  wide::add<N>(sum, a0, a1);
  wide::add<N>(twice, a0, a0);
  const std::uint64_t negative = std::uint64_t{0} - wide::sub<N>(difference, a0, a1);
  unsigned char carry = 0;
  for (std::size_t i = 0; i < N; ++i) difference[i] = wide::add_carry(difference[i], p[i] & negative, carry);
  mul_portable<N>(r, sum.data(), difference.data(), p, inv);
  mul_portable<N>(r + N, twice.data(), a1.data(), p, inv);
}

template <std::size_t N>
constexpr Kernels<N> kPortable = {mul<N>, sqr<N>, mul_fp2<N>, sqr_fp2<N>};

}  // namespace

constinit Kernels<4> g_active_4 = kPortable<4>;
constinit Kernels<6> g_active_6 = kPortable<6>;

template <>
const Kernels<4>& portable<4>() noexcept {
  return kPortable<4>;
}

template <>
const Kernels<6>& portable<6>() noexcept {
  return kPortable<6>;
}

template <>
const Kernels<4>* adx<4>() noexcept {
#ifdef LOCKSTEP_ALGEBRA_X86_64
  return has_adx() ? &kAdx4 : nullptr;
#else
  return nullptr;
#endif
}

template <>
const Kernels<6>* adx<6>() noexcept {
#ifdef LOCKSTEP_ALGEBRA_X86_64
  return has_adx() ? &kAdx6 : nullptr;
#else
  return nullptr;
#endif
}

std::string_view active_name() noexcept {
  return g_active_4.mul == kPortable<4>.mul ? "portable" : "adx";
}

namespace {

// Runs while the program or the shared library is being loaded, when there is one thread.
[[gnu::constructor]] void choose_kernels() {
  const char* wish = std::getenv("LOCKSTEP_ARITHMETIC");
  const std::string_view word = wish == nullptr ? "auto" : wish;
  if (word != "auto" && word != "adx") return;
  if (const auto* table = adx<4>()) g_active_4 = *table;
  if (const auto* table = adx<6>()) g_active_6 = *table;
}

}  // namespace
}  // namespace lockstep::algebra::kernels
