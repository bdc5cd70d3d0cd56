# SPDX-License-Identifier: Apache-2.0
"""bellman's formats on BLS12-381: parameters, verifying key, proof. Counts are u32 big-endian.

Points: big-endian standard form, x | y, G2 as x.c1 | x.c0 | y.c1 | y.c0; the top bits of byte 0 are flags:
0x80 compressed (x alone), 0x40 infinity, 0x20 the larger y (compressed only). A query drops the points of
variables that never occur, so no point of a query is infinity.
"""
import struct

from .curves import BLS12_381
from .groth16 import MONOMIAL, Proof, ProvingKey, VerifyingKey

COMPRESSED, INFINITY, LARGER = 0x80, 0x40, 0x20
CURVE = BLS12_381


def _be(field, value):
    return b"".join(c.to_bytes(48, "big") for c in reversed(field.coefficients(value)))


def _from_be(field, data):
    return field.make(tuple(reversed([int.from_bytes(data[k:k + 48], "big") for k in range(0, len(data), 48)])))


def uncompressed(group, point):
    width = 96 * group.field.degree
    if point is None:
        return bytes([INFINITY]) + bytes(width - 1)
    return _be(group.field, point[0]) + _be(group.field, point[1])


def compressed(group, point):
    width = 48 * group.field.degree
    if point is None:
        return bytes([COMPRESSED | INFINITY]) + bytes(width - 1)
    out = bytearray(_be(group.field, point[0]))
    out[0] |= COMPRESSED | (LARGER if group.field.is_larger(point[1]) else 0)
    return bytes(out)


def from_uncompressed(group, data):
    if data[0] & INFINITY:
        return None
    half = 48 * group.field.degree
    return (_from_be(group.field, data[:half]), _from_be(group.field, data[half:]))


def from_compressed(group, data):
    flags, f = data[0], group.field
    assert flags & COMPRESSED
    if flags & INFINITY:
        return None
    x = _from_be(f, bytes([flags & 0x1f]) + data[1:])
    y = f.sqrt(f.add(f.mul(f.sqr(x), x), group.b))
    return (x, y if f.is_larger(y) == bool(flags & LARGER) else f.neg(y))


def array(group, points):
    return struct.pack(">I", len(points)) + b"".join(uncompressed(group, p) for p in points)


def fixed_points(key):
    """The 864 bytes that open both .params and .vk."""
    vk, g1, g2 = key.vk, CURVE.g1, CURVE.g2
    return b"".join((uncompressed(g1, vk.alpha_g1), uncompressed(g1, key.beta_g1), uncompressed(g2, vk.beta_g2),
                     uncompressed(g2, vk.gamma_g2), uncompressed(g1, key.delta_g1),
                     uncompressed(g2, vk.delta_g2)))


def queries(key, circuit):
    """The five arrays with their groups, as the file orders them: h, l, a, b1, b2."""
    assert key.basis == MONOMIAL and key.non_residue == 7
    a, b, _c = circuit.matrices()
    in_a, in_b = circuit.occurs(a), circuit.occurs(b)
    g1, g2 = CURVE.g1, CURVE.g2

    def kept(points, occurs):
        return [p for p, there in zip(points, occurs) if there]

    return [(g1, key.h), (g1, key.l), (g1, kept(key.a, in_a)), (g1, kept(key.b1, in_b)),
            (g2, kept(key.b2, in_b))]


def write_vk(key):
    return fixed_points(key) + array(CURVE.g1, key.vk.ic)


def write_params(key, circuit):
    return write_vk(key) + b"".join(array(group, points) for group, points in queries(key, circuit))


def read_params(data, circuit):
    at = 0

    def take(group):
        nonlocal at
        width = 96 * group.field.degree
        at += width
        return from_uncompressed(group, data[at - width:at])

    def take_array(group):
        nonlocal at
        count, = struct.unpack_from(">I", data, at)
        at += 4
        return [take(group) for _ in range(count)]

    def spread(points, occurs):
        rest = iter(points)
        out = [next(rest) if there else None for there in occurs]
        assert next(rest, None) is None
        return out

    g1, g2 = CURVE.g1, CURVE.g2
    alpha, beta1, beta2, gamma2, delta1, delta2 = map(take, (g1, g1, g2, g2, g1, g2))
    ic, h, l, a, b1, b2 = map(take_array, (g1, g1, g1, g1, g1, g2))
    assert at == len(data)
    in_a, in_b = (circuit.occurs(m) for m in circuit.matrices()[:2])
    return ProvingKey(VerifyingKey(CURVE, alpha, beta2, gamma2, delta2, ic), MONOMIAL, 7,
                      circuit.domain_log2, beta1, delta1, spread(a, in_a), spread(b1, in_b), spread(b2, in_b),
                      l, h)


def write_proof(proof):
    return compressed(CURVE.g1, proof.a) + compressed(CURVE.g2, proof.b) + compressed(CURVE.g1, proof.c)


def read_proof(data):
    assert len(data) == 192
    return Proof(from_compressed(CURVE.g1, data[:48]), from_compressed(CURVE.g2, data[48:144]),
                 from_compressed(CURVE.g1, data[144:]))
