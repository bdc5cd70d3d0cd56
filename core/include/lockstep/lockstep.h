/* SPDX-License-Identifier: Apache-2.0
 *
 * Lockstep's C API: prove, verify and set up through backends that are loaded at run time.
 *
 * Handles are opaque and belong to the library; a NULL handle may be destroyed. Strings in are NUL-terminated
 * UTF-8; strings out live as long as the handle that they were asked of. Every function that can fail gives a
 * lockstep_status and fills an optional lockstep_error that the caller owns. No exception leaves the library,
 * and it never aborts, exits or prints. */
#ifndef LOCKSTEP_LOCKSTEP_H
#define LOCKSTEP_LOCKSTEP_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define LOCKSTEP_C_API __attribute__((visibility("default")))

typedef int32_t lockstep_status;

/* The same kinds of failure as lockstep::ErrorCode. */
#define LOCKSTEP_OK 0
#define LOCKSTEP_E_MALFORMED 1 /* an input can't be parsed, or breaks its format's rules */
#define LOCKSTEP_E_IO 2        /* a file can't be opened, read, mapped or written */
#define LOCKSTEP_E_INVALID_PROOF                                                                         \
  3                              /* well-formed, but not a valid proof for the key and the public inputs \
                                  */
#define LOCKSTEP_E_UNSATISFIED 4 /* the witness does not satisfy the circuit */
#define LOCKSTEP_E_MISMATCH 5    /* inputs that don't belong together */
#define LOCKSTEP_E_USAGE 6       /* the request makes no sense: a NULL, a wrong option */
#define LOCKSTEP_E_BACKEND 7     /* a backend failed, or none is usable */
#define LOCKSTEP_E_OUT_OF_MEMORY 8
#define LOCKSTEP_E_CANCELLED 9
#define LOCKSTEP_E_INTERNAL 10

/* One sentence for a person: what was read, where, what was expected, what was found. */
typedef struct lockstep_error {
  lockstep_status code;
  char message[1020]; /* always NUL-terminated; cut where it is longer */
} lockstep_error;

typedef struct lockstep_engine lockstep_engine; /* plugins, threads and log of one process */
typedef struct lockstep_proof lockstep_proof;   /* the result of one proof */

/* "0.1.0 (ABI 1.0 draft)". [thread-safe] */
LOCKSTEP_C_API const char* lockstep_version(void);

/* Zero means the default for every field. Set struct_size to sizeof(lockstep_engine_options). */
typedef struct lockstep_engine_options {
  uint32_t struct_size;
  uint32_t threads;   /* 0: every core that the process may use */
  const char* plugin; /* load this backend and search no others; NULL: search */
} lockstep_engine_options;

/* Looks for backends and loads them. `options` may be NULL. [thread-safe] */
LOCKSTEP_C_API lockstep_status lockstep_engine_create(const lockstep_engine_options* options,
                                                      lockstep_engine** engine, lockstep_error* error);
/* No call on the engine may be running; proofs outlive it. */
LOCKSTEP_C_API void lockstep_engine_destroy(lockstep_engine* engine);

/* Every backend seen, usable or not, as `lockstep backends --json` prints it. NULL when memory is out.
 * [thread-safe] */
LOCKSTEP_C_API const char* lockstep_engine_backends_json(lockstep_engine* engine);

/* Set struct_size to sizeof(lockstep_prove_options). `key` and `witness` are needed, the rest may be NULL or
 * zero. */
typedef struct lockstep_prove_options {
  uint32_t struct_size;
  uint32_t check_key;  /* 1: check every point of the key first */
  const char* key;     /* path: .zkey, or bellman parameters */
  const char* witness; /* path: .wtns */
  const char* r1cs;    /* path: needed with bellman parameters */
  const char* backend; /* "auto" where NULL */
  const char* r;       /* decimal, for tests; r and s together or neither */
  const char* s;
} lockstep_prove_options;

/* Proves and verifies the proof. [thread-safe] */
LOCKSTEP_C_API lockstep_status lockstep_prove(lockstep_engine* engine, const lockstep_prove_options* options,
                                              lockstep_proof** proof, lockstep_error* error);
LOCKSTEP_C_API void lockstep_proof_destroy(lockstep_proof* proof);

/* snarkjs' proof.json and public.json, and the timing report. */
LOCKSTEP_C_API const char* lockstep_proof_json(const lockstep_proof* proof);
LOCKSTEP_C_API const char* lockstep_proof_public_json(const lockstep_proof* proof);
LOCKSTEP_C_API const char* lockstep_proof_report_json(const lockstep_proof* proof);
/* The compressed encoding of a BLS12-381 proof, 192 bytes; *size is 0 on another curve. */
LOCKSTEP_C_API const uint8_t* lockstep_proof_bytes(const lockstep_proof* proof, size_t* size);

/* Verifies files: LOCKSTEP_OK is valid; LOCKSTEP_E_INVALID_PROOF is well-formed but invalid; anything else
 * could not be read. [thread-safe] */
LOCKSTEP_C_API lockstep_status lockstep_verify(const char* vk, const char* public_inputs, const char* proof,
                                               lockstep_error* error);

/* Set struct_size to sizeof(lockstep_setup_options). `r1cs` and `key` are needed. */
typedef struct lockstep_setup_options {
  uint32_t struct_size;
  uint32_t threads; /* 0: every core that the process may use */
  const char* r1cs; /* path */
  const char* key;  /* path to write: .zkey or .params */
  const char* vk;   /* path to write, or NULL */
  const char* seed; /* up to 64 hexadecimal digits, or NULL for a random one */
} lockstep_setup_options;

/* Makes a key for development. Whoever makes a key this way could forge proofs: not for production.
 * [thread-safe] */
LOCKSTEP_C_API lockstep_status lockstep_setup(const lockstep_setup_options* options, lockstep_error* error);

#ifdef __cplusplus
}
#endif

#endif
