// SPDX-License-Identifier: Apache-2.0
// More public values than anything else: inputs, and their squares as outputs.
pragma circom 2.0.0;

template ManyPublic(n) {
    signal input x[n];
    signal input key;
    signal output y[n];
    for (var i = 0; i < n; i++) {
        y[i] <== x[i] * x[i] + key;
    }
}

component main {public [x]} = ManyPublic(250);
