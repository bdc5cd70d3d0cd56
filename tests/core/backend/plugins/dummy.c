/* SPDX-License-Identifier: Apache-2.0
 *
 * A backend in plain C, against the ABI headers alone. It computes nothing: its proofs are made of r and s,
 * so that a test sees what arrived. Macros bend single properties of it. */
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lockstep/abi/entry.h"

/* Variants leave parts of this file unused. */
#pragma GCC diagnostic ignored "-Wunused-function"
#pragma GCC diagnostic ignored "-Wunused-variable"
#pragma GCC diagnostic ignored "-Wunused-const-variable"

#ifndef DUMMY_ID
#define DUMMY_ID "dummy"
#endif
#ifndef DUMMY_CLASS
#define DUMMY_CLASS LKS_DEVICE_CPU
#endif
#ifndef DUMMY_USABLE
#define DUMMY_USABLE 1u
#endif
#ifndef DUMMY_MEMORY
#define DUMMY_MEMORY (UINT64_C(8) << 30)
#endif
#ifndef DUMMY_DEVICES
#define DUMMY_DEVICES 1u
#endif
#ifndef DUMMY_CURVES
#define DUMMY_CURVES ((1u << LKS_CURVE_BN254) | (1u << LKS_CURVE_BLS12_381))
#endif

struct lks_buffer {
  uint64_t size;
  uint32_t kind;
  uint32_t flags;
  unsigned char* bytes;
};

struct lks_loaded_circuit {
  const lks_circuit* circuit;
};

struct lks_loaded_key {
  const lks_groth16_key* key;
};

struct lks_session {
  const lks_groth16_key* key;
  const lks_prove_args* started;
  uint32_t cancelled;
  char answer[32];
};

static const lks_host* host;
static uint32_t live_handles;

static lks_status fail(lks_error* error, lks_status code, const char* message) {
  if (error != NULL) {
    error->code = code;
    error->vendor_code = 42;
    error->flags = LKS_ERROR_RETRYABLE;
    error->phase = LKS_PHASE_MSM_H;
    snprintf(error->message, sizeof error->message, "%s", message);
  }
  return code;
}

/* ---- lockstep.memory/1 ---- */

static lks_status device_count(uint32_t* count, lks_error* error) {
  (void)error;
  *count = DUMMY_DEVICES;
  return LKS_OK;
}

static lks_status device_info(uint32_t device, lks_device_info* info, lks_error* error) {
  if (device >= DUMMY_DEVICES) return fail(error, LKS_E_DEVICE_UNAVAILABLE, "no such device");
  info->device_class = DUMMY_CLASS;
  info->usable = DUMMY_USABLE;
  info->curves = DUMMY_CURVES;
  info->memory_total_bytes = DUMMY_MEMORY;
  info->memory_free_bytes = DUMMY_MEMORY / 2;
  snprintf(info->name, sizeof info->name, "%s device\n%u", DUMMY_ID, device);
  snprintf(info->architecture, sizeof info->architecture, "none");
  if (!DUMMY_USABLE) snprintf(info->reason, sizeof info->reason, "no driver");
  return LKS_OK;
}

static lks_status buffer_acquire(const lks_buffer_request* request, lks_buffer** buffer, lks_error* error) {
  const uint32_t kind = request->kind;
  if (kind == LKS_MEMORY_DEVICE && DUMMY_CLASS == LKS_DEVICE_CPU)
    return fail(error, LKS_E_UNSUPPORTED, "no such memory");
  const lks_status status =
      host->memory_reserve(host->context, kind, request->device, request->size_bytes, error);
  if (status != LKS_OK) return status;
  lks_buffer* made = malloc(sizeof *made);
  made->size = request->size_bytes;
  made->kind = kind;
  made->flags = request->flags;
  made->bytes = aligned_alloc(64, (request->size_bytes + 63) / 64 * 64);
  if ((request->flags & LKS_BUFFER_ZEROED) != 0) memset(made->bytes, 0, made->size);
  ++live_handles;
  *buffer = made;
  return LKS_OK;
}

static void free_buffer(void* argument) {
  lks_buffer* buffer = argument;
  host->memory_return(host->context, buffer->kind, 0, buffer->size);
  free(buffer->bytes);
  free(buffer);
}

static lks_status buffer_release(lks_buffer* buffer, lks_error* error) {
  (void)error;
  --live_handles;
  if (host->defer(host->context, free_buffer, buffer, 0) != LKS_OK) free_buffer(buffer);
  return LKS_OK;
}

static lks_status buffer_info(const lks_buffer* buffer, lks_buffer_info* info, lks_error* error) {
  (void)error;
  info->device = 0;
  info->kind = buffer->kind;
  info->flags = buffer->flags;
  info->size_bytes = buffer->size;
  info->host_address = buffer->kind == LKS_MEMORY_DEVICE ? NULL : buffer->bytes;
  return LKS_OK;
}

static lks_status copy_to_buffer(lks_buffer* to, uint64_t offset, const void* from, uint64_t bytes,
                                 lks_error* error) {
  if (offset > to->size || bytes > to->size - offset)
    return fail(error, LKS_E_INVALID_ARGUMENT, "past the end");
  memcpy(to->bytes + offset, from, bytes);
  return LKS_OK;
}

static lks_status copy_from_buffer(const lks_buffer* from, uint64_t offset, void* to, uint64_t bytes,
                                   lks_error* error) {
  if (offset > from->size || bytes > from->size - offset)
    return fail(error, LKS_E_INVALID_ARGUMENT, "past the end");
  memcpy(to, from->bytes + offset, bytes);
  return LKS_OK;
}

static lks_status host_register(uint32_t device, void* address, uint64_t bytes, lks_error* error) {
  (void)device, (void)address, (void)bytes, (void)error;
  return LKS_OK;
}

static lks_status host_unregister(uint32_t device, void* address, lks_error* error) {
  (void)device, (void)address, (void)error;
  return LKS_OK;
}

static lks_status trim(uint32_t device, uint64_t keep_bytes, lks_error* error) {
  (void)device, (void)keep_bytes, (void)error;
  return LKS_OK;
}

static lks_status stats(uint32_t device, lks_memory_stats* to, lks_error* error) {
  (void)device, (void)error;
  to->buffer_count = live_handles;
  return LKS_OK;
}

/* ---- lockstep.synthesizer/1 ---- */

static lks_status circuit_load(uint32_t device, const lks_circuit* circuit, lks_loaded_circuit** loaded,
                               lks_error* error) {
  (void)device;
  if (circuit->a->row_count != circuit->b->row_count)
    return fail(error, LKS_E_BAD_CIRCUIT, "A and B differ in rows");
  *loaded = malloc(sizeof **loaded);
  (*loaded)->circuit = circuit;
  ++live_handles;
  return LKS_OK;
}

static lks_status circuit_retain(lks_loaded_circuit* circuit, lks_error* error) {
  (void)circuit, (void)error;
  return LKS_OK;
}

static lks_status circuit_release(lks_loaded_circuit* circuit, lks_error* error) {
  (void)error;
  --live_handles;
  free(circuit);
  return LKS_OK;
}

/* The first value of the witness to each of a, b, c. */
static lks_status evaluate(lks_loaded_circuit* circuit, const lks_evaluate_args* args, lks_buffer* a,
                           lks_buffer* b, lks_buffer* c, lks_error* error) {
  (void)circuit;
  if (host->cancelled(host->context, args->cancel)) return fail(error, LKS_E_CANCELLED, "stopped");
  memcpy(a->bytes, args->witness->segments->data, LKS_SCALAR_BYTES);
  memcpy(b->bytes, args->witness->segments->data, LKS_SCALAR_BYTES);
  memcpy(c->bytes, args->witness->segments->data, LKS_SCALAR_BYTES);
  return LKS_OK;
}

/* ---- lockstep.groth16/1 ---- */

static lks_status estimate(uint32_t device, const lks_circuit* circuit, const lks_groth16_key* key,
                           const lks_option* options, uint64_t option_count, lks_estimate* to,
                           lks_error* error) {
  (void)device, (void)circuit, (void)options, (void)option_count, (void)error;
  to->resident_device_bytes = UINT64_C(1) << key->domain_log2;
  to->session_pageable_bytes = 1000;
  return LKS_OK;
}

static lks_status key_load(uint32_t device, const lks_groth16_key* key, lks_cancel_token cancel,
                           void (*progress)(void* context, uint64_t done, uint64_t total),
                           void* progress_context, lks_loaded_key** loaded, lks_error* error) {
  (void)device;
  for (uint64_t i = 0; i < 3; ++i) {
    if (progress != NULL) progress(progress_context, i + 1, 3);
    if (host->cancelled(host->context, cancel)) return fail(error, LKS_E_CANCELLED, "stopped");
  }
  if (key->a->stride_bytes == 0) return fail(error, LKS_E_BAD_KEY, "no stride");
  *loaded = malloc(sizeof **loaded);
  (*loaded)->key = key;
  ++live_handles;
  return LKS_OK;
}

static lks_status key_retain(lks_loaded_key* key, lks_error* error) {
  (void)key, (void)error;
  return LKS_OK;
}

static lks_status key_release(lks_loaded_key* key, lks_error* error) {
  (void)error;
  --live_handles;
  free(key);
  return LKS_OK;
}

static lks_status session_create(const lks_session_args* args, lks_session** session, lks_error* error) {
  if (args->circuit->circuit->curve != args->key->key->curve)
    return fail(error, LKS_E_INVALID_ARGUMENT, "curves differ");
  lks_session* made = calloc(1, sizeof *made);
  made->key = args->key->key;
  for (uint64_t i = 0; i < args->option_count; ++i) {
    if (strcmp(args->options[i].key, "answer") != 0) {
      free(made);
      return fail(error, LKS_E_UNSUPPORTED, "unknown option");
    }
    snprintf(made->answer, sizeof made->answer, "%s", args->options[i].value);
  }
  ++live_handles;
  *session = made;
  return LKS_OK;
}

static lks_status session_destroy(lks_session* session, lks_error* error) {
  if (session->started != NULL) return fail(error, LKS_E_BUSY, "a job runs");
  --live_handles;
  free(session);
  return LKS_OK;
}

static void tell_phase(lks_span parent, uint32_t phase) {
  const lks_span backend = host->span_begin(host->context, parent, phase, NULL);
  lks_span_record device = {0};
  device.struct_size = sizeof device;
  device.layer = LKS_LAYER_DEVICE;
  device.phase = phase;
  device.parent = backend;
  device.start_ns = device.end_ns = host->now_ns(host->context);
  host->span_record(host->context, &device);
  host->span_end(host->context, backend, NULL);
}

static lks_status prove(lks_session* session, const lks_prove_args* args, lks_groth16_proof* proof,
                        lks_error* error) {
  for (uint32_t phase = LKS_PHASE_WAIT; phase <= LKS_PHASE_RELEASE; ++phase) tell_phase(args->parent, phase);
  if (strcmp(session->answer, "failure") == 0)
    return fail(error, LKS_E_OUT_OF_DEVICE_MEMORY, "the plan does not fit");
  if (host->cancelled(host->context, args->cancel)) return fail(error, LKS_E_CANCELLED, "stopped");
  proof->curve = session->key->curve;
  if (strcmp(session->answer, "curve") == 0) proof->curve = 77;
  const size_t width = proof->curve == LKS_CURVE_BN254 ? 32 : 48;
  memset(proof->a, 0, sizeof proof->a);
  memset(proof->b, 0, sizeof proof->b);
  memset(proof->c, 0, sizeof proof->c);
  memcpy(proof->a, args->r, LKS_SCALAR_BYTES);
  memcpy(proof->a + width, args->s, LKS_SCALAR_BYTES);
  proof->b[0] = 1;
  proof->b[width] = 2;
  proof->b[2 * width] = 3;
  proof->b[3 * width] = 4;
  proof->c[0] = (uint8_t)args->witness->variable_count;
  proof->c[width] = (uint8_t)args->witness->flags;
  if (strcmp(session->answer, "coordinate") == 0) memset(proof->c, 0xff, width);
  return LKS_OK;
}

static lks_status start(lks_session* session, const lks_prove_args* args, lks_error* error) {
  if (session->started != NULL) return fail(error, LKS_E_BUSY, "a job runs");
  session->started = args;
  session->cancelled = 0;
  return LKS_OK;
}

/* A job ends by a wait of any length but zero. */
static lks_status wait(lks_session* session, uint64_t timeout_ns, lks_groth16_proof* proof,
                       lks_error* error) {
  if (session->started == NULL) return fail(error, LKS_E_INVALID_ARGUMENT, "no job");
  if (timeout_ns == 0) return LKS_E_TIMEOUT;
  const lks_prove_args* args = session->started;
  session->started = NULL;
  if (session->cancelled) return fail(error, LKS_E_CANCELLED, "stopped");
  return prove(session, args, proof, error);
}

static lks_status cancel(lks_session* session, lks_error* error) {
  (void)error;
  session->cancelled = 1;
  return LKS_OK;
}

/* ---- The entry ---- */

static const lks_memory memory_table = {
#if defined(DUMMY_SHORT_TABLE)
    16,
#else
    sizeof(lks_memory),
#endif
    0,
    device_count,
#if defined(DUMMY_TABLE_LACKS_FUNCTION)
    NULL,
#else
    device_info,
#endif
    buffer_acquire,
    buffer_release,
    buffer_info,
    copy_to_buffer,
    copy_from_buffer,
    host_register,
    host_unregister,
    trim,
    stats};

static const lks_synthesizer synthesizer_table = {
    sizeof(lks_synthesizer), 0, circuit_load, circuit_retain, circuit_release, evaluate};

/* As a later minor version would have it: one function more than this host knows. */
static const struct {
  lks_groth16 known;
  void (*later)(void);
} groth16_table = {{sizeof groth16_table, 0, estimate, key_load, key_retain, key_release, session_create,
                    session_destroy, prove,
#if defined(DUMMY_HALF_ASYNC)
                    start, NULL, cancel,
#elif defined(DUMMY_BLOCKING_ONLY)
                    NULL, NULL, NULL,
#else
                    start, wait, cancel,
#endif
                    NULL},
                   NULL};

static lks_status init(const lks_host* given, lks_error* error) {
#if defined(DUMMY_INIT_FAILS)
  (void)given;
  return fail(error, LKS_E_DEVICE_UNAVAILABLE, "the licence has run out");
#else
  if (host != NULL) return fail(error, LKS_E_INVALID_ARGUMENT, "init was called twice");
  host = given;
  host->log(host->context, LKS_LOG_INFO, "init", "ready", 5);
  return LKS_OK;
#endif
}

static void deinit(void) {
  const char line[] = "gone";
  host->log(host->context, LKS_LOG_INFO, "init", line, sizeof line - 1);
  if (live_handles != 0) host->log(host->context, LKS_LOG_ERROR, "init", "handles are left", 16);
  host = NULL;
}

static const void* get_interface(const char* id) {
#if !defined(DUMMY_NO_MEMORY)
  if (strcmp(id, LKS_INTERFACE_MEMORY) == 0) return &memory_table;
#endif
  if (strcmp(id, LKS_INTERFACE_SYNTHESIZER) == 0) return &synthesizer_table;
#if !defined(DUMMY_NO_PROVER)
  if (strcmp(id, LKS_INTERFACE_GROTH16) == 0) return &groth16_table;
#endif
  return NULL;
}

#if defined(DUMMY_UNDEFINED_SYMBOL)
extern void lks_test_symbol_that_nobody_defines(void);
__attribute__((visibility("default"))) void lks_test_use(void) {
  lks_test_symbol_that_nobody_defines();
}
#endif

#if defined(DUMMY_CONSTRUCTOR_ABORTS)
__attribute__((constructor)) static void run_too_early(void) {
  abort();
}
#endif

#if !defined(DUMMY_NO_NOTE)
__attribute__((used, section(LKS_NOTE_SECTION), aligned(4))) static const lks_note note = {
    9u,
    (uint32_t)sizeof(lks_note_description),
    LKS_NOTE_TYPE,
    LKS_NOTE_NAME,
    {
#if defined(DUMMY_NOTE_MAJOR)
        DUMMY_NOTE_MAJOR,
#else
        LKS_ABI_MAJOR,
#endif
        LKS_ABI_MINOR,
#if defined(DUMMY_NOTE_ID)
        DUMMY_NOTE_ID
#else
        DUMMY_ID
#endif
    }};
#endif

#if defined(DUMMY_MAGIC)
#define ENTRY_MAGIC DUMMY_MAGIC
#else
#define ENTRY_MAGIC LKS_ENTRY_MAGIC
#endif
#if defined(DUMMY_ENTRY_MAJOR)
#define ENTRY_MAJOR DUMMY_ENTRY_MAJOR
#else
#define ENTRY_MAJOR LKS_ABI_MAJOR
#endif
#if defined(DUMMY_ENTRY_SIZE)
#define ENTRY_SIZE DUMMY_ENTRY_SIZE
#else
#define ENTRY_SIZE sizeof(lks_plugin_entry)
#endif

#define ENTRY_FIELDS(size, minor)                                                                         \
  ENTRY_MAGIC, (uint32_t)(size), ENTRY_MAJOR, minor, 0, DUMMY_ID, "nobody\x1b", "1.2.3", "build 7", init, \
      deinit, get_interface

#if defined(DUMMY_NEWER_MINOR)
/* An entry of a later minor version is longer; this host reads its own part. */
typedef struct newer_entry {
  lks_plugin_entry known;
  const char* later;
} newer_entry;
extern const newer_entry newer __asm__("lockstep_plugin_v1");
__attribute__((visibility("default")))
const newer_entry newer = {{ENTRY_FIELDS(sizeof(newer_entry), 7u)}, "later"};
#elif defined(DUMMY_NO_SYMBOL)
__attribute__((visibility("default")))
const lks_plugin_entry lockstep_plugin_v2 = {ENTRY_FIELDS(ENTRY_SIZE, LKS_ABI_MINOR)};
#elif defined(DUMMY_SYMBOL_IS_SHORT)
extern const uint64_t short_entry __asm__("lockstep_plugin_v1");
__attribute__((visibility("default"))) const uint64_t short_entry = LKS_ENTRY_MAGIC;
#elif defined(DUMMY_SYMBOL_IS_FUNCTION)
extern void function_entry(void) __asm__("lockstep_plugin_v1");
__attribute__((visibility("default"))) void function_entry(void) {
  (void)get_interface, (void)init, (void)deinit;
}
#else
const lks_plugin_entry lockstep_plugin_v1 = {ENTRY_FIELDS(ENTRY_SIZE, LKS_ABI_MINOR)};
#endif
