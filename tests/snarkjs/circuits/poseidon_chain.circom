// SPDX-License-Identifier: Apache-2.0
// A chain of Poseidon hashes: a witness of full-size values. The constants are BN254's; on another curve the circuit
// computes another function, which is all that a prover sees. The main component, with its length, is in
// ../circuits.mjs.
pragma circom 2.0.0;

include "circomlib/poseidon.circom";

template PoseidonChain(length) {
    signal input start;
    signal output end;
    component hash[length];
    for (var i = 0; i < length; i++) {
        hash[i] = Poseidon(2);
        if (i == 0) {
            hash[i].inputs[0] <== start;
        } else {
            hash[i].inputs[0] <== hash[i - 1].out;
        }
        hash[i].inputs[1] <== i;
    }
    end <== hash[length - 1].out;
}
