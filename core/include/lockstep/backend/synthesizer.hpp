// SPDX-License-Identifier: Apache-2.0
// Circuits on a device, and the evaluation of their constraints.
#pragma once

#include <cstdint>
#include <memory>

#include "lockstep/backend/cancel.hpp"
#include "lockstep/backend/memory_manager.hpp"
#include "lockstep/circuit/compiled_circuit.hpp"
#include "lockstep/circuit/witness.hpp"
#include "lockstep/result.hpp"
#include "lockstep/timing/span.hpp"

namespace lockstep::backend {

/// A circuit made ready on a device, to be shared by sessions. Keeps the circuit and the backend alive.
class LOCKSTEP_API LoadedCircuit {
 public:
  virtual ~LoadedCircuit() = default;
  virtual std::uint32_t device() const = 0;
  virtual const circuit::CompiledCircuit& circuit() const = 0;
};

/// [thread-safe]
class LOCKSTEP_API Synthesizer {
 public:
  virtual ~Synthesizer() = default;

  virtual Result<std::shared_ptr<LoadedCircuit>> load(
      std::uint32_t device, std::shared_ptr<const circuit::CompiledCircuit> circuit) = 0;

  /// a = Az, b = Bz, c = Cz (a b row by row where there is no C matrix): row_count() values of 32 bytes each,
  /// Fr in Montgomery form, into buffers of the circuit's device and of this backend. [session-exclusive] for
  /// one set of buffers.
  virtual Result<void> evaluate(LoadedCircuit& circuit, const circuit::Witness& witness, Buffer& a, Buffer& b,
                                Buffer& c, CancelToken cancel = 0, timing::SpanId parent = 0) = 0;
};

}  // namespace lockstep::backend
