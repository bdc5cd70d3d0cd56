# SPDX-License-Identifier: Apache-2.0
"""Fp and Fp2 as bundles of functions over plain integers and pairs; values are canonical, standard form."""


def sqrt_mod(a, p):
    """A square root of a modulo p, or None (Tonelli-Shanks)."""
    a %= p
    if a == 0:
        return 0
    if pow(a, (p - 1) // 2, p) != 1:
        return None
    odd, two = p - 1, 0
    while odd % 2 == 0:
        odd, two = odd // 2, two + 1
    z = 2
    while pow(z, (p - 1) // 2, p) != p - 1:
        z += 1
    c, x, t = pow(z, odd, p), pow(a, (odd + 1) // 2, p), pow(a, odd, p)
    while t != 1:
        i, t2 = 0, t
        while t2 != 1:
            t2, i = t2 * t2 % p, i + 1
        b = pow(c, 1 << (two - i - 1), p)
        x, c, two = x * b % p, b * b % p, i
        t = t * c % p
    return x


class PrimeField:
    degree = 1

    def __init__(self, p):
        self.p, self.zero, self.one = p, 0, 1

    def add(self, a, b):
        return (a + b) % self.p

    def sub(self, a, b):
        return (a - b) % self.p

    def neg(self, a):
        return -a % self.p

    def mul(self, a, b):
        return a * b % self.p

    def sqr(self, a):
        return a * a % self.p

    def inv(self, a):
        """0 goes to 0."""
        return pow(a, -1, self.p) if a else 0

    def scale(self, a, k):
        """a times the small integer k."""
        return a * k % self.p

    def sqrt(self, a):
        return sqrt_mod(a, self.p)

    def is_larger(self, a):
        """Lexicographically larger than its negative, as the flag of a compressed point says."""
        return a > (self.p - 1) // 2

    def coefficients(self, a):
        return (a,)

    def make(self, coefficients):
        return coefficients[0]


class QuadraticField:
    """Fp[i]/(i^2 + 1); (c0, c1) is c0 + c1 i."""
    degree = 2

    def __init__(self, p):
        assert p % 4 == 3
        self.p, self.zero, self.one = p, (0, 0), (1, 0)

    def add(self, a, b):
        return ((a[0] + b[0]) % self.p, (a[1] + b[1]) % self.p)

    def sub(self, a, b):
        return ((a[0] - b[0]) % self.p, (a[1] - b[1]) % self.p)

    def neg(self, a):
        return (-a[0] % self.p, -a[1] % self.p)

    def conj(self, a):
        return (a[0], -a[1] % self.p)

    def mul(self, a, b):
        a0, a1 = a
        b0, b1 = b
        return ((a0 * b0 - a1 * b1) % self.p, (a0 * b1 + a1 * b0) % self.p)

    def sqr(self, a):
        a0, a1 = a
        return ((a0 + a1) * (a0 - a1) % self.p, 2 * a0 * a1 % self.p)

    def inv(self, a):
        """0 goes to 0."""
        if a == (0, 0):
            return a
        n = pow(a[0] * a[0] + a[1] * a[1], -1, self.p)
        return (a[0] * n % self.p, -a[1] * n % self.p)

    def scale(self, a, k):
        return (a[0] * k % self.p, a[1] * k % self.p)

    def pow(self, a, e):
        result = self.one
        for bit in bin(e)[2:]:
            result = self.sqr(result)
            if bit == "1":
                result = self.mul(result, a)
        return result

    def sqrt(self, a):
        """By the norm: with n^2 = c0^2 + c1^2, x0^2 = (c0 + n)/2 or (c0 - n)/2 and x1 = c1/(2 x0)."""
        c0, c1 = a
        p = self.p
        if c1 == 0:
            root = sqrt_mod(c0, p)
            if root is not None:
                return (root, 0)
            root = sqrt_mod(-c0, p)
            return (0, root)
        n = sqrt_mod(c0 * c0 + c1 * c1, p)
        if n is None:
            return None
        half = (p + 1) // 2
        for sign in (n, -n):
            x0 = sqrt_mod((c0 + sign) * half, p)
            if x0:
                return (x0, c1 * pow(2 * x0, -1, p) % p)
        return None

    def is_larger(self, a):
        """By c1, then by c0 where c1 is 0 (Zcash's order)."""
        half = (self.p - 1) // 2
        return a[1] > half if a[1] else a[0] > half

    def coefficients(self, a):
        return a

    def make(self, coefficients):
        return tuple(coefficients)
