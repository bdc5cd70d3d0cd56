# SPDX-License-Identifier: Apache-2.0
"""How golden text files write values: hex of fixed width, big-endian, standard form, separated by blanks."""


def element(modulus, value):
    assert 0 <= value < modulus
    return f"{value:0{2 * ((modulus.bit_length() + 63) // 64 * 8)}x}"


def elements(modulus, values):
    return " ".join(element(modulus, v) for v in values)


def fp2(field, value):
    return elements(field.p, value)


def point(group, value):
    """x y, or x.c0 x.c1 y.c0 y.c1; infinity is all zero (which is on neither curve)."""
    f = group.field
    x, y = (f.zero, f.zero) if value is None else value
    return elements(f.p, (*f.coefficients(x), *f.coefficients(y)))
