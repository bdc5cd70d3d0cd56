// SPDX-License-Identifier: Apache-2.0
// The files of bellman and bellperson over BLS12-381: parameters (a proving key), verifying keys (`.vk`) and
// proofs. None has a magic number; counts are u32, big-endian. Points are the ecosystem's (see
// algebra/point_encoding.hpp): uncompressed in keys, compressed in proofs.
//
//   .vk         alpha_g1, beta_g1, beta_g2, gamma_g2, delta_g1, delta_g2 (864 bytes), then IC
//   parameters  the same, then the queries h, l, a, b_g1, b_g2; each list is a count and its points. Bytes
//               beyond are legal: Zcash ships the ceremony's transcript there
//   proof       A | B | C, 192 bytes; the proofs of several partitions stand one after another
//
// Nothing in them is ever infinite: bellman refuses that, and so do the readers here.
#pragma once

#include <array>
#include <cstdint>
#include <filesystem>
#include <span>
#include <vector>

#include "lockstep/algebra/curves.hpp"
#include "lockstep/api.hpp"
#include "lockstep/circuit/compiled_circuit.hpp"
#include "lockstep/formats/byte_source.hpp"
#include "lockstep/groth16/proof.hpp"
#include "lockstep/groth16/proving_key.hpp"
#include "lockstep/result.hpp"

namespace lockstep::formats {

using BellmanVerifyingKey = groth16::VerifyingKey<algebra::Bls12_381>;
using BellmanProof = groth16::Proof<algebra::Bls12_381>;

/// One list of a parameters file: `count` points, the first at `offset`, all inside the file.
struct BellmanList {
  std::uint64_t offset = 0;
  std::uint64_t count = 0;
};

struct BellmanLayout {
  BellmanList ic, h, l, a, b_g1, b_g2;
  std::uint64_t end = 0;  ///< where b_g2 ends
};

/// Finds the lists of a parameters file. kMalformed: a list that runs past the end. [thread-safe]
LOCKSTEP_API Result<BellmanLayout> read_bellman_layout(const ByteSource& source);

/// Reads parameters as the key of a circuit: which variables have a point in a, b_g1 and b_g2 stands in the
/// circuit alone. The points of the verifying key are checked, those of the queries are check_points()'s.
/// kMismatch: the circuit is over another curve, or a list has another number of points than this circuit's
/// would have. [thread-safe]
LOCKSTEP_API Result<groth16::ProvingKey> read_bellman_parameters(const ByteSource& source,
                                                                 const circuit::CompiledCircuit& circuit);

/// The verifying key at the head of a parameters file, its points checked. [thread-safe]
LOCKSTEP_API Result<BellmanVerifyingKey> read_bellman_parameters_vk(const ByteSource& source);

/// Reads a `.vk`, checked wholly. Any fault is kMalformed, bytes beyond IC too. [thread-safe]
LOCKSTEP_API Result<BellmanVerifyingKey> read_bellman_vk(const ByteSource& source);
LOCKSTEP_API Result<void> write_bellman_vk(const std::filesystem::path& path, const BellmanVerifyingKey& key);

inline constexpr std::size_t kBellmanProofBytes = 192;

/// Reads one proof or more. kMalformed: a size that is no multiple of 192; kInvalidProof: flag bits or a
/// coordinate that are not canonical, a point off the curve, outside the subgroup or infinite. [thread-safe]
LOCKSTEP_API Result<std::vector<BellmanProof>> read_bellman_proofs(const ByteSource& source);
LOCKSTEP_API std::array<std::byte, kBellmanProofBytes> encode_bellman_proof(const BellmanProof& proof);
LOCKSTEP_API Result<void> write_bellman_proofs(const std::filesystem::path& path,
                                               std::span<const BellmanProof> proofs);

}  // namespace lockstep::formats
