#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Holds the `lockstep` program to the golden cases: equal blinding scalars must give the golden bytes.

    run_golden.py LOCKSTEP DIR [--backend NAME]

DIR is what make_cases.py wrote. For every case, key format and pair (r, s): prove (with one and with eight
threads, portable and chosen arithmetic), compare with the golden proof, verify, refuse a changed public value.
For every circuit: the keys of a seeded `lockstep setup` are those of the oracle, byte for byte.
Prints one line per failure and `N passed, N failed`.
"""
import argparse
import json
import os
import pathlib
import subprocess
import sys
import tempfile

from oracle import bellman_files, groth16, iden3_files, snarkjs_json
from oracle.cases import cases

VARIANTS = ((["--threads", "1"], {"LOCKSTEP_ARITHMETIC": "portable"}), (["--threads", "8"], {}))


class Runner:
    def __init__(self, lockstep, extra):
        self.lockstep, self.extra = lockstep, extra
        self.passed, self.failed = 0, 0

    def run(self, *arguments, environment=None):
        return subprocess.run([self.lockstep, *map(str, arguments)], capture_output=True, text=True, timeout=120,
                              env={**os.environ, **(environment or {})}, check=False)

    def check(self, what, ok, detail=""):
        if ok:
            self.passed += 1
        else:
            self.failed += 1
            print(f"FAILED {what}: {detail.strip()}")

    def succeeds(self, what, *arguments, **named):
        result = self.run(*arguments, **named)
        self.check(what, result.returncode == 0, f"exit {result.returncode}: {result.stderr}")
        return result

    def prove(self, what, folder, scratch, key, suffix, golden):
        """`golden` is {blinding: (r, s, proof as compared)}."""
        proof, public = scratch / f"proof{suffix}", scratch / "public.json"
        for blinding, (r, s, expected) in golden.items():
            for flags, environment in VARIANTS:
                for path in (proof, public):
                    path.unlink(missing_ok=True)
                name = f"{what} {blinding} {' '.join(flags)} {environment}"
                result = self.run("prove", *key, "--witness", folder / "witness.wtns", "--proof", proof, "--public",
                                  public, "--r", r, "--s", s, *flags, *self.extra, environment=environment)
                if result.returncode != 0:
                    self.check(name, False, f"exit {result.returncode}: {result.stderr}")
                    continue
                self.check(f"{name}: the golden proof", comparable(proof) == expected, "other bytes")
                self.check(f"{name}: the public values",
                           json.loads(public.read_text()) == json.loads((folder / "public.json").read_text()))
        return proof, public

    def setup(self, case, folder, scratch):
        """The keys of a seed are those that docs/development-setup.md describes, section by section."""
        seed = bytes(range(32))
        secrets = groth16.Secrets.of_development_setup(case.curve, seed)
        key, vk = scratch / "made.zkey", scratch / "made.json"
        self.succeeds(f"{case.name} setup of a zkey", "setup", "--r1cs", folder / "circuit.r1cs", "--key", key, "--vk",
                      vk, "--seed", seed.hex())
        expected = groth16.setup(case.circuit, secrets, groth16.COSET, 5)
        if key.exists():
            sections = iden3_files.read_container(key.read_bytes(), b"zkey")
            for section, data in iden3_files.zkey_sections(expected, case.circuit).items():
                if section != 10:
                    self.check(f"{case.name} setup: section {section}", sections.get(section) == data, "other bytes")
            self.check(f"{case.name} setup: verification key",
                       json.loads(vk.read_text()) == snarkjs_json.vk_json(expected.vk), "other values")
        if case.has_bellman:
            key, vk = scratch / "made.params", scratch / "made.vk"
            self.succeeds(f"{case.name} setup of bellman's parameters", "setup", "--r1cs", folder / "circuit.r1cs",
                          "--key", key, "--vk", vk, "--seed", seed.hex())
            expected = groth16.setup(case.circuit, secrets, groth16.MONOMIAL, 7)
            if key.exists():
                self.check(f"{case.name} setup: parameters",
                           key.read_bytes() == bellman_files.write_params(expected, case.circuit), "other bytes")
                self.check(f"{case.name} setup: bellman verifying key",
                           vk.read_bytes() == bellman_files.write_vk(expected), "other bytes")

    def verify(self, what, vk, public, proof):
        result = self.run("verify", "--vk", vk, "--public", public, "--proof", proof)
        self.check(f"{what}: verifies", result.returncode == 0 and result.stdout.strip() == "valid",
                   f"exit {result.returncode}: {result.stdout} {result.stderr}")
        values = json.loads(public.read_text())
        if values:
            values[0] = str(int(values[0]) + 1)
            changed = public.with_name("changed.json")
            changed.write_text(json.dumps(values))
            result = self.run("verify", "--vk", vk, "--public", changed, "--proof", proof)
            self.check(f"{what}: another public value is refused",
                       result.returncode == 1 and result.stdout.strip() == "invalid",
                       f"exit {result.returncode}: {result.stdout} {result.stderr}")


def comparable(path):
    if path.suffix == ".bin":
        return path.read_bytes()
    value = json.loads(path.read_text())
    return {k: value.get(k) for k in ("pi_a", "pi_b", "pi_c", "protocol", "curve")}


def golden_json(folder):
    golden = {}
    for name in ("fixed", "r0s0"):
        path = folder / f"proof_{name}.json"
        value = json.loads(path.read_text())
        golden[name] = (value["r"], value["s"], comparable(path))
    return golden


def main():
    parser = argparse.ArgumentParser(description="Check lockstep against the golden cases.")
    parser.add_argument("lockstep", type=pathlib.Path)
    parser.add_argument("cases", type=pathlib.Path)
    parser.add_argument("--backend", default="cpu_reference")
    arguments = parser.parse_args()
    runner = Runner(arguments.lockstep.resolve(), ["--backend", arguments.backend])
    for case in cases():
        name = case.name
        folder = arguments.cases / name
        blindings = golden_json(folder)
        with tempfile.TemporaryDirectory() as scratch:
            scratch = pathlib.Path(scratch)
            for path in sorted(folder.glob("circuit.*")):
                if path.suffix != ".vk":
                    runner.succeeds(f"{path}: is sound", "inspect", path)
            runner.setup(case, folder, scratch)
            key = ["--key", folder / "circuit.zkey", "--check-key"]
            made = runner.prove(f"{name} zkey", folder, scratch, key, ".json", blindings)
            if all(path.exists() for path in made):
                runner.verify(f"{name} zkey", folder / "verification_key.json", made[1], made[0])
            if (folder / "circuit.params").exists():
                key = ["--r1cs", folder / "circuit.r1cs", "--key", folder / "circuit.params", "--check-key"]
                golden = {blinding: (r, s, comparable(folder / f"proof_{blinding}.bin"))
                          for blinding, (r, s, _proof) in blindings.items()}
                made = runner.prove(f"{name} params", folder, scratch, key, ".bin", golden)
                if all(path.exists() for path in made):
                    runner.verify(f"{name} params", folder / "circuit.vk", made[1], made[0])
    print(f"{runner.passed} passed, {runner.failed} failed")
    return 1 if runner.failed or not runner.passed else 0


if __name__ == "__main__":
    sys.exit(main())
