// SPDX-License-Identifier: Apache-2.0
#include "lockstep/algebra/ifma.hpp"

#include <cstdlib>
#include <string_view>

namespace lockstep::algebra {

bool ifma_enabled() noexcept {
#if LOCKSTEP_ALGEBRA_IFMA
  static const bool enabled = [] {
    const char* wish = std::getenv("LOCKSTEP_ARITHMETIC");
    if (wish != nullptr && std::string_view(wish) != "auto") return false;
    __builtin_cpu_init();
    return __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq") &&
           __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512vl") &&
           __builtin_cpu_supports("avx512ifma") && __builtin_cpu_supports("avx512vbmi2");
  }();
  return enabled;
#else
  return false;
#endif
}

}  // namespace lockstep::algebra
