// SPDX-License-Identifier: Apache-2.0
// What a job writes.
#pragma once

#include "lockstep/algebra/curve_id.hpp"
#include "lockstep/pipeline/engine.hpp"
#include "lockstep/result.hpp"

namespace lockstep::pipeline {

/// Refuses, before any work is done, an output whose name tells no format or that can't be written, and
/// outputs of one name.
Result<void> check_outputs(const ProveJob& job);

/// Refuses an output that the key's curve has no encoding for.
Result<void> check_outputs_on(const ProveJob& job, CurveId curve);

/// Writes the proof and the public inputs that the job asked for: both whole, or neither.
Result<void> write_outputs(const ProveJob& job, const Proved& proved);

}  // namespace lockstep::pipeline
