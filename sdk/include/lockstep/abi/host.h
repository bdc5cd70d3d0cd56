/* SPDX-License-Identifier: Apache-2.0
 *
 * What the host offers a plugin: log, clock, memory accounting, threads, cancel, timing, and work off the
 * critical path. The table and its context live from before init() until after deinit(). Every function of
 * this version is there; a plugin may refuse a host that lacks one. */
#ifndef LOCKSTEP_ABI_HOST_H
#define LOCKSTEP_ABI_HOST_H

#include "lockstep/abi/status.h"
#include "lockstep/abi/timing.h"

#define LKS_LOG_TRACE 0u
#define LKS_LOG_DEBUG 1u
#define LKS_LOG_INFO 2u
#define LKS_LOG_WARN 3u
#define LKS_LOG_ERROR 4u

/* Kinds of memory, as accounted and as allocated (memory.h) */
#define LKS_MEMORY_PAGEABLE 1u
#define LKS_MEMORY_PINNED 2u
#define LKS_MEMORY_DEVICE 3u

/* A cancel token, given with a job; 0 never fires. */
typedef uint64_t lks_cancel_token;

/* One piece of a parallel loop: indices [begin, end), on worker `worker` < worker_count(). Two pieces that
 * run at the same time in one loop have different workers, so `worker` may index scratch space. Must not
 * throw. */
typedef void (*lks_parallel_body)(void* argument, uint64_t begin, uint64_t end, uint32_t worker);

/* Work that is handed over, to be run once by a thread of the host. Must not throw. */
typedef void (*lks_deferred_work)(void* argument);

typedef struct lks_host {
  uint32_t struct_size;
  uint32_t abi_major;
  uint32_t abi_minor;
  uint32_t reserved;
  void* context; /* first argument of every function below */

  /* Logging: the only way a plugin speaks. Never pass a secret (witness, r, s, or what derives from them).
   * `message` need not be NUL-terminated. [thread-safe] */
  void (*log)(void* context, uint32_t level, const char* component, const char* message,
              uint64_t message_bytes);
  /* 1 when a message of this level would be kept, else 0. [thread-safe] */
  uint32_t (*log_enabled)(void* context, uint32_t level);

  /* Monotonic nanoseconds; the clock of every span. [thread-safe] */
  uint64_t (*now_ns)(void* context);

  /* Accounting. Every allocation above 64 KiB, of any kind, is reserved before it is made and returned after
   * it is really gone, deferred frees included. A refused reservation is LKS_E_BUDGET, and the plugin goes
   * without: it takes a smaller plan or passes the error on. `device` is the ordinal for DEVICE, else 0.
   * [thread-safe] */
  lks_status (*memory_reserve)(void* context, uint32_t kind, uint32_t device, uint64_t bytes,
                               lks_error* error);
  /* [thread-safe] */
  void (*memory_return)(void* context, uint32_t kind, uint32_t device, uint64_t bytes);

  /* Runs body over [0, count) in pieces of at least `grain` indices, on the host's pool and on the calling
   * thread; returns when every piece is done. May be nested. When `cancel` fires, pieces that have not begun
   * are left out and LKS_E_CANCELLED is returned. [thread-safe] */
  lks_status (*parallel_for)(void* context, uint64_t count, uint64_t grain, lks_parallel_body body,
                             void* argument, lks_cancel_token cancel);
  /* Upper bound of `worker` in every parallel_for; constant for the life of the host. [thread-safe] */
  uint32_t (*worker_count)(void* context);

  /* 1 when the job of this token should stop. Polled at phase borders at least. [thread-safe] */
  uint32_t (*cancelled)(void* context, lks_cancel_token token);

  /* Opens a span of the backend layer under `parent`. `name` is "x-..." for LKS_PHASE_VENDOR, else NULL; it
   * is copied. Never fails: a full sink gives 0. [thread-safe] */
  lks_span (*span_begin)(void* context, lks_span parent, uint32_t phase, const char* name);
  /* Closes it; once a span. `facts` may be NULL. [thread-safe] */
  void (*span_end)(void* context, lks_span span, const lks_span_facts* facts);
  /* Tells a finished span of the backend or device layer. Gives its id. [thread-safe] */
  lks_span (*span_record)(void* context, const lks_span_record* record);

  /* Runs `work` soon on a background thread of the host, in order of hand-over: for freeing and wiping off
   * the critical path. All deferred work has run before the host calls deinit(). A non-zero status means that
   * the host did not take the work: the caller runs it itself. [thread-safe] */
  lks_status (*defer)(void* context, lks_deferred_work work, void* argument, lks_span parent);
} lks_host;

#endif
