// SPDX-License-Identifier: Apache-2.0
//
// Montgomery arithmetic on 6 limbs with mulx, adcx and adox (System V calling convention), for moduli with
// 4p < 2^384; see kernels_adx.hpp for what each function does. Nothing here branches on a value.
#include "adx_rows.inc"
#include "adx_frame.inc"

// (uint64_t* r %rdi, const uint64_t* a %rsi, const uint64_t* b %rdx, const uint64_t* p %rcx, uint64_t inv %r8)
function lockstep_algebra_adx_mul_6
    enter 0
    mov %rdx, %rbx
    mov %r8, %r15
    product_6 %rsi, 0, %rbx, 0
    store_canonical_6 0, %r14, %r8, %r9, %r10, %r11, %r12
    leave_and_return 0
end_function lockstep_algebra_adx_mul_6

// (r %rdi, a %rsi, p %rdx, inv %rcx). Step i adds a_i (a_i 2^(64 i) + 2 sum over j > i of a_j 2^(64 j)) 2^(64 i), so its
// row is shorter by i limbs than a product's; T <= 2a + p from step to step.
// Stack: 0 .. 32 the limbs a_1 .. a_5 doubled each by itself, 40 .. 64 limbs 2 .. 5 of 2a
function lockstep_algebra_adx_sqr_6
    enter 72
    mov %rcx, %r15
    mov %rdx, %rcx
    mov 8(%rsi), %r8
    mov 16(%rsi), %r9
    mov 24(%rsi), %r10
    mov 32(%rsi), %r11
    mov 40(%rsi), %r12
    lea (%r8, %r8), %rax
    lea (%r9, %r9), %rbx
    lea (%r10, %r10), %rbp
    lea (%r11, %r11), %r13
    lea (%r12, %r12), %r14
    mov %rax, (%rsp)
    mov %rbx, 8(%rsp)
    mov %rbp, 16(%rsp)
    mov %r13, 24(%rsp)
    mov %r14, 32(%rsp)
    add %r8, %r8
    adc %r9, %r9
    adc %r10, %r10
    adc %r11, %r11
    adc %r12, %r12
    store_4 %rsp, 40, %r9, %r10, %r11, %r12
    mov (%rsi), %rdx
    mulx %rdx, %r8, %r9
    mulx (%rsp), %rax, %r10
    add %rax, %r9
    mulx 40(%rsp), %rax, %r11
    adc %rax, %r10
    mulx 48(%rsp), %rax, %r12
    adc %rax, %r11
    mulx 56(%rsp), %rax, %r13
    adc %rax, %r12
    mulx 64(%rsp), %rax, %r14
    adc %rax, %r13
    adc $0, %r14
    row_reduce_6 %r15, %r8, %r9, %r10, %r11, %r12, %r13, %r14
    mov 8(%rsi), %rdx
    xor %eax, %eax
    chain %rsi, 8, %r10, %r11
    chain %rsp, 8, %r11, %r12
    chain %rsp, 48, %r12, %r13
    chain %rsp, 56, %r13, %r14
    chain %rsp, 64, %r14, %r8
    adc $0, %r8
    row_reduce_6 %r15, %r9, %r10, %r11, %r12, %r13, %r14, %r8
    mov 16(%rsi), %rdx
    xor %eax, %eax
    chain %rsi, 16, %r12, %r13
    chain %rsp, 16, %r13, %r14
    chain %rsp, 56, %r14, %r8
    chain %rsp, 64, %r8, %r9
    adc $0, %r9
    row_reduce_6 %r15, %r10, %r11, %r12, %r13, %r14, %r8, %r9
    mov 24(%rsi), %rdx
    xor %eax, %eax
    chain %rsi, 24, %r14, %r8
    chain %rsp, 24, %r8, %r9
    chain %rsp, 64, %r9, %r10
    adc $0, %r10
    row_reduce_6 %r15, %r11, %r12, %r13, %r14, %r8, %r9, %r10
    mov 32(%rsi), %rdx
    xor %eax, %eax
    chain %rsi, 32, %r9, %r10
    chain %rsp, 32, %r10, %r11
    adc $0, %r11
    row_reduce_6 %r15, %r12, %r13, %r14, %r8, %r9, %r10, %r11
    mov 40(%rsi), %rdx
    mulx %rdx, %rax, %rbp
    add %rax, %r11
    adc %rbp, %r12
    row_reduce_6 %r15, %r13, %r14, %r8, %r9, %r10, %r11, %r12
    store_canonical_6 0, %r14, %r8, %r9, %r10, %r11, %r12
    leave_and_return 72
end_function lockstep_algebra_adx_sqr_6

// (r, a, b, p, inv) on pairs: c0 = a0 b0 + a1 (p - b1), c1 = a0 b1 + a1 b0, each with one reduction.
// Stack: 0 p - b1, 48 c0
function lockstep_algebra_adx_mul_fp2_6
    enter 96
    mov %rdx, %rbx
    mov %r8, %r15
    load_6 %rcx, 0, %r8, %r9, %r10, %r11, %r12, %r13
    sub_6 %rbx, 48, %r8, %r9, %r10, %r11, %r12, %r13
    store_6 %rsp, 0, %r8, %r9, %r10, %r11, %r12, %r13
    product_sum_6 %rsi, %rbx, 0, %rsp, 0
    store_6 %rsp, 48, %r14, %r8, %r9, %r10, %r11, %r12
    product_sum_6 %rsi, %rbx, 48, %rbx, 0
    store_canonical_6 48, %r14, %r8, %r9, %r10, %r11, %r12
    load_6 %rsp, 48, %r8, %r9, %r10, %r11, %r12, %r13
    store_canonical_6 0, %r8, %r9, %r10, %r11, %r12, %r13
    leave_and_return 96
end_function lockstep_algebra_adx_mul_fp2_6

// (r, a, p, inv) on pairs: c0 = (a0 + a1) (a0 - a1 + p), c1 = 2 a0 a1; factors below 2p.
// Stack: 0 a0 + a1, 48 a0 - a1 + p, 96 2 a0, 144 c0
function lockstep_algebra_adx_sqr_fp2_6
    enter 192
    mov %rcx, %r15
    mov %rdx, %rcx
    load_6 %rsi, 0, %r8, %r9, %r10, %r11, %r12, %r13
    add_6 %rsi, 48, %r8, %r9, %r10, %r11, %r12, %r13
    store_6 %rsp, 0, %r8, %r9, %r10, %r11, %r12, %r13
    load_6 %rsi, 0, %r8, %r9, %r10, %r11, %r12, %r13
    add_6 %rcx, 0, %r8, %r9, %r10, %r11, %r12, %r13
    sub_6 %rsi, 48, %r8, %r9, %r10, %r11, %r12, %r13
    store_6 %rsp, 48, %r8, %r9, %r10, %r11, %r12, %r13
    load_6 %rsi, 0, %r8, %r9, %r10, %r11, %r12, %r13
    add_6 %rsi, 0, %r8, %r9, %r10, %r11, %r12, %r13
    store_6 %rsp, 96, %r8, %r9, %r10, %r11, %r12, %r13
    product_6 %rsp, 0, %rsp, 48
    store_6 %rsp, 144, %r14, %r8, %r9, %r10, %r11, %r12
    product_6 %rsp, 96, %rsi, 48
    store_canonical_6 48, %r14, %r8, %r9, %r10, %r11, %r12
    load_6 %rsp, 144, %r8, %r9, %r10, %r11, %r12, %r13
    store_canonical_6 0, %r8, %r9, %r10, %r11, %r12, %r13
    leave_and_return 192
end_function lockstep_algebra_adx_sqr_fp2_6

    .section .note.GNU-stack, "", @progbits
