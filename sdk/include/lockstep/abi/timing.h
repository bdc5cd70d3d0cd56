/* SPDX-License-Identifier: Apache-2.0
 *
 * Layers, phases and spans. The host owns the sink and the clock; a plugin tells what it did.
 *
 * Two layers are the plugin's: BACKEND, its host side as it happens (span_begin / span_end in host.h), and
 * DEVICE, pure compute and copies, recorded after the fact (span_record). A device span is measured around
 * the work itself (events of a GPU stream, clocks of worker threads) and never derived from the backend's
 * span.
 *
 * For each job every canonical phase stands exactly once in each of the two layers. Empty work has a span of
 * length zero. Work that is fused into another phase is flagged LKS_SPAN_FUSED and names that phase. Finer
 * spans stand below a canonical one, as LKS_PHASE_VENDOR with a name that starts with "x-". */
#ifndef LOCKSTEP_ABI_TIMING_H
#define LOCKSTEP_ABI_TIMING_H

#include "lockstep/abi/version.h"

/* Layers */
#define LKS_LAYER_PIPELINE 1u /* the host's own; a plugin never uses it */
#define LKS_LAYER_BACKEND 2u
#define LKS_LAYER_DEVICE 3u

/* Phases of the pipeline layer (the host's) */
#define LKS_PHASE_QUEUE 1u
#define LKS_PHASE_WITNESS 2u
#define LKS_PHASE_HANDOFF 3u
#define LKS_PHASE_KEY 4u
#define LKS_PHASE_PROVE 5u
#define LKS_PHASE_VERIFY 6u
#define LKS_PHASE_SERIALIZE 7u
#define LKS_PHASE_PIPELINE_RELEASE 8u

/* Phases of the backend and device layers, children of the host's PROVE */
#define LKS_PHASE_WAIT 16u       /* waiting for the device or for memory */
#define LKS_PHASE_UPLOAD 17u     /* witness to the device, expansion of a typed witness */
#define LKS_PHASE_SYNTHESIZE 18u /* a = Az, b = Bz, c = Cz */
#define LKS_PHASE_QUOTIENT 19u   /* NTTs, up to the scalars of the H query */
#define LKS_PHASE_MSM_H 20u
#define LKS_PHASE_MSM_L 21u
#define LKS_PHASE_MSM_A 22u
#define LKS_PHASE_MSM_B1 23u
#define LKS_PHASE_MSM_B2 24u
#define LKS_PHASE_ASSEMBLE 25u /* the five sums, r and s to the proof */
#define LKS_PHASE_DOWNLOAD 26u
#define LKS_PHASE_RELEASE 27u /* hand-over of buffers; the unmapping that follows is the host's RECLAIM */

/* Outside nesting and equality */
#define LKS_PHASE_RECLAIM 32u /* memory on its way back to the system, linked to its job */

/* Below a canonical phase, with a name that starts with "x-" */
#define LKS_PHASE_VENDOR 255u

/* A span's id, given by the host. 0 is "no span": it may be passed wherever an id is taken. */
typedef uint64_t lks_span;

/* lks_span_facts.flags and lks_span_record.flags */
#define LKS_SPAN_FUSED 1u  /* this phase's work was done inside `fused_with` */
#define LKS_SPAN_FAILED 2u /* the phase ended in an error */

/* What is known of a backend span at its end. */
typedef struct lks_span_facts {
  uint32_t struct_size;
  uint32_t flags;
  uint32_t fused_with; /* LKS_PHASE_..., with LKS_SPAN_FUSED; else 0 */
  uint32_t reserved;
  uint64_t bytes_to_device;
  uint64_t bytes_from_device;
} lks_span_facts;

/* A span told after the fact: start and end in the host's clock (now_ns). */
typedef struct lks_span_record {
  uint32_t struct_size;
  uint32_t layer; /* LKS_LAYER_BACKEND or LKS_LAYER_DEVICE */
  uint32_t phase;
  uint32_t flags;
  uint32_t fused_with;
  uint32_t device; /* ordinal of the device within the plugin */
  lks_span parent; /* device layer: the backend span of the same phase */
  uint64_t start_ns;
  uint64_t end_ns;
  /* Length of the union of the intervals in which work ran: kernels and copies, or worker threads computing.
   * At most end_ns - start_ns. */
  uint64_t busy_ns;
  uint64_t bytes_to_device;
  uint64_t bytes_from_device;
  const char* name; /* LKS_PHASE_VENDOR: "x-..."; copied by the host. Else NULL */
} lks_span_record;

#endif
