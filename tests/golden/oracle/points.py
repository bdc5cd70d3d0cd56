# SPDX-License-Identifier: Apache-2.0
"""Groups of points. Outside, a point is affine: (x, y), or None for infinity. Inside sums, Jacobian."""


class Group:
    """The points of y^2 = x^3 + b over `field`, with a subgroup of prime order r and its cofactor."""

    def __init__(self, name, field, b, generator, order, cofactor):
        self.name, self.field, self.b = name, field, b
        self.generator, self.order, self.cofactor = generator, order, cofactor
        self._table = None

    # -- affine

    def is_on_curve(self, point):
        if point is None:
            return True
        f = self.field
        return f.sqr(point[1]) == f.add(f.mul(f.sqr(point[0]), point[0]), self.b)

    def in_subgroup(self, point):
        return self.is_on_curve(point) and self.mul(point, self.order) is None

    def neg(self, point):
        return None if point is None else (point[0], self.field.neg(point[1]))

    def add(self, a, b):
        return self.to_affine(self._add(self._lift(a), self._lift(b)))

    def mul(self, point, k):
        """k times the point; k is NOT reduced, so that cofactors and orders work."""
        if k < 0:
            return self.mul(self.neg(point), -k)
        acc, base = None, self._lift(point)
        for bit in bin(k)[2:]:
            acc = self._double(acc)
            if bit == "1":
                acc = self._add(acc, base)
        return self.to_affine(acc)

    def msm(self, points, scalars):
        """sum of scalars[i] * points[i], term by term."""
        assert len(points) == len(scalars)
        acc = None
        for point, k in zip(points, scalars):
            if point is not None and k:
                acc = self._add(acc, self._lift(self.mul(point, k)))
        return self.to_affine(acc)

    def generator_multiples(self, scalars):
        """[k * generator for k in scalars], by a table of 8-bit digits made once."""
        if self._table is None:
            self._table = self._make_table()
        result = []
        for k in scalars:
            k %= self.order
            acc, row = None, 0
            while k:
                if k & 255:
                    acc = self._add(acc, self._table[row][k & 255])
                k, row = k >> 8, row + 1
            result.append(self.to_affine(acc))
        return result

    def find_point(self, x_start):
        """The first point on the curve (any order) with x >= x_start (in c0 for G2, c1 = 1)."""
        f, x = self.field, x_start
        while True:
            coordinate = x if f.degree == 1 else (x, 1)
            y = f.sqrt(f.add(f.mul(f.sqr(coordinate), coordinate), self.b))
            if y is not None:
                return (coordinate, y)
            x += 1

    def point_of_order(self, order):
        """A point of the given small prime order, which must divide the cofactor."""
        assert self.cofactor % order == 0
        rest = self.cofactor * self.order // order
        while rest % order == 0:
            rest //= order
        x = 1
        while True:
            candidate = self.find_point(x)
            point = self.mul(candidate, rest)
            if point is not None:
                while (following := self.mul(point, order)) is not None:
                    point = following
                return point
            x = (candidate[0] if self.field.degree == 1 else candidate[0][0]) + 1

    # -- Jacobian: (X, Y, Z) is (X/Z^2, Y/Z^3); None is infinity

    def _lift(self, point):
        return None if point is None else (point[0], point[1], self.field.one)

    def to_affine(self, point):
        if point is None:
            return None
        f = self.field
        z = f.inv(point[2])
        z2 = f.sqr(z)
        return (f.mul(point[0], z2), f.mul(point[1], f.mul(z2, z)))

    def _double(self, a):
        f = self.field
        if a is None or a[1] == f.zero:
            return None
        x, y, z = a
        y2 = f.sqr(y)
        s = f.scale(f.mul(x, y2), 4)
        m = f.scale(f.sqr(x), 3)
        x3 = f.sub(f.sqr(m), f.add(s, s))
        return (x3, f.sub(f.mul(m, f.sub(s, x3)), f.scale(f.sqr(y2), 8)), f.scale(f.mul(y, z), 2))

    def _add(self, a, b):
        if a is None:
            return b
        if b is None:
            return a
        f = self.field
        x1, y1, z1 = a
        x2, y2, z2 = b
        s1, s2, z1z1 = y1, y2, f.sqr(z1)
        u1, u2 = x1, f.mul(x2, z1z1)
        s2 = f.mul(y2, f.mul(z1z1, z1))
        if z2 != f.one:
            z2z2 = f.sqr(z2)
            u1, s1 = f.mul(x1, z2z2), f.mul(y1, f.mul(z2z2, z2))
        h, t = f.sub(u2, u1), f.sub(s2, s1)
        if h == f.zero:
            return self._double(a) if t == f.zero else None
        h2 = f.sqr(h)
        h3, v = f.mul(h2, h), f.mul(u1, h2)
        x3 = f.sub(f.sub(f.sqr(t), h3), f.add(v, v))
        z3 = f.mul(z1, h) if z2 == f.one else f.mul(f.mul(z1, z2), h)
        return (x3, f.sub(f.mul(t, f.sub(v, x3)), f.mul(s1, h3)), z3)

    def _make_table(self):
        table, base = [], self.generator
        for _ in range((self.order.bit_length() + 7) // 8):
            row, acc = [None], None
            for _ in range(256):
                acc = self._add(acc, self._lift(base))
                row.append(self._lift(self.to_affine(acc)))
            table.append(row[:256])
            base = row[256][:2]
        return table
