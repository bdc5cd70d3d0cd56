// SPDX-License-Identifier: Apache-2.0
// Membership of the groups of prime order r.
#pragma once

#include "lockstep/algebra/bls12_381.hpp"
#include "lockstep/algebra/bn254.hpp"
#include "lockstep/algebra/point.hpp"

namespace lockstep::algebra {

// Whether the point is on the curve and has order r or is infinity. Exact for every input: r P = 0 is
// replaced by an equation between an endomorphism of the curve and a short multiple, which has the same
// solutions (src/subgroup.cpp). Costs, in scalar multiplications of 64 bits: BN254 G1 none, G2 1; BLS12-381
// G1 2, G2 1. [thread-safe]
template <class G>
bool in_subgroup(const AffinePoint<G>& point);

template <>
bool in_subgroup(const AffinePoint<Bn254::G1>& point);
template <>
bool in_subgroup(const AffinePoint<Bn254::G2>& point);
template <>
bool in_subgroup(const AffinePoint<Bls12_381::G1>& point);
template <>
bool in_subgroup(const AffinePoint<Bls12_381::G2>& point);

}  // namespace lockstep::algebra
