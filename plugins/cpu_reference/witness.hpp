// SPDX-License-Identifier: Apache-2.0
// A typed witness as one array of scalars.
#pragma once

#include <span>

#include "executor.hpp"
#include "lockstep/sdk/witness_view.hpp"
#include "memory_pool.hpp"
#include "views.hpp"

namespace lockstep::cpu_reference {

/// The values of a witness, in standard form and below the modulus: the host's own array where it is one,
/// else a copy in secret memory.
struct Witness {
  std::span<const Scalar> values;
  Block copy;
};

/// Throws Failure (kBadWitness) for a value that is not below `modulus`, and Cancelled.
Witness read_witness(const sdk::WitnessView& view, const Scalar& modulus, Executor& executor);

/// Throws Failure with `code` where a scalar is not below `modulus`, and Cancelled.
void check_scalars(std::span<const Scalar> scalars, const Scalar& modulus, sdk::Code code,
                   Executor& executor);

}  // namespace lockstep::cpu_reference
