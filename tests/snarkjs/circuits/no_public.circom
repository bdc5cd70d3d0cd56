// SPDX-License-Identifier: Apache-2.0
// Knowledge of x with x^3 + x + 5 = 35: no public value at all, public.json is [].
pragma circom 2.0.0;

template Cubic() {
    signal input x;
    signal square;
    signal cube;
    square <== x * x;
    cube <== square * x;
    cube + x + 5 === 35;
}

component main = Cubic();
