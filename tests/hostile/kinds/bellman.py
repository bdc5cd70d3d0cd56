# SPDX-License-Identifier: Apache-2.0
"""What can be wrong with bellman's parameters, verifying key and 192-byte proof (BLS12-381)."""
import struct

from oracle import bellman_files, iden3_files
from oracle.circuit import Circuit

from .base import BAD, BLINDING, DIRECTORY, INVALID, OK, inspect, prove_params, to_json, verify

PARAMS, VK, PROOF = "circuit.params", "circuit.vk", "proof.bin"
HEAD = (("alpha_g1", 1), ("beta_g1", 1), ("beta_g2", 2), ("gamma_g2", 2), ("delta_g1", 1), ("delta_g2", 2))
LISTS = (("ic", 1), ("h", 1), ("l", 1), ("a", 1), ("b_g1", 1), ("b_g2", 2))
COMPRESSED, INFINITY, LARGER = 0x80, 0x40, 0x20


def cases(base):
    if base.name != "bls12_381":
        return
    yield from parameters(base)
    yield from parameter_points(base)
    yield from beside_others(base)
    yield from verifying_key(base)
    yield from proof(base)


def lists(data):
    """[(name, group degree, offset of the count, number of points)]"""
    at, out = 864, []
    for name, degree in LISTS:
        count, = struct.unpack_from(">I", data, at)
        out.append((name, degree, at, count))
        at += 4 + 96 * degree * count
    assert at == len(data)
    return out


def inspect_named(file, exit, *contains):
    """A bellman file has no magic: it is known by alpha_g1, and without that it is nothing to `inspect`."""
    return inspect(file, exit, *(() if "alpha_g1" in contains else contains))


def params_case(base, kind, why, data, exit=BAD, *contains):
    runs = [inspect_named(PARAMS, exit, *contains)]
    runs.append(prove_params(OK, equal=PROOF) if exit == OK else prove_params(exit, PARAMS, *contains))
    return base.case(f"params_{kind}", why, {PARAMS: data}, runs)


def parameters(base):
    good = base.files[PARAMS]
    yield params_case(base, "is_a_directory", "a directory in place of the file", DIRECTORY)
    for size in (0, 1, 95, 863, 864, 867, 868):
        yield params_case(base, f"of_{size}_bytes", "the fixed points and the count of IC need 868 bytes", good[:size])
    for name, degree, at, count in lists(good):
        end = at + 4 + 96 * degree * count
        for kind, cut in (("before", at), ("in_the_count", at + 2), ("after_the_count", at + 4),
                          ("in_a_point", at + 4 + 50), ("before_last_byte", end - 1)):
            if (name, kind) == ("h", "before"):  # all that is left is a whole .vk
                yield base.case("params_cut_to_a_vk", "the file ends too early", {PARAMS: good[:cut]},
                                [prove_params(BAD, PARAMS)])
            elif cut < len(good) and cut < end:
                yield params_case(base, f"cut_{kind}_of_{name}", "the file ends too early", good[:cut])
        for value in sorted({0, count - 1, count + 1, 0x01000000, 0x7fffffff, 0xffffffff} - {count, -1}):
            data = bytearray(good)
            struct.pack_into(">I", data, at, value)
            yield params_case(base, f"count_of_{name}_{value}", f"{count} points are there", bytes(data))
    yield params_case(base, "trailing_bytes", "Zcash's files carry a transcript behind the points",
                      good + b"transcript" * 100, OK)


def bad_points(group, good):
    """[(kind, bytes)] of encodings that are no point of the subgroup."""
    width = len(good)
    p = group.field.p

    def flag(bits):
        return bytes([good[0] | bits]) + good[1:]

    def coordinate(index, value):
        return good[:48 * index] + value.to_bytes(48, "big") + good[48 * (index + 1):]

    last = int.from_bytes(good[-48:], "big")
    yield "compressed_flag", flag(COMPRESSED)
    yield "larger_flag", flag(LARGER)
    yield "infinity_flag_and_a_point", flag(INFINITY)
    yield "infinity", bytes([INFINITY]) + bytes(width - 1)
    yield "all_zero", bytes(width)
    yield "all_ff", b"\xff" * width
    yield "x_is_p", coordinate(0, p)
    yield "y_at_the_top", coordinate(width // 48 - 1, 2**384 - 1)
    yield "y_plus_p", coordinate(width // 48 - 1, last + p)
    yield "off_curve", coordinate(width // 48 - 1, (last + 1) % p)
    small = group.point_of_order(10177 if group.field.degree == 1 else 23)  # z has no multiple of these
    yield "of_small_order", bellman_files.uncompressed(group, small)
    point = bellman_files.from_uncompressed(group, good)
    yield "plus_small_order", bellman_files.uncompressed(group, group.add(point, small))


def parameter_points(base):
    good, at = base.files[PARAMS], 0
    for name, degree in HEAD:
        group, width = (base.curve.g1, base.curve.g2)[degree - 1], 96 * degree
        for kind, data in bad_points(group, good[at:at + width]):
            yield params_case(base, f"{name}_{kind}", "a point of the verifying key: always checked",
                              good[:at] + data + good[at + width:], BAD, name)
        at += width
    for name, degree, list_at, count in lists(good):
        group, width = (base.curve.g1, base.curve.g2)[degree - 1], 96 * degree
        index = count - 1
        at = list_at + 4 + index * width
        for kind, data in bad_points(group, good[at:at + width]):
            changed = good[:at] + data + good[at + width:]
            if name == "ic":
                yield params_case(base, f"ic_{kind}", "a point of the verifying key: always checked", changed, BAD,
                                  f"point {index}")
            else:
                yield base.case(f"params_{name}_{kind}", "named by inspect and --check-key; without, the proof does "
                                "not verify or the point can't be read", {PARAMS: changed},
                                [inspect(PARAMS, BAD, f"point {index}"),
                                 prove_params(BAD, PARAMS, f"point {index}", flags=["--check-key"]),
                                 prove_params(BAD, flags=BLINDING)])


def beside_others(base):
    """Sound parameters with the circuit of other ones."""
    rows = base.circuit.rows
    others = {
        "one_more_private": Circuit(base.curve, 6, 2, 1, [*rows, ([(5, 1)], [(0, 1)], [(5, 1)])]),
        "one_more_public": Circuit(base.curve, 5, 2, 2, rows),
        "another_domain": Circuit(base.curve, 5, 2, 1, [*rows, *[rows[0]] * 3]),
        "another_density_of_a": Circuit(base.curve, 5, 2, 1, [([(4, 1), (3, 1)], *rows[0][1:]), rows[1]]),
        "another_density_of_b": Circuit(base.curve, 5, 2, 1, [rows[0], ([(1, 1)], [(4, 1)], [(2, 1)])]),
    }
    for kind, circuit in others.items():
        yield base.case(f"params_beside_{kind}", "parameters and circuit don't belong together",
                        {"circuit.r1cs": iden3_files.write_r1cs(circuit)}, [prove_params(BAD, PARAMS)])
    without = prove_params(BAD)
    at = without.args.index("--r1cs")
    without.args = without.args[:at] + without.args[at + 2:]
    without.stderr_contains = ["--r1cs"]
    yield base.case("params_without_r1cs", "parameters hold no matrices: --r1cs is needed", {}, [without])


def verifying_key(base):
    good = base.files[VK]

    def case(kind, why, data, exit=BAD, *contains):
        return base.case(f"vk_{kind}", why, {VK: data}, [inspect_named(VK, exit, *contains),
                                                        verify(exit, VK, *contains, bellman=True)])

    for size in (0, 1, 863, 864, 867, 868, len(good) - 1):
        yield case(f"of_{size}_bytes", "cut", good[:size])
    for value in (0, 3, 5, 0xffffffff):
        yield case(f"count_{value}", "4 points are there", good[:864] + struct.pack(">I", value) + good[868:])
    yield case("trailing_bytes", "a verifying key ends with IC", good + b"\0")
    at = 0
    for name, degree in (*HEAD, ("ic", 1)):
        if name == "ic":
            at += 4
        group, width = (base.curve.g1, base.curve.g2)[degree - 1], 96 * degree
        for kind, data in bad_points(group, good[at:at + width]):
            yield case(f"{name}_{kind}", "no point of the subgroup", good[:at] + data + good[at + width:], BAD, name)
        at += width


def proof(base):
    good, g1, g2 = base.files[PROOF], base.curve.g1, base.curve.g2
    p = base.curve.p

    def case(kind, why, data, exit, *contains, public=None):
        changed = {PROOF: data} | ({"public.json": public} if public else {})
        return base.case(f"proof_bin_{kind}", why, changed, [verify(exit, *contains, bellman=True)])

    for size in (0, 1, 96, 191, 193, 400):
        yield case(f"of_{size}_bytes", "a proof has 192 bytes", (good * 3)[:size], BAD, PROOF)
    yield case("is_json", "JSON, and of another key", base.files["proof.json"], INVALID)
    yield case("all_ff", "no encoding", b"\xff" * 192, INVALID)
    yield case("all_zero", "the flag of a compressed point is missing", bytes(192), INVALID)
    parts = (("a", g1, 0, 48), ("b", g2, 48, 144), ("c", g1, 144, 192))
    for name, group, begin, end in parts:
        part = good[begin:end]
        width = end - begin
        point = bellman_files.from_compressed(group, part)

        def with_part(data):
            return good[:begin] + data + good[end:]

        x = int.from_bytes(bytes([part[0] & 0x1f]) + part[1:48], "big")
        kinds = {
            "not_compressed": bytes([part[0] & 0x7f]) + part[1:],
            "infinity": bytes([COMPRESSED | INFINITY]) + bytes(width - 1),
            "infinity_and_larger": bytes([COMPRESSED | INFINITY | LARGER]) + bytes(width - 1),
            "infinity_and_a_point": bytes([part[0] | INFINITY]) + part[1:],
            "negated": bytes([part[0] ^ LARGER]) + part[1:],
            "x_is_p": bytes([COMPRESSED | p >> 376]) + p.to_bytes(48, "big")[1:] + part[48:],
            "off_curve": off_curve(group, part),
            "of_small_order": bellman_files.compressed(group, group.point_of_order(11 if width == 48 else 13)),
            "plus_small_order": bellman_files.compressed(
                group, group.add(point, group.point_of_order(11 if width == 48 else 13))),
            "another_point": bellman_files.compressed(group, group.mul(point, 2)),
        }
        if x + p < 1 << 381:
            kinds["x_plus_p"] = bytes([part[0] & 0xe0 | (x + p) >> 376]) + (x + p).to_bytes(48, "big")[1:] + part[48:]
        for kind, data in kinds.items():
            yield case(f"{name}_{kind}", "not a valid proof", with_part(data), INVALID)
    both = bytearray(good)
    both[0] ^= LARGER
    both[48] ^= LARGER
    yield case("a_and_b_negated", "(-A, -B, C) is another valid proof: Groth16 is malleable", bytes(both), OK)
    yield case("of_another_key", "the proof of the zkey", bellman_files.write_proof(base.proof), INVALID)
    yield case("another_public", "another statement", good, INVALID, public=to_json(["34", "104", "3"]))
    yield case("public_short", "2 given, 3 wanted", good, INVALID, public=to_json(["33", "104"]))


def off_curve(group, part):
    """The encoding with the next x that has no y."""
    f = group.field
    data = bytearray(part)
    while True:
        data[-1] = (data[-1] + 1) % 256
        x = f.make(tuple(reversed([int.from_bytes(bytes([data[k] & (0x1f if k == 0 else 0xff)]) + data[k + 1:k + 48],
                                                  "big") for k in range(0, len(data), 48)])))
        if f.sqrt(f.add(f.mul(f.sqr(x), x), group.b)) is None:
            return bytes(data)
