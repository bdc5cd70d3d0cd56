// SPDX-License-Identifier: Apache-2.0
// The points of a proving key's queries, which readers leave unchecked as they are most of the file.
#pragma once

#include <cstdint>
#include <functional>

#include "lockstep/api.hpp"
#include "lockstep/groth16/proving_key.hpp"
#include "lockstep/result.hpp"

namespace lockstep::formats {

/// Told how many of how many points are checked; calls come from several threads, one at a time.
using PointProgress = std::function<void(std::uint64_t done, std::uint64_t total)>;

/// Checks every point of every query: coordinates below the modulus, on the curve, in the subgroup of order
/// r, and in a bellman key not infinity (in a zkey an infinite point is common: a variable that does not
/// occur). kMalformed with the place of the first bad point in the order A, B1, B2, L, H: section and index
/// for a zkey, query and index for bellman parameters. Runs on all threads. [thread-safe]
LOCKSTEP_API Result<void> check_points(const groth16::ProvingKey& key, const PointProgress& progress = {});

}  // namespace lockstep::formats
