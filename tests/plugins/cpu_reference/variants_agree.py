# SPDX-License-Identifier: Apache-2.0
"""The two variants of cpu_reference give the same proof, byte by byte, for equal r and s: whatever the number of
threads and the arithmetic. On the example circuit, whose domain takes several passes, in both H bases."""

import argparse
import os
import pathlib
import subprocess
import sys

R, S = "1234567890123456789", "98765432109876543210987654321"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--lockstep", required=True, help="the program")
    parser.add_argument("--curve", required=True)
    parser.add_argument("--key", required=True, choices=["zkey", "params"], help="kind of key, and with it the basis")
    parser.add_argument("--out", required=True, type=pathlib.Path, help="folder for what is made")
    args = parser.parse_args()
    args.out.mkdir(parents=True, exist_ok=True)
    r1cs, witness = args.out / "sha256.r1cs", args.out / "sha256.wtns"
    key = args.out / f"sha256.{args.key}"

    def run(*words, **environment):
        subprocess.run([args.lockstep, *map(str, words)], check=True, env=os.environ | environment,
                       stdout=subprocess.DEVNULL)

    run("example", "--curve", args.curve, "--r1cs", r1cs, "--witness", witness)
    run("setup", "--r1cs", r1cs, "--key", key, "--seed", "07" * 32)

    def prove(name, *words, **environment):
        proof = args.out / f"{name}.json"
        circuit = ["--r1cs", r1cs] if args.key == "params" else []
        run("prove", "--key", key, *circuit, "--witness", witness, "--proof", proof, "--backend", "cpu_reference",
            "--r", R, "--s", S, "--quiet", *words, **environment)
        return proof.read_bytes()

    expected = prove("textbook", "--variant", "textbook")
    wrong = []
    for arithmetic, threads in (("auto", 1), ("auto", 2), ("auto", 8), ("adx", 2), ("portable", 1)):
        name = f"fast_{arithmetic}_{threads}"
        if prove(name, "--threads", threads, LOCKSTEP_ARITHMETIC=arithmetic) != expected:
            wrong.append(name)
    for name in wrong:
        print(f"{args.out / name}.json differs from textbook.json", file=sys.stderr)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
