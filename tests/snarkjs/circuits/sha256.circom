// SPDX-License-Identifier: Apache-2.0
// SHA-256 of 32 bytes: a witness that is mostly zeros and ones. Outputs: the hash as two 128-bit numbers.
pragma circom 2.0.0;

include "circomlib/sha256/sha256.circom";

template Sha256Of32Bytes() {
    signal input in[256];
    signal output high;
    signal output low;
    component hash = Sha256(256);
    for (var i = 0; i < 256; i++) {
        // circomlib's Sha256 takes its bits on trust
        in[i] * (in[i] - 1) === 0;
        hash.in[i] <== in[i];
    }
    var h = 0;
    var l = 0;
    for (var i = 0; i < 128; i++) {
        h = 2 * h + hash.out[i];
        l = 2 * l + hash.out[128 + i];
    }
    high <== h;
    low <== l;
}

component main = Sha256Of32Bytes();
