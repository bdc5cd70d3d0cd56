// SPDX-License-Identifier: Apache-2.0
// The circuits of the interoperability tests: what they are, their inputs, and what is known of them beforehand.

import { createHash } from "node:crypto";

export const CURVES = ["bn128", "bls12381"];

const count = (n) => Array.from({ length: n }, (_, i) => i);
const sha256Bits = count(256).map((i) => (0x9d >> (i % 7)) & 1);

/// One entry a circuit: `file` in circuits/, `main` where the file leaves the main component open, `input` of its
/// signals, `publicCount`, `minConstraints`; `full`: with --full only.
export const CIRCUITS = [
  { name: "tiny", file: "tiny.circom", input: { a: 3, b: 11 }, publicCount: 3, expected: ["33", "104", "3"] },
  { name: "no_public", file: "no_public.circom", input: { x: 3 }, publicCount: 0, expected: [] },
  {
    name: "many_public",
    file: "many_public.circom",
    input: { x: count(250), key: 7 },
    publicCount: 500,
    expected: [...count(250).map((i) => String(i * i + 7)), ...count(250).map(String)],
  },
  {
    name: "sparse_b",
    file: "sparse_b.circom",
    input: { x: count(20), key: 1000, total: 380000 },
    publicCount: 1,
    expected: ["380000"],
    infinityInB: true,
  },
  {
    name: "sums",
    file: "sums.circom",
    input: { pay: [1, 2, 3, 4, 5, 6], bonus: [10, 0, 0, 0, 0, 1], all: 21 * 52 + 11 },
    publicCount: 1,
    expected: ["1103"],
    infinityInB: true,
  },
  {
    name: "sha256",
    file: "sha256.circom",
    input: { in: sha256Bits },
    publicCount: 2,
    expected: sha256OfBits(sha256Bits),
    minConstraints: 30000,
  },
  poseidonChain(20),
  { ...poseidonChain(215), full: true, minConstraints: 50000 },
];

function poseidonChain(length) {
  return {
    name: `poseidon_chain_${length}`,
    file: "poseidon_chain.circom",
    main: `PoseidonChain(${length})`,
    input: { start: "123456789012345678901234567890" },
    publicCount: 1,
  };
}

/// The hash as the two numbers that the circuit gives, by Node's own SHA-256.
function sha256OfBits(bits) {
  const bytes = new Uint8Array(bits.length / 8);
  bits.forEach((bit, i) => (bytes[i >> 3] |= bit << (7 - (i & 7))));
  const hex = createHash("sha256").update(bytes).digest("hex");
  return [BigInt("0x" + hex.slice(0, 32)).toString(), BigInt("0x" + hex.slice(32)).toString()];
}
