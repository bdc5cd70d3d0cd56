// SPDX-License-Identifier: Apache-2.0
// The mulx/adcx/adox kernels of montgomery_4_adx.S and montgomery_6_adx.S. They compute what the fields of
// Kernels<N> say (lockstep/algebra/kernels.hpp), on a CPU for which has_adx() holds.
#pragma once

#include <cpuid.h>

#include <cstdint>

#include "lockstep/algebra/kernels.hpp"

extern "C" {
void lockstep_algebra_adx_mul_4(std::uint64_t* r, const std::uint64_t* a, const std::uint64_t* b,
                                const std::uint64_t* p, std::uint64_t inv);
void lockstep_algebra_adx_sqr_4(std::uint64_t* r, const std::uint64_t* a, const std::uint64_t* p,
                                std::uint64_t inv);
void lockstep_algebra_adx_mul_fp2_4(std::uint64_t* r, const std::uint64_t* a, const std::uint64_t* b,
                                    const std::uint64_t* p, std::uint64_t inv);
void lockstep_algebra_adx_sqr_fp2_4(std::uint64_t* r, const std::uint64_t* a, const std::uint64_t* p,
                                    std::uint64_t inv);
void lockstep_algebra_adx_mul_6(std::uint64_t* r, const std::uint64_t* a, const std::uint64_t* b,
                                const std::uint64_t* p, std::uint64_t inv);
void lockstep_algebra_adx_sqr_6(std::uint64_t* r, const std::uint64_t* a, const std::uint64_t* p,
                                std::uint64_t inv);
void lockstep_algebra_adx_mul_fp2_6(std::uint64_t* r, const std::uint64_t* a, const std::uint64_t* b,
                                    const std::uint64_t* p, std::uint64_t inv);
void lockstep_algebra_adx_sqr_fp2_6(std::uint64_t* r, const std::uint64_t* a, const std::uint64_t* p,
                                    std::uint64_t inv);
}

namespace lockstep::algebra::kernels {

inline constexpr Kernels<4> kAdx4 = {lockstep_algebra_adx_mul_4, lockstep_algebra_adx_sqr_4,
                                     lockstep_algebra_adx_mul_fp2_4, lockstep_algebra_adx_sqr_fp2_4};
inline constexpr Kernels<6> kAdx6 = {lockstep_algebra_adx_mul_6, lockstep_algebra_adx_sqr_6,
                                     lockstep_algebra_adx_mul_fp2_6, lockstep_algebra_adx_sqr_fp2_6};

// Whether this CPU has mulx (BMI2), adcx and adox (ADX). [thread-safe]
inline bool has_adx() noexcept {
  unsigned eax = 0;
  unsigned ebx = 0;
  unsigned ecx = 0;
  unsigned edx = 0;
  constexpr unsigned kNeeded = bit_BMI2 | bit_ADX;
  return __get_cpuid_count(7, 0, &eax, &ebx, &ecx, &edx) != 0 && (ebx & kNeeded) == kNeeded;
}

}  // namespace lockstep::algebra::kernels
