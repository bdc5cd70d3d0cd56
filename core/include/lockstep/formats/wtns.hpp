// SPDX-License-Identifier: Apache-2.0
// circom's and snarkjs's witnesses, `.wtns` version 2.
#pragma once

#include "lockstep/api.hpp"
#include "lockstep/circuit/witness.hpp"
#include "lockstep/formats/byte_source.hpp"
#include "lockstep/result.hpp"

namespace lockstep::formats {

/// Reads a witness into memory that is wiped when its last user lets go (the values stand at no aligned
/// offset in the file, and a copy cannot change once it is checked). kMalformed: a prime of no known curve, a
/// count that contradicts the size, a value that is not below the prime, a value 0 that is not 1. No message
/// contains a value. [thread-safe]
LOCKSTEP_API Result<circuit::Witness> read_wtns(const ByteSource& source);

}  // namespace lockstep::formats
