// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>

#include "lockstep/abi/timing.h"

namespace lockstep::sdk {

/// The canonical phases of the backend and device layers (abi/timing.h). Each stands once per job and layer.
enum class Phase : std::uint32_t {
  kNone = 0,
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
};

inline constexpr std::array kPhases = {Phase::kWait,  Phase::kUpload,   Phase::kSynthesize, Phase::kQuotient,
                                       Phase::kMsmH,  Phase::kMsmL,     Phase::kMsmA,       Phase::kMsmB1,
                                       Phase::kMsmB2, Phase::kAssemble, Phase::kDownload,   Phase::kRelease};

/// The phase's name as reports show it.
constexpr const char* phase_name(Phase phase) noexcept {
  switch (phase) {
    case Phase::kNone:
      return "none";
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
    case Phase::kRelease:
      return "release";
  }
  return "unknown";
}

}  // namespace lockstep::sdk
