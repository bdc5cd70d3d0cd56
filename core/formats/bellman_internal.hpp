// SPDX-License-Identifier: Apache-2.0
// What inspect() needs of bellman.cpp beside its public functions.
#pragma once

#include "lockstep/formats/bellman.hpp"

namespace lockstep::formats {

/// The IC list of a `.vk` or of parameters; kMalformed where it runs past the end.
Result<BellmanList> read_bellman_ic_list(const ByteSource& source);

/// A key without its circuit: counts are checked against each other alone, and queries have no density.
Result<groth16::ProvingKey> read_bellman_key_alone(const ByteSource& source);

}  // namespace lockstep::formats
