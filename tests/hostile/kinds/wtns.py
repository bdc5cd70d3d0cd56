# SPDX-License-Identifier: Apache-2.0
"""What can be wrong inside a .wtns, or between a witness and the key or circuit beside it."""
import struct

from oracle import iden3_files
from oracle.curves import CURVES

from .base import BAD, inspect, prove, prove_params
from .container import Format

HEADER, VALUES = "section 1", "section 2"


def cases(base):
    f = Format(base, "wtns")
    good = dict(f.sections)
    r = base.curve.r
    for value in (0, 31, 48, 0xffffffff):
        yield f.case(f"field_size_{value}", "an Fr has 32 bytes",
                     f.replaced(s1=struct.pack("<I", value) + good[1][4:]), BAD, HEADER)
    for kind, prime in (("zero", 0), ("r_plus_2", r + 2), ("all_ff", 2**256 - 1)):
        yield f.case(f"prime_{kind}", "the prime of no curve",
                     f.replaced(s1=good[1][:4] + prime.to_bytes(32, "little") + good[1][36:]), BAD, HEADER)
    for value in (0, 4, 6, 0x08000000, 0x08000005, 0xffffffff):  # 32 * 2^27 wraps in 32 bits
        yield f.case(f"count_{value}", "the count does not match section 2",
                     f.replaced(s1=good[1][:36] + struct.pack("<I", value)))
    yield f.case("no_values", "the constant 1 is missing", iden3_files.write_wtns(base.curve, []))
    for index in range(5):
        for kind, value in (("r", r), ("r_plus_1", r + 1), ("all_ff", 2**256 - 1)):
            z = list(base.z)
            z[index] = value
            yield f.case(f"value_{index}_{kind}", "values are below r", iden3_files.write_wtns(base.curve, z), BAD,
                         VALUES, f"value {index}", every=index == 1)
    yield f.case("value_plus_r", "a value by another name", iden3_files.write_wtns(
        base.curve, [*base.z[:4], base.z[4] + r]), BAD, VALUES, "value 4")
    for value in (0, 2, r - 1):
        yield f.case(f"value_0_is_{'r_minus_1' if value == r - 1 else value}", "value 0 is the constant 1",
                     iden3_files.write_wtns(base.curve, [value, *base.z[1:]]), BAD, VALUES, "value 0")
    yield from beside_others(base)
    yield from unsatisfied(base)


def beside_others(base):
    """Sound files that don't belong together."""
    both = [prove(BAD, "witness.wtns", "5")]
    if base.name == "bls12_381":
        both.append(prove_params(BAD, "witness.wtns", "5"))
    for kind, z in (("short", base.z[:4]), ("long", [*base.z, 5]), ("of_one_value", [1])):
        yield base.case(f"wtns_{kind}", f"{len(z)} values, the key has 5 variables",
                        {"witness.wtns": iden3_files.write_wtns(base.curve, z)},
                        [inspect("witness.wtns", 0), *both])
    curve = next(c for c in CURVES if c is not base.curve)
    runs = [prove(BAD, "witness.wtns", "bn254", "bls12_381")]
    if base.name == "bls12_381":
        runs.append(prove_params(BAD, "witness.wtns", "bn254", "bls12_381"))
    yield base.case("wtns_of_another_curve", "the witness's field is not the key's",
                    {"witness.wtns": iden3_files.write_wtns(curve, base.z)}, runs)


def unsatisfied(base):
    """A witness of the right shape that breaks a row: named where the r1cs is given, else by the self-check."""
    r = base.curve.r
    broken = {
        "output": [1, 34, 104, 3, 11],         # c = 34, not 33: row 0
        "second_output": [1, 33, 105, 3, 11],  # row 1
        "private": [1, 33, 104, 3, 12],
        "zero": [1, 0, 0, 0, 0],               # d = 0 * 0 + 5 is not 0: row 1
        "negated": [1, r - 33, 104, 3, 11],
        "of_another_circuit": [1, 9, 4, 25, 36],
    }
    for kind, z in broken.items():
        row = base.circuit.first_unsatisfied(z)
        runs = [prove(BAD), prove(BAD, f"constraint {row}", r1cs="circuit.r1cs")]
        if base.name == "bls12_381":
            runs.append(prove_params(BAD, f"constraint {row}"))
        yield base.case(f"wtns_unsatisfied_{kind}", f"breaks constraint {row}",
                        {"witness.wtns": iden3_files.write_wtns(base.curve, z)}, runs)
