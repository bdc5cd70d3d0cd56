# SPDX-License-Identifier: Apache-2.0
"""The optimal ate pairing, by its definition.

    e(P, Q) = ( f_{s,Q}(P) [* the two Frobenius lines of BN curves] ) ^ ((p^12 - 1) / r)

with s = 6u + 2 (BN254) or s = x (BLS12-381; x < 0: the Miller value is conjugated, which after the final
exponentiation is inversion). The exponent is exactly (p^12 - 1)/r: an implementation that raises to a fixed
multiple of it (a common shortcut) gets the corresponding power of the values here.

Fp12 is Fp[w]/(w^12 - 2 xi0 w^6 + xi0^2 + 1), a list of 12 integers: the flat form of w^6 = xi0 + i.
"""


class Pairing:
    def __init__(self, curve):
        self.curve, self.p = curve, curve.p
        self.fp2 = curve.g2.field
        p, xi0 = curve.p, curve.xi0
        self.one = [1] + [0] * 11
        # w^(p^2) = w * xi^((p^2-1)/6), and xi^(p+1) is the norm of xi, so that the factor lies in Fp
        w_p2 = pow(xi0 * xi0 + 1, (p - 1) // 6, p)
        self._frobenius2 = [pow(w_p2, k, p) for k in range(12)]
        self._hard_exponent = (p**4 - p**2 + 1) // curve.r

    # -- Fp12

    def mul(self, a, b):
        t = [0] * 23
        for i, x in enumerate(a):
            if x:
                for j, y in enumerate(b):
                    t[i + j] += x * y
        twice, norm = 2 * self.curve.xi0, self.curve.xi0**2 + 1
        for k in range(22, 11, -1):
            t[k - 6] += twice * t[k]
            t[k - 12] -= norm * t[k]
        return [x % self.p for x in t[:12]]

    def pow(self, a, e):
        if e < 0:
            return self.pow(self.inv(a), -e)
        result = self.one
        for bit in bin(e)[2:]:
            result = self.mul(result, result)
            if bit == "1":
                result = self.mul(result, a)
        return result

    def conj(self, a):
        """a^(p^6): w goes to -w."""
        return [x if k % 2 == 0 else -x % self.p for k, x in enumerate(a)]

    def frobenius2(self, a):
        """a^(p^2)."""
        return [x * c % self.p for x, c in zip(a, self._frobenius2)]

    def inv(self, a):
        """By norms, down to Fp: over Fp6 = Fp12's even part, then over Fp2 by the conjugates of order 3."""
        abar = self.conj(a)
        n6 = self.mul(a, abar)
        s = self.frobenius2(n6)
        t = self.frobenius2(s)
        st = self.mul(s, t)
        n2 = self.mul(n6, st)  # in Fp2 = {x0 + x6 w^6}
        c0, c1 = (n2[0] + self.curve.xi0 * n2[6]) % self.p, n2[6]
        d0, d1 = self.fp2.inv((c0, c1))
        inverse = [(d0 - self.curve.xi0 * d1) % self.p] + [0] * 5 + [d1] + [0] * 5
        return self.mul(self.mul(abar, st), inverse)

    def tower(self, a):
        """The 2-3-2 tower's coordinates [[c00, c01, c02], [c10, c11, c12]] of pairs over Fp2, where
        a = sum c_ij v^j w^i, v = w^2, v^3 = xi: how snarkjs and most libraries write Fp12."""
        pairs = [((a[k] + self.curve.xi0 * a[k + 6]) % self.p, a[k + 6]) for k in range(6)]
        return [[pairs[0], pairs[2], pairs[4]], [pairs[1], pairs[3], pairs[5]]]

    def from_tower(self, t):
        a = [0] * 12
        for i in range(2):
            for j in range(3):
                c0, c1 = t[i][j]
                a[2 * j + i] = (c0 - self.curve.xi0 * c1) % self.p
                a[2 * j + i + 6] = c1
        return a

    # -- Miller loop

    def _sparse(self, terms):
        """sum of c * w^k over {k: c in Fp2}, k < 6."""
        a = [0] * 12
        for k, (c0, c1) in terms.items():
            a[k] = (c0 - self.curve.xi0 * c1) % self.p
            a[k + 6] = c1
        return a

    def _line(self, t, slope, point):
        """The line through the untwisted t, at P, up to a factor in a proper subfield."""
        xp, yp = point
        f = self.fp2
        constant = f.sub(f.mul(slope, t[0]), t[1])
        moved = f.scale(slope, -xp)
        if self.curve.twist_is_d:  # untwist (x w^2, y w^3): yp - slope xp w + (slope xt - yt) w^3
            return self._sparse({0: (yp, 0), 1: moved, 3: constant})
        # untwist (x/w^2, y/w^3): the same times w^3
        return self._sparse({0: constant, 2: moved, 3: (yp, 0)})

    def _step(self, t, q, point):
        """(line through t and q at P, t + q); t = q gives the tangent."""
        f = self.fp2
        if t == q:
            slope = f.mul(f.scale(f.sqr(t[0]), 3), f.inv(f.scale(t[1], 2)))
        else:
            slope = f.mul(f.sub(q[1], t[1]), f.inv(f.sub(q[0], t[0])))
        x = f.sub(f.sub(f.sqr(slope), t[0]), q[0])
        y = f.sub(f.mul(slope, f.sub(t[0], x)), t[1])
        return self._line(t, slope, point), (x, y)

    def miller_loop(self, point, q):
        """P in G1 and Q in G2, both of order r; infinity gives 1."""
        if point is None or q is None:
            return self.one
        is_bn = self.curve.twist_is_d
        count = 6 * self.curve.seed + 2 if is_bn else -self.curve.seed
        value, t = self.one, q
        for bit in bin(count)[3:]:
            line, t = self._step(t, t, point)
            value = self.mul(self.mul(value, value), line)
            if bit == "1":
                line, t = self._step(t, q, point)
                value = self.mul(value, line)
        if not is_bn:
            return self.conj(value)
        f, xi, p = self.fp2, (self.curve.xi0, 1), self.p
        gx, gy = f.pow(xi, (p - 1) // 3), f.pow(xi, (p - 1) // 2)

        def frobenius(s):
            return (f.mul(f.conj(s[0]), gx), f.mul(f.conj(s[1]), gy))

        q1 = frobenius(q)
        q2 = frobenius(q1)
        line, t = self._step(t, q1, point)
        value = self.mul(value, line)
        line, t = self._step(t, (q2[0], f.neg(q2[1])), point)
        return self.mul(value, line)

    def final_exponentiation(self, a):
        a = self.mul(self.conj(a), self.inv(a))      # p^6 - 1
        a = self.mul(self.frobenius2(a), a)          # p^2 + 1
        return self.pow(a, self._hard_exponent)      # (p^4 - p^2 + 1) / r

    def __call__(self, point, q):
        return self.product([(point, q)])

    def product(self, pairs):
        """The product of e(P, Q) over the pairs (P in G1, Q in G2)."""
        value = self.one
        for point, q in pairs:
            value = self.mul(value, self.miller_loop(point, q))
        return self.final_exponentiation(value)
