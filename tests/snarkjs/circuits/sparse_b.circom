// SPDX-License-Identifier: Apache-2.0
// Most variables never occur in B, so that their points in B1 and B2 are infinity: in each row the left factor alone
// is a fresh variable.
pragma circom 2.0.0;

template SparseB(n) {
    signal input x[n];
    signal input key;
    signal input total;
    signal scaled[n];
    var sum = 0;
    for (var i = 0; i < n; i++) {
        scaled[i] <== (x[i] + i) * key;
        sum += scaled[i];
    }
    total === sum;
}

component main {public [total]} = SparseB(20);
