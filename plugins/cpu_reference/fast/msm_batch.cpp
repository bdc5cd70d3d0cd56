// SPDX-License-Identifier: Apache-2.0
#include "msm_batch.hpp"

#include "lockstep/algebra/curves.hpp"
#include "lockstep/algebra/ifma.hpp"

namespace lockstep::cpu_reference {
namespace {

using algebra::AffinePoint;

enum class Case : std::uint8_t { kGeneral, kFirst, kSecond, kDouble, kInfinity };

/// Which formula gives a + b.
template <class G>
Case classify(const AffinePoint<G>& a, const AffinePoint<G>& b) {
  if (a.is_infinity()) return Case::kSecond;
  if (b.is_infinity()) return Case::kFirst;
  if (!(a.x == b.x)) return Case::kGeneral;
  return a.y == b.y && !a.y.is_zero() ? Case::kDouble : Case::kInfinity;
}

/// R / R', the factor from lane form to Montgomery form: a power of two.
template <class Base>
Base lane_form_inverse_scale() {
#if LOCKSTEP_ALGEBRA_IFMA
  constexpr std::size_t kExtraBits = algebra::ifma::Radix52<Base>::kLimbs * 52 - Base::kLimbs * 64;
  static const Base scale = [] {
    Base value = Base::one();
    for (std::size_t i = 0; i < kExtraBits; ++i) value = value.halved();
    return value;
  }();
  return scale;
#else
  return Base::one();
#endif
}

template <class P>
algebra::Field<P> from_lane_form(const algebra::Field<P>& value) {
  return value * lane_form_inverse_scale<algebra::Field<P>>();
}
template <class Base>
algebra::Fp2<Base> from_lane_form(const algebra::Fp2<Base>& value) {
  return {from_lane_form(value.c0), from_lane_form(value.c1)};
}

}  // namespace

namespace detail {

template <class G>
void add_batch_portable(std::span<const Addition<G>> additions, std::byte* scratch) {
  using Field = typename G::Field;
  const std::size_t count = additions.size();
  auto* const prefixes = reinterpret_cast<Field*>(scratch);
  Field* const denominators = prefixes + count;
  auto* const cases = reinterpret_cast<Case*>(denominators + count);
  Field product = Field::one();
  for (std::size_t i = 0; i < count; ++i) {
    const AffinePoint<G> a = additions[i].a.value();
    const AffinePoint<G> b = additions[i].b.value();
    cases[i] = classify(a, b);
    if (cases[i] != Case::kGeneral && cases[i] != Case::kDouble) continue;
    denominators[i] = cases[i] == Case::kGeneral ? b.x - a.x : a.y.doubled();
    prefixes[i] = product;
    product *= denominators[i];
  }
  Field inverse = product.inverse();
  for (std::size_t i = count; i-- > 0;) {
    const AffinePoint<G> a = additions[i].a.value();
    const AffinePoint<G> b = additions[i].b.value();
    AffinePoint<G>& out = *additions[i].out;
    switch (cases[i]) {
      case Case::kFirst:
        out = a;
        continue;
      case Case::kSecond:
        out = b;
        continue;
      case Case::kInfinity:
        out = AffinePoint<G>::infinity();
        continue;
      default:
        break;
    }
    Field numerator;
    if (cases[i] == Case::kGeneral) {
      numerator = b.y - a.y;
    } else {
      const Field square = a.x.square();
      numerator = square.doubled() + square;
    }
    const Field slope = numerator * (inverse * prefixes[i]);
    inverse *= denominators[i];
    const Field x = slope.square() - a.x - b.x;
    out = {x, slope * (a.x - x) - a.y};
  }
}

}  // namespace detail

template <class G>
void BatchAdder<G>::flush() {
  if (ifma_) {
    // Filled up with additions of infinity to itself.
    Affine nothing = Affine::infinity();
    while (count_ % kBatchLanes != 0) additions_[count_++] = {{&nothing, false}, {&nothing, false}, &nothing};
    detail::add_batch_ifma<G>({additions_, count_}, scratch_);
  } else {
    detail::add_batch_portable<G>({additions_, count_}, scratch_);
  }
  count_ = 0;
}

template <class G>
void to_working_form(std::span<AffinePoint<G>> points, bool ifma) {
  if (ifma) detail::to_lane_form_ifma<G>(points);
}

template <class G>
AffinePoint<G> from_working_form(const AffinePoint<G>& point, bool ifma) {
  if (!ifma) return point;
  return {from_lane_form(point.x), from_lane_form(point.y)};
}

#define LOCKSTEP_INSTANTIATE(G)                                      \
  template class BatchAdder<G>;                                      \
  template void to_working_form<G>(std::span<AffinePoint<G>>, bool); \
  template AffinePoint<G> from_working_form<G>(const AffinePoint<G>&, bool);
LOCKSTEP_INSTANTIATE(algebra::Bn254::G1)
LOCKSTEP_INSTANTIATE(algebra::Bn254::G2)
LOCKSTEP_INSTANTIATE(algebra::Bls12_381::G1)
LOCKSTEP_INSTANTIATE(algebra::Bls12_381::G2)
#undef LOCKSTEP_INSTANTIATE

}  // namespace lockstep::cpu_reference
