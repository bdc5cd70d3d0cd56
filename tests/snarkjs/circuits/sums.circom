// SPDX-License-Identifier: Apache-2.0
// Sums alone: B is empty and every point of the B query is infinity.
pragma circom 2.0.0;

template Sums(n) {
    signal input pay[n];
    signal input bonus[n];
    signal input all;
    var sum = 0;
    for (var i = 0; i < n; i++) {
        sum += pay[i] * 52 + bonus[i];
    }
    all === sum;
}

component main {public [all]} = Sums(6);
