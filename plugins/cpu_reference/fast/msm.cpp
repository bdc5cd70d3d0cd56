// SPDX-License-Identifier: Apache-2.0
#include "msm.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <span>
#include <vector>

#include "lockstep/algebra/curves.hpp"
#include "lockstep/algebra/ifma_enabled.hpp"
#include "msm_batch.hpp"
#include "msm_pieces.hpp"
#include "msm_plan.hpp"
#include "msm_scalars.hpp"

namespace lockstep::cpu_reference {
namespace {

using algebra::AffinePoint;
using algebra::JacobianPoint;

/// At most so many scalars are worked on at a time: it bounds the memory, and costs little beyond.
constexpr std::uint64_t kSliceSize = std::uint64_t{1} << 20;
/// Scalars are sorted in blocks of at least so many.
constexpr std::uint64_t kLeastBlock = 1024;

template <class P>
bool is_canonical(const algebra::Field<P>& value) {
  return algebra::Field<P>::is_canonical(value.limbs);
}
template <class Base>
bool is_canonical(const algebra::Fp2<Base>& value) {
  return is_canonical(value.c0) && is_canonical(value.c1);
}

template <class G>
AffinePoint<G> canonical_or_infinity(const AffinePoint<G>& point) {
  return is_canonical(point.x) && is_canonical(point.y) ? point : AffinePoint<G>::infinity();
}

/// Points of one kind of scalar, packed, with their digits.
template <class G>
struct Packed {
  MsmPlan plan;
  std::uint64_t count = 0;
  Block points_block;
  Block digits_block;
  AffinePoint<G>* points = nullptr;
  std::uint16_t* digits = nullptr;  ///< digits[window * count + i]

  void allocate(std::uint64_t points_wanted, unsigned scalar_bits, bool ifma, Executor& executor) {
    count = points_wanted;
    if (count == 0) return;
    plan = plan_msm(count, scalar_bits, executor.worker_count(), ifma);
    // Which points are here tells something of the witness.
    points_block = executor.scratch(count * sizeof(AffinePoint<G>), true);
    digits_block = executor.scratch(count * plan.windows * sizeof(std::uint16_t), true);
    points = points_block.as<AffinePoint<G>>(count).data();
    digits = digits_block.as<std::uint16_t>(count * plan.windows).data();
  }
};

/// One slice of a multi-scalar multiplication.
template <class G>
class Slice {
 public:
  using Affine = AffinePoint<G>;
  using Jacobian = JacobianPoint<G>;
  using Fr = typename G::Scalar;

  Slice(const PointsView<G>& points, const ScalarsView& scalars, std::uint64_t first, std::uint64_t count,
        Executor& executor, bool ifma)
      : points_(points), scalars_(scalars), first_(first), count_(count), executor_(executor), ifma_(ifma) {}

  Jacobian sum() {
    const std::uint64_t workers = executor_.worker_count();
    block_size_ = std::max(kLeastBlock, (count_ + 16 * workers - 1) / (16 * workers));
    blocks_.resize((count_ + block_size_ - 1) / block_size_);
    count_kinds();
    Jacobian total = pack();
    for (const Packed<G>* packed : {&short_, &long_}) {
      if (packed->count != 0) total = total.add(sum_packed(*packed));
    }
    return total;
  }

 private:
  /// A block's numbers of short and long scalars; then where they begin.
  struct BlockCounts {
    std::uint64_t short_count = 0;
    std::uint64_t long_count = 0;
  };

  template <class Visit>
  void for_each_in_block(std::uint64_t block, Visit&& visit) const {
    const std::uint64_t end = std::min(count_, (block + 1) * block_size_);
    for (std::uint64_t i = block * block_size_; i < end; ++i) visit(first_ + i, scalars_[first_ + i]);
  }

  void count_kinds() {
    executor_.run(blocks_.size(), 1, [&](std::uint64_t begin, std::uint64_t end, std::uint32_t) {
      for (std::uint64_t block = begin; block < end; ++block) {
        BlockCounts counts;
        for_each_in_block(block, [&](std::uint64_t, const Scalar& scalar) {
          const ScalarKind kind = sort_scalar<Fr>(scalar).kind;
          counts.short_count += kind == ScalarKind::kShort ? 1 : 0;
          counts.long_count += kind == ScalarKind::kLong ? 1 : 0;
        });
        blocks_[block] = counts;
      }
    });
    BlockCounts total;
    for (BlockCounts& block : blocks_) {
      const BlockCounts counts = block;
      block = total;
      total.short_count += counts.short_count;
      total.long_count += counts.long_count;
    }
    short_.allocate(total.short_count, kShortBits, ifma_, executor_);
    long_.allocate(total.long_count, Fr::kBits, ifma_, executor_);
  }

  /// Packs short and long ones; gives the sum of those with 1 and -1.
  Jacobian pack() {
    const std::size_t bytes = pack_scratch_bytes();
    const std::uint32_t workers = executor_.worker_count();
    const Block scratch = executor_.scratch(workers * bytes, true);
    std::vector<PointPile<G>> piles;
    for (std::uint32_t w = 0; w < workers; ++w) piles.emplace_back(scratch.data() + w * bytes);
    const auto adder_of = [&](std::uint32_t worker) {
      return BatchAdder<G>(scratch.data() + worker * bytes + pile_bytes(), ifma_);
    };
    executor_.run(blocks_.size(), 1, [&](std::uint64_t begin, std::uint64_t end, std::uint32_t worker) {
      BatchAdder<G> adder = adder_of(worker);
      for (std::uint64_t block = begin; block < end; ++block) pack_block(block, piles[worker], adder);
    });
    std::vector<Jacobian> sums(workers);
    executor_.run(workers, 1, [&](std::uint64_t begin, std::uint64_t end, std::uint32_t worker) {
      BatchAdder<G> adder = adder_of(worker);
      for (std::uint64_t w = begin; w < end; ++w) sums[w] = piles[w].sum(adder, ifma_);
    });
    Jacobian total = Jacobian::identity();
    for (const Jacobian& sum : sums) total = total.add(sum);
    return total;
  }

  static std::size_t pile_bytes() { return (PointPile<G>::scratch_bytes() + 63) / 64 * 64; }
  static std::size_t pack_scratch_bytes() { return pile_bytes() + BatchAdder<G>::kScratchBytes; }

  void pack_block(std::uint64_t block, PointPile<G>& pile, BatchAdder<G>& adder) {
    const DigitWriter short_digits(short_.plan);
    const DigitWriter long_digits(long_.plan);
    BlockCounts next = blocks_[block];
    for_each_in_block(block, [&](std::uint64_t i, const Scalar& scalar) {
      const SortedScalar sorted = sort_scalar<Fr>(scalar);
      if (sorted.kind == ScalarKind::kZero) return;
      Affine point = canonical_or_infinity(points_[i]);
      if (sorted.negative) point = -point;
      if (sorted.kind == ScalarKind::kOne) {
        pile.push(point, adder, ifma_);
      } else if (sorted.kind == ScalarKind::kShort) {
        short_.points[next.short_count] = point;
        short_digits.write({sorted.magnitude}, short_.digits + next.short_count, short_.count);
        ++next.short_count;
      } else {
        long_.points[next.long_count] = point;
        long_digits.write(scalar, long_.digits + next.long_count, long_.count);
        ++next.long_count;
      }
    });
    const BlockCounts& start = blocks_[block];
    to_working_form<G>({short_.points + start.short_count, next.short_count - start.short_count}, ifma_);
    to_working_form<G>({long_.points + start.long_count, next.long_count - start.long_count}, ifma_);
  }

  Jacobian sum_packed(const Packed<G>& packed) {
    const MsmPlan& plan = packed.plan;
    const std::size_t summer_bytes = PieceSummer<G>::scratch_bytes(plan);
    const std::size_t bytes = summer_bytes + BatchAdder<G>::kScratchBytes;
    const Block scratch = executor_.scratch(executor_.worker_count() * bytes, true);
    std::vector<Jacobian> sums(plan.piece_count());
    executor_.run(plan.piece_count(), 1, [&](std::uint64_t begin, std::uint64_t end, std::uint32_t worker) {
      std::byte* const memory = scratch.data() + worker * bytes;
      PieceSummer<G> summer(plan, memory);
      BatchAdder<G> adder(memory + summer_bytes, ifma_);
      for (std::uint64_t piece = begin; piece < end; ++piece) {
        const std::uint64_t window = piece / plan.ranges;
        const std::uint64_t range = piece % plan.ranges;
        const std::uint64_t from = packed.count * range / plan.ranges;
        const std::uint64_t to = packed.count * (range + 1) / plan.ranges;
        const int raise = window + 1 < plan.windows ? 1 << (plan.bits - 1) : 0;
        sums[piece] =
            summer.sum({packed.points + from, packed.digits + window * packed.count + from, to - from, raise},
                       adder, ifma_);
      }
    });
    Jacobian total = Jacobian::identity();
    for (std::size_t window = plan.windows; window-- > 0;) {
      for (unsigned bit = 0; bit < plan.bits; ++bit) total = total.doubled();
      for (unsigned range = 0; range < plan.ranges; ++range)
        total = total.add(sums[window * plan.ranges + range]);
    }
    return total;
  }

  PointsView<G> points_;
  ScalarsView scalars_;
  std::uint64_t first_;
  std::uint64_t count_;
  Executor& executor_;
  bool ifma_;
  std::uint64_t block_size_ = 0;
  std::vector<BlockCounts> blocks_;
  Packed<G> short_;
  Packed<G> long_;
};

/// Of digits and workers' memory, for any number of scalars up to `count`.
template <class G>
std::uint64_t packed_scratch_bytes(std::uint64_t count, unsigned scalar_bits, std::uint32_t workers,
                                   bool ifma) {
  std::uint64_t digits = 0;
  std::uint64_t summer = 0;
  for (std::uint64_t rounded = 1; rounded < 2 * count; rounded *= 2) {  // a plan's width depends on no more
    const MsmPlan plan = plan_msm(rounded, scalar_bits, workers, ifma);
    digits = std::max(digits, std::min(rounded, count) * plan.windows * sizeof(std::uint16_t));
    summer = std::max<std::uint64_t>(summer, PieceSummer<G>::scratch_bytes(plan));
  }
  return digits + workers * (summer + BatchAdder<G>::kScratchBytes);
}

}  // namespace

template <class G>
JacobianPoint<G> msm_fast(const PointsView<G>& points, const ScalarsView& scalars, Executor& executor,
                          MsmKernel kernel) {
  const bool ifma = kernel == MsmKernel::kIfma || (kernel == MsmKernel::kBest && algebra::ifma_enabled());
  JacobianPoint<G> total = JacobianPoint<G>::identity();
  for (std::uint64_t first = 0; first < scalars.count; first += kSliceSize) {
    const std::uint64_t count = std::min(kSliceSize, scalars.count - first);
    total = total.add(Slice<G>(points, scalars, first, count, executor, ifma).sum());
  }
  return total;
}

template <class G>
std::uint64_t msm_scratch_bytes(std::uint64_t count, std::uint32_t workers) {
  const std::uint64_t slice = std::min(count, kSliceSize);
  constexpr std::uint64_t kPages = 8 * 4096;  // blocks are rounded up to pages
  std::uint64_t bytes = 0;
  for (const bool ifma : {false, true}) {
    bytes = std::max(bytes, packed_scratch_bytes<G>(slice, kShortBits, workers, ifma) +
                                packed_scratch_bytes<G>(slice, G::Scalar::kBits, workers, ifma));
  }
  const std::uint64_t pile = 2 * kBatchSize * sizeof(AffinePoint<G>) + 64 + BatchAdder<G>::kScratchBytes;
  return slice * sizeof(AffinePoint<G>) + bytes + workers * pile + kPages;
}

#define LOCKSTEP_INSTANTIATE(G)                                                                          \
  template JacobianPoint<G> msm_fast<G>(const PointsView<G>&, const ScalarsView&, Executor&, MsmKernel); \
  template std::uint64_t msm_scratch_bytes<G>(std::uint64_t, std::uint32_t);
LOCKSTEP_INSTANTIATE(algebra::Bn254::G1)
LOCKSTEP_INSTANTIATE(algebra::Bn254::G2)
LOCKSTEP_INSTANTIATE(algebra::Bls12_381::G1)
LOCKSTEP_INSTANTIATE(algebra::Bls12_381::G2)
#undef LOCKSTEP_INSTANTIATE

}  // namespace lockstep::cpu_reference
