# SPDX-License-Identifier: Apache-2.0
"""Groth16 (2016) from known secrets: setup, prove, verify, in both bases of the H query.

    A = alpha + sum z_i A_i + r delta
    B = beta  + sum z_i B_i + s delta                (in G2, and in G1 for C)
    C = sum_aux z_i L_i + sum h_i H_i + s A + r B1 - r s delta
    e(A, B) = e(alpha, beta) e(sum_public z_i IC_i, gamma) e(C, delta)

`monomial` (bellman): H_i = tau^i Z(tau)/delta, i < n - 1; h = coefficients of (ab - c)/Z.
`coset` (snarkjs): H_i = the Lagrange polynomial of the (2i+1)-th of the 2n-th roots of unity at tau, over
delta; h_i = ab - c at that place, c being the interpolation of the row products a_j b_j.
"""
import hashlib
import itertools
from dataclasses import dataclass

from .domain import Domain
from .pairing import Pairing

MONOMIAL, COSET = "monomial", "coset"


@dataclass
class Secrets:
    """The toxic waste; known here, since these keys are for tests."""
    tau: int
    alpha: int
    beta: int
    gamma: int
    delta: int

    @classmethod
    def from_rng(cls, rng, r, gamma_is_one):
        values = [rng.nonzero_below(r) for _ in range(5)]
        if gamma_is_one:  # as snarkjs has it
            values[3] = 1
        return cls(*values)

    @classmethod
    def of_development_setup(cls, curve, seed):
        """Those of `lockstep setup --seed`, as docs/development-setup.md derives them; seed is 32 bytes."""
        def secret(name):
            for counter in itertools.count():
                value = int.from_bytes(hashlib.sha512(
                    b"\0".join((b"lockstep development setup 1", curve.name.encode(), name.encode(),
                                counter.to_bytes(4, "little") + seed))).digest(), "little") % curve.r
                if value and not (name == "tau" and pow(value, 1 << curve.two_adicity, curve.r) == 1):
                    return value
        return cls(*map(secret, ("tau", "alpha", "beta", "gamma", "delta")))


@dataclass
class VerifyingKey:
    curve: object
    alpha_g1: tuple
    beta_g2: tuple
    gamma_g2: tuple
    delta_g2: tuple
    ic: list


@dataclass
class ProvingKey:
    """Queries over all variables: a, b1, b2 of variable_count points, l of the auxiliary ones."""
    vk: VerifyingKey
    basis: str
    non_residue: int      # that the domain's root of unity comes from
    domain_log2: int
    beta_g1: tuple
    delta_g1: tuple
    a: list
    b1: list
    b2: list
    l: list
    h: list


@dataclass
class Proof:
    a: tuple
    b: tuple
    c: tuple


def domains(curve, non_residue, log2):
    """(the domain, the shift of its odd coset: the primitive 2n-th root of unity of the same family)."""
    return (Domain(curve.r, curve.root_of_unity(non_residue, log2), log2),
            curve.root_of_unity(non_residue, log2 + 1))


def setup(circuit, secrets, basis, non_residue):
    curve, r = circuit.curve, circuit.curve.r
    domain, shift = domains(curve, non_residue, circuit.domain_log2)
    tau, alpha, beta = secrets.tau, secrets.alpha, secrets.beta
    lagrange = domain.lagrange_at(tau)

    at_tau = []
    for matrix in circuit.matrices():
        column = [0] * circuit.variable_count
        for j, row in enumerate(matrix):
            for i, c in row:
                column[i] = (column[i] + c * lagrange[j]) % r
        at_tau.append(column)
    a, b, c = at_tau
    combined = [(beta * x + alpha * y + w) % r for x, y, w in zip(a, b, c)]
    inverse_delta, inverse_gamma = pow(secrets.delta, -1, r), pow(secrets.gamma, -1, r)
    first_aux = circuit.public_count + 1

    if basis == MONOMIAL:
        z = domain.vanishing_at(tau) * inverse_delta % r
        h = [pow(tau, i, r) * z % r for i in range(domain.size - 1)]
    else:
        # On the doubled domain, L_(2i+1)(tau) = (Z(tau) / Z(odd place)) L^coset_i(tau), and Z(odd) = -2
        factor = domain.vanishing_at(tau) * pow(-2, -1, r) * inverse_delta % r
        h = [x * factor % r for x in domain.lagrange_at(tau, shift)]

    g1, g2 = curve.g1.generator_multiples, curve.g2.generator_multiples
    alpha_g1, beta_g1, delta_g1 = g1([alpha, beta, secrets.delta])
    beta_g2, gamma_g2, delta_g2 = g2([beta, secrets.gamma, secrets.delta])
    vk = VerifyingKey(curve, alpha_g1, beta_g2, gamma_g2, delta_g2,
                      g1([x * inverse_gamma for x in combined[:first_aux]]))
    return ProvingKey(vk, basis, non_residue, circuit.domain_log2, beta_g1, delta_g1, g1(a), g1(b), g2(b),
                      g1([x * inverse_delta for x in combined[first_aux:]]), g1(h))


def h_scalars(circuit, z, basis, non_residue):
    curve, r = circuit.curve, circuit.curve.r
    domain, shift = domains(curve, non_residue, circuit.domain_log2)
    a, b, c = (circuit.products(m, z) for m in circuit.matrices())
    if basis == COSET:
        c = [x * y % r for x, y in zip(a, b)]
    padded = ([*v, *[0] * (domain.size - len(v))] for v in (a, b, c))
    a, b, c = (domain.forward(domain.inverse(v), shift) for v in padded)
    odd = [(x * y - w) % r for x, y, w in zip(a, b, c)]
    if basis == COSET:
        return odd
    z_odd = (pow(shift, domain.size, r) - 1) % r
    quotient = domain.inverse([x * pow(z_odd, -1, r) % r for x in odd], shift)
    return quotient[:-1]  # the last is 0 when z satisfies the circuit


def prove(key, circuit, z, r_blind, s_blind):
    """Like a prover, asks nothing about whether z satisfies the circuit."""
    curve, g1, g2 = circuit.curve, circuit.curve.g1, circuit.curve.g2
    r = curve.r
    first_aux = circuit.public_count + 1
    h = h_scalars(circuit, z, key.basis, key.non_residue)
    vk = key.vk
    a = g1.msm([vk.alpha_g1, key.delta_g1, *key.a], [1, r_blind, *z])
    b2 = g2.msm([vk.beta_g2, vk.delta_g2, *key.b2], [1, s_blind, *z])
    b1 = g1.msm([key.beta_g1, key.delta_g1, *key.b1], [1, s_blind, *z])
    c = g1.msm([*key.l, *key.h, a, b1, key.delta_g1],
               [*z[first_aux:], *h, s_blind, r_blind, -r_blind * s_blind % r])
    return Proof(a, b2, c)


def verify(vk, public, proof):
    """public without the constant 1. Checks everything: counts, canonical values, curves, subgroups."""
    curve = vk.curve
    if len(public) != len(vk.ic) - 1 or any(not 0 <= x < curve.r for x in public):
        return False
    if not (curve.g1.in_subgroup(proof.a) and curve.g2.in_subgroup(proof.b)
            and curve.g1.in_subgroup(proof.c)):
        return False
    inputs = curve.g1.msm(vk.ic, [1, *public])
    pairing = Pairing(curve)
    return pairing.product([(curve.g1.neg(proof.a), proof.b), (vk.alpha_g1, vk.beta_g2),
                            (inputs, vk.gamma_g2), (proof.c, vk.delta_g2)]) == pairing.one
