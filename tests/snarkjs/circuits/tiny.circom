// SPDX-License-Identifier: Apache-2.0
// c = a b, d = c a + 5
pragma circom 2.0.0;

template Tiny() {
    signal input a;
    signal input b;
    signal output c;
    signal output d;
    c <== a * b;
    d <== c * a + 5;
}

component main {public [a]} = Tiny();
