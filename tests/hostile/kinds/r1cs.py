# SPDX-License-Identifier: Apache-2.0
"""What can be wrong inside a .r1cs."""
import struct

from oracle import iden3_files
from oracle.circuit import Circuit
from oracle.curves import CURVES

from .base import BAD, OK, inspect, prove, prove_params, setup, verify
from .container import Format

HEADER, CONSTRAINTS = "section 1", "section 2"


def cases(base):
    f = Format(base, "r1cs")
    yield from header(base, f)
    yield from constraints(base, f)
    yield from custom_gates(f)
    yield from legal(base)
    yield from other_circuits(base)


def header(base, f):
    good = dict(f.sections)[1]

    def with_u32(offset, value):
        data = bytearray(good)
        struct.pack_into("<I", data, offset, value)
        return f.replaced(s1=bytes(data))

    for value in (0, 31, 48, 0xffffffff):
        yield f.case(f"field_size_{value}", "an Fr has 32 bytes", with_u32(0, value), BAD, HEADER)
    for kind, prime in (("zero", 0), ("r_plus_2", base.curve.r + 2), ("all_ff", 2**256 - 1), ("q", base.curve.p)):
        if prime < 2**256:
            yield f.case(f"prime_{kind}", "the prime of no curve",
                         f.replaced(s1=good[:4] + prime.to_bytes(32, "little") + good[36:]), BAD, HEADER)
    # wires u32 36, outputs 40, public inputs 44, private 48, labels u64 52, constraints u32 60
    for value in (0, 1, 3, 0xffffffff):
        yield f.case(f"wires_{value}", "fewer wires than public ones, or more than the file can have",
                     with_u32(36, value))
    yield f.case("wires_less_than_used", "4 wires, yet wire 4 occurs", with_u32(36, 4))
    for offset, name in ((40, "outputs"), (44, "public_inputs")):
        for value in (5, 0xffffffff):
            yield f.case(f"{name}_{value}", "more public wires than wires", with_u32(offset, value), BAD, HEADER)
    data = bytearray(good)
    struct.pack_into("<II", data, 40, 0xfffffffe, 3)
    yield f.case("public_count_wraps", "outputs + inputs = 2^32 + 1", f.replaced(s1=bytes(data)), BAD, HEADER)
    for value in (1, 3, 0x7fffffff, 0xffffffff):
        yield f.case(f"constraints_{value}", "the count does not match section 2", with_u32(60, value), BAD,
                     CONSTRAINTS)
    yield f.case("labels_short", "a label per wire", f.replaced(s3=bytes(8 * 4)), BAD, "section 3")
    yield f.case("labels_long", "a label per wire", f.replaced(s3=bytes(8 * 6)), BAD, "section 3")


def constraints(base, f):
    r = base.curve.r

    def body(circuit_rows):
        out = b""
        for row in circuit_rows:
            for terms in row:
                out += struct.pack("<I", len(terms))
                out += b"".join(struct.pack("<I", i) + c.to_bytes(32, "little") for i, c in terms)
        return out

    def changed(row, matrix, term):
        new = [tuple([(i, c % r) for i, c in terms] for terms in old) for old in base.circuit.rows]
        new[row][matrix][-1] = term
        return f.replaced(s2=body(new))

    for row, matrix, letter in ((0, 0, "A"), (0, 1, "B"), (1, 2, "C")):
        for wire in (5, 77, 0x80000000, 0xffffffff):
            yield f.case(f"wire_{wire}_in_{letter}", "there are 5 wires", changed(row, matrix, (wire, 1)), BAD,
                         CONSTRAINTS, f"constraint {row}", str(wire), every=False)
        for kind, value in (("r", r), ("r_plus_1", r + 1), ("all_ff", 2**256 - 1)):
            yield f.case(f"coefficient_{kind}_in_{letter}", "coefficients are below r",
                         changed(row, matrix, (1, value)), BAD, CONSTRAINTS, f"constraint {row}", every=False)
    good = dict(f.sections)[2]
    last = len(good) - 2 * 36 - 4  # the last row's C has two terms
    for at, value in ((last, 0), (last, 1), (last, 3), (last, 0xffffffff), (0, 0x7fffffff), (0, 0xffffffff)):
        yield f.case(f"term_count_{value}_at_{at}", "a row's count of terms lies",
                     f.replaced(s2=good[:at] + struct.pack("<I", value) + good[at + 4:]), BAD, CONSTRAINTS, every=False)


def custom_gates(f):
    empty, one = struct.pack("<I", 0), struct.pack("<I", 1) + b"gate\0" + struct.pack("<I", 0)
    yield f.case("custom_gates_empty", "both lists are there and empty",
                 f.write([*f.sections, (4, empty), (5, empty)]), OK)
    yield f.case("custom_gates", "Groth16 has no custom gates", f.write([*f.sections, (4, one), (5, empty)]), BAD,
                 "custom gates")
    yield f.case("custom_gate_uses", "Groth16 has no custom gates", f.write([*f.sections, (4, empty), (5, one)]), BAD,
                 "custom gates")
    yield f.case("custom_gates_cut", "a count of four bytes", f.write([*f.sections, (4, b"\0\0\0"), (5, empty)]), BAD,
                 "section 4")


def legal(base):
    """Circuits that look odd and are legal."""
    curve = base.curve

    def case(kind, why, circuit, z):
        """From the circuit to a proof that verifies."""
        made = {"vk": "made.json", "public": "made_public.json", "proof": "made_proof.json"}
        return base.case(f"r1cs_{kind}", why, {"circuit.r1cs": iden3_files.write_r1cs(circuit),
                                               "witness.wtns": iden3_files.write_wtns(curve, z)},
                         [inspect("circuit.r1cs", OK), setup(OK), prove(OK, key="made.zkey", r1cs="circuit.r1cs"),
                          verify(OK, **made)])

    yield case("no_constraints", "no constraint and nothing public: a domain of one row", Circuit(curve, 1, 0, 0), [1])
    yield case("no_constraints_but_public", "input rows alone", Circuit(curve, 4, 2, 1), [1, 2, 3, 4])
    yield case("empty_rows", "0 * 0 = 0", Circuit(curve, 2, 1, 0, [([], [], [])] * 5), [1, 7])
    yield case("zero_coefficients", "terms that count for nothing",
               Circuit(curve, 3, 1, 0, [([(1, 0), (2, 1)], [(2, 0), (0, 1)], [(1, 1)])]), [1, 7, 7])
    yield case("wire_twice_in_a_row", "terms add up",
               Circuit(curve, 3, 1, 0, [([(2, 1), (2, 1)], [(0, 1), (0, 1)], [(1, 1)])]), [1, 28, 7])
    if curve.name == "bls12_381":
        unused = Circuit(curve, 3, 1, 0, [([(1, 1)], [(0, 1)], [(1, 1)])])
        yield base.case("r1cs_unused_private_for_bellman", "bellman has no key for a private wire that occurs nowhere",
                        {"circuit.r1cs": iden3_files.write_r1cs(unused)}, [setup(BAD, extension="params")])
    else:
        yield base.case("r1cs_for_bellman", "bellman's parameters are for BLS12-381 alone", {},
                        [setup(BAD, "bn254", extension="params")])


def other_circuits(base):
    """A circuit beside a key that it does not belong to."""
    other = Circuit(base.curve, 7, 2, 1, [*base.circuit.rows, ([(5, 1)], [(6, 1)], [(0, 1)])])
    yield base.case("r1cs_of_another_circuit", "7 variables beside a key of 5",
                    {"circuit.r1cs": iden3_files.write_r1cs(other)}, [prove(BAD, r1cs="circuit.r1cs")])
    curve = next(c for c in CURVES if c is not base.curve)
    wrong = iden3_files.write_r1cs(Circuit(curve, 5, 2, 1, base.circuit.rows))
    runs = [prove(BAD, "bn254", "bls12_381", r1cs="circuit.r1cs")]
    if base.name == "bls12_381":
        runs.append(prove_params(BAD, "bn254"))
    yield base.case("r1cs_of_another_curve", "the circuit's field is not the key's", {"circuit.r1cs": wrong}, runs)
