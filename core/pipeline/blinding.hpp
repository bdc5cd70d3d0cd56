// SPDX-License-Identifier: Apache-2.0
// The blinding scalars r and s of one proof.
#pragma once

#include <optional>

#include "lockstep/algebra/curve_id.hpp"
#include "lockstep/circuit/compiled_circuit.hpp"
#include "lockstep/pipeline/engine.hpp"
#include "lockstep/result.hpp"

namespace lockstep::pipeline {

/// r and s in standard form, below the modulus of Fr. Secret: wiped when it goes.
struct BlindingScalars {
  circuit::ScalarLimbs r{};
  circuit::ScalarLimbs s{};

  BlindingScalars() = default;
  BlindingScalars(const BlindingScalars&) = default;
  BlindingScalars& operator=(const BlindingScalars&) = default;
  ~BlindingScalars();
};

/// The caller's scalars, or fresh ones, uniform below the modulus, from OpenSSL's private generator. kUsage
/// where a given scalar is no decimal number below the modulus.
Result<BlindingScalars> make_blinding(CurveId curve, const std::optional<Blinding>& given);

}  // namespace lockstep::pipeline
