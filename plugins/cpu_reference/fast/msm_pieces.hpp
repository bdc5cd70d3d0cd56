// SPDX-License-Identifier: Apache-2.0
// The work of one thread on one piece of a multi-scalar multiplication, in memory given to it.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>

#include "lockstep/algebra/jacobian.hpp"
#include "msm_batch.hpp"
#include "msm_plan.hpp"

namespace lockstep::cpu_reference {

/// Hands out parts of one block, each aligned to 64 bytes.
class Carver {
 public:
  explicit Carver(std::byte* memory) : memory_(memory) {}

  template <class T>
  T* take(std::size_t count) {
    std::byte* const start = memory_ == nullptr ? nullptr : memory_ + used_;
    used_ += (count * sizeof(T) + 63) / 64 * 64;
    return reinterpret_cast<T*>(start);
  }
  std::size_t used() const { return used_; }

 private:
  std::byte* memory_;  ///< null: only counts
  std::size_t used_ = 0;
};

/// Sum of many points, without buckets. [one thread]
template <class G>
class PointPile {
 public:
  using Affine = algebra::AffinePoint<G>;

  static std::size_t scratch_bytes() { return kCapacity * sizeof(Affine); }
  explicit PointPile(std::byte* scratch) : points_(reinterpret_cast<Affine*>(scratch)) {}

  /// `point` is in Montgomery form.
  void push(const Affine& point, BatchAdder<G>& adder, bool ifma) {
    points_[size_++] = point;
    if (size_ == kCapacity) halve(adder, ifma);
  }
  /// Leaves the pile empty.
  algebra::JacobianPoint<G> sum(BatchAdder<G>& adder, bool ifma) {
    while (size_ > 1) halve(adder, ifma);
    Affine result = Affine::infinity();
    if (size_ == 1) result = converted_ == 1 ? from_working_form<G>(points_[0], ifma) : points_[0];
    size_ = 0;
    converted_ = 0;
    return algebra::JacobianPoint<G>::from_affine(result);
  }

 private:
  static constexpr std::size_t kCapacity = 2 * kBatchSize;

  void halve(BatchAdder<G>& adder, bool ifma) {
    to_working_form<G>({points_ + converted_, size_ - converted_}, ifma);
    const std::size_t half = size_ / 2;
    for (std::size_t i = 0; i < half; ++i) {
      adder.add({&points_[i], false}, {&points_[size_ - half + i], false}, &points_[i]);
    }
    adder.flush();
    size_ -= half;
    converted_ = size_;
  }

  Affine* points_;
  std::size_t size_ = 0;
  std::size_t converted_ = 0;  ///< so many of the first points are in working form
};

/// Digits of one window, and the points they belong to, in working form.
template <class G>
struct Piece {
  const algebra::AffinePoint<G>* points;
  const std::uint16_t* digits;  ///< digit + raise
  std::size_t count;
  int raise;
};

/// sum digit[i] points[i]. The points of a chunk are sorted by bucket, those of a bucket summed as a tree,
/// level by level over all buckets, so that no two additions of a batch meet. [one thread]
template <class G>
class PieceSummer {
 public:
  using Affine = algebra::AffinePoint<G>;
  using Jacobian = algebra::JacobianPoint<G>;

  /// Points that are sorted at a time: many enough that a bucket gets several, few enough for the cache.
  static std::size_t chunk_size(const MsmPlan& plan) {
    return std::max<std::size_t>(std::size_t{1} << 14, 4 * plan.bucket_count());
  }

  static std::size_t scratch_bytes(const MsmPlan& plan) {
    PieceSummer summer;
    Carver carver(nullptr);
    summer.carve(plan, carver);
    return carver.used();
  }
  PieceSummer(const MsmPlan& plan, std::byte* scratch) {
    Carver carver(scratch);
    carve(plan, carver);
  }

  Jacobian sum(const Piece<G>& piece, BatchAdder<G>& adder, bool ifma) {
    std::fill_n(buckets_, bucket_count_, Affine::infinity());
    for (std::size_t first = 0; first < piece.count; first += chunk_size_) {
      const std::size_t count = std::min(chunk_size_, piece.count - first);
      sort_by_bucket({piece.points + first, piece.digits + first, count, piece.raise});
      add_to_buckets(adder);
    }
    return weighted_sum(adder, ifma);
  }

 private:
  /// Items [first, first + length) are what is left to be summed for a bucket.
  struct Run {
    std::uint32_t bucket;
    std::uint32_t first;
    std::uint32_t length;
  };

  PieceSummer() = default;
  void carve(const MsmPlan& plan, Carver& carver) {
    bucket_count_ = plan.bucket_count();
    segment_count_ = plan.segment_count();
    chunk_size_ = chunk_size(plan);
    buckets_ = carver.take<Affine>(bucket_count_);
    ends_ = carver.take<std::uint32_t>(bucket_count_);
    runs_ = carver.take<Run>(std::min(bucket_count_, chunk_size_));
    items_ = carver.take<PointRef<G>>(chunk_size_);
    sums_ = carver.take<Affine>(chunk_size_ / 2);
    segments_ = carver.take<Affine>(3 * segment_count_);
  }

  void sort_by_bucket(const Piece<G>& piece) {
    std::fill_n(ends_, bucket_count_, 0);
    for (std::size_t i = 0; i < piece.count; ++i) {
      const int digit = int{piece.digits[i]} - piece.raise;
      if (digit != 0) ++ends_[(digit < 0 ? -digit : digit) - 1];
    }
    run_count_ = 0;
    std::uint32_t first = 0;
    for (std::size_t b = 0; b < bucket_count_; ++b) {
      const std::uint32_t length = ends_[b];
      ends_[b] = first;
      runs_[run_count_] = {static_cast<std::uint32_t>(b), first, length};
      run_count_ += length != 0 ? 1 : 0;
      first += length;
    }
    for (std::size_t i = 0; i < piece.count; ++i) {
      const int digit = int{piece.digits[i]} - piece.raise;
      if (digit == 0) continue;
      items_[ends_[(digit < 0 ? -digit : digit) - 1]++] = PointRef<G>(piece.points + i, digit < 0);
    }
  }

  void add_to_buckets(BatchAdder<G>& adder) {
    // Sums of two points go to a place of their own: pairs are disjoint, so half the position is free.
    // Those of later levels replace their first operand, which is a sum, as a lone point stands last.
    std::size_t active =
        sum_pairs(run_count_, adder, [&](std::size_t position) { return &sums_[position / 2]; });
    while (active != 0) {
      active = sum_pairs(active, adder,
                         [&](std::size_t position) { return const_cast<Affine*>(items_[position].point()); });
    }
    for (std::size_t r = 0; r < run_count_; ++r) {
      Affine& bucket = buckets_[runs_[r].bucket];
      const PointRef<G> item = items_[runs_[r].first];
      if (bucket.is_infinity()) {
        bucket = item.value();
      } else {
        adder.add({&bucket, false}, item, &bucket);
      }
    }
    adder.flush();
  }

  /// One level of the trees of the first `active` runs. The runs that have more than one item left are moved
  /// to the front; gives their number.
  template <class Place>
  std::size_t sum_pairs(std::size_t active, BatchAdder<G>& adder, Place&& place) {
    std::size_t left = 0;
    for (std::size_t r = 0; r < active; ++r) {
      Run& run = runs_[r];
      const std::uint32_t pairs = run.length / 2;
      for (std::uint32_t i = 0; i < pairs; ++i) {
        const std::uint32_t position = run.first + 2 * i;
        Affine* const out = place(position);
        adder.add(items_[position], items_[position + 1], out);
        items_[run.first + i] = PointRef<G>(out, false);
      }
      if (run.length % 2 != 0 && pairs != 0) items_[run.first + pairs] = items_[run.first + run.length - 1];
      run.length -= pairs;
      if (run.length > 1) std::swap(runs_[left++], run);
    }
    adder.flush();
    return left;
  }

  /// sum (b + 1) buckets[b]. Segments of equal length, side by side from their last bucket down: with running
  /// sums S_s of the buckets and T_s of the S_s, segment s gives T_s, and first(s) S_s for its place.
  Jacobian weighted_sum(BatchAdder<G>& adder, bool ifma) {
    const std::size_t length = bucket_count_ / segment_count_;
    Affine* running = segments_;
    Affine* next = segments_ + segment_count_;
    Affine* const totals = segments_ + 2 * segment_count_;
    for (std::size_t s = 0; s < segment_count_; ++s) {
      running[s] = buckets_[(s + 1) * length - 1];
      totals[s] = Affine::infinity();
    }
    for (std::size_t i = length; i-- > 0;) {
      for (std::size_t s = 0; s < segment_count_; ++s) {
        adder.add({&totals[s], false}, {&running[s], false}, &totals[s]);
        if (i != 0) adder.add({&running[s], false}, {&buckets_[s * length + i - 1], false}, &next[s]);
      }
      adder.flush();
      if (i != 0) std::swap(running, next);
    }
    Jacobian total = Jacobian::identity();
    Jacobian above = Jacobian::identity();   // S of the segments from s on
    Jacobian places = Jacobian::identity();  // sum s S_s
    for (std::size_t s = segment_count_; s-- > 0;) {
      total = total.add_mixed(from_working_form<G>(totals[s], ifma));
      if (s == 0) break;
      above = above.add_mixed(from_working_form<G>(running[s], ifma));
      places = places.add(above);
    }
    for (std::size_t l = length; l > 1; l /= 2) places = places.doubled();
    return total.add(places);
  }

  std::size_t bucket_count_ = 0;
  std::size_t segment_count_ = 0;
  std::size_t chunk_size_ = 0;
  std::size_t run_count_ = 0;
  Affine* buckets_ = nullptr;
  std::uint32_t* ends_ = nullptr;
  Run* runs_ = nullptr;
  PointRef<G>* items_ = nullptr;
  Affine* sums_ = nullptr;
  Affine* segments_ = nullptr;
};

}  // namespace lockstep::cpu_reference
