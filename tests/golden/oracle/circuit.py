# SPDX-License-Identifier: Apache-2.0
"""A constraint system over Fr: z = (1, outputs and public inputs, private), rows A, B, C with Az * Bz = Cz."""
from dataclasses import dataclass, field


@dataclass
class Circuit:
    """A row is three lists of (variable, coefficient); terms may repeat a variable and may be zero."""
    curve: object
    variable_count: int        # with the constant 1
    output_count: int
    public_input_count: int
    rows: list = field(default_factory=list)

    @property
    def public_count(self):
        """Without the constant 1."""
        return self.output_count + self.public_input_count

    @property
    def domain_log2(self):
        rows = len(self.rows) + self.public_count + 1
        return (rows - 1).bit_length()

    def matrices(self):
        """A, B, C with the input rows (z_i * 0 = 0 for z_0 .. z_public) that Groth16 appends."""
        a = [row[0] for row in self.rows] + [[(i, 1)] for i in range(self.public_count + 1)]
        rest = [[] for _ in range(self.public_count + 1)]
        return a, [row[1] for row in self.rows] + rest, [row[2] for row in self.rows] + rest

    def products(self, matrix, z):
        r = self.curve.r
        return [sum(c * z[i] for i, c in row) % r for row in matrix]

    def first_unsatisfied(self, z):
        """The index of the first row that z breaks, or None."""
        a, b, c = (self.products([row[k] for row in self.rows], z) for k in range(3))
        for i, (x, y, w) in enumerate(zip(a, b, c)):
            if (x * y - w) % self.curve.r:
                return i
        return None

    def occurs(self, matrix):
        """For each variable: does it occur in the matrix with a coefficient that is not zero, terms merged?"""
        seen = [False] * self.variable_count
        for row in matrix:
            merged = {}
            for i, c in row:
                merged[i] = (merged.get(i, 0) + c) % self.curve.r
            for i, c in merged.items():
                seen[i] |= c != 0
        return seen
