// SPDX-License-Identifier: Apache-2.0
#include "lockstep/timing/phase.hpp"

#include <algorithm>
#include <array>

namespace lockstep::timing {
namespace {

constexpr std::array kPipelinePhases{Phase::kQueue,     Phase::kWitness,        Phase::kHandoff,
                                     Phase::kKey,       Phase::kProve,          Phase::kVerify,
                                     Phase::kSerialize, Phase::kPipelineRelease};

constexpr std::array kProvePhases{Phase::kWait,  Phase::kUpload,   Phase::kSynthesize, Phase::kQuotient,
                                  Phase::kMsmH,  Phase::kMsmL,     Phase::kMsmA,       Phase::kMsmB1,
                                  Phase::kMsmB2, Phase::kAssemble, Phase::kDownload,   Phase::kRelease};

}  // namespace

std::string_view layer_name(Layer layer) {
  switch (layer) {
    case Layer::kPipeline:
      return "pipeline";
    case Layer::kBackend:
      return "backend";
    case Layer::kDevice:
      return "device";
  }
  return "?";
}

std::optional<Layer> layer_from_name(std::string_view name) {
  for (const Layer layer : {Layer::kPipeline, Layer::kBackend, Layer::kDevice}) {
    if (layer_name(layer) == name) return layer;
  }
  return std::nullopt;
}

std::string_view phase_name(Phase phase) {
  switch (phase) {
    case Phase::kQueue:
      return "queue";
    case Phase::kWitness:
      return "witness";
    case Phase::kHandoff:
      return "handoff";
    case Phase::kKey:
      return "key";
    case Phase::kProve:
      return "prove";
    case Phase::kVerify:
      return "verify";
    case Phase::kSerialize:
      return "serialize";
    case Phase::kPipelineRelease:
    case Phase::kRelease:
      return "release";
    case Phase::kWait:
      return "wait";
    case Phase::kUpload:
      return "upload";
    case Phase::kSynthesize:
      return "synthesize";
    case Phase::kQuotient:
      return "quotient";
    case Phase::kMsmH:
      return "msm_h";
    case Phase::kMsmL:
      return "msm_l";
    case Phase::kMsmA:
      return "msm_a";
    case Phase::kMsmB1:
      return "msm_b1";
    case Phase::kMsmB2:
      return "msm_b2";
    case Phase::kAssemble:
      return "assemble";
    case Phase::kDownload:
      return "download";
    case Phase::kReclaim:
      return "reclaim";
    case Phase::kVendor:
      return "vendor";
  }
  return "?";
}

std::span<const Phase> canonical_phases(Layer layer) {
  if (layer == Layer::kPipeline) return kPipelinePhases;
  return kProvePhases;
}

bool phase_belongs_to(Phase phase, Layer layer) {
  if (phase == Phase::kReclaim) return layer == Layer::kPipeline;
  if (phase == Phase::kVendor) return layer != Layer::kPipeline;
  const std::span<const Phase> phases = canonical_phases(layer);
  return std::find(phases.begin(), phases.end(), phase) != phases.end();
}

std::optional<Phase> phase_from_name(Layer layer, std::string_view name) {
  for (const Phase phase : canonical_phases(layer)) {
    if (phase_name(phase) == name) return phase;
  }
  for (const Phase phase : {Phase::kReclaim, Phase::kVendor}) {
    if (phase_name(phase) == name && phase_belongs_to(phase, layer)) return phase;
  }
  return std::nullopt;
}

}  // namespace lockstep::timing
