// SPDX-License-Identifier: Apache-2.0
// Affine additions in batches, one inversion a batch (Montgomery's trick): 5 multiplications, 1 square and a
// share of the inversion for each, against 8 + 2 with an accumulator in XYZZ coordinates.
//
// Working form: what an algebra::AffinePoint holds between to_working_form() and from_working_form(). For the
// portable kernel it is the Montgomery form, for the IFMA kernel the lane form of ifma/lanes.hpp, in both
// cases canonical, with infinity as (0, 0).
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "lockstep/algebra/point.hpp"

namespace lockstep::cpu_reference {

/// A point in working form, or its negative.
template <class G>
class PointRef {
 public:
  using Affine = algebra::AffinePoint<G>;

  PointRef() = default;
  PointRef(const Affine* point, bool negative)
      : bits_(reinterpret_cast<std::uintptr_t>(point) | (negative ? 1 : 0)) {}

  const Affine* point() const { return reinterpret_cast<const Affine*>(bits_ & ~std::uintptr_t{1}); }
  bool negative() const { return (bits_ & 1) != 0; }
  Affine value() const { return negative() ? -*point() : *point(); }

 private:
  static_assert(alignof(Affine) >= 2, "the lowest bit carries the sign");
  std::uintptr_t bits_ = 0;
};

/// *out = a + b
template <class G>
struct Addition {
  PointRef<G> a;
  PointRef<G> b;
  algebra::AffinePoint<G>* out;
};

/// More additions a batch: a smaller share of the inversion; fewer: less cache.
inline constexpr std::size_t kBatchSize = 1024;
inline constexpr std::size_t kBatchLanes = 8;

/// Collects additions and makes them in batches. Additions that are pending together must be independent: an
/// `out` is no operand of another one and no other's `out`; it may be an operand of its own. [one thread]
template <class G>
class BatchAdder {
 public:
  using Affine = algebra::AffinePoint<G>;
  using Field = typename G::Field;

  /// Of the memory given to the constructor, which is aligned to 64 bytes.
  static constexpr std::size_t kScratchBytes =
      4 * kBatchSize * sizeof(Field) + kBatchSize * sizeof(Addition<G>);

  BatchAdder(std::byte* scratch, bool ifma)
      : scratch_(scratch),
        additions_(reinterpret_cast<Addition<G>*>(scratch + 4 * kBatchSize * sizeof(Field))),
        ifma_(ifma) {}

  void add(PointRef<G> a, PointRef<G> b, Affine* out) {
    additions_[count_++] = {a, b, out};
    if (count_ == kBatchSize) flush();
  }
  /// Makes what is pending.
  void flush();

 private:
  std::byte* scratch_;
  Addition<G>* additions_;
  std::size_t count_ = 0;
  bool ifma_;
};

/// In place, from canonical Montgomery form.
template <class G>
void to_working_form(std::span<algebra::AffinePoint<G>> points, bool ifma);
template <class G>
algebra::AffinePoint<G> from_working_form(const algebra::AffinePoint<G>& point, bool ifma);

namespace detail {

/// The kernels; `scratch` is 4 count fields. The IFMA one takes a multiple of kBatchLanes additions.
template <class G>
void add_batch_portable(std::span<const Addition<G>> additions, std::byte* scratch);
template <class G>
void add_batch_ifma(std::span<const Addition<G>> additions, std::byte* scratch);
template <class G>
void to_lane_form_ifma(std::span<algebra::AffinePoint<G>> points);

}  // namespace detail
}  // namespace lockstep::cpu_reference
