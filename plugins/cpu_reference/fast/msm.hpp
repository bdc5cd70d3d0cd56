// SPDX-License-Identifier: Apache-2.0
// Multi-scalar multiplication on all cores: Pippenger's buckets with signed digits, filled by batched affine
// additions (msm_batch.hpp), eight at a time where the CPU has AVX-512 IFMA.
//
// A witness is mostly 0, 1 and short numbers, so scalars are sorted first: 0 costs nothing, points with 1 or
// -1 are summed without buckets, and what is below 2^63 up to sign has only its own few windows. The work is
// cut into (window, range of points) pieces, each with buckets of its own; in a piece the points of a bucket
// are summed as a tree, so that no distribution of scalars is slow.
#pragma once

#include <cstdint>

#include "../executor.hpp"
#include "../views.hpp"
#include "lockstep/algebra/jacobian.hpp"

namespace lockstep::cpu_reference {

/// Which arithmetic fills the buckets. The result is the same.
enum class MsmKernel : std::uint8_t {
  kBest,      ///< kIfma where algebra::ifma_enabled(), else kPortable
  kPortable,  ///< one addition at a time; runs everywhere
  kIfma,      ///< eight at a time; only where algebra::ifma_enabled()
};

/// sum scalars[i] points[i] over scalars.count, which is at most points.count. Points at infinity, equal and
/// opposite ones are legal; a point with a coordinate of p or above counts as infinity; one off the curve
/// gives some result. Throws what the executor throws. Instantiated for G1 and G2 of both curves.
template <class G>
algebra::JacobianPoint<G> msm_fast(const PointsView<G>& points, const ScalarsView& scalars,
                                   Executor& executor, MsmKernel kernel = MsmKernel::kBest);

/// Upper bound of what msm_fast holds of Executor::scratch at a time.
template <class G>
std::uint64_t msm_scratch_bytes(std::uint64_t count, std::uint32_t workers);

}  // namespace lockstep::cpu_reference
