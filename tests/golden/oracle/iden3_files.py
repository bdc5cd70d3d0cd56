# SPDX-License-Identifier: Apache-2.0
"""The iden3 binary formats: .r1cs v1, .wtns v2, .zkey v1 (Groth16). All little-endian.

Container: magic, version u32, section count u32, then per section {id u32, size u64, data}. Scalars of .r1cs
and .wtns are in standard form. A .zkey's coordinates are Montgomery (R = 2^(8 n8q)), infinity all zero; its
coefficients are value * R^2 mod r, R = 2^256.
"""
import struct

from .circuit import Circuit
from .curves import curve_of_scalar_modulus
from .groth16 import COSET, ProvingKey, VerifyingKey

SNARKJS_ORDER = (1, 2, 4, 3, 9, 8, 5, 6, 7, 10)  # as `snarkjs zkey new` lays a key out


def u32(x):
    return struct.pack("<I", x)


def u64(x):
    return struct.pack("<Q", x)


def container(magic, version, sections):
    """sections: [(id, data)] in the order of the file."""
    out = [magic, u32(version), u32(len(sections))]
    for section, data in sections:
        out += [u32(section), u64(len(data)), data]
    return b"".join(out)


def read_container(data, magic):
    """{id: data}; for files of ours and known good ones, hence asserts."""
    assert data[:4] == magic
    count, = struct.unpack_from("<I", data, 8)
    sections, at = {}, 12
    for _ in range(count):
        section, size = struct.unpack_from("<IQ", data, at)
        assert section not in sections
        sections[section] = data[at + 12:at + 12 + size]
        at += 12 + size
    assert at == len(data)
    return sections


def _ints(data, width):
    return [int.from_bytes(data[k:k + width], "little") for k in range(0, len(data), width)]


# ---- .r1cs

def r1cs_sections(circuit):
    r = circuit.curve.r
    private = circuit.variable_count - 1 - circuit.public_count
    header = (u32(32) + r.to_bytes(32, "little") + u32(circuit.variable_count) + u32(circuit.output_count)
              + u32(circuit.public_input_count) + u32(private) + u64(circuit.variable_count)
              + u32(len(circuit.rows)))
    body = bytearray()
    for row in circuit.rows:
        for terms in row:
            body += u32(len(terms))
            for i, c in terms:
                body += u32(i) + (c % r).to_bytes(32, "little")
    labels = b"".join(map(u64, range(circuit.variable_count)))
    return {1: header, 2: bytes(body), 3: labels}


def write_r1cs(circuit, order=(2, 1, 3)):
    sections = r1cs_sections(circuit)
    return container(b"r1cs", 1, [(k, sections[k]) for k in order])


def read_r1cs(data):
    sections = read_container(data, b"r1cs")
    header = sections[1]
    curve = curve_of_scalar_modulus(int.from_bytes(header[4:36], "little"))
    wires, outputs, inputs, _private, _labels, constraints = struct.unpack_from("<IIIIQI", header, 36)
    circuit = Circuit(curve, wires, outputs, inputs)
    body, at = sections[2], 0
    for _ in range(constraints):
        row = []
        for _ in range(3):
            count, = struct.unpack_from("<I", body, at)
            at += 4
            terms = []
            for _ in range(count):
                i, = struct.unpack_from("<I", body, at)
                terms.append((i, int.from_bytes(body[at + 4:at + 36], "little")))
                at += 36
            row.append(terms)
        circuit.rows.append(tuple(row))
    assert at == len(body)
    return circuit


# ---- .wtns

def wtns_sections(curve, z):
    return {1: u32(32) + curve.r.to_bytes(32, "little") + u32(len(z)),
            2: b"".join(x.to_bytes(32, "little") for x in z)}


def write_wtns(curve, z):
    return container(b"wtns", 2, sorted(wtns_sections(curve, z).items()))


def read_wtns(data):
    return _ints(read_container(data, b"wtns")[2], 32)


# ---- .zkey

def point_bytes(group, curve, point):
    """Montgomery, affine; infinity is all zero."""
    if point is None:
        return bytes(2 * group.field.degree * curve.fp_bytes)
    coordinates = [*group.field.coefficients(point[0]), *group.field.coefficients(point[1])]
    return b"".join((c * curve.montgomery_q % curve.p).to_bytes(curve.fp_bytes, "little") for c in coordinates)


def points_bytes(group, curve, points):
    return b"".join(point_bytes(group, curve, point) for point in points)


def read_points(group, curve, data):
    inverse = pow(curve.montgomery_q, -1, curve.p)
    d = group.field.degree
    values = [c * inverse % curve.p for c in _ints(data, curve.fp_bytes)]
    points = []
    for k in range(0, len(values), 2 * d):
        x, y = values[k:k + d], values[k + d:k + 2 * d]
        points.append((group.field.make(x), group.field.make(y)) if any(x) or any(y) else None)
    return points


def coefficient_entries(circuit):
    """[(matrix, row, variable, value)], value in standard form: A and B of each constraint, then the input
    rows."""
    entries = []
    for j, row in enumerate(circuit.rows):
        for m in (0, 1):
            entries += [(m, j, i, c) for i, c in row[m]]
    for i in range(circuit.public_count + 1):
        entries.append((0, len(circuit.rows) + i, i, 1))
    return entries


def coefficients_bytes(curve, entries):
    factor = curve.montgomery_r**2
    return u32(len(entries)) + b"".join(
        u32(m) + u32(j) + u32(i) + (c * factor % curve.r).to_bytes(32, "little") for m, j, i, c in entries)


def zkey_sections(key, circuit):
    assert key.basis == COSET and key.non_residue == 5, "a .zkey has no other"
    curve, vk = key.vk.curve, key.vk
    g1, g2 = curve.g1, curve.g2
    header = b"".join((
        u32(curve.fp_bytes), curve.p.to_bytes(curve.fp_bytes, "little"), u32(32), curve.r.to_bytes(32, "little"),
        u32(circuit.variable_count), u32(circuit.public_count), u32(1 << key.domain_log2),
        point_bytes(g1, curve, vk.alpha_g1), point_bytes(g1, curve, key.beta_g1),
        point_bytes(g2, curve, vk.beta_g2), point_bytes(g2, curve, vk.gamma_g2),
        point_bytes(g1, curve, key.delta_g1), point_bytes(g2, curve, vk.delta_g2)))
    return {
        1: u32(1), 2: header, 3: points_bytes(g1, curve, vk.ic),
        4: coefficients_bytes(curve, coefficient_entries(circuit)),
        5: points_bytes(g1, curve, key.a), 6: points_bytes(g1, curve, key.b1),
        7: points_bytes(g2, curve, key.b2), 8: points_bytes(g1, curve, key.l),
        9: points_bytes(g1, curve, key.h),
        10: bytes(64) + u32(0),  # no circuit hash, no contributions
    }


def write_zkey(key, circuit, order=SNARKJS_ORDER):
    sections = zkey_sections(key, circuit)
    return container(b"zkey", 1, [(k, sections[k]) for k in order])


def read_zkey(data):
    """(ProvingKey, Circuit); the circuit has A and B alone, its C rows are empty."""
    sections = read_container(data, b"zkey")
    assert sections[1] == u32(1)
    header = sections[2]
    n8q, = struct.unpack_from("<I", header, 0)
    curve = curve_of_scalar_modulus(int.from_bytes(header[8 + n8q:40 + n8q], "little"))
    variables, public, size = struct.unpack_from("<III", header, 40 + n8q)
    at, points = 52 + n8q, []
    for group in (curve.g1, curve.g1, curve.g2, curve.g2, curve.g1, curve.g2):
        width = 2 * group.field.degree * n8q
        points += read_points(group, curve, header[at:at + width])
        at += width
    alpha, beta1, beta2, gamma2, delta1, delta2 = points

    factor = pow(curve.montgomery_r, -2, curve.r)
    entries, body = [], sections[4]
    for k in range(struct.unpack_from("<I", body, 0)[0]):
        m, j, i = struct.unpack_from("<III", body, 4 + 44 * k)
        value = int.from_bytes(body[16 + 44 * k:48 + 44 * k], "little")
        entries.append((m, j, i, value * factor % curve.r))
    rows = [([], [], []) for _ in range(max(e[1] for e in entries) + 1)]
    for m, j, i, c in entries:
        rows[j][m].append((i, c))
    assert [row[0] for row in rows[len(rows) - public - 1:]] == [[(i, 1)] for i in range(public + 1)]
    circuit = Circuit(curve, variables, 0, public, rows[:len(rows) - public - 1])

    def query(group, section):
        return read_points(group, curve, sections[section])

    vk = VerifyingKey(curve, alpha, beta2, gamma2, delta2, query(curve.g1, 3))
    key = ProvingKey(vk, COSET, 5, size.bit_length() - 1, beta1, delta1, query(curve.g1, 5),
                     query(curve.g1, 6), query(curve.g2, 7), query(curve.g1, 8), query(curve.g1, 9))
    return key, circuit
