/* SPDX-License-Identifier: Apache-2.0
 *
 * Interface "lockstep.memory/1": the devices of a plugin, and the buffers that live on them.
 *
 * Whoever allocates frees. A buffer is opaque; it belongs to the plugin and is known by its handle. Releasing
 * never blocks the caller: the buffer returns to a pool, and what leaves the pool is unmapped off the
 * critical path. A buffer made with LKS_BUFFER_SECRET is wiped before anything else can read its memory. */
#ifndef LOCKSTEP_ABI_MEMORY_H
#define LOCKSTEP_ABI_MEMORY_H

#include "lockstep/abi/host.h"

#define LKS_INTERFACE_MEMORY "lockstep.memory/1"

/* Classes of device, for the host's order of preference */
#define LKS_DEVICE_CPU 1u
#define LKS_DEVICE_GPU 2u
#define LKS_DEVICE_EMULATED 3u /* executes another device's code on the host: never chosen by itself */
#define LKS_DEVICE_OTHER 4u

typedef struct lks_buffer lks_buffer; /* opaque */

/* Curves that a device can prove on: bit (1 << LKS_CURVE_...) (data.h) */
typedef struct lks_device_info {
  uint32_t struct_size;
  uint32_t device_class; /* LKS_DEVICE_... */
  uint32_t usable;       /* 1, or 0 with `reason` */
  uint32_t curves;
  uint64_t memory_total_bytes; /* device memory; the host's for a CPU */
  uint64_t memory_free_bytes;
  char name[128];        /* what a person calls it */
  char architecture[64]; /* "x86-64+adx", "sm_90", "gfx942" */
  char driver[64];       /* version of driver or runtime, or "" */
  char reason[256];      /* why it is not usable, or "" */
} lks_device_info;

/* lks_buffer_request.flags */
#define LKS_BUFFER_SECRET 1u /* wiped on release */
#define LKS_BUFFER_ZEROED 2u /* all bytes zero when given */

typedef struct lks_buffer_request {
  uint32_t struct_size;
  uint32_t device;
  uint32_t kind; /* LKS_MEMORY_... */
  uint32_t flags;
  uint64_t size_bytes; /* above 0 */
} lks_buffer_request;

typedef struct lks_buffer_info {
  uint32_t struct_size;
  uint32_t device;
  uint32_t kind;
  uint32_t flags;
  uint64_t size_bytes;
  void* host_address; /* PAGEABLE and PINNED, aligned to 64 bytes; NULL for DEVICE memory of a GPU */
} lks_buffer_info;

typedef struct lks_memory_stats {
  uint32_t struct_size;
  uint32_t reserved;
  uint64_t in_use_bytes;
  uint64_t pooled_bytes;
  uint64_t pending_free_bytes; /* left the pool, not yet unmapped */
  uint64_t buffer_count;
} lks_memory_stats;

typedef struct lks_memory {
  uint32_t struct_size;
  uint32_t reserved;

  /* Number of devices that the plugin sees, usable or not; may be 0. [thread-safe] */
  lks_status (*device_count)(uint32_t* count, lks_error* error);
  /* A plugin whose runtime is missing still reports one device, unusable, with the reason. [thread-safe] */
  lks_status (*device_info)(uint32_t device, lks_device_info* info, lks_error* error);

  /* LKS_E_UNSUPPORTED for a kind of memory that the device does not have. [thread-safe] */
  lks_status (*buffer_acquire)(const lks_buffer_request* request, lks_buffer** buffer, lks_error* error);
  /* Never blocks on freeing; succeeds on a lost device. [thread-safe] */
  lks_status (*buffer_release)(lks_buffer* buffer, lks_error* error);
  /* [thread-safe] */
  lks_status (*buffer_info)(const lks_buffer* buffer, lks_buffer_info* info, lks_error* error);

  /* Copies; done when they return. Ranges that pass the buffer's end are LKS_E_INVALID_ARGUMENT and copy
   * nothing. [thread-safe], for one buffer [session-exclusive] */
  lks_status (*copy_to_buffer)(lks_buffer* to, uint64_t offset, const void* from, uint64_t bytes,
                               lks_error* error);
  /* As copy_to_buffer. [thread-safe], for one buffer [session-exclusive] */
  lks_status (*copy_from_buffer)(const lks_buffer* from, uint64_t offset, void* to, uint64_t bytes,
                                 lks_error* error);

  /* Pins host memory of the caller, so that copies from it run at full speed; a CPU backend does nothing.
   * [thread-safe] */
  lks_status (*host_register)(uint32_t device, void* address, uint64_t bytes, lks_error* error);
  /* `address` as it was registered. [thread-safe] */
  lks_status (*host_unregister)(uint32_t device, void* address, lks_error* error);

  /* Gives pooled memory back, largest buffers first, until at most `keep_bytes` are pooled. [thread-safe] */
  lks_status (*trim)(uint32_t device, uint64_t keep_bytes, lks_error* error);
  /* Of the buffers and the plugin's own working memory. [thread-safe] */
  lks_status (*stats)(uint32_t device, lks_memory_stats* stats, lks_error* error);
} lks_memory;

#endif
