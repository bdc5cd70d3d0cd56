// SPDX-License-Identifier: Apache-2.0
// The kernel of msm_batch.hpp with eight additions side by side on AVX-512 IFMA.
#include <algorithm>

#include "lockstep/algebra/batch.hpp"
#include "lockstep/algebra/curves.hpp"
#include "lockstep/algebra/ifma.hpp"
#include "msm_batch.hpp"

namespace lockstep::cpu_reference::detail {

using algebra::AffinePoint;

#if LOCKSTEP_ALGEBRA_IFMA
namespace {

namespace ifma = algebra::ifma;
using ifma::Fp2Lanes;
using ifma::Lanes;
using ifma::Mask;
using ifma::MutableRows;
using ifma::Rows;

/// Lanes of a point's coordinate: the parts that differ between Fp and Fp2.
template <class F>
struct Coordinate;

template <class P>
struct Coordinate<algebra::Field<P>> {
  using F = algebra::Field<P>;
  template <unsigned B>
  using Value = Lanes<F, B>;
  static constexpr std::size_t kWords = F::kLimbs;
  /// Bound of a product.
  static constexpr unsigned kProduct = 2;

  LOCKSTEP_IFMA_INLINE static Value<1> load(const Rows& rows) { return ifma::load<F>(rows); }
  LOCKSTEP_IFMA_INLINE static void store(const MutableRows& rows, const Value<1>& value) {
    ifma::store(rows, value);
  }
  LOCKSTEP_IFMA_INLINE static Mask nonzero(const Value<1>& a) {
    __m512i bits = a.limb[0];
#pragma GCC unroll 8
    for (std::size_t i = 1; i < a.kLimbs; ++i) bits = _mm512_or_si512(bits, a.limb[i]);
    return _mm512_test_epi64_mask(bits, bits);
  }
  LOCKSTEP_IFMA_INLINE static Mask differ(const Value<1>& a, const Value<1>& b) {
    Mask mask = 0;
#pragma GCC unroll 8
    for (std::size_t i = 0; i < a.kLimbs; ++i) {
      mask = static_cast<Mask>(mask | _mm512_cmpneq_epi64_mask(a.limb[i], b.limb[i]));
    }
    return mask;
  }
};

template <class Base>
struct Coordinate<algebra::Fp2<Base>> {
  using Part = Coordinate<Base>;
  template <unsigned B>
  using Value = Fp2Lanes<Base, B>;
  static constexpr std::size_t kWords = 2 * Part::kWords;
  static constexpr unsigned kProduct = 3;

  template <class R>
  LOCKSTEP_IFMA_INLINE static R second(R rows) {
    for (auto& row : rows) row += Part::kWords;
    return rows;
  }
  LOCKSTEP_IFMA_INLINE static Value<1> load(const Rows& rows) {
    return {Part::load(rows), Part::load(second(rows))};
  }
  LOCKSTEP_IFMA_INLINE static void store(const MutableRows& rows, const Value<1>& value) {
    Part::store(rows, value.c0);
    Part::store(second(rows), value.c1);
  }
  LOCKSTEP_IFMA_INLINE static Mask nonzero(const Value<1>& a) {
    return static_cast<Mask>(Part::nonzero(a.c0) | Part::nonzero(a.c1));
  }
  LOCKSTEP_IFMA_INLINE static Mask differ(const Value<1>& a, const Value<1>& b) {
    return static_cast<Mask>(Part::differ(a.c0, b.c0) | Part::differ(a.c1, b.c1));
  }
};

template <class G>
struct Operands {
  using C = Coordinate<typename G::Field>;
  typename C::template Value<1> x;
  typename C::template Value<1> y;
};

template <class G>
const std::uint64_t* words_of(const AffinePoint<G>* point) {
  return reinterpret_cast<const std::uint64_t*>(point);
}

/// Eight points, those with a negative sign negated.
template <class G>
LOCKSTEP_IFMA_INLINE Operands<G> load_points(const Addition<G>* additions, PointRef<G> Addition<G>::*which) {
  using C = Coordinate<typename G::Field>;
  Rows x;
  Rows y;
  unsigned negative = 0;
  for (std::size_t i = 0; i < kBatchLanes; ++i) {
    const PointRef<G> ref = additions[i].*which;
    x[i] = words_of(ref.point());
    y[i] = x[i] + C::kWords;
    negative |= (ref.negative() ? 1u : 0u) << i;
  }
  Operands<G> r;
  r.x = C::load(x);
  r.y = C::load(y);
  if (negative != 0) {
    const auto zero = C::template Value<1>::zero();
    r.y = canonical(select(static_cast<Mask>(negative), zero - r.y, r.y));
  }
  return r;
}

/// What kind of sum each lane is.
struct Kinds {
  Mask a_infinity;
  Mask b_infinity;
  Mask doubling;
  Mask cancelling;
};

template <class G>
LOCKSTEP_IFMA_INLINE Kinds kinds_of(const Operands<G>& a, const Operands<G>& b) {
  using C = Coordinate<typename G::Field>;
  Kinds k;
  k.a_infinity = static_cast<Mask>(~(C::nonzero(a.x) | C::nonzero(a.y)));
  k.b_infinity = static_cast<Mask>(~(C::nonzero(b.x) | C::nonzero(b.y)));
  const Mask same = static_cast<Mask>(~(C::differ(a.x, b.x) | k.a_infinity | k.b_infinity));
  k.doubling = 0;
  k.cancelling = 0;
  if (same != 0) [[unlikely]] {
    k.doubling = static_cast<Mask>(same & ~C::differ(a.y, b.y) & C::nonzero(a.y));
    k.cancelling = static_cast<Mask>(same & ~k.doubling);
  }
  return k;
}

template <class G>
LOCKSTEP_IFMA_INLINE void prefetch(const Addition<G>& addition) {
  for (const void* point :
       {static_cast<const void*>(addition.a.point()), static_cast<const void*>(addition.b.point())}) {
    for (std::size_t line = 0; line < sizeof(AffinePoint<G>); line += 64) {
      _mm_prefetch(static_cast<const char*>(point) + line, _MM_HINT_T0);
    }
  }
}

/// 1 / x in each lane, in lane form both; no lane is 0.
template <class F, class Value>
LOCKSTEP_IFMA_INLINE auto inverse_of(const Value& x) {
  using C = Coordinate<F>;
  alignas(64) F values[kBatchLanes];
  F scratch[kBatchLanes];
  Rows rows;
  MutableRows mutable_rows;
  for (std::size_t i = 0; i < kBatchLanes; ++i) {
    mutable_rows[i] = reinterpret_cast<std::uint64_t*>(&values[i]);
    rows[i] = mutable_rows[i];
  }
  C::store(mutable_rows, canonical(to_montgomery_form(x)));
  algebra::batch_invert<F>(values, scratch);
  return to_lane_form(C::load(rows));
}

// As in ifma/lanes.hpp, the checks of UBSan are left out: a compiler works on them for minutes.
template <class G>
[[LOCKSTEP_IFMA_TARGET]] __attribute__((no_sanitize("undefined"))) void add_batch(
    std::span<const Addition<G>> additions, std::byte* scratch) {
  using F = typename G::Field;
  using C = Coordinate<F>;
  using Product = typename C::template Value<C::kProduct>;
  constexpr std::size_t kAhead = 3;  // groups between the prefetch and the use of a point
  const std::size_t groups = additions.size() / kBatchLanes;
  auto* const prefixes = reinterpret_cast<Product*>(scratch);
  Product* const denominators = prefixes + groups;
  static_assert(2 * sizeof(Product) / kBatchLanes <= 4 * sizeof(F) - sizeof(Kinds));
  auto* const kinds = reinterpret_cast<Kinds*>(denominators + groups);

  Product product = C::template Value<1>::one();
  for (std::size_t g = 0; g < groups; ++g) {
    const Addition<G>* const group = additions.data() + g * kBatchLanes;
    if (g + kAhead < groups) {
      for (std::size_t i = 0; i < kBatchLanes; ++i) prefetch(group[kAhead * kBatchLanes + i]);
    }
    const Operands<G> a = load_points(group, &Addition<G>::a);
    const Operands<G> b = load_points(group, &Addition<G>::b);
    const Kinds k = kinds_of(a, b);
    const Mask trivial = static_cast<Mask>(k.a_infinity | k.b_infinity | k.cancelling);
    Product denominator = select(trivial, C::template Value<1>::one(), b.x - a.x);
    if (k.doubling != 0) [[unlikely]]
      denominator = select(k.doubling, doubled(a.y), denominator);
    prefixes[g] = product;
    denominators[g] = denominator;
    kinds[g] = k;
    product = product * denominator;
  }
  Product inverse = inverse_of<F>(product);
  for (std::size_t g = groups; g-- > 0;) {
    const Addition<G>* const group = additions.data() + g * kBatchLanes;
    const Operands<G> a = load_points(group, &Addition<G>::a);
    const Operands<G> b = load_points(group, &Addition<G>::b);
    const Kinds k = kinds[g];
    const auto own_inverse = inverse * prefixes[g];
    inverse = inverse * denominators[g];
    typename C::template Value<6> numerator = b.y - a.y;
    if (k.doubling != 0) [[unlikely]] {
      const auto square_x = square(a.x);
      numerator = select(k.doubling, doubled(square_x) + square_x, numerator);
    }
    const auto slope = numerator * own_inverse;
    auto x = canonical(square(slope) - a.x - b.x);
    auto y = canonical(slope * (a.x - x) - a.y);
    const Mask any = static_cast<Mask>(k.a_infinity | k.b_infinity | k.cancelling);
    if (any != 0) [[unlikely]] {
      x = select(k.b_infinity, a.x, x);
      y = select(k.b_infinity, a.y, y);
      x = select(k.a_infinity, b.x, x);
      y = select(k.a_infinity, b.y, y);
      x = select(k.cancelling, C::template Value<1>::zero(), x);
      y = select(k.cancelling, C::template Value<1>::zero(), y);
    }
    MutableRows x_rows;
    MutableRows y_rows;
    for (std::size_t i = 0; i < kBatchLanes; ++i) {
      x_rows[i] = reinterpret_cast<std::uint64_t*>(group[i].out);
      y_rows[i] = x_rows[i] + C::kWords;
    }
    C::store(x_rows, x);
    C::store(y_rows, y);
  }
}

template <class G>
[[LOCKSTEP_IFMA_TARGET]] __attribute__((no_sanitize("undefined"))) void points_to_lane_form(
    std::span<AffinePoint<G>> points) {
  using C = Coordinate<typename G::Field>;
  for (std::size_t first = 0; first < points.size(); first += kBatchLanes) {
    Rows rows[2];
    MutableRows out[2];
    for (std::size_t i = 0; i < kBatchLanes; ++i) {
      // The last group takes its last point more than once: all is loaded before it is stored.
      auto* const words = reinterpret_cast<std::uint64_t*>(&points[std::min(first + i, points.size() - 1)]);
      out[0][i] = words;
      out[1][i] = words + C::kWords;
      rows[0][i] = out[0][i];
      rows[1][i] = out[1][i];
    }
    const auto x = canonical(to_lane_form(C::load(rows[0])));
    const auto y = canonical(to_lane_form(C::load(rows[1])));
    C::store(out[0], x);
    C::store(out[1], y);
  }
}

}  // namespace

// Templates take their attributes from the first declaration, which a header for every CPU cannot give them.
template <class G>
void add_batch_ifma(std::span<const Addition<G>> additions, std::byte* scratch) {
  add_batch(additions, scratch);
}
template <class G>
void to_lane_form_ifma(std::span<AffinePoint<G>> points) {
  points_to_lane_form(points);
}

#else  // a CPU without these instructions: ifma_enabled() is false, and these are never called

template <class G>
void add_batch_ifma(std::span<const Addition<G>> additions, std::byte* scratch) {
  add_batch_portable<G>(additions, scratch);
}
template <class G>
void to_lane_form_ifma(std::span<AffinePoint<G>>) {}

#endif

#define LOCKSTEP_INSTANTIATE(G)                                              \
  template void add_batch_ifma<G>(std::span<const Addition<G>>, std::byte*); \
  template void to_lane_form_ifma<G>(std::span<AffinePoint<G>>);
LOCKSTEP_INSTANTIATE(algebra::Bn254::G1)
LOCKSTEP_INSTANTIATE(algebra::Bn254::G2)
LOCKSTEP_INSTANTIATE(algebra::Bls12_381::G1)
LOCKSTEP_INSTANTIATE(algebra::Bls12_381::G2)
#undef LOCKSTEP_INSTANTIATE

}  // namespace lockstep::cpu_reference::detail
