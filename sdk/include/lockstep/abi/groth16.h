/* SPDX-License-Identifier: Apache-2.0
 *
 * Interface "lockstep.groth16/1": the prover.
 *
 * A session is the working state of one proof at a time on a device, over a circuit and a key that many
 * sessions share. A plugin owns no randomness: the host passes r and s, so that equal inputs give equal bytes
 * on every backend. */
#ifndef LOCKSTEP_ABI_GROTH16_H
#define LOCKSTEP_ABI_GROTH16_H

#include "lockstep/abi/synthesizer.h"

#define LKS_INTERFACE_GROTH16 "lockstep.groth16/1"

typedef struct lks_loaded_key lks_loaded_key; /* opaque, reference-counted, shared by every session */
typedef struct lks_session lks_session;       /* opaque */

/* Options as text: a backend's own knobs ("variant" = "textbook"). An unknown key is LKS_E_UNSUPPORTED. This
 * layout is frozen. */
typedef struct lks_option {
  const char* key;
  const char* value;
} lks_option;

typedef struct lks_session_args {
  uint32_t struct_size;
  uint32_t device;
  lks_loaded_circuit* circuit; /* the session takes its own reference */
  lks_loaded_key* key;         /* the session takes its own reference */
  const lks_option* options;
  uint64_t option_count;
} lks_session_args;

/* Peak bytes of one session that proves, beside what is lent by the host; before anything is loaded.
 * Conformance holds peak <= estimate <= 1.15 peak. */
typedef struct lks_estimate {
  uint32_t struct_size;
  uint32_t reserved;
  uint64_t resident_device_bytes; /* circuit and key, shared by sessions */
  uint64_t resident_pinned_bytes;
  uint64_t resident_pageable_bytes;
  uint64_t session_device_bytes; /* each session while it proves */
  uint64_t session_pinned_bytes;
  uint64_t session_pageable_bytes;
} lks_estimate;

typedef struct lks_prove_args {
  uint32_t struct_size;
  uint32_t partition; /* for logs and errors; the host labels spans by `parent` */
  uint64_t job;       /* for logs and errors */
  const lks_witness* witness;
  const uint8_t* r; /* 32 bytes, Fr STANDARD form, below r; a secret */
  const uint8_t* s;
  lks_cancel_token cancel;
  lks_span parent; /* the host's PROVE span: backend spans stand below it */
} lks_prove_args;

#define LKS_WAIT_FOREVER UINT64_MAX

typedef struct lks_groth16 {
  uint32_t struct_size;
  uint32_t reserved;

  /* [thread-safe] */
  lks_status (*estimate)(uint32_t device, const lks_circuit* circuit, const lks_groth16_key* key,
                         const lks_option* options, uint64_t option_count, lks_estimate* estimate,
                         lks_error* error);

  /* Makes the key ready on the device; its host memory is lent until the last reference is gone, those of
   * sessions included. `progress` (may be NULL) is called from the calling thread with done <= total. Gives
   * one reference. [thread-safe] */
  lks_status (*key_load)(uint32_t device, const lks_groth16_key* key, lks_cancel_token cancel,
                         void (*progress)(void* context, uint64_t done, uint64_t total),
                         void* progress_context, lks_loaded_key** loaded, lks_error* error);
  lks_status (*key_retain)(lks_loaded_key* key, lks_error* error); /* [thread-safe] */
  /* As circuit_release. [thread-safe] */
  lks_status (*key_release)(lks_loaded_key* key, lks_error* error);

  /* Refuses a circuit and a key that don't belong together (LKS_E_INVALID_ARGUMENT). [thread-safe] */
  lks_status (*session_create)(const lks_session_args* args, lks_session** session, lks_error* error);
  /* LKS_E_BUSY while a job runs. [session-exclusive] */
  lks_status (*session_destroy)(lks_session* session, lks_error* error);

  /* Proves and blocks until done. On failure `proof` is untouched. [session-exclusive] */
  lks_status (*prove)(lks_session* session, const lks_prove_args* args, lks_groth16_proof* proof,
                      lks_error* error);

  /* The same in two steps, so that the host can feed the next job while this one finishes. Between start and
   * the wait that ends the job, what args points to stays lent. Either all three are there or none
   * (NULL). [session-exclusive] */
  lks_status (*start)(lks_session* session, const lks_prove_args* args, lks_error* error);
  /* LKS_E_TIMEOUT while the job runs on; every other status ends the job. LKS_E_INVALID_ARGUMENT without a
   * started job. [session-exclusive] */
  lks_status (*wait)(lks_session* session, uint64_t timeout_ns, lks_groth16_proof* proof, lks_error* error);
  /* Asks the running job to stop; the job still ends by wait. Without a job it does nothing. [thread-safe] */
  lks_status (*cancel)(lks_session* session, lks_error* error);

  /* Reserved for proving several witnesses of one circuit at once; NULL in version 1.0. */
  void (*prove_many)(void);
} lks_groth16;

#endif
