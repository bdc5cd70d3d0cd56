// SPDX-License-Identifier: Apache-2.0
// Whether code made for AVX-512 IFMA may run; without what such code itself needs to compile.
#pragma once

namespace lockstep::algebra {

// Whether this CPU and operating system have AVX-512 F, DQ, BW, VL, IFMA and VBMI2, and LOCKSTEP_ARITHMETIC
// (read once) is not set or is "auto": the words "portable" and "adx" mean scalar code. [thread-safe]
bool ifma_enabled() noexcept;

}  // namespace lockstep::algebra
