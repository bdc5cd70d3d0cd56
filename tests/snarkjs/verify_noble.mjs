// SPDX-License-Identifier: Apache-2.0
// A Groth16 verifier on @noble/curves: strict where snarkjs is not (canonical values, curve, subgroup, counts).
//
//   node verify_noble.mjs --work DIR --vk F --public F --proof F     prints valid or invalid, exit 0 or 1
//
// The files are snarkjs JSON, or bellman's: a .vk, the public values as JSON and a proof of 192 bytes.
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { loadModules, option } from "./modules.mjs";

const readJson = (file) => JSON.parse(readFileSync(file, "utf8"));

/// Throws where a value is not a decimal string below `limit`.
function canonical(text, limit) {
  if (typeof text !== "string" || !/^(0|[1-9][0-9]*)$/.test(text)) throw new Error(`not a decimal string: ${text}`);
  const value = BigInt(text);
  if (value >= limit) throw new Error(`not below the modulus: ${text}`);
  return value;
}

/// Throws where the point is off the curve or outside the subgroup. z = "0" is infinity.
function pointFromJson(Point, field, value, isG2) {
  const coordinate = (v) =>
    isG2 ? { c0: canonical(v[0], field.ORDER), c1: canonical(v[1], field.ORDER) } : canonical(v, field.ORDER);
  const [x, y, z] = value.map(coordinate);
  if (isG2 ? z.c0 === 0n && z.c1 === 0n : z === 0n) return Point.ZERO;
  const point = Point.fromAffine({ x, y });
  point.assertValidity();
  return point;
}

/// {curve: noble's, alpha, beta, gamma, delta, ic}
export function verifyingKeyFromJson(modules, value) {
  const curve = modules.noble[value.curve];
  const { Fp } = curve.fields;
  const g1 = (v) => pointFromJson(curve.G1.Point, Fp, v, false);
  const g2 = (v) => pointFromJson(curve.G2.Point, Fp, v, true);
  return { curve, alpha: g1(value.vk_alpha_1), beta: g2(value.vk_beta_2), gamma: g2(value.vk_gamma_2),
           delta: g2(value.vk_delta_2), ic: value.IC.map(g1) };
}

export function proofFromJson(curve, value) {
  const { Fp } = curve.fields;
  return { a: pointFromJson(curve.G1.Point, Fp, value.pi_a, false),
           b: pointFromJson(curve.G2.Point, Fp, value.pi_b, true),
           c: pointFromJson(curve.G1.Point, Fp, value.pi_c, false) };
}

/// bellman's .vk: alpha_g1, beta_g1, beta_g2, gamma_g2, delta_g1, delta_g2, u32 count, ic; uncompressed, big-endian.
export function verifyingKeyFromBellman(modules, bytes) {
  const curve = modules.noble.bls12381;
  let at = 0;
  const take = (Point, size) => {
    const point = Point.fromBytes(bytes.subarray(at, at + size));
    point.assertValidity();
    at += size;
    return point;
  };
  const g1 = () => take(curve.G1.Point, 96);
  const g2 = () => take(curve.G2.Point, 192);
  const [alpha, , beta, gamma, , delta] = [g1(), g1(), g2(), g2(), g1(), g2()];
  const count = bytes.readUInt32BE(at);
  at += 4;
  const ic = Array.from({ length: count }, g1);
  if (at !== bytes.length) throw new Error("trailing bytes");
  return { curve, alpha, beta, gamma, delta, ic };
}

export function proofFromBellman(curve, bytes) {
  if (bytes.length !== 192) throw new Error(`a proof has 192 bytes, not ${bytes.length}`);
  const { G1, G2 } = curve;
  const points = [G1.Point.fromBytes(bytes.subarray(0, 48)), G2.Point.fromBytes(bytes.subarray(48, 144)),
                  G1.Point.fromBytes(bytes.subarray(144))];
  points.forEach((point) => point.assertValidity());
  return { a: points[0], b: points[1], c: points[2] };
}

/// e(A, B) = e(alpha, beta) e(IC, gamma) e(C, delta)
export function verifyEquation(vk, publicValues, proof) {
  const { curve } = vk;
  const { Fr, Fp12 } = curve.fields;
  if (publicValues.length !== vk.ic.length - 1) throw new Error("wrong number of public values");
  let inputs = vk.ic[0];
  publicValues.forEach((text, i) => {
    const value = canonical(text, Fr.ORDER);
    if (value !== 0n) inputs = inputs.add(vk.ic[i + 1].multiply(value));
  });
  const pairs = [[proof.a.negate(), proof.b], [vk.alpha, vk.beta], [inputs, vk.gamma], [proof.c, vk.delta]];
  // e(0, Q) = 1
  const product = curve.pairingBatch(pairs.filter(([p, q]) => !p.is0() && !q.is0()).map(([g1, g2]) => ({ g1, g2 })));
  return Fp12.eql(product, Fp12.ONE);
}

/// true or false; whatever can't be read is false.
export function verifyJson(modules, vkValue, publicValues, proofValue) {
  try {
    const vk = verifyingKeyFromJson(modules, vkValue);
    return verifyEquation(vk, publicValues, proofFromJson(vk.curve, proofValue));
  } catch {
    return false;
  }
}

export function verifyBellman(modules, vkBytes, publicValues, proofBytes) {
  try {
    const vk = verifyingKeyFromBellman(modules, vkBytes);
    return verifyEquation(vk, publicValues, proofFromBellman(vk.curve, proofBytes));
  } catch {
    return false;
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const modules = await loadModules(option("work"));
  const [vk, proof] = [option("vk"), option("proof")];
  const publicValues = readJson(option("public"));
  const ok = vk.endsWith(".vk")
    ? verifyBellman(modules, readFileSync(vk), publicValues, readFileSync(proof))
    : verifyJson(modules, readJson(vk), publicValues, readJson(proof));
  console.log(ok ? "valid" : "invalid");
  process.exit(ok ? 0 : 1);
}
