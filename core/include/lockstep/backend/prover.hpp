// SPDX-License-Identifier: Apache-2.0
// The Groth16 prover of a backend.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "lockstep/backend/cancel.hpp"
#include "lockstep/backend/synthesizer.hpp"
#include "lockstep/circuit/witness.hpp"
#include "lockstep/groth16/proof.hpp"
#include "lockstep/groth16/proving_key.hpp"
#include "lockstep/result.hpp"
#include "lockstep/timing/span.hpp"

namespace lockstep::backend {

/// A backend's own knobs as text, ("variant", "textbook"). An unknown one is an error of the backend.
using Options = std::vector<std::pair<std::string, std::string>>;

/// Peak bytes beside what the host lends; `resident` is shared by sessions, `session` is for each that
/// proves.
struct Estimate {
  std::uint64_t resident_device_bytes = 0;
  std::uint64_t resident_pinned_bytes = 0;
  std::uint64_t resident_pageable_bytes = 0;
  std::uint64_t session_device_bytes = 0;
  std::uint64_t session_pinned_bytes = 0;
  std::uint64_t session_pageable_bytes = 0;

  std::uint64_t device_bytes() const { return resident_device_bytes + session_device_bytes; }
  std::uint64_t host_bytes() const {
    return resident_pinned_bytes + resident_pageable_bytes + session_pinned_bytes + session_pageable_bytes;
  }
};

/// A proving key made ready on a device, to be shared by sessions. Keeps the key's memory and the backend
/// alive.
class LOCKSTEP_API LoadedKey {
 public:
  virtual ~LoadedKey() = default;
  virtual std::uint32_t device() const = 0;
  virtual const groth16::ProvingKey& key() const = 0;
};

struct ProveRequest {
  const circuit::Witness& witness;  ///< lent until the proof is there
  circuit::ScalarLimbs r{};         ///< standard form, below the modulus; secret
  circuit::ScalarLimbs s{};
  bool witness_is_public = false;  ///< buffers that hold it need not be wiped
  std::uint64_t job = 0;           ///< for logs and errors
  std::uint32_t partition = 0;     ///< for logs and errors
  CancelToken cancel = 0;
  timing::SpanId parent = 0;  ///< the PROVE span
};

/// What the ABI tells of a failure beyond Error's code and message.
struct BackendFailure {
  std::int32_t status = 0;       ///< LKS_E_...
  std::int32_t vendor_code = 0;  ///< the driver's own
  bool retryable = false;
  bool device_lost = false;
  std::optional<timing::Phase> phase{};
};

/// The working state of one proof at a time. [session-exclusive] but for cancel(). The destructor cancels and
/// waits where a started job still runs.
class LOCKSTEP_API Session {
 public:
  virtual ~Session() = default;

  /// Proves and blocks. The points of the proof are canonical and (A, B, C being what a backend says they
  /// are) unchecked: verify the proof.
  virtual Result<groth16::AnyProof> prove(const ProveRequest& request) = 0;

  /// Whether the backend offers the three functions below; where it does not, start() fails.
  virtual bool can_start() const = 0;
  virtual Result<void> start(const ProveRequest& request) = 0;
  /// nullopt: the job still runs after `timeout`.
  virtual Result<std::optional<groth16::AnyProof>> wait(std::chrono::nanoseconds timeout) = 0;
  virtual Result<void> cancel() = 0;  ///< [thread-safe]

  /// Of the last call that failed; status 0 where none did.
  virtual BackendFailure last_failure() const = 0;
};

/// Called by the loading thread, done <= total.
using Progress = std::function<void(std::uint64_t done, std::uint64_t total)>;

/// [thread-safe]
class LOCKSTEP_API Prover {
 public:
  virtual ~Prover() = default;

  virtual Result<Estimate> estimate(std::uint32_t device, const circuit::CompiledCircuit& circuit,
                                    const groth16::ProvingKey& key, const Options& options = {}) = 0;

  virtual Result<std::shared_ptr<LoadedKey>> load_key(std::uint32_t device,
                                                      std::shared_ptr<const groth16::ProvingKey> key,
                                                      CancelToken cancel = 0,
                                                      const Progress& progress = {}) = 0;

  /// Circuit and key are of this backend and of one device, else kUsage; that don't belong together,
  /// kMismatch.
  virtual Result<std::unique_ptr<Session>> create_session(std::shared_ptr<LoadedCircuit> circuit,
                                                          std::shared_ptr<LoadedKey> key,
                                                          const Options& options = {}) = 0;
};

}  // namespace lockstep::backend
