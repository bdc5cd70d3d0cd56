// SPDX-License-Identifier: Apache-2.0
#include "lockstep/version.hpp"

#include "lockstep/abi/version.h"

namespace lockstep {

std::string version_text() {
  return std::string(LOCKSTEP_VERSION) + " (ABI " + std::to_string(LKS_ABI_MAJOR) + "." +
         std::to_string(LKS_ABI_MINOR) + (LKS_ABI_DRAFT != 0 ? " draft)" : ")");
}

}  // namespace lockstep
