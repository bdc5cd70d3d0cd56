/* SPDX-License-Identifier: Apache-2.0
 *
 * Interface "lockstep.msm/1" (optional): one multi-scalar multiplication, so that a proof that differs can be
 * traced to the primitive. */
#ifndef LOCKSTEP_ABI_MSM_H
#define LOCKSTEP_ABI_MSM_H

#include "lockstep/abi/data.h"
#include "lockstep/abi/memory.h"

#define LKS_INTERFACE_MSM "lockstep.msm/1"

#define LKS_GROUP_G1 1u
#define LKS_GROUP_G2 2u

typedef struct lks_msm_args {
  uint32_t struct_size;
  uint32_t curve;
  uint32_t group;          /* LKS_GROUP_... */
  uint32_t point_encoding; /* LKS_POINTS_... */
  const void* points;
  uint64_t point_stride_bytes;
  const void* scalars; /* 32 bytes each, packed, Fr STANDARD form */
  uint64_t count;      /* may be 0: the sum is infinity */
  lks_cancel_token cancel;
  lks_span parent;
} lks_msm_args;

typedef struct lks_msm {
  uint32_t struct_size;
  uint32_t reserved;
  /* sum = the affine sum, encoded as in lks_groth16_proof; sum_bytes is the group's size. [thread-safe] */
  lks_status (*msm)(uint32_t device, const lks_msm_args* args, void* sum, uint64_t sum_bytes,
                    lks_error* error);
} lks_msm;

#endif
