# SPDX-License-Identifier: Apache-2.0
"""The tiny circuits of the golden cases, with satisfying assignments. Each is made from its name alone."""
from .circuit import Circuit
from .rng import Rng


class _Builder:
    """Variables are made in the order of z: outputs, public inputs, private. Rows only grow."""

    def __init__(self, curve, outputs, public):
        self.circuit = Circuit(curve, 1, len(outputs), len(public))
        self.z = [1]
        for value in (*outputs, *public):
            self.var(value)

    def var(self, value):
        self.z.append(value % self.circuit.curve.r)
        self.circuit.variable_count += 1
        return self.circuit.variable_count - 1

    def row(self, a, b, c):
        self.circuit.rows.append((list(a), list(b), list(c)))

    def done(self):
        assert len(self.z) == self.circuit.variable_count
        assert self.circuit.first_unsatisfied(self.z) is None
        return self.circuit, self.z


def tiny(curve):
    """c = a b, d = c a + 5; public: c, d, a."""
    x, y = 3, 11
    b = _Builder(curve, [x * y, x * y * x + 5], [x])
    other = b.var(y)
    b.row([(3, 1)], [(other, 1)], [(1, 1)])
    b.row([(1, 1)], [(3, 1)], [(2, 1), (0, -5)])
    return b.done()


def no_public(curve):
    """a^3 + a + 5 = 35 with everything private."""
    b = _Builder(curve, [], [])
    x, x2, x3 = b.var(3), b.var(9), b.var(27)
    b.row([(x, 1)], [(x, 1)], [(x2, 1)])
    b.row([(x2, 1)], [(x, 1)], [(x3, 1)])
    b.row([(x3, 1), (x, 1), (0, 5)], [(0, 1)], [(0, 35)])
    return b.done()


def all_public(curve):
    """b = a^2 with every wire public: the L query is empty."""
    b = _Builder(curve, [25], [5])
    b.row([(2, 1)], [(2, 1)], [(1, 1)])
    return b.done()


def linear_only(curve):
    """Sums alone, as rows 0 * 0 = C: B is empty, so that every B point is infinity."""
    rng = Rng("linear_only", curve.name)
    values = [rng.below(1 << 40) for _ in range(9)]
    b = _Builder(curve, [], [sum(values)])
    terms = [(b.var(v), 1) for v in values]
    b.row([], [], [*terms, (1, -1)])
    doubled = b.var(2 * values[0])
    b.row([], [], [(terms[0][0], 2), (doubled, -1)])
    return b.done()


def _chain(curve, rows):
    """x_(k+1) = (x_k + k)(x_k + 7): dense values; public: the first and the last."""
    r = curve.r
    x = Rng("chain", curve.name, rows).below(r)
    values = [x]
    for k in range(rows):
        values.append((values[-1] + k) * (values[-1] + 7) % r)
    b = _Builder(curve, [values[-1]], [values[0]])
    index = 2
    for k in range(rows):
        following = b.var(values[k + 1]) if k + 1 < rows else 1
        b.row([(index, 1), (0, k)] if k else [(index, 1)], [(index, 1), (0, 7)], [(following, 1)])
        index = following
    return b.done()


def rows_pow2(curve):
    """13 + 3 input rows: exactly 16."""
    return _chain(curve, 13)


def rows_pow2_plus_1(curve):
    """14 + 3 input rows: 17, so a domain of 32."""
    return _chain(curve, 14)


def _bits(curve, value, count):
    b = _Builder(curve, [bin(value).count("1")], [value])
    bits = [b.var(value >> k & 1) for k in range(count)]
    for bit in bits:
        b.row([(bit, 1)], [(0, 1), (bit, -1)], [])
    b.row([(bit, 1 << k) for k, bit in enumerate(bits)], [(0, 1)], [(2, 1)])
    b.row([(bit, 1) for bit in bits], [(0, 1)], [(1, 1)])
    return b.done()


def witness_zero(curve):
    """Every value but the constant 1 is zero."""
    return _bits(curve, 0, 24)


def witness_bits(curve):
    """Every private value is 0 or 1."""
    return _bits(curve, 0xa5c396, 24)


def unused_public(curve):
    """The second public value is in no constraint."""
    b = _Builder(curve, [9], [4])
    x = b.var(3)
    b.row([(x, 1)], [(x, 1)], [(1, 1)])
    return b.done()


def unused_private(curve):
    """A private value in no constraint, but for a term with coefficient zero: its points are all infinity.
    bellman has no key for such a circuit."""
    b = _Builder(curve, [49], [])
    x, unused = b.var(7), b.var(8)
    b.row([(x, 1), (unused, 0)], [(x, 1)], [(1, 1)])
    return b.done()


def many_public(curve):
    """33 public values and a product of two of them with each other."""
    rng = Rng("many_public", curve.name)
    values = [rng.below(curve.r) for _ in range(32)]
    r = curve.r
    product = 1
    partials = []
    for v in values:
        product = product * v % r
        partials.append(product)
    b = _Builder(curve, [product], values)
    last = 2
    for k in range(1, 32):
        following = b.var(partials[k]) if k < 31 else 1
        b.row([(last, 1)], [(2 + k, 1)], [(following, 1)])
        last = following
    return b.done()


def random_sparse(curve):
    """Random rows with negative and full-size coefficients, repeated variables in a row, terms with
    coefficient zero, terms that cancel, variables in A only, in B only, and in C only as the matrices go."""
    rng, r = Rng("random_sparse", curve.name), curve.r
    b = _Builder(curve, [], [rng.below(r) for _ in range(3)])
    only_a, only_b, only_c = b.var(rng.below(r)), b.var(rng.below(r)), b.var(rng.below(r))
    pool = [0, 1, 2, 3]
    for k in range(40):
        def terms(extra):
            out = [(rng.choice(pool), rng.choice([1, -1, 2, r - 2, rng.below(r)]))
                   for _ in range(1 + rng.below(4))]
            if k % 7 == extra:
                out.append(out[0])
            return out
        a, bb = terms(1), terms(2)
        if k == 5:
            a.append((only_a, rng.below(r)))
        if k == 6:
            bb.append((only_b, 3))
        if k == 8:
            a.append((only_c, 0))
        if k == 9:
            bb += [(only_c, 17), (only_c, -17)]
        value = (sum(c * b.z[i] for i, c in a) * sum(c * b.z[i] for i, c in bb)) % r
        scale = rng.nonzero_below(r)
        result = b.var(value * pow(scale, -1, r))
        b.row(a, bb, [(result, scale)])
        if k == 10:
            b.row([], [(0, 1)], [(only_c, 1), (0, -b.z[only_c])])
        pool.append(result)
    return b.done()


def extreme_values(curve):
    """Values and coefficients at the ends of the field: 0, 1, r - 1, (r - 1)/2, 2^k and their like."""
    r = curve.r
    values = [0, 1, 2, r - 1, r - 2, (r - 1) // 2, (r + 1) // 2, 1 << 64, (1 << 64) - 1, 1 << 128, 1 << 192,
              (1 << 192) - 1, 1 << 253, r >> 1, curve.montgomery_r, pow(curve.montgomery_r, -1, r)]
    b = _Builder(curve, [], [r - 1])
    for k, v in enumerate(values):
        x, y = b.var(v), b.var(v * v * (r - 1))
        b.row([(x, 1)], [(x, -1)], [(y, 1)])
        w = b.var(v * values[-1 - k])
        b.row([(x, values[-1 - k])], [(0, 1)], [(w, 1)])
    return b.done()


def one_row(curve):
    """Domain of size 2: one constraint and the row of the constant."""
    b = _Builder(curve, [], [])
    x = b.var(curve.r - 1)
    b.row([(x, 1)], [(x, 1)], [(0, 1)])
    return b.done()


CIRCUITS = (tiny, no_public, all_public, linear_only, rows_pow2, rows_pow2_plus_1, witness_zero, witness_bits,
            unused_public, unused_private, many_public, random_sparse, extreme_values, one_row)
