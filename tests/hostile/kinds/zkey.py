# SPDX-License-Identifier: Apache-2.0
"""What can be wrong inside a .zkey."""
import struct

from oracle import iden3_files
from oracle.curves import CURVES

from .base import BAD, BLINDING, OK, inspect, prove, prove_equal
from .container import Format

FILE = "circuit.zkey"
# Small orders that no value of the witness (1, 33, 104, 3, 11) is a multiple of: BLS12-381's G1 and G2, BN254's G2.
NEEDED_ORDERS = (10177, 23, 10069)
HEADER, COEFFICIENTS = "section 2", "section 4"


def cases(base):
    f = Format(base, "zkey")
    yield from protocol_and_header(base, f)
    yield from header_points(base, f)
    yield from coefficients(base, f)
    yield from queries(base, f)
    yield from beside_others(base)


def protocol_and_header(base, f):
    for value, name in ((0, "0"), (2, "2_plonk"), (10, "10_fflonk"), (0xffffffff, "huge")):
        yield f.case(f"protocol_{name}", "1 is Groth16", f.replaced(s1=struct.pack("<I", value)), BAD, "section 1")
    good = dict(f.sections)[2]
    n8 = base.curve.fp_bytes
    at_r, at_counts = 4 + n8, 4 + n8 + 36  # n8r u32, r; variables, public, domain u32

    def with_u32(offset, value):
        data = bytearray(good)
        struct.pack_into("<I", data, offset, value)
        return f.replaced(s2=bytes(data))

    def with_bytes(offset, replacement):
        return f.replaced(s2=good[:offset] + replacement + good[offset + len(replacement):])

    for offset, name, width in ((0, "q", n8), (at_r, "r", 32)):
        for value in (0, width - 1, width + 8, 0x80000000, 0xffffffff):
            yield f.case(f"{name}_size_{value}", "the width of a modulus", with_u32(offset, value), BAD, HEADER)
    for kind, value in (("zero", 0), ("plus_2", base.curve.p + 2), ("all_ff", 256**n8 - 1)):
        yield f.case(f"q_{kind}", "the modulus of no curve", with_bytes(4, value.to_bytes(n8, "little")), BAD, HEADER)
    for kind, value in (("zero", 0), ("plus_2", base.curve.r + 2), ("all_ff", 2**256 - 1),
                        ("of_the_other_curve", next(c.r for c in CURVES if c is not base.curve))):
        yield f.case(f"r_{kind}", "the modulus of no curve", with_bytes(at_r + 4, value.to_bytes(32, "little")), BAD,
                     HEADER)

    for value in (0, 3, 4, 6, 0x80000000, 0xffffffff):
        yield f.case(f"variables_{value}", "the queries have 5 points", with_u32(at_counts, value))
    for value in (0, 2, 4, 5, 0xffffffff):
        yield f.case(f"public_{value}", "3 are public", with_u32(at_counts + 4, value))
    for value in (0, 1, 3, 4, 7, 9, 16, 0x80000000, 0xffffffff):
        yield f.case(f"domain_{value}", "the domain has 8 places, as section 9 has points",
                     with_u32(at_counts + 8, value))
    # the domain and section 9 agree with each other, but not with the rows of section 4
    h = dict(f.sections)[9]
    point = len(h) // 8
    for value in (0, 1, 2, 3, 4):
        data = bytearray(good)
        struct.pack_into("<I", data, at_counts + 8, value)
        yield f.case(f"domain_{value}_and_h", "6 rows do not fit, or no power of two",
                     f.replaced(s2=bytes(data), s9=h[:value * point]))
    data = bytearray(good)
    struct.pack_into("<I", data, at_counts + 8, 6)
    yield f.case("domain_6_and_h", "not a power of two", f.replaced(s2=bytes(data), s9=h[:6 * point]), BAD, HEADER)


def header_points(base, f):
    """alpha1, beta1, beta2, gamma2, delta1, delta2 and IC are a verifying key: always checked."""
    good, ic = dict(f.sections)[2], dict(f.sections)[3]
    g1, g2 = base.curve.g1, base.curve.g2
    at = len(good) - sum(2 * g.field.degree * base.curve.fp_bytes for g in (g1, g1, g2, g2, g1, g2))
    for name, group in (("alpha1", g1), ("beta1", g1), ("beta2", g2), ("gamma2", g2), ("delta1", g1), ("delta2", g2)):
        width = 2 * group.field.degree * base.curve.fp_bytes
        for kind, data in bad_points(base, group, good[at:at + width]):
            yield f.case(f"{name}_{kind}", "a point of the verifying key",
                         f.replaced(s2=good[:at] + data + good[at + width:]), BAD, HEADER, name)
        yield f.case(f"{name}_infinity", "no point of the header is infinity",
                     f.replaced(s2=good[:at] + bytes(width) + good[at + width:]), BAD, HEADER, name)
        at += width
    width = len(ic) // 4
    for kind, data in bad_points(base, g1, ic[width:2 * width]):
        yield f.case(f"ic_{kind}", "a point of the verifying key",
                     f.replaced(s3=ic[:width] + data + ic[2 * width:]), BAD, "section 3", "point 1")
    yield f.case("ic_one_more", "one point per public value, and one", f.replaced(s3=ic + ic[:width]), BAD, "section 3")
    yield f.case("ic_one_less", "one point per public value, and one", f.replaced(s3=ic[width:]), BAD, "section 3")


def bad_points(base, group, good):
    """[(kind, bytes)] of points that are none, or not of the subgroup."""
    n8, p = base.curve.fp_bytes, base.curve.p

    def coordinate(index, change):
        """Coordinates are Montgomery, and so is what replaces them: any value at or over q is illegal."""
        value = int.from_bytes(good[index * n8:(index + 1) * n8], "little")
        return good[:index * n8] + change(value).to_bytes(n8, "little") + good[(index + 1) * n8:]

    last = 2 * group.field.degree - 1
    yield "off_curve", coordinate(last, lambda v: (v + 1) % p)
    yield "x_is_q", coordinate(0, lambda v: p)
    yield "y_all_ff", coordinate(last, lambda v: 256**n8 - 1)
    if any(good):
        # the same point by another name, where there is room for it
        plus_q = [i for i in range(last + 1) if int.from_bytes(good[i * n8:(i + 1) * n8], "little") + p < 256**n8]
        if plus_q:
            yield "plus_q", coordinate(plus_q[0], lambda v: v + p)
    if group.cofactor != 1:
        order = next(q for q in NEEDED_ORDERS if group.cofactor % q == 0)
        small = group.point_of_order(order)
        yield "of_small_order", iden3_files.point_bytes(group, base.curve, small)
        point = iden3_files.read_points(group, base.curve, good)[0]
        yield "plus_small_order", iden3_files.point_bytes(group, base.curve, group.add(point, small))


def coefficients(base, f):
    good = dict(f.sections)[4]
    count = struct.unpack_from("<I", good)[0]
    r = base.curve.r

    def entry(index, offset, data):
        at = 4 + 44 * index + offset
        return f.replaced(s4=good[:at] + data + good[at + len(data):])

    for value in (0, count - 1, count + 1, 0x08000000, 0xffffffff):
        yield f.case(f"coefficient_count_{value}", "the count does not match the section: no allocation by it",
                     f.replaced(s4=struct.pack("<I", value) + good[4:]), BAD, COEFFICIENTS)
    yield f.case("no_coefficients", "the input rows are missing", f.replaced(s4=struct.pack("<I", 0)), BAD,
                 COEFFICIENTS)
    for index in (0, count - 1):
        for name, offset, values in (("matrix", 0, (2, 3, 0xffffffff)), ("constraint", 4, (8, 0x80000000, 0xffffffff)),
                                     ("signal", 8, (5, 0xffffff, 0xffffffff))):
            for value in values:
                yield f.case(f"coefficient_{index}_{name}_{value}", "an index out of range",
                             entry(index, offset, struct.pack("<I", value)), BAD, COEFFICIENTS, f"coefficient {index}",
                             str(value))
        for kind, value in (("r", r), ("r_plus_1", r + 1), ("all_ff", 2**256 - 1)):
            yield f.case(f"coefficient_{index}_{kind}", "a coefficient at or over r",
                         entry(index, 12, value.to_bytes(32, "little")), BAD, COEFFICIENTS, f"coefficient {index}")
    # the last entry is the input row of signal 3
    yield f.case("input_row_is_missing", "an input row less", f.replaced(
        s4=struct.pack("<I", count - 1) + good[4:-44]), BAD, COEFFICIENTS)
    yield f.case("input_row_in_b", "input rows stand in A", entry(count - 1, 0, struct.pack("<I", 1)), BAD,
                 COEFFICIENTS)
    yield f.case("input_row_of_another_signal", "an input row holds its own signal",
                 entry(count - 1, 8, struct.pack("<I", 2)), BAD, COEFFICIENTS)
    entries = [good[4 + 44 * k:48 + 44 * k] for k in range(count)]
    yield f.case("coefficients_reversed", "entries stand in any order",
                 f.replaced(s4=good[:4] + b"".join(entries[::-1])), OK)
    # 2 a as a + a: the first entry is (A, row 0, signal 3, 1)
    half = (pow(2, -1, r) * base.curve.montgomery_r**2 % r).to_bytes(32, "little")
    split = [entries[0][:12] + half] * 2
    yield f.case("coefficient_in_two_halves", "entries of one place add up",
                 f.replaced(s4=struct.pack("<I", count + 1) + b"".join([*split, *entries[1:]])), OK)


def queries(base, f):
    g1, g2 = base.curve.g1, base.curve.g2
    # per section: a point that the witness (1, 33, 104, 3, 11) needs
    for section, group, index in ((5, g1, 3), (6, g1, 4), (7, g2, 4), (8, g1, 0), (9, g1, 5)):
        good = dict(f.sections)[section]
        width = 2 * group.field.degree * base.curve.fp_bytes
        point = good[index * width:(index + 1) * width]
        place = (f"section {section}", f"point {index}")

        def changed(data):
            return {FILE: f.replaced(**{f"s{section}": good[:index * width] + data + good[(index + 1) * width:]})}

        for kind, data in bad_points(base, group, point):
            runs = [inspect(FILE, BAD, *place), prove(BAD, FILE, *place, flags=["--check-key"])]
            if kind != "plus_q":  # the right point by another name: the proof may be right, too
                runs.append(prove(BAD, flags=BLINDING))
            yield base.case(f"zkey_section_{section}_{kind}", "inspect and --check-key name the point; without, the "
                            "proof does not verify", changed(data), runs)
        other = iden3_files.point_bytes(group, base.curve, group.mul(group.generator, 1234567))
        yield base.case(f"zkey_section_{section}_another_point", "sound, but not the right one: the proof does not "
                        "verify", changed(other), [inspect(FILE, OK), prove(BAD), prove(BAD, flags=["--check-key"])])
        for kind, data in (("less", good[width:]), ("more", good + point)):
            yield base.case(f"zkey_section_{section}_point_{kind}", "one point per variable",
                            {FILE: f.replaced(**{f"s{section}": data})},
                            [inspect(FILE, BAD, place[0]), prove(BAD, FILE, place[0])])
    yield base.case("zkey_garbage_contributions", "section 10 is not read to prove",
                    {FILE: f.replaced(s10=b"\xff" * 50)}, [prove_equal()])


def beside_others(base):
    yield base.case("zkey_of_another_curve", "the key's field is not the witness's",
                    {FILE: base.other.files[FILE]}, [prove(BAD, "bn254", "bls12_381")])
