# SPDX-License-Identifier: Apache-2.0
"""snarkjs's JSON: decimal strings, projective points with z = 1, infinity (0 : 1 : 0), G2 as [c0, c1]."""
import json

from .curves import CURVES
from .groth16 import Proof, VerifyingKey
from .pairing import Pairing


def _text(coefficients):
    return str(coefficients[0]) if len(coefficients) == 1 else [str(c) for c in coefficients]


def point_json(group, point):
    f = group.field
    x, y, z = (f.zero, f.one, f.zero) if point is None else (point[0], point[1], f.one)
    return [_text(f.coefficients(v)) for v in (x, y, z)]


def point_from_json(group, value):
    f = group.field
    x, y, z = (f.make(tuple(map(int, v if isinstance(v, list) else [v]))) for v in value)
    if z == f.zero:
        return None
    assert z == f.one
    return (x, y)


def proof_json(curve, proof, **extra):
    """`extra` stands first, as the r and s of a proof with known blinding scalars do."""
    return {**extra, "pi_a": point_json(curve.g1, proof.a), "pi_b": point_json(curve.g2, proof.b),
            "pi_c": point_json(curve.g1, proof.c), "protocol": "groth16", "curve": curve.snarkjs_name}


def proof_from_json(value):
    curve = curve_by_name(value["curve"])
    return Proof(point_from_json(curve.g1, value["pi_a"]), point_from_json(curve.g2, value["pi_b"]),
                 point_from_json(curve.g1, value["pi_c"]))


def curve_by_name(name):
    return next(c for c in CURVES if c.snarkjs_name == name)


def alphabeta_exponent(curve):
    """snarkjs's pairing is a power of e: Fuentes-Castaneda et al.'s multiple 2u(6u^2 + 3u + 1) of the exponent
    on BN254, 3 on BLS12-381. It shows in vk_alphabeta_12 alone."""
    u = curve.seed
    return 2 * u * (6 * u * u + 3 * u + 1) if curve.twist_is_d else 3


def vk_json(vk):
    curve, pairing = vk.curve, Pairing(vk.curve)
    alphabeta = pairing.tower(pairing.pow(pairing(vk.alpha_g1, vk.beta_g2), alphabeta_exponent(curve)))
    return {
        "protocol": "groth16", "curve": curve.snarkjs_name, "nPublic": len(vk.ic) - 1,
        "vk_alpha_1": point_json(curve.g1, vk.alpha_g1), "vk_beta_2": point_json(curve.g2, vk.beta_g2),
        "vk_gamma_2": point_json(curve.g2, vk.gamma_g2), "vk_delta_2": point_json(curve.g2, vk.delta_g2),
        "vk_alphabeta_12": [[[str(c) for c in pair] for pair in half] for half in alphabeta],
        "IC": [point_json(curve.g1, p) for p in vk.ic],
    }


def vk_from_json(value):
    curve = curve_by_name(value["curve"])
    g1, g2 = curve.g1, curve.g2
    return VerifyingKey(curve, point_from_json(g1, value["vk_alpha_1"]), point_from_json(g2, value["vk_beta_2"]),
                        point_from_json(g2, value["vk_gamma_2"]), point_from_json(g2, value["vk_delta_2"]),
                        [point_from_json(g1, p) for p in value["IC"]])


def dump(value):
    """As snarkjs writes its files: one blank of indent, no newline at the end."""
    return json.dumps(value, indent=1)
