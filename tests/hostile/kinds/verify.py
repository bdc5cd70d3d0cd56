# SPDX-License-Identifier: Apache-2.0
"""What can be wrong with snarkjs's JSON: public values, proof, verification key.

Exit 1 (`invalid`) for what can be read and is no valid proof: values at or over a modulus, points off the curve or
outside the subgroup, a wrong number of inputs. Exit 2 for what can't be read as what it should be; a verification key
with a bad point is such.
"""
import copy

from .base import BAD, DIRECTORY, INVALID, OK, inspect, to_json, verify

PUBLIC, PROOF, VK = "public.json", "proof.json", "verification_key.json"


def cases(base):
    yield from public_values(base)
    yield from proof_shapes(base)
    yield from proof_points(base)
    yield from verification_key(base)
    for file in (PUBLIC, PROOF, VK):
        yield from texts(base, file)


def texts(base, file):
    """Whatever the document: what is no JSON, or hostile to its parser."""
    good = base.files[file].decode()
    name = file.split(".")[0]
    broken = {
        "empty": "", "blank": " \n\t ", "truncated": good[:len(good) // 2], "without_last_bracket": good.rstrip()[:-1],
        "trailing_text": good + " x", "two_documents": good + good, "trailing_comma": good.rstrip()[:-1] + ",]",
        "single_quotes": good.replace('"', "'"), "comment": "// a comment\n" + good, "nul": good + "\0",
        "null": "null", "true": "true", "number": "5", "string": '"33"', "bare_word": "valid",
        "deep_arrays": "[" * 100000, "deep_closed_arrays": "[" * 5000 + "]" * 5000, "deep_objects": '{"a":' * 50000,
        "unclosed_string": '["33', "bad_escape": '["\\x33"]', "bad_unicode": '["\\ud800"]',
    }
    for kind, text in broken.items():
        yield base.case(f"{name}_{kind}", "not this document", {file: text.encode()}, [verify(BAD, file)])
    yield base.case(f"{name}_not_utf8", "bytes that are no text", {file: b'["\xff\xfe33"]'}, [verify(BAD, file)])
    yield base.case(f"{name}_binary", "a zkey in place of JSON", {file: base.files["circuit.zkey"]},
                    [verify(BAD, file)])
    yield base.case(f"{name}_is_a_directory", "a directory", {file: DIRECTORY}, [verify(BAD, file)])
    yield base.case(f"{name}_compact", "white space means nothing",
                    {file: good.replace("\n", "").replace(" ", "").encode()}, [verify(OK)])
    yield base.case(f"{name}_crlf", "white space means nothing",
                    {file: good.replace("\n", "\r\n\t").encode() + b"\r\n"}, [verify(OK)])


def public_values(base):
    r = base.curve.r
    good = [str(x) for x in base.public]

    def case(kind, why, value, exit, *contains):
        return base.case(f"public_{kind}", why, {PUBLIC: value if isinstance(value, bytes) else to_json(value)},
                         [verify(exit, *contains)])

    for kind, value in (("plus_r", str(base.public[0] + r)), ("is_r", str(r)), ("2_to_256", str(2**256)),
                        ("huge", "9" * 5000), ("r_minus_1", str(r - 1)), ("another", "34")):
        yield case(kind, "not the proven value, or by another name", [value, *good[1:]], INVALID)
    yield case("last_plus_r", "a value at or over r", [*good[:2], str(base.public[2] + r)], INVALID)
    for kind, values in (("none", []), ("short", good[:2]), ("long", [*good, "0"]), ("swapped", good[::-1]),
                         ("with_the_constant", ["1", *good])):
        yield case(kind, "3 values are wanted, in order", values, INVALID)
    for kind, value in (("negative", "-33"), ("hexadecimal", "0x21"), ("leading_zero", "033"), ("leading_plus", "+33"),
                        ("blank_in_front", " 33"), ("blank_behind", "33 "), ("empty_text", ""), ("exponent", "33e0"),
                        ("fraction", "33.0"), ("letters", "thirty-three"), ("null", None), ("true", True),
                        ("nested", ["33"]), ("object", {"v": "33"}), ("arabic_digits", "٣٣")):
        yield case(f"value_{kind}", "values are decimal strings", [value, *good[1:]], BAD, PUBLIC)
    yield case("object", "an array is wanted", {"a": "33"}, BAD, PUBLIC)
    yield case("numbers", "bare integers are read exactly", base.public, OK)
    yield case("number_over_2_to_64", "bare integers are read exactly, never as floating point: not the proven value",
               [2**64 + 33, *base.public[1:]], INVALID)
    yield case("number_plus_r", "a bare integer at or over r", [base.public[0] + r, *base.public[1:]], INVALID)
    for kind, text in (("number_fraction", b"[33.0,104,3]"), ("number_exponent", b"[33e0,104,3]"),
                       ("number_negative", b"[-33,104,3]"), ("number_leading_zero", b"[033,104,3]"),
                       ("number_nan", b"[NaN,104,3]")):
        yield case(kind, "no integer as JSON writes them", text, BAD, PUBLIC)


def changed(document, path, value):
    """A copy with the value at the path replaced; value None removes it."""
    new = copy.deepcopy(document)
    at = new
    for key in path[:-1]:
        at = at[key]
    if value is None:
        del at[path[-1]]
    else:
        at[path[-1]] = value
    return new


def proof_shapes(base):
    good = base.proof_json

    def case(kind, why, document, exit, *contains):
        return base.case(f"proof_{kind}", why, {PROOF: to_json(document)}, [verify(exit, *contains)])

    for name in ("pi_a", "pi_b", "pi_c"):
        yield case(f"without_{name}", "a part is missing", changed(good, [name], None), BAD, PROOF, name)
        for kind, value in (("text", "33"), ("number", 5), ("true", True), ("empty", []), ("object", {}),
                            ("short", good[name][:2]), ("long", [*good[name], good[name][2]]),
                            ("nested", [good[name]])):
            yield case(f"{name}_{kind}", "a point is an array of 3", changed(good, [name], value), BAD, PROOF, name)
    yield case("pi_b_flat", "coordinates of G2 are pairs", changed(good, ["pi_b"], good["pi_a"]), BAD, PROOF, "pi_b")
    yield case("pi_a_pairs", "coordinates of G1 are single", changed(good, ["pi_a"], good["pi_b"]), BAD, PROOF, "pi_a")
    yield case("pi_b_triples", "coordinates of G2 are pairs",
               changed(good, ["pi_b", 0], [*good["pi_b"][0], "0"]), BAD, PROOF, "pi_b")
    for kind, value in (("hexadecimal", "0x1"), ("negative", "-1"), ("leading_zero", "01"), ("empty", ""),
                        ("letters", "x"), ("true", True)):
        yield case(f"coordinate_{kind}", "coordinates are decimal strings", changed(good, ["pi_a", 0], value), BAD,
                   PROOF, "pi_a")
    yield case("coordinate_number", "bare integers are read exactly",
               changed(good, ["pi_a"], [int(x) for x in good["pi_a"]]), OK)
    yield case("curve_missing", "rapidsnark leaves it out", changed(good, ["curve"], None), OK)
    yield case("protocol_missing", "other programs leave it out", changed(good, ["protocol"], None), OK)
    yield case("protocol_plonk", "another proof system", changed(good, ["protocol"], "plonk"), BAD, PROOF, "protocol")
    yield case("curve_of_the_other", "the proof says it is of another curve than the key",
               changed(good, ["curve"], base.other.curve.snarkjs_name), BAD, PROOF, "curve")
    yield case("curve_unknown", "no curve of that name", changed(good, ["curve"], "bn999"), BAD, PROOF, "curve")
    yield case("of_the_other_curve", "a proof of the other curve", base.other.proof_json, BAD, PROOF)
    yield case("of_the_other_curve_unnamed", "a proof of the other curve that does not say so",
               changed(base.other.proof_json, ["curve"], None), INVALID)
    yield case("extra_members", "unknown members are legal", {"note": {"a": [1, None]}, **good}, OK)
    text = to_json(good).decode()
    twice = text[:text.rindex("}")] + ', "pi_a": ["0", "1", "0"]}'
    yield base.case("proof_member_twice", "which of the two?", {PROOF: twice.encode()}, [verify(BAD, PROOF)])


def proof_points(base):
    good, curve = base.proof_json, base.curve
    p, g1, g2 = curve.p, curve.g1, curve.g2

    def case(kind, why, document, exit=INVALID):
        return base.case(f"proof_{kind}", why, {PROOF: to_json(document)}, [verify(exit)])

    def text(group, point):
        x, y = (group.field.coefficients(c) for c in point)
        return [[str(c) for c in v] if len(v) == 2 else str(v[0]) for v in (x, y)] + [good["pi_a" if group is g1 else
                                                                                           "pi_b"][2]]

    for name, group, path in (("pi_a", g1, ["pi_a"]), ("pi_b", g2, ["pi_b"]), ("pi_c", g1, ["pi_c"])):
        part, d = good[name], group.field.degree
        point = {"pi_a": base.proof.a, "pi_b": base.proof.b, "pi_c": base.proof.c}[name]
        for index, letter in ((0, "x"), (1, "y")):
            at = [name, index] if d == 1 else [name, index, 1]
            value = int(part[index] if d == 1 else part[index][1])
            yield case(f"{name}_{letter}_plus_q", "a coordinate by another name", changed(good, at, str(value + p)))
            yield case(f"{name}_{letter}_is_q", "a coordinate at q", changed(good, at, str(p)))
            yield case(f"{name}_{letter}_plus_1", "off the curve", changed(good, at, str((value + 1) % p)))
        zero, one = ("0", "1") if d == 1 else (["0", "0"], ["1", "0"])
        yield case(f"{name}_infinity", "infinity", changed(good, path, [zero, one, zero]))
        yield case(f"{name}_all_zero", "no point, by any reading", changed(good, path, [zero, zero, zero]))
        yield case(f"{name}_zero_with_z_1", "(0, 0) is on no curve", changed(good, path, [zero, zero, one]))
        two = "2" if d == 1 else ["2", "0"]
        yield case(f"{name}_z_is_2", "points are affine", changed(good, [name, 2], two))
        yield case(f"{name}_negated", "the equation does not hold", changed(good, path, text(group, group.neg(point))))
        yield case(f"{name}_doubled", "the equation does not hold",
                   changed(good, path, text(group, group.add(point, point))))
        yield case(f"{name}_off_curve", "x and y swapped", changed(good, path, [part[1], part[0], part[2]]))
        if group.cofactor != 1:
            order = next(q for q in (11, 13, 10069) if group.cofactor % q == 0)
            small = group.point_of_order(order)
            yield case(f"{name}_plus_order_{order}", "on the curve, outside the subgroup; the pairing equation may hold",
                       changed(good, path, text(group, group.add(point, small))))
            yield case(f"{name}_of_order_{order}", "on the curve, outside the subgroup",
                       changed(good, path, text(group, small)))
    swapped = [list(reversed(good["pi_b"][0])), list(reversed(good["pi_b"][1])), good["pi_b"][2]]
    yield case("pi_b_imaginary_first", "G2 is [c0, c1]", changed(good, ["pi_b"], swapped))
    negated = {**good, "pi_a": text(g1, g1.neg(base.proof.a)), "pi_b": text(g2, g2.neg(base.proof.b))}
    yield case("a_and_b_negated", "(-A, -B, C) is another valid proof: Groth16 is malleable", negated, OK)


def verification_key(base):
    good = base.vk_json

    def case(kind, why, document, exit=BAD, *contains):
        runs = [verify(exit, *([VK, *contains] if exit else []))]
        if exit == BAD:  # inspect knows a verification key by its vk_alpha_1
            runs.append(inspect(VK, BAD, *(contains if "vk_alpha_1" in document else ())))
        return base.case(f"vk_json_{kind}", why, {VK: to_json(document)}, runs)

    p, r = base.curve.p, base.curve.r
    for name in ("vk_alpha_1", "vk_beta_2", "vk_gamma_2", "vk_delta_2", "IC"):
        yield case(f"without_{name}", "a part is missing", changed(good, [name], None), BAD, name)
    points = (("vk_alpha_1", ["vk_alpha_1"], 1), ("vk_beta_2", ["vk_beta_2"], 2), ("vk_gamma_2", ["vk_gamma_2"], 2),
              ("vk_delta_2", ["vk_delta_2"], 2), ("IC", ["IC", 1], 1))
    for name, path, d in points:
        part = good
        for key in path:
            part = part[key]
        at = [*path, 1] if d == 1 else [*path, 1, 0]
        value = int(part[1] if d == 1 else part[1][0])
        zero, one = ("0", "1") if d == 1 else (["0", "0"], ["1", "0"])
        group = base.curve.g1 if d == 1 else base.curve.g2
        yield case(f"{name}_off_curve", "no point", changed(good, at, str((value + 1) % p)), BAD, name)
        yield case(f"{name}_plus_q", "a coordinate by another name", changed(good, at, str(value + p)), BAD, name)
        yield case(f"{name}_infinity", "no point of a verifying key is infinity",
                   changed(good, path, [zero, one, zero]), BAD, name)
        yield case(f"{name}_short", "a point is an array of 3", changed(good, path, part[:2]), BAD, name)
        if group.cofactor != 1:
            order = next(q for q in (11, 13, 10069) if group.cofactor % q == 0)
            x, y = group.point_of_order(order)
            small = [str(x), str(y), "1"] if d == 1 else [[str(c) for c in x], [str(c) for c in y], ["1", "0"]]
            yield case(f"{name}_of_order_{order}", "outside the subgroup", changed(good, path, small), BAD, name)
    yield case("n_public_lies", "IC says 3", changed(good, ["nPublic"], 2), BAD, "nPublic")
    yield case("n_public_huge", "IC says 3", changed(good, ["nPublic"], 2**70), BAD, "nPublic")
    yield case("n_public_missing", "IC says it", changed(good, ["nPublic"], None), OK)
    yield case("ic_empty", "at least one point", changed(good, ["IC"], []), BAD, "IC")
    yield case("ic_short", "nPublic says 3", changed(good, ["IC"], good["IC"][:3]), BAD, "nPublic")
    yield case("ic_is_text", "an array of points", changed(good, ["IC"], "IC"), BAD, "IC")
    yield case("curve_unknown", "no curve of that name", changed(good, ["curve"], "bn999"), BAD, "curve")
    yield case("curve_missing", "its points tell", changed(good, ["curve"], None), OK)
    yield case("curve_is_a_number", "a name", changed(good, ["curve"], r), BAD, "curve")
    yield case("protocol_plonk", "another proof system", changed(good, ["protocol"], "plonk"), BAD, "protocol")
    yield case("without_alphabeta", "it is only a shortcut", changed(good, ["vk_alphabeta_12"], None), OK)
    yield case("alphabeta_lies", "nobody may trust it", changed(good, ["vk_alphabeta_12", 0, 0, 0], "5"), OK)
    yield base.case("vk_json_of_the_other_curve", "the key is of another curve than the proof",
                    {VK: to_json(base.other.vk_json)}, [verify(BAD), inspect(VK, OK)])
