/* SPDX-License-Identifier: Apache-2.0
 *
 * The plain data that crosses the boundary: curves, scalars, points, circuits, witnesses, keys.
 *
 * Forms. A scalar or coordinate is N little-endian 64-bit limbs, 32 bytes for Fr and for BN254's Fp, 48 bytes
 * for BLS12-381's Fp. STANDARD form is the value itself; MONTGOMERY form is the value times 2^(64 N) mod p.
 * Both are canonical: below the modulus. Each field below says which form it has.
 *
 * Alignment. Arrays of integers are aligned as the integers are, a circuit's dictionary to 8 bytes. Points
 * and scalars of keys and witnesses have none: they may lie anywhere in a mapped file. */
#ifndef LOCKSTEP_ABI_DATA_H
#define LOCKSTEP_ABI_DATA_H

#include "lockstep/abi/version.h"

#define LKS_CURVE_BN254 1u
#define LKS_CURVE_BLS12_381 2u

#define LKS_SCALAR_BYTES 32u

/* ---- Circuit: compiled constraint matrices ---- */

/* A sparse matrix by rows (CSR). Row i holds the entries [row_offsets[i], row_offsets[i + 1]); row_offsets[0]
 * is 0 and row_offsets[row_count] is entry_count. Entry e is dictionary[coefficients[e]] at column
 * columns[e]. Columns within a row may repeat and stand in any order. This layout is frozen. */
typedef struct lks_matrix {
  const uint64_t* row_offsets;  /* row_count + 1 values */
  const uint32_t* columns;      /* entry_count indices of variables */
  const uint32_t* coefficients; /* entry_count indices into the dictionary */
  uint64_t row_count;
  uint64_t entry_count;
} lks_matrix;

/* lks_circuit.flags */
#define LKS_CIRCUIT_C_IS_PRODUCT 1u /* no C matrix: c is a times b, row by row (a zkey) */

/* Variables are z = (1, public inputs, auxiliary). A and B (and C) have the same row_count: the circuit's
 * constraints and then one row per element of (1, public inputs) in A alone, as both ecosystems append them.
 */
typedef struct lks_circuit {
  uint32_t struct_size;
  uint32_t curve;
  uint32_t flags;
  uint32_t reserved;
  uint64_t variable_count; /* with the constant 1 */
  uint64_t public_count;   /* without the constant 1 */
  const void* dictionary;  /* dictionary_count x 32 bytes, Fr in MONTGOMERY form */
  uint64_t dictionary_count;
  const lks_matrix* a;
  const lks_matrix* b;
  const lks_matrix* c; /* NULL with LKS_CIRCUIT_C_IS_PRODUCT */
} lks_circuit;

/* ---- Witness: the assignment z, typed ---- */

#define LKS_WITNESS_FIELD 1u /* 32-byte STANDARD-form values at data + i * stride_bytes, below r */
#define LKS_WITNESS_BITS \
  2u /* one bit each, least significant first, in 64-bit words at data; stride_bytes is 0 */

/* The variables [first, first + count), all of one kind; variable `first` is the first value or bit of
 * `data`.
 */
typedef struct lks_witness_segment {
  uint32_t struct_size;
  uint32_t kind; /* LKS_WITNESS_... */
  uint64_t first;
  uint64_t count;
  const void* data;
  uint64_t stride_bytes;
} lks_witness_segment;

/* lks_witness.flags */
#define LKS_WITNESS_PUBLIC 1u /* not a secret: buffers that hold it need not be wiped */

/* Segments ascend, touch and cover [0, variable_count) exactly. Variable 0 is 1. */
typedef struct lks_witness {
  uint32_t struct_size;
  uint32_t flags;
  uint64_t variable_count;
  const lks_witness_segment* segments;
  uint64_t segment_count;
  uint64_t segment_stride_bytes; /* from one segment to the next */
} lks_witness;

/* ---- Groth16 proving key ---- */

/* Encodings of the points of a key. G2 coordinates are pairs (c0, c1) of Fp = c0 + c1 u. */
#define LKS_POINTS_MONTGOMERY                                                    \
  1u /* affine x | y, little-endian MONTGOMERY limbs, G2 as x.c0 x.c1 y.c0 y.c1; \
        infinity is all zero (snarkjs zkey) */
#define LKS_POINTS_BELLMAN                                                               \
  2u /* affine x | y, big-endian STANDARD bytes, G2 as x.c1 x.c0 y.c1 y.c0; the top bits \
        of byte 0: 0x40 infinity; 0x80 and 0x20 are clear. BLS12-381 only */

/* Bases of the H query */
#define LKS_H_MONOMIAL \
  1u                   /* scalars: the coefficients of the quotient (a b - c) / Z, degree up to domain - 2 */
#define LKS_H_COSET 2u /* scalars: a b - c at coset_shift * root^i, i < domain, not divided by Z */

/* The points of one query, one per variable that has one. `density` tells which: bit i (least significant
 * first in 64-bit words) stands for variable first_variable + i; NULL means all. Points follow in order of
 * variables. This layout is frozen. */
typedef struct lks_query {
  const void* points; /* count points; lent until key_release */
  uint64_t count;
  uint64_t stride_bytes;   /* from one point to the next */
  uint64_t first_variable; /* 0 for A, B1 and B2; public_count + 1 for L; unused for H */
  const uint64_t* density; /* NULL, or density_bits bits of which `count` are set */
  uint64_t density_bits;
} lks_query;

typedef struct lks_groth16_key {
  uint32_t struct_size;
  uint32_t curve;
  uint32_t point_encoding; /* LKS_POINTS_..., of every point below */
  uint32_t h_basis;        /* LKS_H_... */
  uint64_t variable_count; /* as the circuit's */
  uint64_t public_count;
  uint32_t domain_log2;
  uint32_t reserved;
  const uint8_t* domain_root; /* 32 bytes, Fr STANDARD form: the primitive 2^domain_log2-th root of unity */
  const uint8_t*
      coset_shift; /* 32 bytes, Fr STANDARD form; LKS_H_COSET only, else NULL: the backend's choice */
  const void* alpha_g1;
  const void* beta_g1;
  const void* beta_g2;
  const void* delta_g1;
  const void* delta_g2;
  const lks_query* a;  /* G1 */
  const lks_query* b1; /* G1 */
  const lks_query* b2; /* G2 */
  const lks_query* l;  /* G1 */
  const lks_query* h;  /* G1 */
  /* NULL, or a reader to use where a query's `points` is NULL: copies points [first, first + count) of query
   * `query` (0 A, 1 B1, 2 B2, 3 L, 4 H) to `to`, packed. Called during key_load only, from any thread, by
   * several threads at once; a non-zero status ends key_load with that status. */
  int32_t (*read)(void* read_context, uint32_t query, uint64_t first, uint64_t count, void* to);
  void* read_context;
} lks_groth16_key;

/* A proof: affine coordinates in STANDARD form, little-endian, packed at the curve's width w (32 or 48
 * bytes): a and c as x | y, b as x.c0 | x.c1 | y.c0 | y.c1; bytes beyond are zero; infinity is all zero. */
typedef struct lks_groth16_proof {
  uint32_t struct_size;
  uint32_t curve;
  uint8_t a[96];
  uint8_t b[192];
  uint8_t c[96];
} lks_groth16_proof;

#endif
