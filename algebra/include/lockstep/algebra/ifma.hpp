// SPDX-License-Identifier: Apache-2.0
// Arithmetic on eight field elements at once, where the CPU has AVX-512 IFMA.
//
//   ifma/lanes.hpp  Lanes<F, Bound>: eight elements of F, + - * square, bounds checked at compile time
//   ifma/fp2.hpp    Fp2Lanes<F, Bound>: eight elements of Fp2
//   ifma/rows.hpp   load and store: to and from elements in memory, one row a lane
//
// LOCKSTEP_ALGEBRA_IFMA is 1 where these exist, that is on x86-64, and 0 elsewhere. Code that uses them
// carries LOCKSTEP_IFMA_TARGET and is reached only when ifma_enabled().
#pragma once

#ifdef __x86_64__
#define LOCKSTEP_ALGEBRA_IFMA 1
#include "lockstep/algebra/ifma/fp2.hpp"
#include "lockstep/algebra/ifma/lanes.hpp"
#include "lockstep/algebra/ifma/rows.hpp"
#else
#define LOCKSTEP_ALGEBRA_IFMA 0
#endif

#include "lockstep/algebra/ifma_enabled.hpp"
