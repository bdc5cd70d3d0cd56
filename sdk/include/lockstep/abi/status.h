/* SPDX-License-Identifier: Apache-2.0
 *
 * How a call across the boundary says what went wrong.
 *
 * Every fallible function returns an lks_status and takes an optional lks_error that the caller owns, so that
 * an error needs no allocation and can be told when memory is out. No exception crosses the boundary. A
 * plugin never aborts, exits, prints or installs a signal handler. */
#ifndef LOCKSTEP_ABI_STATUS_H
#define LOCKSTEP_ABI_STATUS_H

#include "lockstep/abi/version.h"

typedef int32_t lks_status;

#define LKS_OK 0
#define LKS_E_INVALID_ARGUMENT 1 /* a NULL, a size or a combination that the documentation rules out */
#define LKS_E_UNSUPPORTED                                                           \
  2 /* well-formed, but this plugin can't: a curve, a non-zero unknown tail, a flag \
     */
#define LKS_E_UNIMPLEMENTED 3        /* the function is there in name only (a plugin that is being written) */
#define LKS_E_OUT_OF_MEMORY 4        /* host memory */
#define LKS_E_OUT_OF_DEVICE_MEMORY 5 /* device memory; RETRYABLE where a smaller plan may fit */
#define LKS_E_BUDGET 6               /* the host refused a reservation */
#define LKS_E_CANCELLED 7            /* the job's cancel token was set */
#define LKS_E_TIMEOUT 8              /* wait() ran out of time; the job goes on */
#define LKS_E_DEVICE_UNAVAILABLE 9   /* no such device, or no driver */
#define LKS_E_DEVICE_LOST 10         /* sticky: every later call repeats it, releases still succeed */
#define LKS_E_BAD_KEY 11     /* the key's description contradicts itself, or a point is not canonical */
#define LKS_E_BAD_CIRCUIT 12 /* a matrix contradicts itself: offsets, columns, coefficients */
#define LKS_E_BAD_WITNESS 13 /* a wrong length, a value not below r, z_0 other than 1 */
#define LKS_E_BUSY 14        /* a second job on a session, or a release while a job runs */
#define LKS_E_INTERNAL 15    /* a fault of the plugin itself */

/* lks_error.flags */
#define LKS_ERROR_RETRYABLE 1u   /* the same call may succeed later, or with a smaller request */
#define LKS_ERROR_DEVICE_LOST 2u /* the device is gone for this process */

#define LKS_ERROR_MESSAGE_BYTES 512

/* What went wrong, for a person. Owned by the caller, who sets struct_size; filled only when the call fails.
 */
typedef struct lks_error {
  uint32_t struct_size;
  int32_t code;        /* the lks_status that the call returned */
  int32_t vendor_code; /* the driver's own number, or 0 */
  uint32_t flags;      /* LKS_ERROR_... */
  uint32_t phase;      /* LKS_PHASE_... in which it happened (timing.h), or 0 */
  uint32_t reserved;
  char message[LKS_ERROR_MESSAGE_BYTES]; /* UTF-8, one sentence, always NUL-terminated; never a secret */
} lks_error;

#endif
