#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Holds the oracle itself to published values and to the laws that its objects must obey."""
import json
import unittest

from oracle import bellman_files, groth16, iden3_files, snarkjs_json
from oracle.cases import COMBINATIONS, R_FIXED, S_FIXED, Case, cases
from oracle.circuits import random_sparse, rows_pow2_plus_1, tiny
from oracle.curves import BLS12_381, BN254, CURVES
from oracle.domain import Domain
from oracle.pairing import Pairing
from oracle.rng import Rng

# draft-irtf-cfrg-pairing-friendly-curves-11, appendix B: e(G1, G2) on BLS12-381, e_0 .. e_11
IRTF_PAIRING = """
11619b45f61edfe3b47a15fac19442526ff489dcda25e59121d9931438907dfd448299a87dde3a649bdba96e84d54558
153ce14a76a53e205ba8f275ef1137c56a566f638b52d34ba3bf3bf22f277d70f76316218c0dfd583a394b8448d2be7f
095668fb4a02fe930ed44767834c915b283b1c6ca98c047bd4c272e9ac3f3ba6ff0b05a93e59c71fba77bce995f04692
16deedaa683124fe7260085184d88f7d036b86f53bb5b7f1fc5e248814782065413e7d958d17960109ea006b2afdeb5f
09c92cf02f3cd3d2f9d34bc44eee0dd50314ed44ca5d30ce6a9ec0539be7a86b121edc61839ccc908c4bdde256cd6048
111061f398efc2a97ff825b04d21089e24fd8b93a47e41e60eae7e9b2a38d54fa4dedced0811c34ce528781ab9e929c7
01ecfcf31c86257ab00b4709c33f1c9c4e007659dd5ffc4a735192167ce197058cfb4c94225e7f1b6c26ad9ba68f63bc
08890726743a1f94a8193a166800b7787744a8ad8e2f9365db76863e894b7a11d83f90d873567e9d645ccf725b32d26f
0e61c752414ca5dfd258e9606bac08daec29b3e2c57062669556954fb227d3f1260eedf25446a086b0844bcd43646c10
0fe63f185f56dd29150fc498bbeea78969e7e783043620db33f75a05a0a2ce5c442beaff9da195ff15164c00ab66bdde
10900338a92ed0b47af211636f7cfdec717b7ee43900eee9b5fc24f0000c5874d4801372db478987691c566a8c474978
1454814f3085f0e6602247671bc408bbce2007201536818c901dbd4d2095dd86c1ec8b888e59611f60a301af7776be3d
""".split()

# Ethereum's alt_bn128 pairing precompile (EIP-197), published case "jeff1": (x, y, X.c1, X.c0, Y.c1, Y.c0)
# twice; the product of the two pairings is 1
EIP197_PAIRING = """
1c76476f4def4bb94541d57ebba1193381ffa7aa76ada664dd31c16024c43f59
3034dd2920f673e204fee2811c678745fc819b55d3e9d294e45c9b03a76aef41
209dd15ebff5d46c4bd888e51a93cf99a7329636c63514396b4a452003a35bf7
04bf11ca01483bfa8b34b43561848d28905960114c8ac04049af4b6315a41678
2bb8324af6cfc93537a2ad1a445cfd0ca2a71acd7ac41fadbf933c2a51be344d
120a2a4cf30c1bf9845f20c6fe39e07ea2cce61f0c9bb048165fe5e4de877550
111e129f1cf1097710d41c4ac70fcdfa5ba2023c6ff1cbeac322de49d1b6df7c
2032c61a830e3c17286de9462bf242fca2883585b93870a73853face6a6bf411
198e9393920d483a7260bfb731fb5d25f1aa493335a9e71297e485b7aef312c2
1800deef121f1e76426a00665e5c4479674322d4f75edadd46debd5cd992f6ed
090689d0585ff075ec9e99ad690c3395bc4b313370b38ef355acdadcd122975b
12c85ea5db8c6deb4aab71808dcb408fe3d1e7690c43d37b4ce6cc0166fa7daa
""".split()


class Curves(unittest.TestCase):
    def test_moduli_are_the_published_ones(self):
        self.assertEqual(BN254.p, 21888242871839275222246405745257275088696311157297823662689037894645226208583)
        self.assertEqual(BN254.r, 21888242871839275222246405745257275088548364400416034343698204186575808495617)
        self.assertEqual(BLS12_381.p, int("1a0111ea397fe69a4b1ba7b6434bacd764774b84f38512bf6730d2a0f6b0f624"
                                          "1eabfffeb153ffffb9feffffffffaaab", 16))
        self.assertEqual(BLS12_381.r, 0x73eda753299d7d483339d80809a1d80553bda402fffe5bfeffffffff00000001)
        self.assertEqual((BN254.two_adicity, BLS12_381.two_adicity), (28, 32))

    def test_generators_are_in_the_subgroup(self):
        for curve in CURVES:
            for group in (curve.g1, curve.g2):
                self.assertTrue(group.in_subgroup(group.generator))
                self.assertFalse(group.is_on_curve((group.generator[0], group.generator[0])))

    def test_order_times_cofactor_ends_every_point(self):
        for curve in CURVES:
            for group in (curve.g1, curve.g2):
                point = group.find_point(12345)
                self.assertIsNone(group.mul(point, group.order * group.cofactor))
                self.assertTrue(group.in_subgroup(group.mul(point, group.cofactor)))

    def test_points_of_small_order_are_outside_the_subgroup(self):
        for group, order in ((BLS12_381.g1, 11), (BLS12_381.g2, 13), (BN254.g2, 10069)):
            point = group.point_of_order(order)
            self.assertIsNone(group.mul(point, order))
            self.assertFalse(group.in_subgroup(point))

    def test_group_laws(self):
        for curve in CURVES:
            rng = Rng("laws", curve.name)
            for group in (curve.g1, curve.g2):
                a, b = rng.below(curve.r), rng.below(curve.r)
                p, q = group.mul(group.generator, a), group.mul(group.generator, b)
                self.assertEqual(group.add(p, q), group.mul(group.generator, a + b))
                self.assertEqual(group.add(p, p), group.mul(p, 2))
                self.assertIsNone(group.add(p, group.neg(p)))
                self.assertEqual(group.generator_multiples([a, 0, curve.r]), [p, None, None])
                self.assertEqual(group.msm([p, q, None], [b, curve.r - a, 5]), None)


class Pairings(unittest.TestCase):
    def test_irtf_value(self):
        pairing = Pairing(BLS12_381)
        value = pairing.tower(pairing(BLS12_381.g1.generator, BLS12_381.g2.generator))
        self.assertEqual([f"{c:096x}" for half in value for pair in half for c in pair], IRTF_PAIRING)

    def test_eip197_value(self):
        v = [int(x, 16) for x in EIP197_PAIRING]
        pairs = [((v[k], v[k + 1]), ((v[k + 3], v[k + 2]), (v[k + 5], v[k + 4]))) for k in (0, 6)]
        pairing = Pairing(BN254)
        self.assertEqual(pairing.product(pairs), pairing.one)
        self.assertNotEqual(pairing.product(pairs[:1]), pairing.one)

    def test_bilinear_and_of_order_r(self):
        for curve in CURVES:
            pairing, rng = Pairing(curve), Rng("bilinear", curve.name)
            g1, g2 = curve.g1, curve.g2
            a, b = rng.below(curve.r), rng.below(curve.r)
            base = pairing(g1.generator, g2.generator)
            self.assertNotEqual(base, pairing.one)
            self.assertEqual(pairing.pow(base, curve.r), pairing.one)
            self.assertEqual(pairing(g1.mul(g1.generator, a), g2.mul(g2.generator, b)),
                             pairing.pow(base, a * b % curve.r))

    def test_tower_field_laws(self):
        for curve in CURVES:
            pairing, rng = Pairing(curve), Rng("tower", curve.name)
            a = [rng.below(curve.p) for _ in range(12)]
            self.assertEqual(pairing.mul(a, pairing.inv(a)), pairing.one)
            self.assertEqual(pairing.frobenius2(a), pairing.pow(a, curve.p**2))
            self.assertEqual(pairing.conj(a), pairing.pow(a, curve.p**6))
            self.assertEqual(pairing.from_tower(pairing.tower(a)), a)


class Domains(unittest.TestCase):
    def test_forward_evaluates_and_inverse_inverts(self):
        for curve in CURVES:
            rng, r = Rng("domain", curve.name), curve.r
            for non_residue in (5, 7):
                domain = Domain(r, curve.root_of_unity(non_residue, 3), 3)
                for shift in (1, curve.root_of_unity(non_residue, 4), 9):
                    c = [rng.below(r) for _ in range(8)]
                    values = [sum(x * pow(point, i, r) for i, x in enumerate(c)) % r
                              for point in domain.elements(shift)]
                    self.assertEqual(domain.forward(c, shift), values)
                    self.assertEqual(domain.inverse(values, shift), c)
                    tau = rng.below(r)
                    self.assertEqual(sum(x * y for x, y in zip(domain.lagrange_at(tau, shift), values)) % r,
                                     sum(x * pow(tau, i, r) for i, x in enumerate(c)) % r)


class Proofs(unittest.TestCase):
    def test_every_combination_of_every_circuit_proves_and_verifies(self):
        for case in cases():
            for combination in COMBINATIONS:
                with self.subTest(case=case.name, combination=combination):
                    proof = case.prove(*combination, R_FIXED, S_FIXED)
                    self.assertTrue(groth16.verify(case.key(*combination).vk, case.public, proof))

    def test_a_false_statement_is_refused(self):
        for curve in CURVES:
            for combination in COMBINATIONS:
                case = Case(curve, tiny)
                vk = case.key(*combination).vk
                proof = case.prove(*combination, 7, 9)
                public = case.public
                self.assertTrue(groth16.verify(vk, public, proof))
                self.assertFalse(groth16.verify(vk, [public[0] + 1, *public[1:]], proof))
                self.assertFalse(groth16.verify(vk, [public[0] + curve.r, *public[1:]], proof))
                self.assertFalse(groth16.verify(vk, public[:-1], proof))
                other = groth16.Proof(proof.a, proof.b, curve.g1.neg(proof.c))
                self.assertFalse(groth16.verify(vk, public, other))
                # a witness that breaks a row gives a proof that does not verify
                case.z[4] += 1
                self.assertIsNotNone(case.circuit.first_unsatisfied(case.z))
                self.assertFalse(groth16.verify(vk, public, case.prove(*combination, 7, 9)))

    def test_negating_a_and_b_keeps_a_proof_valid(self):
        case = Case(BLS12_381, tiny)
        combination = COMBINATIONS[0]
        proof = case.prove(*combination, 3, 4)
        negated = groth16.Proof(case.curve.g1.neg(proof.a), case.curve.g2.neg(proof.b), proof.c)
        self.assertTrue(groth16.verify(case.key(*combination).vk, case.public, negated))

    def test_a_component_outside_the_subgroup_is_refused(self):
        case = Case(BLS12_381, tiny)
        combination, g1 = COMBINATIONS[0], BLS12_381.g1
        proof = case.prove(*combination, 3, 4)
        shifted = groth16.Proof(g1.add(proof.a, g1.point_of_order(11)), proof.b, proof.c)
        self.assertTrue(g1.is_on_curve(shifted.a))
        self.assertFalse(groth16.verify(case.key(*combination).vk, case.public, shifted))


class Files(unittest.TestCase):
    def test_what_is_written_reads_back(self):
        for curve in CURVES:
            for make in (tiny, rows_pow2_plus_1, random_sparse):
                case = Case(curve, make)
                circuit = iden3_files.read_r1cs(iden3_files.write_r1cs(case.circuit))
                self.assertEqual(circuit.domain_log2, case.circuit.domain_log2)
                self.assertIsNone(circuit.first_unsatisfied(case.z))
                self.assertEqual(iden3_files.read_wtns(iden3_files.write_wtns(curve, case.z)), case.z)
                key = case.key(groth16.COSET, 5)
                again, rows = iden3_files.read_zkey(iden3_files.write_zkey(key, case.circuit))
                self.assertEqual(again, key)
                self.assertEqual(groth16.prove(again, rows, case.z, 5, 6),
                                 groth16.prove(key, case.circuit, case.z, 5, 6))
                proof = case.prove(groth16.COSET, 5, 5, 6)
                through_json = json.loads(snarkjs_json.dump(snarkjs_json.proof_json(curve, proof)))
                self.assertEqual(snarkjs_json.proof_from_json(through_json), proof)
                vk = json.loads(snarkjs_json.dump(snarkjs_json.vk_json(key.vk)))
                self.assertEqual(snarkjs_json.vk_from_json(vk), key.vk)

    def test_bellman_files_read_back(self):
        for make in (tiny, rows_pow2_plus_1, random_sparse):
            case = Case(BLS12_381, make)
            key = case.key(groth16.MONOMIAL, 7)
            again = bellman_files.read_params(bellman_files.write_params(key, case.circuit), case.circuit)
            self.assertEqual(groth16.prove(again, case.circuit, case.z, 5, 6),
                             groth16.prove(key, case.circuit, case.z, 5, 6))
            proof = case.prove(groth16.MONOMIAL, 7, 5, 6)
            self.assertEqual(bellman_files.read_proof(bellman_files.write_proof(proof)), proof)

    def test_compressed_generators_are_the_published_ones(self):
        # the Zcash protocol specification's encoding, as many standards quote it
        self.assertEqual(bellman_files.compressed(BLS12_381.g1, BLS12_381.g1.generator).hex()[:16],
                         "97f1d3a73197d794")
        self.assertEqual(bellman_files.compressed(BLS12_381.g2, BLS12_381.g2.generator).hex()[:16],
                         "93e02b6052719f60")


if __name__ == "__main__":
    unittest.main()
