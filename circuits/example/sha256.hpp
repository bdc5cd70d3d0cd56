// SPDX-License-Identifier: Apache-2.0
// "I know a message whose SHA-256 is this": the example circuit, of about 27,000 constraints a block.
// SHA-256: FIPS 180-4, sections 4.1.2, 4.2.2, 5.1.1 and 6.2.
#pragma once

#include <array>
#include <cstdint>
#include <span>

#include "r1cs_builder.hpp"

namespace lockstep::circuits {

/// Adds the circuit and its assignment to `builder`, which is empty. Public inputs are the digest's four
/// quarters as 64-bit big-endian integers; the message's bits are private, its length is fixed by the
/// circuit. Returns the digest.
std::array<std::uint8_t, 32> build_sha256(R1csBuilder& builder, std::span<const std::uint8_t> message);

}  // namespace lockstep::circuits
