// SPDX-License-Identifier: Apache-2.0
// Circuits (interface "lockstep.synthesizer/1"), to derive from.
#pragma once

#include <cstdint>
#include <memory>

#include "lockstep/abi/synthesizer.h"
#include "lockstep/sdk/circuit_view.hpp"
#include "lockstep/sdk/memory.hpp"
#include "lockstep/sdk/witness_view.hpp"

namespace lockstep::sdk {

struct EvaluateJob {
  WitnessView witness;  ///< of the circuit's variable_count: the adapter has checked
  CancelToken cancel;
  SpanId parent;
};

/// A circuit that is ready on a device. Shared by sessions; the last owner to go gives the host's arrays
/// back.
class Circuit {
 public:
  Circuit(std::uint32_t device, const CircuitView& view) noexcept
      : device_(device),
        curve_(view.curve),
        variable_count_(view.variable_count),
        public_count_(view.public_count),
        row_count_(view.row_count()) {}
  Circuit(const Circuit&) = delete;
  Circuit& operator=(const Circuit&) = delete;
  virtual ~Circuit() = default;

  std::uint32_t device() const noexcept { return device_; }
  Curve curve() const noexcept { return curve_; }
  std::uint64_t variable_count() const noexcept { return variable_count_; }
  std::uint64_t public_count() const noexcept { return public_count_; }
  std::uint64_t row_count() const noexcept { return row_count_; }

  /// a = Az, b = Bz, c = Cz (a b row by row without a C matrix): row_count() x 32 bytes each, MONTGOMERY
  /// form. The buffers differ, are of this device and large enough: the adapter has checked. [thread-safe],
  /// for one set of buffers [session-exclusive]
  virtual Result<void> evaluate(const EvaluateJob& job, Buffer& a, Buffer& b, Buffer& c) = 0;

 private:
  std::uint32_t device_;
  Curve curve_;
  std::uint64_t variable_count_;
  std::uint64_t public_count_;
  std::uint64_t row_count_;
};

class Synthesizer {
 public:
  Synthesizer() = default;
  Synthesizer(const Synthesizer&) = delete;
  Synthesizer& operator=(const Synthesizer&) = delete;
  virtual ~Synthesizer() = default;

  /// Owes the caller a check of the entries: check_entries(), or the same on the device. The arrays behind
  /// `circuit` are lent until the Circuit goes. [thread-safe]
  virtual Result<std::unique_ptr<Circuit>> circuit_load(std::uint32_t device, const CircuitView& circuit) = 0;
};

}  // namespace lockstep::sdk
