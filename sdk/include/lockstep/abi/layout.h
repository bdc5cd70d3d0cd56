/* SPDX-License-Identifier: Apache-2.0
 *
 * Holds the compiler of either side to the layout of this version: a compiler option that packs structs or
 * changes the width of a type fails here and not at run time. The offset of every field is held by a test of
 * the SDK (abi-golden/). */
#ifndef LOCKSTEP_ABI_LAYOUT_H
#define LOCKSTEP_ABI_LAYOUT_H

#include <assert.h>

#include "lockstep/abi/groth16.h"
#include "lockstep/abi/msm.h"
#include "lockstep/abi/ntt.h"

#if !defined(__BYTE_ORDER__) || __BYTE_ORDER__ != __ORDER_LITTLE_ENDIAN__
#error "version 1 of the Lockstep plugin ABI is for little-endian machines"
#endif

#define LKS_ASSERT_SIZE(type, bytes) static_assert(sizeof(type) == (bytes), "layout of " #type)

LKS_ASSERT_SIZE(void*, 8);
LKS_ASSERT_SIZE(void (*)(void), 8);
LKS_ASSERT_SIZE(lks_error, 536);
LKS_ASSERT_SIZE(lks_span_facts, 32);
LKS_ASSERT_SIZE(lks_span_record, 80);
LKS_ASSERT_SIZE(lks_host, 120);
LKS_ASSERT_SIZE(lks_device_info, 544);
LKS_ASSERT_SIZE(lks_buffer_request, 24);
LKS_ASSERT_SIZE(lks_buffer_info, 32);
LKS_ASSERT_SIZE(lks_memory_stats, 40);
LKS_ASSERT_SIZE(lks_memory, 96);
LKS_ASSERT_SIZE(lks_matrix, 40);
LKS_ASSERT_SIZE(lks_circuit, 72);
LKS_ASSERT_SIZE(lks_witness_segment, 40);
LKS_ASSERT_SIZE(lks_witness, 40);
LKS_ASSERT_SIZE(lks_query, 48);
LKS_ASSERT_SIZE(lks_groth16_key, 152);
LKS_ASSERT_SIZE(lks_groth16_proof, 392);
LKS_ASSERT_SIZE(lks_evaluate_args, 32);
LKS_ASSERT_SIZE(lks_synthesizer, 40);
LKS_ASSERT_SIZE(lks_option, 16);
LKS_ASSERT_SIZE(lks_session_args, 40);
LKS_ASSERT_SIZE(lks_estimate, 56);
LKS_ASSERT_SIZE(lks_prove_args, 56);
LKS_ASSERT_SIZE(lks_groth16, 96);
LKS_ASSERT_SIZE(lks_msm_args, 64);
LKS_ASSERT_SIZE(lks_msm, 16);
LKS_ASSERT_SIZE(lks_ntt_args, 48);
LKS_ASSERT_SIZE(lks_ntt, 16);

#endif
