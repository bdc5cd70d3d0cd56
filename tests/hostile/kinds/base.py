# SPDX-License-Identifier: Apache-2.0
"""What every kind starts from: the good files of one small circuit on one curve, and words for what must happen.

A case is a good set of files with one thing changed, and the runs of the program over it. A run that must fail
(exit 1 or 2) says what its one sentence on stderr must contain; it may leave no file behind.
"""
import json
import pathlib
import sys
from dataclasses import dataclass, field

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "golden"))

from oracle import bellman_files, groth16, iden3_files, snarkjs_json  # noqa: E402
from oracle.cases import R_FIXED, S_FIXED, Case as GoldenCase  # noqa: E402
from oracle.circuits import tiny  # noqa: E402
from oracle.curves import CURVES  # noqa: E402

OK, INVALID, BAD = 0, 1, 2

DIRECTORY = "directory"   # in place of a file's bytes
BLINDING = ["--r", str(R_FIXED), "--s", str(S_FIXED)]


@dataclass
class Run:
    command: str
    args: list
    exit: int
    stderr_contains: list = field(default_factory=list)
    stdout: str | None = None                   # the whole of it, where it is given
    no_output: list = field(default_factory=list)
    equal: dict = field(default_factory=dict)   # {file written: file whose proof it must have}
    drop_root: bool = False
    is_table: bool = False                      # stderr may have more than the one sentence


@dataclass
class Case:
    name: str
    why: str
    files: dict                                 # {name: bytes or DIRECTORY}
    runs: list
    unreadable: list = field(default_factory=list)  # names that the runner takes the read permission from


class Base:
    """Good files on `curve`: the golden circuit `tiny` (5 variables, 3 of them public, domain 8)."""

    def __init__(self, curve):
        self.curve, self.name = curve, curve.name
        golden = GoldenCase(curve, tiny)
        self.circuit, self.z, self.public = golden.circuit, golden.z, golden.public
        self.key = golden.key(groth16.COSET, 5)
        self.proof = golden.prove(groth16.COSET, 5, R_FIXED, S_FIXED)
        self.vk_json = snarkjs_json.vk_json(self.key.vk)
        self.proof_json = snarkjs_json.proof_json(curve, self.proof)
        self.files = {
            "circuit.r1cs": iden3_files.write_r1cs(self.circuit),
            "witness.wtns": iden3_files.write_wtns(curve, self.z),
            "circuit.zkey": iden3_files.write_zkey(self.key, self.circuit),
            "verification_key.json": to_json(self.vk_json),
            "public.json": to_json([str(x) for x in self.public]),
            "proof.json": to_json(self.proof_json),
        }
        if golden.has_bellman:
            self.bellman_key = golden.key(groth16.MONOMIAL, 7)
            self.bellman_proof = golden.prove(groth16.MONOMIAL, 7, R_FIXED, S_FIXED)
            self.files |= {
                "circuit.params": bellman_files.write_params(self.bellman_key, self.circuit),
                "circuit.vk": bellman_files.write_vk(self.bellman_key),
                "proof.bin": bellman_files.write_proof(self.bellman_proof),
            }

    def case(self, name, why, changed, runs, unreadable=()):
        """The files that the runs name, with `changed` in place of the good ones."""
        named = {arg for run in runs for arg in [*run.args, *run.equal.values()]}
        files = {f: data for f, data in {**self.files, **changed}.items() if f in named}
        return Case(f"{self.name}_{name}", why, files, runs, list(unreadable))


def to_json(value):
    return json.dumps(value, indent=1).encode()


def bases():
    """One a curve; `other` is the other's."""
    bn254, bls12_381 = (Base(curve) for curve in CURVES)
    bn254.other, bls12_381.other = bls12_381, bn254
    return [bn254, bls12_381]


# ---- Runs

def inspect(file, exit=BAD, *contains):
    return Run("inspect", [file], exit, [file, *contains] if exit else [])


def setup(exit=BAD, *contains, file="circuit.r1cs", extension="zkey"):
    made = [f"made.{extension}", "made.json" if extension == "zkey" else "made.vk"]
    return Run("setup", ["--r1cs", file, "--key", made[0], "--vk", made[1]], exit,
               [file, *contains] if exit else [], no_output=made if exit else [])


def prove(exit=BAD, *contains, key="circuit.zkey", witness="witness.wtns", r1cs=None, flags=(), equal=None):
    """contains: with the name of the guilty file. equal: the proof file that r = R_FIXED, s = S_FIXED must give."""
    proof = "made_proof.bin" if key.endswith(".params") else "made_proof.json"
    made = [proof, "made_public.json"]
    args = ["--key", key, "--witness", witness, "--proof", made[0], "--public", made[1], "--backend", "cpu_reference",
            *(["--r1cs", r1cs] if r1cs else []), *flags]
    if equal:
        args += BLINDING
    return Run("prove", args, exit, list(contains) if exit else [], no_output=made if exit else [],
               equal={proof: equal} if equal else {})


def prove_equal(**named):
    return prove(OK, equal="proof.json", **named)


def prove_params(exit=BAD, *contains, **named):
    return prove(exit, *contains, key="circuit.params", r1cs="circuit.r1cs", **named)


def verify(exit, *contains, bellman=False, vk="verification_key.json", public="public.json", proof="proof.json"):
    if bellman:
        vk, proof = "circuit.vk", "proof.bin"
    said = {OK: "valid", INVALID: "invalid", BAD: ""}[exit]
    return Run("verify", ["--vk", vk, "--public", public, "--proof", proof], exit, list(contains) if exit else [],
               stdout=said)
