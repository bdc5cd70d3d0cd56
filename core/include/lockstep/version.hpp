// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "lockstep/api.hpp"

namespace lockstep {

/// "0.1.0 (ABI 1.0 draft)": the library's version and the plugin ABI that it speaks.
LOCKSTEP_API std::string version_text();

}  // namespace lockstep
