// SPDX-License-Identifier: Apache-2.0
// circom's constraint systems, `.r1cs` version 1 (github.com/iden3/r1csfile, doc/r1cs_bin_format.md).
#pragma once

#include <cstdint>

#include "lockstep/api.hpp"
#include "lockstep/circuit/compiled_circuit.hpp"
#include "lockstep/formats/byte_source.hpp"
#include "lockstep/result.hpp"

namespace lockstep::formats {

struct R1csHeader {
  CurveId curve{};  ///< whose scalar field the file's prime is the order of
  std::uint32_t wire_count = 0;
  std::uint32_t public_output_count = 0;
  std::uint32_t public_input_count = 0;
  std::uint32_t private_input_count = 0;
  std::uint64_t label_count = 0;
  std::uint32_t constraint_count = 0;

  /// Outputs and inputs: wires 1 to public_count() are public. Without the constant 1.
  std::uint64_t public_count() const { return std::uint64_t{public_output_count} + public_input_count; }
};

/// Reads and checks section 1. [thread-safe]
LOCKSTEP_API Result<R1csHeader> read_r1cs_header(const ByteSource& source);

/// Reads a whole constraint system and appends the rows of the public inputs to A. Terms keep the file's
/// order, and a wire that occurs twice in a row stays so. kMalformed: a prime of no known curve, a wire out
/// of range, a coefficient that is not below the prime, counts that contradict the sizes, custom gates.
/// Section 3 (labels) is not needed; where it is missing, no more wires are believed than the file has bytes.
/// [thread-safe]
LOCKSTEP_API Result<circuit::CompiledCircuit> read_r1cs(const ByteSource& source);

}  // namespace lockstep::formats
