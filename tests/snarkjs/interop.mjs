// SPDX-License-Identifier: Apache-2.0
// Lockstep among its neighbours: circuits compiled by circom, proofs exchanged with snarkjs, and a verifier on
// @noble/curves as a third opinion.
//
//   node interop.mjs --lockstep BIN --work DIR [--backend NAME] [--only NAME] [--full]
//
// Prints one line a check, then `N passed, N failed`. --full adds the long circuits. DIR keeps what is compiled.
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { Checks, Lockstep } from "./checks.mjs";
import { CIRCUITS, CURVES } from "./circuits.mjs";
import { compileCircuit } from "./compile.mjs";
import { loadModules, option } from "./modules.mjs";
import { snarkjsSetup } from "./snarkjs_setup.mjs";
import { verifyBellman, verifyJson } from "./verify_noble.mjs";

const SEED = "00112233445566778899aabbccddeeff00112233445566778899aabbccddeeff";
const readJson = (file) => JSON.parse(readFileSync(file, "utf8"));

const work = option("work");
const lockstep = new Lockstep(path.resolve(option("lockstep")), option("backend", "cpu_reference"));
const only = option("only", "");
const full = process.argv.includes("--full");
const modules = await loadModules(work);
const { snarkjs } = modules;
const checks = new Checks();

/// What every verifier of the three says of a proof.
async function checkVerdict(what, files, expected) {
  const [vk, publicValues, proof] = [files.vk, files.public, files.proof].map(readJson);
  checks.check(`${what}: lockstep says ${expected}`, lockstep.verify(files.vk, files.public, files.proof) === expected,
               lockstep.verify(files.vk, files.public, files.proof));
  const noble = verifyJson(modules, vk, publicValues, proof) ? "valid" : "invalid";
  checks.check(`${what}: noble says ${expected}`, noble === expected, noble);
  const snark = (await snarkjs.groth16.verify(vk, publicValues, proof)) ? "valid" : "invalid";
  checks.check(`${what}: snarkjs says ${expected}`, snark === expected, snark);
}

/// Our proof and snarkjs's with one key; then what must be refused.
async function exchangeProofs(what, circuit, folder, scratch, key, vk) {
  const witness = path.join(folder, "witness.wtns");
  const ours = { vk, public: path.join(scratch, "public.json"), proof: path.join(scratch, "proof.json") };
  const result = lockstep.prove("--key", key, "--witness", witness, "--proof", ours.proof, "--public", ours.public);
  if (!checks.check(`${what}: lockstep proves`, result.status === 0, `exit ${result.status}: ${result.stderr}`)) return;
  await checkVerdict(`${what}: our proof`, ours, "valid");

  const { proof, publicSignals } = await snarkjs.groth16.prove(key, witness);
  checks.checkSame(`${what}: public values are snarkjs's`, readJson(ours.public), publicSignals);
  checks.check(`${what}: ${circuit.publicCount} public values`, publicSignals.length === circuit.publicCount);
  if (circuit.expected) checks.checkSame(`${what}: public values are the known ones`, publicSignals, circuit.expected);
  const theirs = { vk, public: path.join(scratch, "their_public.json"), proof: path.join(scratch, "their_proof.json") };
  writeFileSync(theirs.proof, JSON.stringify(proof));
  writeFileSync(theirs.public, JSON.stringify(publicSignals));
  await checkVerdict(`${what}: snarkjs's proof`, theirs, "valid");

  // A component swapped for another point of the same group, then another public value
  const tampered = { ...ours, proof: path.join(scratch, "tampered.json") };
  const value = readJson(ours.proof);
  writeFileSync(tampered.proof, JSON.stringify({ ...value, pi_c: value.pi_a }));
  await checkVerdict(`${what}: tampered proof`, tampered, "invalid");
  if (circuit.publicCount > 0) {
    const changed = { ...ours, public: path.join(scratch, "changed.json") };
    const values = readJson(ours.public);
    writeFileSync(changed.public, JSON.stringify([...values.slice(0, -1), String(BigInt(values.at(-1)) + 1n)]));
    await checkVerdict(`${what}: another public value`, changed, "invalid");
  }
}

/// bellman's parameters, verifying key and proof, on BLS12-381.
function bellman(what, folder, scratch) {
  const at = (name) => path.join(scratch, name);
  const r1cs = path.join(folder, "circuit.r1cs");
  const setup = lockstep.run("setup", "--r1cs", r1cs, "--key", at("made.params"), "--vk", at("made.vk"), "--seed", SEED);
  if (!checks.check(`${what}: setup of bellman's parameters`, setup.status === 0, setup.stderr)) return;
  const result = lockstep.prove("--r1cs", r1cs, "--key", at("made.params"), "--witness", path.join(folder, "witness.wtns"),
                                "--proof", at("proof.bin"), "--public", at("bellman_public.json"));
  if (!checks.check(`${what}: lockstep proves with bellman's parameters`, result.status === 0, result.stderr)) return;
  const verdict = lockstep.verify(at("made.vk"), at("bellman_public.json"), at("proof.bin"));
  checks.check(`${what}: lockstep says valid of the 192 bytes`, verdict === "valid", verdict);
  const [vk, proof] = [at("made.vk"), at("proof.bin")].map((file) => readFileSync(file));
  const publicValues = readJson(at("bellman_public.json"));
  checks.check(`${what}: noble says valid of the 192 bytes`, verifyBellman(modules, vk, publicValues, proof));
  proof[191] ^= 1;
  writeFileSync(at("tampered.bin"), proof);
  const refused = lockstep.verify(at("made.vk"), at("bellman_public.json"), at("tampered.bin"));
  checks.check(`${what}: lockstep says invalid of a changed byte`, refused === "invalid", refused);
}

/// Variables whose point in B2 is infinity, by section 7 of the key.
function infinityPointsInB(key, curve) {
  const bytes = readFileSync(key);
  const width = curve === "bn128" ? 128 : 192;
  for (let at = 12; at < bytes.length; ) {
    const [id, size] = [bytes.readUInt32LE(at), Number(bytes.readBigUInt64LE(at + 4))];
    at += 12;
    if (id === 7) {
      const points = Array.from({ length: size / width }, (_, i) => bytes.subarray(at + i * width, at + (i + 1) * width));
      return points.filter((point) => point.every((byte) => byte === 0)).length;
    }
    at += size;
  }
  return 0;
}

async function checkCircuit(circuit, curve) {
  const what = `${circuit.name} ${curve}`;
  const folder = await compileCircuit(modules, work, circuit, curve);
  const scratch = path.join(path.resolve(work), "scratch", `${circuit.name}-${curve}`);
  rmSync(scratch, { recursive: true, force: true });
  mkdirSync(scratch, { recursive: true });
  const r1cs = path.join(folder, "circuit.r1cs");
  if (circuit.minConstraints) {
    const { nConstraints } = await snarkjs.r1cs.info(r1cs);
    checks.check(`${what}: ${nConstraints} constraints, at least ${circuit.minConstraints}`,
                 nConstraints >= circuit.minConstraints);
  }

  const [key, vk] = [path.join(scratch, "made.zkey"), path.join(scratch, "made_vk.json")];
  const setup = lockstep.run("setup", "--r1cs", r1cs, "--key", key, "--vk", vk, "--seed", SEED);
  if (!checks.check(`${what}: setup`, setup.status === 0, `exit ${setup.status}: ${setup.stderr}`)) return;
  checks.checkSame(`${what}: verification key is snarkjs's export`, readJson(vk),
                   await snarkjs.zKey.exportVerificationKey(key));
  if (circuit.infinityInB) {
    const count = infinityPointsInB(key, curve);
    checks.check(`${what}: ${count} points of the B query are infinity`, count > 0);
  }
  await exchangeProofs(what, circuit, folder, scratch, key, vk);
  if (curve === "bls12381") bellman(what, folder, scratch);

  if (circuit.name === "tiny") {
    const theirs = await snarkjsSetup(modules, folder, curve, 4);
    const inspected = lockstep.run("inspect", theirs.key);
    checks.check(`${what}: snarkjs's key is sound`, inspected.status === 0, inspected.stderr);
    await exchangeProofs(`${what} with snarkjs's setup`, circuit, folder, scratch, theirs.key, theirs.vk);
  }
}

if (!existsSync(lockstep.program)) throw new Error(`${lockstep.program} is not there`);
for (const circuit of CIRCUITS) {
  if ((circuit.full && !full) || (only && circuit.name !== only)) continue;
  for (const curve of CURVES) await checkCircuit(circuit, curve);
}
process.exit(checks.finish());  // snarkjs's worker threads would keep the process alive
