// SPDX-License-Identifier: Apache-2.0
// Which device of which backend does a job.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "lockstep/backend/registry.hpp"

namespace lockstep::backend {

/// Asks the backend of a candidate for its devices anew, and says in `reason` where none is usable.
void refresh(Candidate& candidate);

/// A device of one backend: the one asked for, else its first that can do the job. Selection::reason is the
/// part of the sentence that tells of the device. Errors are why not, without the backend's name.
Result<Selection> choose_device(const Candidate& candidate, std::optional<std::uint32_t> ordinal,
                                const Requirements& requirements);

/// The GPU with the most memory that can do the job, else cpu_reference.
Result<Selection> choose_automatically(const std::vector<Candidate>& candidates,
                                       const Requirements& requirements);

}  // namespace lockstep::backend
