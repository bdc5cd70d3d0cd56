# SPDX-License-Identifier: Apache-2.0
"""The two curves, each from its seed.

BN254 ("alt_bn128", EIP-196/197; snarkjs "bn128"): seed u = 4965661367192848881,
    p = 36u^4 + 36u^3 + 24u^2 + 6u + 1, r = 36u^4 + 36u^3 + 18u^2 + 6u + 1,
    E: y^2 = x^3 + 3, twist (D type) E': y^2 = x^3 + 3/(9 + i).
BLS12-381 (Bowe 2017, Zcash): seed x = -0xd201000000010000,
    r = x^4 - x^2 + 1, p = (x - 1)^2 r / 3 + x,
    E: y^2 = x^3 + 4, twist (M type) E': y^2 = x^3 + 4(1 + i).
In both Fp2 = Fp[i]/(i^2 + 1) and Fp12 = Fp[w] with w^6 = xi, xi = 9 + i or 1 + i.
"""
from dataclasses import dataclass, field

from .fields import PrimeField, QuadraticField
from .points import Group


@dataclass(frozen=True)
class Curve:
    name: str          # as Lockstep says it
    snarkjs_name: str  # as snarkjs says it
    seed: int
    p: int
    r: int
    xi0: int           # xi = xi0 + i
    twist_is_d: bool   # D: untwisting multiplies by w^2, w^3; M: divides by them
    fp_bytes: int      # of an encoded coordinate
    g1: Group = field(repr=False)
    g2: Group = field(repr=False)

    @property
    def montgomery_q(self):
        """R mod p of a .zkey's coordinates, R = 2^256 or 2^384."""
        return pow(2, 8 * self.fp_bytes, self.p)

    @property
    def montgomery_r(self):
        """R mod r, R = 2^256."""
        return pow(2, 256, self.r)

    @property
    def two_adicity(self):
        return ((self.r - 1) & -(self.r - 1)).bit_length() - 1

    def root_of_unity(self, non_residue, log2):
        """The primitive 2^log2-th root of unity that comes from a quadratic non-residue: 5 is snarkjs's on
        both curves, 7 is the multiplicative generator of bellman's crates."""
        assert log2 <= self.two_adicity
        assert pow(non_residue, (self.r - 1) // 2, self.r) == self.r - 1
        return pow(non_residue, (self.r - 1) >> log2, self.r)


def _bn254():
    u = 4965661367192848881
    p = 36 * u**4 + 36 * u**3 + 24 * u**2 + 6 * u + 1
    r = 36 * u**4 + 36 * u**3 + 18 * u**2 + 6 * u + 1
    fp, fp2 = PrimeField(p), QuadraticField(p)
    twist_b = fp2.mul((3, 0), fp2.inv((9, 1)))
    g1 = Group("g1", fp, 3, (1, 2), r, 1)
    g2 = Group("g2", fp2, twist_b, (
        (10857046999023057135944570762232829481370756359578518086990519993285655852781,
         11559732032986387107991004021392285783925812861821192530917403151452391805634),
        (8495653923123431417604973247489272438418190587263600148770280649306958101930,
         4082367875863433681332203403145435568316851327593401208105741076214120093531)), r, 2 * p - r)
    return Curve("bn254", "bn128", u, p, r, 9, True, 32, g1, g2)


def _bls12_381():
    x = -0xd201000000010000
    r = x**4 - x**2 + 1
    p = (x - 1)**2 * r // 3 + x
    fp, fp2 = PrimeField(p), QuadraticField(p)
    g1 = Group("g1", fp, 4, (
        0x17f1d3a73197d7942695638c4fa9ac0fc3688c4f9774b905a14e3a3f171bac586c55e83ff97a1aeffb3af00adb22c6bb,
        0x08b3f481e3aaa0f1a09e30ed741d8ae4fcf5e095d5d00af600db18cb2c04b3edd03cc744a2888ae40caa232946c5e7e1),
        r, (x - 1)**2 // 3)
    g2 = Group("g2", fp2, (4, 4), (
        (0x024aa2b2f08f0a91260805272dc51051c6e47ad4fa403b02b4510b647ae3d1770bac0326a805bbefd48056c8c121bdb8,
         0x13e02b6052719f607dacd3a088274f65596bd0d09920b61ab5da61bbdc7f5049334cf11213945d57e5ac7d055d042b7e),
        (0x0ce5d527727d6e118cc9cdc6da2e351aadfd9baa8cbdd3a76d429a695160d12c923ac9cc3baca289e193548608b82801,
         0x0606c4a02ea734cc32acd2b02bc28b99cb3e287e85a763af267492ab572e99ab3f370d275cec1da1aaa9075ff05f79be)),
        r, (x**8 - 4 * x**7 + 5 * x**6 - 4 * x**4 + 6 * x**3 - 4 * x**2 - 4 * x + 13) // 9)
    return Curve("bls12_381", "bls12381", x, p, r, 1, False, 48, g1, g2)


BN254 = _bn254()
BLS12_381 = _bls12_381()
CURVES = (BN254, BLS12_381)


def curve_of_scalar_modulus(r):
    for curve in CURVES:
        if curve.r == r:
            return curve
    raise ValueError(f"{r} is the scalar modulus of neither curve")
