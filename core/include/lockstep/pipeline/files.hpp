// SPDX-License-Identifier: Apache-2.0
// What the command line does beside proving, from file to file: verify, and make a key for development.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>

#include "lockstep/api.hpp"
#include "lockstep/result.hpp"

namespace lockstep::pipeline {

/// Verifies one proof. The key is a snarkjs verification_key.json or a bellman .vk, the proof a snarkjs
/// proof.json or 192 bytes with a bellman .vk, the inputs a JSON array of decimal strings. kInvalidProof: all
/// three could be read, but the proof is not a valid one of those inputs; any other code: something could not
/// be read. [thread-safe]
LOCKSTEP_API Result<void> verify_files(const std::filesystem::path& verifying_key,
                                       const std::filesystem::path& public_inputs,
                                       const std::filesystem::path& proof);

struct SetupJob {
  std::filesystem::path r1cs;
  std::filesystem::path key;                             ///< to write: .zkey or .params
  std::optional<std::filesystem::path> verifying_key{};  ///< to write: .json, or .vk beside .params
  std::optional<std::string> seed{};                     ///< up to 64 hexadecimal digits; none: a fresh one
  unsigned threads = 0;                                  ///< 0: every core that the process may use
};

/// Makes a key for development from a circuit. Whoever makes a key this way could forge proofs: not for
/// production. [thread-safe]
LOCKSTEP_API Result<void> setup_files(
    const SetupJob& job, const std::function<void(std::uint64_t done, std::uint64_t total)>& progress = {});

}  // namespace lockstep::pipeline
