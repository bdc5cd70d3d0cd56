# SPDX-License-Identifier: Apache-2.0
"""The number-theoretic transform on shift * <root>, 2^log2 points: value j is the polynomial at
shift * root^j. Natural order in and out."""


class Domain:
    def __init__(self, modulus, root, log2):
        self.r, self.root, self.size = modulus, root, 1 << log2
        assert pow(root, self.size, modulus) == 1
        assert log2 == 0 or pow(root, self.size // 2, modulus) == modulus - 1

    def elements(self, shift=1):
        out = [shift % self.r]
        for _ in range(self.size - 1):
            out.append(out[-1] * self.root % self.r)
        return out

    def _transform(self, values, root):
        if len(values) == 1:
            return list(values)
        even = self._transform(values[0::2], root * root % self.r)
        odd = self._transform(values[1::2], root * root % self.r)
        half, power = len(even), 1
        out = [0] * len(values)
        for k in range(half):
            t = power * odd[k] % self.r
            out[k], out[k + half] = (even[k] + t) % self.r, (even[k] - t) % self.r
            power = power * root % self.r
        return out

    def _scaled(self, values, factor, step):
        out = []
        for v in values:
            out.append(v * factor % self.r)
            factor = factor * step % self.r
        return out

    def forward(self, coefficients, shift=1):
        assert len(coefficients) == self.size
        return self._transform(self._scaled(coefficients, 1, shift), self.root)

    def inverse(self, values, shift=1):
        assert len(values) == self.size
        coefficients = self._transform(values, pow(self.root, -1, self.r))
        return self._scaled(coefficients, pow(self.size, -1, self.r), pow(shift, -1, self.r))

    def lagrange_at(self, tau, shift=1):
        """[L_j(tau)] of the points shift * root^j: L_j = (tau^n - shift^n) x_j / (n shift^n (tau - x_j))."""
        r, n = self.r, self.size
        points = self.elements(shift)
        if tau % r in points:
            return [1 if x == tau % r else 0 for x in points]
        shift_n = pow(shift, n, r)
        top = (pow(tau, n, r) - shift_n) * pow(n * shift_n, -1, r) % r
        return [top * x * pow(tau - x, -1, r) % r for x in points]

    def vanishing_at(self, tau):
        return (pow(tau, self.size, self.r) - 1) % self.r
