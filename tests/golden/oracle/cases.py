# SPDX-License-Identifier: Apache-2.0
"""A golden case: a circuit on a curve, its keys (from secrets that follow from the names) and its proofs."""
from .circuits import CIRCUITS, unused_private
from .curves import CURVES
from .groth16 import COSET, MONOMIAL, Secrets, prove, setup
from .rng import Rng

R_FIXED = 0x1111 | 0x2222 << 64 | 0x3333 << 128 | 0x444 << 192
S_FIXED = 0x5555 | 0x6666 << 64 | 0x7777 << 128 | 0x888 << 192

# (name, r, s); the first two have files of their own
BLINDINGS = (("fixed", R_FIXED, S_FIXED), ("r0s0", 0, 0))

# Every basis with every family of roots. Files exist for (coset, 5): .zkey, and (monomial, 7): .params
# (BLS12-381). The two others are for tests that give a backend its key directly.
COMBINATIONS = ((COSET, 5), (COSET, 7), (MONOMIAL, 5), (MONOMIAL, 7))


class Case:
    def __init__(self, curve, make):
        self.curve, self.circuit_name = curve, make.__name__
        self.has_bellman = curve.name == "bls12_381" and make is not unused_private
        self.name = f"{curve.name}_{make.__name__}"
        self.circuit, self.z = make(curve)
        self._keys = {}

    @property
    def public(self):
        return self.z[1:self.circuit.public_count + 1]

    def key(self, basis, non_residue):
        # gamma = 1 in the coset keys as in snarkjs's; another gamma in bellman's
        combination = (basis, non_residue)
        if combination not in self._keys:
            rng = Rng("secrets", self.name, basis, non_residue)
            secrets = Secrets.from_rng(rng, self.curve.r, gamma_is_one=basis == COSET)
            self._keys[combination] = setup(self.circuit, secrets, basis, non_residue)
        return self._keys[combination]

    def prove(self, basis, non_residue, r_blind, s_blind):
        return prove(self.key(basis, non_residue), self.circuit, self.z, r_blind, s_blind)


def cases():
    for curve in CURVES:
        for make in CIRCUITS:
            yield Case(curve, make)
