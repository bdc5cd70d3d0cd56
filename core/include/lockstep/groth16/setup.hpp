// SPDX-License-Identifier: Apache-2.0
// Keys for development, from a circuit alone. Whoever runs the setup could keep its secrets and prove
// anything: such keys are for development and tests, and callers say so to their users.
// docs/development-setup.md specifies them.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>

#include "lockstep/api.hpp"
#include "lockstep/circuit/compiled_circuit.hpp"
#include "lockstep/groth16/proof.hpp"
#include "lockstep/groth16/setup_secrets.hpp"
#include "lockstep/result.hpp"

namespace lockstep::groth16 {

enum class KeyFormat : std::uint32_t {
  kZkey,     ///< snarkjs, both curves
  kBellman,  ///< bellman parameters, BLS12-381 only
};

struct SetupOptions {
  /// The same seed, circuit and format give the same bytes. None: a fresh one, which nobody learns.
  std::optional<SetupSeed> seed;
  /// Told the work done and the whole of it, in units of one G1 point; false cancels. Called by one thread at
  /// a time, not always the same, and not more often than every few milliseconds of work.
  std::function<bool(std::uint64_t done, std::uint64_t total)> progress;
};

/// Makes a key for the circuit and writes it to `path`, which appears whole or not at all. Returns the key's
/// verifying key. Points are computed by all threads of the calling thread's oneTBB arena and written as they
/// come, so that memory stays at about 100 bytes a variable and 32 a row, beside the tables (up to 150 MB for
/// large circuits).
///
/// kUsage: the circuit's matrices are inconsistent or without C (those of a zkey are), it is too large for
/// the curve or the format, kBellman on another curve than BLS12-381 or with an auxiliary variable that
/// occurs in no constraint. kIo, kOutOfMemory, kCancelled. [thread-safe]
LOCKSTEP_API Result<AnyVerifyingKey> write_development_key(const circuit::CompiledCircuit& circuit,
                                                           KeyFormat format,
                                                           const std::filesystem::path& path,
                                                           const SetupOptions& options = {});

}  // namespace lockstep::groth16
