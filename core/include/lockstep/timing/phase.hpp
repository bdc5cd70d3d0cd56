// SPDX-License-Identifier: Apache-2.0
// The vocabulary of timing: three layers and their canonical phases, numbered as in the plugin ABI.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

#include "lockstep/abi/timing.h"
#include "lockstep/api.hpp"

namespace lockstep::timing {

enum class Layer : std::uint32_t {
  kPipeline = LKS_LAYER_PIPELINE,  ///< the core
  kBackend = LKS_LAYER_BACKEND,    ///< a plugin's host side
  kDevice = LKS_LAYER_DEVICE,      ///< pure compute and copies
};

enum class Phase : std::uint32_t {
  // pipeline
  kQueue = LKS_PHASE_QUEUE,
  kWitness = LKS_PHASE_WITNESS,
  kHandoff = LKS_PHASE_HANDOFF,
  kKey = LKS_PHASE_KEY,
  kProve = LKS_PHASE_PROVE,
  kVerify = LKS_PHASE_VERIFY,
  kSerialize = LKS_PHASE_SERIALIZE,
  kPipelineRelease = LKS_PHASE_PIPELINE_RELEASE,
  // backend and device, below kProve
  kWait = LKS_PHASE_WAIT,
  kUpload = LKS_PHASE_UPLOAD,
  kSynthesize = LKS_PHASE_SYNTHESIZE,
  kQuotient = LKS_PHASE_QUOTIENT,
  kMsmH = LKS_PHASE_MSM_H,
  kMsmL = LKS_PHASE_MSM_L,
  kMsmA = LKS_PHASE_MSM_A,
  kMsmB1 = LKS_PHASE_MSM_B1,
  kMsmB2 = LKS_PHASE_MSM_B2,
  kAssemble = LKS_PHASE_ASSEMBLE,
  kDownload = LKS_PHASE_DOWNLOAD,
  kRelease = LKS_PHASE_RELEASE,
  // outside nesting and equality
  kReclaim = LKS_PHASE_RECLAIM,
  // named "x-...", below a canonical phase
  kVendor = LKS_PHASE_VENDOR,
};

/// "pipeline", "backend", "device".
LOCKSTEP_API std::string_view layer_name(Layer layer);
LOCKSTEP_API std::optional<Layer> layer_from_name(std::string_view name);

/// "queue" ... "msm_b2" ... ; kPipelineRelease and kRelease are both "release": the layer tells them apart.
LOCKSTEP_API std::string_view phase_name(Phase phase);
LOCKSTEP_API std::optional<Phase> phase_from_name(Layer layer, std::string_view name);

/// The canonical phases of a layer, in the order in which they are shown. Each stands exactly once per layer,
/// partition and try.
LOCKSTEP_API std::span<const Phase> canonical_phases(Layer layer);

/// True where `phase` may stand in `layer`; kVendor may in backend and device, kReclaim in pipeline.
LOCKSTEP_API bool phase_belongs_to(Phase phase, Layer layer);

}  // namespace lockstep::timing
