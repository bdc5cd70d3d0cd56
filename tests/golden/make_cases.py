#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Writes the golden cases as the files that Lockstep reads, and the proofs that it must make.

    make_cases.py --out DIR [--jobs N] [--check]

DIR/cases.txt names the cases, one a line. In each case's folder:

    circuit.r1cs  witness.wtns  circuit.zkey  verification_key.json  public.json
    proof_fixed.json  proof_r0s0.json         the proofs of circuit.zkey; r and s stand in the file
    circuit.params  circuit.vk                bellman's, BLS12-381 only; its own secrets
    proof_fixed.bin  proof_r0s0.bin           the proofs of circuit.params
    key_<basis>_<root>.txt                    every combination of H basis (coset, monomial) and non-residue
                                              (5, 7) that the root of unity comes from, as text; the proofs
                                              are in vectors/proofs.txt

A key_*.txt has one item a line: a name, then values. Integers are decimal, field elements hex of fixed width
(big-endian, standard form), points x y or x.c0 x.c1 y.c0 y.c1, infinity all zero:
    curve, variables, public, domain_log2, root, shift (of the odd coset: shift^2 = root), alpha_g1, beta_g1,
    beta_g2, gamma_g2, delta_g1, delta_g2, then one line a point: ic, a, b1, b2, l, h, in order of variables,
    every variable having its point.

With --check the cases' digests are compared to vectors/cases.sha256. Files that are up to date are left alone
(DIR/stamp holds the digest of the generator).
"""
import argparse
import hashlib
import multiprocessing
import pathlib
import sys

from oracle import bellman_files, iden3_files, snarkjs_json
from oracle.cases import BLINDINGS, COMBINATIONS, cases
from oracle.groth16 import COSET, MONOMIAL, domains
from oracle.text import element, point

HERE = pathlib.Path(__file__).resolve().parent
DIGESTS = HERE / "vectors" / "cases.sha256"


def key_text(case, basis, non_residue):
    key, curve, circuit = case.key(basis, non_residue), case.curve, case.circuit
    domain, shift = domains(curve, non_residue, circuit.domain_log2)
    g1, g2, vk = curve.g1, curve.g2, key.vk
    lines = [f"curve {curve.name}", f"variables {circuit.variable_count}", f"public {circuit.public_count}",
             f"domain_log2 {circuit.domain_log2}", f"root {element(curve.r, domain.root)}",
             f"shift {element(curve.r, shift)}"]
    for name, group, value in (("alpha_g1", g1, vk.alpha_g1), ("beta_g1", g1, key.beta_g1),
                               ("beta_g2", g2, vk.beta_g2), ("gamma_g2", g2, vk.gamma_g2),
                               ("delta_g1", g1, key.delta_g1), ("delta_g2", g2, vk.delta_g2)):
        lines.append(f"{name} {point(group, value)}")
    for name, group, points in (("ic", g1, vk.ic), ("a", g1, key.a), ("b1", g1, key.b1), ("b2", g2, key.b2),
                                ("l", g1, key.l), ("h", g1, key.h)):
        lines += [f"{name} {point(group, p)}" for p in points]
    return "\n".join(lines) + "\n"


def case_files(case):
    """{file name: bytes}"""
    key = case.key(COSET, 5)
    files = {
        "circuit.r1cs": iden3_files.write_r1cs(case.circuit),
        "witness.wtns": iden3_files.write_wtns(case.curve, case.z),
        "circuit.zkey": iden3_files.write_zkey(key, case.circuit),
        "verification_key.json": snarkjs_json.dump(snarkjs_json.vk_json(key.vk)),
        "public.json": snarkjs_json.dump([str(x) for x in case.public]),
    }
    for name, r, s in BLINDINGS:
        proof = case.prove(COSET, 5, r, s)
        files[f"proof_{name}.json"] = snarkjs_json.dump(
            snarkjs_json.proof_json(case.curve, proof, r=str(r), s=str(s)))
    if case.has_bellman:
        bellman_key = case.key(MONOMIAL, 7)
        files["circuit.params"] = bellman_files.write_params(bellman_key, case.circuit)
        files["circuit.vk"] = bellman_files.write_vk(bellman_key)
        for name, r, s in BLINDINGS:
            files[f"proof_{name}.bin"] = bellman_files.write_proof(case.prove(MONOMIAL, 7, r, s))
    for basis, non_residue in COMBINATIONS:
        files[f"key_{basis}_{non_residue}.txt"] = key_text(case, basis, non_residue)
    return {name: data if isinstance(data, bytes) else data.encode() for name, data in files.items()}


def write_case(job):
    index, out = job
    case = list(cases())[index]
    folder = out / case.name
    folder.mkdir(parents=True, exist_ok=True)
    digest = hashlib.sha256()
    for name, data in case_files(case).items():
        (folder / name).write_bytes(data)
        digest.update(f"{name} {len(data)}\n".encode() + data)
    return f"{digest.hexdigest()}  {case.name}\n"


def generator_digest():
    digest = hashlib.sha256()
    for path in sorted([*HERE.glob("*.py"), *HERE.glob("oracle/*.py")]):
        digest.update(path.name.encode() + path.read_bytes())
    return digest.hexdigest()


def make(out, jobs):
    """The lines of vectors/cases.sha256."""
    names = [case.name for case in cases()]
    with multiprocessing.Pool(jobs) as pool:
        digests = pool.map(write_case, [(k, out) for k in range(len(names))], chunksize=1)
    (out / "cases.txt").write_text("".join(f"{name}\n" for name in names))
    return "".join(digests)


def main():
    parser = argparse.ArgumentParser(description="Write the golden cases.")
    parser.add_argument("--out", type=pathlib.Path, required=True)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--check", action="store_true", help="compare with vectors/cases.sha256")
    arguments = parser.parse_args()

    stamp, digest = arguments.out / "stamp", generator_digest()
    if not arguments.check and stamp.exists() and stamp.read_text() == digest:
        return 0
    stamp.unlink(missing_ok=True)
    digests = make(arguments.out, arguments.jobs)
    if arguments.check and digests != DIGESTS.read_text():
        print(f"the cases made differ from {DIGESTS}", file=sys.stderr)
        return 1
    stamp.write_text(digest)
    return 0


if __name__ == "__main__":
    sys.exit(main())
