// SPDX-License-Identifier: Apache-2.0
// Section 4 of a zkey: the matrices A and B as a list of coefficients.
#pragma once

#include <cstdint>

#include "lockstep/circuit/compiled_circuit.hpp"
#include "lockstep/formats/byte_source.hpp"
#include "lockstep/formats/iden3_container.hpp"
#include "lockstep/result.hpp"

namespace lockstep::formats {

/// What the header of the zkey says.
struct ZkeyCounts {
  CurveId curve{};
  std::uint64_t variable_count = 0;
  std::uint64_t public_count = 0;
  std::uint64_t domain_size = 0;
};

/// Reads the section; entries may stand in any order, those of snarkjs (ascending rows) are read fastest.
/// Checks its size against its count, every index and value, and that the last public_count + 1 rows are the
/// input rows. [thread-safe]
Result<circuit::CompiledCircuit> read_zkey_coefficients(const ByteSource& source, const Section& section,
                                                        const ZkeyCounts& counts);

}  // namespace lockstep::formats
