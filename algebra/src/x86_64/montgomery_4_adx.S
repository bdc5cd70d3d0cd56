// SPDX-License-Identifier: Apache-2.0
//
// Montgomery arithmetic on 4 limbs with mulx, adcx and adox (System V calling convention), for moduli with
// 2p < 2^256, on pairs 4p < 2^256; kernels_adx.hpp says what each does. Nothing here branches on a value.
#include "adx_frame.inc"
#include "adx_rows.inc"

// (uint64_t* r %rdi, const uint64_t* a %rsi, const uint64_t* b %rdx, const uint64_t* p %rcx, uint64_t inv %r8)
function lockstep_algebra_adx_mul_4
    enter 0
    mov %rdx, %rbx
    mov %r8, %r15
    product_4 %rsi, 0, %rbx, 0
    store_canonical_4 0, %r12, %r8, %r9, %r10
    leave_and_return 0
end_function lockstep_algebra_adx_mul_4

// (r %rdi, a %rsi, p %rdx, inv %rcx). A row that adds the doubled limbs once would need 3p < 2^256, which the
// scalar field of BLS12-381 does not have; and it saves little on 4 limbs.
function lockstep_algebra_adx_sqr_4
    enter 0
    mov %rcx, %r15
    mov %rdx, %rcx
    product_4 %rsi, 0, %rsi, 0
    store_canonical_4 0, %r12, %r8, %r9, %r10
    leave_and_return 0
end_function lockstep_algebra_adx_sqr_4

// (r, a, b, p, inv) on pairs: c0 = a0 b0 + a1 (p - b1), c1 = a0 b1 + a1 b0, each with one reduction.
// Stack: 0 p - b1, 32 c0
function lockstep_algebra_adx_mul_fp2_4
    enter 64
    mov %rdx, %rbx
    mov %r8, %r15
    load_4 %rcx, 0, %r8, %r9, %r10, %r11
    sub_4 %rbx, 32, %r8, %r9, %r10, %r11
    store_4 %rsp, 0, %r8, %r9, %r10, %r11
    product_sum_4 %rsi, %rbx, 0, %rsp, 0
    store_4 %rsp, 32, %r12, %r8, %r9, %r10
    product_sum_4 %rsi, %rbx, 32, %rbx, 0
    store_canonical_4 32, %r12, %r8, %r9, %r10
    load_4 %rsp, 32, %r8, %r9, %r10, %r11
    store_canonical_4 0, %r8, %r9, %r10, %r11
    leave_and_return 64
end_function lockstep_algebra_adx_mul_fp2_4

// (r, a, p, inv) on pairs: c0 = (a0 + a1) (a0 - a1 + p), c1 = 2 a0 a1; factors below 2p.
// Stack: 0 a0 + a1, 32 a0 - a1 + p, 64 2 a0, 96 c0
function lockstep_algebra_adx_sqr_fp2_4
    enter 128
    mov %rcx, %r15
    mov %rdx, %rcx
    load_4 %rsi, 0, %r8, %r9, %r10, %r11
    add_4 %rsi, 32, %r8, %r9, %r10, %r11
    store_4 %rsp, 0, %r8, %r9, %r10, %r11
    load_4 %rsi, 0, %r8, %r9, %r10, %r11
    add_4 %rcx, 0, %r8, %r9, %r10, %r11
    sub_4 %rsi, 32, %r8, %r9, %r10, %r11
    store_4 %rsp, 32, %r8, %r9, %r10, %r11
    load_4 %rsi, 0, %r8, %r9, %r10, %r11
    add_4 %rsi, 0, %r8, %r9, %r10, %r11
    store_4 %rsp, 64, %r8, %r9, %r10, %r11
    product_4 %rsp, 0, %rsp, 32
    store_4 %rsp, 96, %r12, %r8, %r9, %r10
    product_4 %rsp, 64, %rsi, 32
    store_canonical_4 32, %r12, %r8, %r9, %r10
    load_4 %rsp, 96, %r8, %r9, %r10, %r11
    store_canonical_4 0, %r8, %r9, %r10, %r11
    leave_and_return 128
end_function lockstep_algebra_adx_sqr_fp2_4

    .section .note.GNU-stack, "", @progbits
