/* SPDX-License-Identifier: Apache-2.0
 *
 * Interface "lockstep.ntt/1" (optional): one number-theoretic transform over Fr, in natural order both ways.
 */
#ifndef LOCKSTEP_ABI_NTT_H
#define LOCKSTEP_ABI_NTT_H

#include "lockstep/abi/data.h"
#include "lockstep/abi/memory.h"

#define LKS_INTERFACE_NTT "lockstep.ntt/1"

#define LKS_NTT_FORWARD 1u /* coefficients to values: out[i] = sum_j in[j] (shift root^i)^j */
#define LKS_NTT_INVERSE 2u /* its inverse */

typedef struct lks_ntt_args {
  uint32_t struct_size;
  uint32_t curve;
  uint32_t direction; /* LKS_NTT_... */
  uint32_t domain_log2;
  const uint8_t* root;  /* 32 bytes, Fr STANDARD form: a primitive 2^domain_log2-th root of unity */
  const uint8_t* shift; /* 32 bytes, Fr STANDARD form, not 0; NULL means 1 */
  lks_cancel_token cancel;
  lks_span parent;
} lks_ntt_args;

typedef struct lks_ntt {
  uint32_t struct_size;
  uint32_t reserved;
  /* `values`: 2^domain_log2 x 32 bytes, Fr MONTGOMERY form, transformed in place. [thread-safe] */
  lks_status (*ntt)(uint32_t device, const lks_ntt_args* args, void* values, lks_error* error);
} lks_ntt;

#endif
