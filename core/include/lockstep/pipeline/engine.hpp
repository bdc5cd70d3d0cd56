// SPDX-License-Identifier: Apache-2.0
// What proves: plugins, threads and accounts of one process, and the way of a job through them.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "lockstep/api.hpp"
#include "lockstep/backend/host_services.hpp"
#include "lockstep/backend/registry.hpp"
#include "lockstep/groth16/proof.hpp"
#include "lockstep/result.hpp"
#include "lockstep/timing/report.hpp"

namespace lockstep::pipeline {

struct EngineOptions {
  unsigned threads = 0;                           ///< 0: every core that the process may use
  std::optional<std::filesystem::path> plugin{};  ///< load this backend and search no others
};

/// Blinding scalars as decimal strings below the modulus of Fr. For tests alone: a proof with known scalars
/// leaks its witness, and so do two proofs with the same ones.
struct Blinding {
  std::string r;
  std::string s;
};

/// One proof to make. Outputs that are given are written whole or not at all.
struct ProveJob {
  std::filesystem::path key;      ///< .zkey, or bellman parameters (then `r1cs` is needed)
  std::filesystem::path witness;  ///< .wtns
  std::optional<std::filesystem::path> r1cs{};
  std::string backend = "auto";
  backend::Options backend_options{};
  bool check_key = false;  ///< check every point of the key first
  std::optional<Blinding> blinding{};

  std::optional<std::filesystem::path>
      proof_output{};  ///< .json, or .bin: the 192-byte encoding of BLS12-381
  std::optional<std::filesystem::path> public_output{};  ///< a JSON array of decimal strings
};

struct Proved {
  groth16::AnyProof proof;
  groth16::AnyPublicInputs public_inputs;
  std::string chosen_because;  ///< which backend and device, and why
  timing::Report report;
};

/// What a job is doing, for a person: "key", "prove", ... and how far it is (0 of 0 where that is not known).
using JobProgress = std::function<void(std::string_view stage, std::uint64_t done, std::uint64_t total)>;

/// [thread-safe] but for construction and destruction.
class LOCKSTEP_API Engine {
 public:
  /// Finds the backends; each is loaded when it is first asked for.
  explicit Engine(const EngineOptions& options = {});
  ~Engine();
  Engine(const Engine&) = delete;
  Engine& operator=(const Engine&) = delete;

  /// Reads, proves, verifies the proof, and writes it. A proof that does not verify is made again with the
  /// same scalars: equal bytes mean that the witness does not satisfy the circuit or that the key is wrong
  /// (kUnsatisfied, naming the constraint where the r1cs is given), other bytes that the backend is faulty
  /// (kBackend).
  Result<Proved> prove(const ProveJob& job, const JobProgress& progress = {});

  backend::HostServices& services() { return *services_; }
  backend::Registry& registry() { return *registry_; }

 private:
  std::shared_ptr<backend::HostServices> services_;
  std::unique_ptr<backend::Registry> registry_;
};

}  // namespace lockstep::pipeline
