# SPDX-License-Identifier: Apache-2.0
"""A second, independent Groth16 in big-integer Python: the source of the golden vectors.

Nothing here is fast, and nothing here shares a line, a table or an algorithm choice with the C++ code: field
elements are Python integers in standard form, Fp12 is a flat polynomial ring, the pairing is the definition
with an affine Miller loop. Python 3.11, standard library only.
"""
