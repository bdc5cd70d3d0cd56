#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Makes vectors/*.txt and vectors/cases.sha256, byte for byte the same each time.

    make_vectors.py            write them
    make_vectors.py --check    compare with what is there; exit 1 on any difference

One vector a line: curve, group or field, operation, arguments, "=", results; "#" opens a comment. Each file's
first lines say the shapes. Values as oracle/text.py writes them: standard form, big-endian hex of fixed width;
integers that are no field elements are decimal; "none" stands where there is no result.
"""
import argparse
import pathlib
import sys
import tempfile

import make_cases
from oracle import bellman_files, iden3_files
from oracle.cases import COMBINATIONS, R_FIXED, S_FIXED, cases
from oracle.curves import CURVES
from oracle.domain import Domain
from oracle.fields import PrimeField
from oracle.groth16 import COSET, MONOMIAL
from oracle.pairing import Pairing
from oracle.rng import Rng
from oracle.text import element, elements, point

VECTORS = make_cases.HERE / "vectors"


def field_vectors():
    yield "# <curve> fp|fr pair a b = a+b a-b a*b"
    yield "# <curve> fp|fr one a = -a a^2 1/a(0 -> 0) sqrt(a)|none(either root) a*R(R = 2^(64 limbs))"
    yield "# <curve> fp2 pair a.c0 a.c1 b.c0 b.c1 = a+b a-b a*b"
    yield "# <curve> fp2 one a.c0 a.c1 = a^2 1/a sqrt(a)|none none(either root)"
    yield "# <curve> fp12 pair a b = a*b 1/a a^(p^2): 12 coordinates each, tower order c00.c0 c00.c1 c01.c0 .. c12.c1"
    for curve in CURVES:
        for name, p, width in (("fp", curve.p, curve.fp_bytes), ("fr", curve.r, 32)):
            rng, f, radix = Rng("fields", curve.name, name), PrimeField(p), 2**(8 * width)
            ends = [0, 1, 2, p - 1, p - 2, (p - 1) // 2, (p + 1) // 2, radix % p, radix * radix % p,
                    pow(radix, -1, p), 2**64 - 1, 2**128, (radix - 1) % p]
            values = ends + [rng.below(p) for _ in range(2)]
            for a in values:
                root = f.sqrt(a)
                yield (f"{curve.name} {name} one {element(p, a)} = "
                       f"{elements(p, (f.neg(a), f.sqr(a), f.inv(a)))} "
                       f"{'none' if root is None else element(p, root)} {element(p, a * radix % p)}")
            pairs = [(a, ends[-1 - k]) for k, a in enumerate(ends[::3])] + [(p - 1, p - 1), (0, 0)]
            pairs += [(rng.below(p), rng.below(p)) for _ in range(2)]
            for a, b in pairs:
                yield (f"{curve.name} {name} pair {elements(p, (a, b))} = "
                       f"{elements(p, (f.add(a, b), f.sub(a, b), f.mul(a, b)))}")
        yield from _extension_vectors(curve)


def _extension_vectors(curve):
    rng, p, f = Rng("fp2", curve.name), curve.p, curve.g2.field
    values = [(0, 0), (0, 1), (p - 1, p - 1), (curve.xi0, 1), (2, 0), (0, p - 2)]
    values += [(rng.below(p), rng.below(p)) for _ in range(1)]
    for k, a in enumerate(values):
        root = f.sqrt(a)
        b = values[-1 - k]
        yield (f"{curve.name} fp2 one {elements(p, a)} = {elements(p, f.sqr(a))} {elements(p, f.inv(a))} "
               f"{'none none' if root is None else elements(p, root)}")
        yield (f"{curve.name} fp2 pair {elements(p, a + b)} = {elements(p, f.add(a, b))} "
               f"{elements(p, f.sub(a, b))} {elements(p, f.mul(a, b))}")
    tower, fp12 = Pairing(curve), Rng("fp12", curve.name)
    a, b = ([fp12.below(p) for _ in range(12)] for _ in range(2))
    results = (tower.mul(a, b), tower.inv(a), tower.frobenius2(a))
    yield (f"{curve.name} fp12 pair {_fp12(tower, a)} {_fp12(tower, b)} = "
           + " ".join(_fp12(tower, x) for x in results))


def _fp12(tower, a):
    return " ".join(elements(tower.p, pair) for half in tower.tower(a) for pair in half)


def point_vectors():
    yield "# <curve> g1|g2 mul <k hex, 40 bytes> P = k*P"
    yield "# <curve> g1|g2 add P Q = P+Q"
    yield "# <curve> g1|g2 wrong_group P = <order of P|unknown>: on the curve, outside the subgroup"
    yield "# <curve> g1|g2 zkey P = <hex of the bytes in a .zkey>"
    yield "# bls12_381 g1|g2 bellman P = <hex uncompressed> <hex compressed>"
    for curve in CURVES:
        for group in (curve.g1, curve.g2):
            rng, r = Rng("points", curve.name, group.name), curve.r
            tag, g = f"{curve.name} {group.name}", group.generator
            random = group.mul(g, rng.below(r))
            scalars = [0, 1, 2, r - 1, r, r + 1, rng.below(r)]
            for k in scalars:
                yield f"{tag} mul {k:080x} {point(group, g)} = {point(group, group.mul(g, k))}"
            for k in (2**255 + 12345, rng.below(r)):
                yield f"{tag} mul {k:080x} {point(group, random)} = {point(group, group.mul(random, k))}"
            other = group.mul(g, 77)
            for p, q in ((random, other), (random, random), (random, group.neg(random)), (None, random)):
                yield f"{tag} add {point(group, p)} {point(group, q)} = {point(group, group.add(p, q))}"
            for order in small_orders(curve, group):
                yield f"{tag} wrong_group {point(group, group.point_of_order(order))} = {order}"
            if group.cofactor != 1:
                yield f"{tag} wrong_group {point(group, group.find_point(1000))} = unknown"
            for p in (None, random, group.neg(random)):
                yield f"{tag} zkey {point(group, p)} = {iden3_files.point_bytes(group, curve, p).hex()}"
                if curve.name == "bls12_381":
                    yield (f"{tag} bellman {point(group, p)} = {bellman_files.uncompressed(group, p).hex()} "
                           f"{bellman_files.compressed(group, p).hex()}")


def small_orders(curve, group):
    """Small primes of the cofactor."""
    return [q for q in (3, 11, 13, 23, 10069)
            if group.cofactor % q == 0]


def pairing_vectors():
    yield "# <curve> pairing P Q = e(P, Q), P in G1, Q in G2: 12 coordinates, tower order. The exponent of the"
    yield "# final exponentiation is exactly (p^12 - 1)/r; an implementation may give a fixed power of it."
    for curve in CURVES:
        pairing, rng, g1, g2 = Pairing(curve), Rng("pairing", curve.name), curve.g1, curve.g2
        for a, b in ((1, 1), (rng.below(curve.r), rng.below(curve.r)), (0, 1), (1, 0)):
            p, q = g1.mul(g1.generator, a), g2.mul(g2.generator, b)
            yield f"{curve.name} pairing {point(g1, p)} {point(g2, q)} = {_fp12(pairing, pairing(p, q))}"


def msm_vectors():
    yield "# <curve> g1|g2 msm n m_0 k_0 .. m_(n-1) k_(n-1) = sum of k_i * (m_i * generator); m decimal"
    yield "# (0: infinity), k an Fr"
    for curve in CURVES:
        r = curve.r
        for group in (curve.g1, curve.g2):
            rng = Rng("msm", curve.name, group.name)
            dense = [(k * k + 3 * k + 1, rng.below(r)) for k in range(9)]
            # one scalar for all; points that repeat, cancel and vanish; a witness's skew
            heavy = [((-1) ** k * (k % 4), (1, 1, 0, r - 1, 2, 1)[k % 6]) for k in range(20)]
            ends = [(k + 1, s) for k, s in enumerate((0, 1, r - 1, r - 2, (r - 1) // 2, (r + 1) // 2, 2**254 % r,
                                                      2**128, 2**128 - 1, 2**64 - 1, 2**252 - 1))]
            for terms in ([], [(1, 0)], [(1, r - 1)], [(7, 5), (-7, 5)], dense, heavy, ends):
                total = group.generator_multiples([sum(m * k for m, k in terms)])[0]
                yield (f"{curve.name} {group.name} msm {len(terms)} "
                       + "".join(f"{m} {element(r, k)} " for m, k in terms) + f"= {point(group, total)}")


def ntt_vectors():
    yield "# <curve> ntt <non-residue> <log2> root shift c_0 .. = v_0 ..: v_j = sum c_i (shift root^j)^i"
    for curve in CURVES:
        for non_residue in (5, 7):
            for log2 in (0, 1, 3):
                rng = Rng("ntt", curve.name, non_residue, log2)
                root = curve.root_of_unity(non_residue, log2)
                domain = Domain(curve.r, root, log2)
                for shift in (1, curve.root_of_unity(non_residue, log2 + 1)):
                    values = [rng.below(curve.r) for _ in range(domain.size)]
                    yield (f"{curve.name} ntt {non_residue} {log2} {elements(curve.r, (root, shift))} "
                           f"{elements(curve.r, values)} = {elements(curve.r, domain.forward(values, shift))}")
        yield f"# {curve.name} two-adicity {curve.two_adicity}: primitive root from 5, from 7"
        yield (f"{curve.name} root {curve.two_adicity} = "
               f"{elements(curve.r, (curve.root_of_unity(n, curve.two_adicity) for n in (5, 7)))}")


# Circuits whose proofs are kept for the combinations that no file format has, too.
EVERY_COMBINATION = ("no_public", "linear_only", "rows_pow2_plus_1", "random_sparse", "one_row")


def proof_vectors():
    yield "# <curve> proof <circuit> <basis> <non-residue> r s = A B C, with the key that make_cases.py writes as"
    yield "# key_<basis>_<non-residue>.txt"
    for case in cases():
        curve = case.curve
        for combination in COMBINATIONS:
            in_file = combination == (COSET, 5) or (combination == (MONOMIAL, 7) and case.has_bellman)
            if not in_file and case.circuit_name not in EVERY_COMBINATION:
                continue
            proof = case.prove(*combination, R_FIXED, S_FIXED)
            yield (f"{curve.name} proof {case.circuit_name} {combination[0]} {combination[1]} "
                   f"{elements(curve.r, (R_FIXED, S_FIXED))} = {point(curve.g1, proof.a)} "
                   f"{point(curve.g2, proof.b)} {point(curve.g1, proof.c)}")


FILES = {"fields.txt": field_vectors, "points.txt": point_vectors, "pairings.txt": pairing_vectors,
         "msm.txt": msm_vectors, "ntt.txt": ntt_vectors, "proofs.txt": proof_vectors}


def make():
    """{file name: text}"""
    files = {name: "\n".join(["# Made by make_vectors.py; do not edit.", *lines(), ""])
             for name, lines in FILES.items()}
    with tempfile.TemporaryDirectory() as folder:
        files[make_cases.DIGESTS.name] = make_cases.make(pathlib.Path(folder), jobs=2)
    return files


def main():
    parser = argparse.ArgumentParser(description="Make the golden vectors.")
    parser.add_argument("--check", action="store_true")
    check = parser.parse_args().check
    different = []
    for name, text in make().items():
        path = VECTORS / name
        if check:
            if not path.exists() or path.read_text() != text:
                different.append(name)
        else:
            VECTORS.mkdir(exist_ok=True)
            path.write_text(text)
    for name in different:
        print(f"{VECTORS / name} is not what make_vectors.py makes", file=sys.stderr)
    return 1 if different else 0


if __name__ == "__main__":
    sys.exit(main())
