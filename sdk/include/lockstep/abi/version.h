/* SPDX-License-Identifier: Apache-2.0
 *
 * The version of the plugin ABI, and the rules by which it grows.
 *
 *  - The major number is part of the entry symbol's name (entry.h). A host loads plugins of its own major
 * only.
 *  - A minor number only appends: fields at the end of tables and structs, new interfaces, new status codes,
 *    new phases. A host works with every minor of its major, older and newer; so does a plugin.
 *  - Every extensible struct opens with `uint32_t struct_size`, set by whoever fills the struct in.
 *      tables (host, interfaces):  the reader uses min(its own size, struct_size); a function pointer beyond
 *                                  struct_size, or NULL, is absent. Functions of minor version 0 are never
 *                                  absent unless their comment says so.
 *      input argument structs:     the receiver copies min(sizes), takes what is missing as zero, and answers
 *                                  LKS_E_UNSUPPORTED where a tail that it doesn't know is not all zero.
 *      output structs:             the caller sets struct_size; the callee fills no more than that, zeroes
 *                                  what it doesn't know, and leaves struct_size as it is.
 *    A struct_size is a multiple of the struct's alignment, so that no field is cut in two, and at most 4096;
 *    argument structs that break this are LKS_E_INVALID_ARGUMENT.
 *  - Fixed-width integers and pointers only; padding is explicit, and zero. Arrays of extensible structs
 * carry the stride of an element. Extensible structs are never embedded by value.
 *
 * Every function of a table carries a tag that says which calls may run at the same time:
 *    [thread-safe]        beside any other call, from any thread, also on the same handle
 *    [session-exclusive]  one at a time on one handle (session, buffer); LKS_E_BUSY where a plugin notices a
 *                         breach. Different handles are independent, and a handle may change threads
 *    [init]               alone: no other call into the plugin runs
 *
 * Version 1 is a draft (LKS_ABI_DRAFT is 1) until the conformance suite passes on the CPU and on a GPU; from
 * then on it is frozen and only grows. */
#ifndef LOCKSTEP_ABI_VERSION_H
#define LOCKSTEP_ABI_VERSION_H

#include <stdint.h>

#define LKS_ABI_MAJOR 1u
#define LKS_ABI_MINOR 0u
#define LKS_ABI_DRAFT 1

#ifdef __cplusplus
#define LKS_EXTERN_C_BEGIN extern "C" {
#define LKS_EXTERN_C_END }
#else
#define LKS_EXTERN_C_BEGIN
#define LKS_EXTERN_C_END
#endif

#endif
