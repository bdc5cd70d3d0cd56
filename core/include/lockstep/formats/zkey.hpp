// SPDX-License-Identifier: Apache-2.0
// snarkjs's proving keys, `.zkey` version 1, protocol Groth16: key and circuit in one file.
#pragma once

#include <cstdint>
#include <vector>

#include "lockstep/api.hpp"
#include "lockstep/circuit/compiled_circuit.hpp"
#include "lockstep/formats/byte_source.hpp"
#include "lockstep/groth16/proving_key.hpp"
#include "lockstep/result.hpp"

namespace lockstep::formats {

/// The sections of a zkey by number.
enum class ZkeySection : std::uint32_t {
  kProtocol = 1,
  kHeader = 2,
  kIc = 3,
  kCoefficients = 4,
  kA = 5,
  kB1 = 6,
  kB2 = 7,
  kL = 8,  ///< snarkjs says C
  kH = 9,
  kContributions = 10,
};

struct Zkey {
  groth16::ProvingKey key;           ///< its points stay in the source's bytes
  circuit::CompiledCircuit circuit;  ///< without a C matrix
};

/// Reads a key. Always checked: sections, counts and sizes, the domain, every index and coefficient, the
/// points of the header and IC; the points of the queries are check_points()'s. The pages of section 4 leave
/// this process's memory behind the reader. Sections beyond 9 are not needed, and not read.
///
/// The domain is a power of two, holds every row, and has a primitive root of twice its size, as its H query
/// stands on the odd coset. An infinite point in the header or in IC is refused: it would leave a part of the
/// statement unbound. [thread-safe]
LOCKSTEP_API Result<Zkey> read_zkey(const ByteSource& source);

/// The verifying key that a zkey carries, its points checked, with the file's structure checked but without
/// reading its coefficients. [thread-safe]
LOCKSTEP_API Result<groth16::AnyVerifyingKey> read_zkey_verifying_key(const ByteSource& source);

}  // namespace lockstep::formats
