/* SPDX-License-Identifier: Apache-2.0
 *
 * Interface "lockstep.synthesizer/1": circuits, and the evaluation of their constraints in the backend's own
 * memory. */
#ifndef LOCKSTEP_ABI_SYNTHESIZER_H
#define LOCKSTEP_ABI_SYNTHESIZER_H

#include "lockstep/abi/data.h"
#include "lockstep/abi/memory.h"

#define LKS_INTERFACE_SYNTHESIZER "lockstep.synthesizer/1"

typedef struct lks_loaded_circuit lks_loaded_circuit; /* opaque, reference-counted, shared by every session */

typedef struct lks_evaluate_args {
  uint32_t struct_size;
  uint32_t reserved;
  const lks_witness* witness;
  lks_cancel_token cancel;
  lks_span parent;
} lks_evaluate_args;

typedef struct lks_synthesizer {
  uint32_t struct_size;
  uint32_t reserved;

  /* Checks the matrices (offsets ascend, columns and coefficients are in range) and makes them ready on the
   * device. The circuit's arrays are lent until the last reference is gone, those of sessions included. Gives
   * one reference. [thread-safe] */
  lks_status (*circuit_load)(uint32_t device, const lks_circuit* circuit, lks_loaded_circuit** loaded,
                             lks_error* error);
  lks_status (*circuit_retain)(lks_loaded_circuit* circuit, lks_error* error); /* [thread-safe] */
  /* Never blocks on freeing; the last one gives the lent arrays back before it returns, and LKS_E_BUSY while
   * a call runs on the handle. The handle is dead once the caller's own references are released.
   * [thread-safe] */
  lks_status (*circuit_release)(lks_loaded_circuit* circuit, lks_error* error);

  /* a = Az, b = Bz, c = Cz (c = a b row by row where there is no C matrix), each row_count values of 32 bytes
   * in MONTGOMERY form, into buffers of the same device of at least that size. [thread-safe], for one set of
   * buffers [session-exclusive] */
  lks_status (*evaluate)(lks_loaded_circuit* circuit, const lks_evaluate_args* args, lks_buffer* a,
                         lks_buffer* b, lks_buffer* c, lks_error* error);
} lks_synthesizer;

#endif
