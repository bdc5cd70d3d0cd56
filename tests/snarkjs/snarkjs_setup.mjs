// SPDX-License-Identifier: Apache-2.0
// A key made by snarkjs alone: powers of tau, phase 2, one contribution. For one small circuit a curve; kept in the
// work folder.
import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";

/// Returns {key, vk}: the paths of a .zkey and its verification_key.json for the circuit's r1cs.
export async function snarkjsSetup(modules, folder, curveName, power) {
  const { snarkjs } = modules;
  const out = path.join(folder, "snarkjs_setup");
  const made = { key: path.join(out, "circuit.zkey"), vk: path.join(out, "verification_key.json") };
  if (existsSync(out)) return made;

  const scratch = `${out}.making-${process.pid}`;
  rmSync(scratch, { recursive: true, force: true });
  mkdirSync(scratch, { recursive: true });
  const at = (name) => path.join(scratch, name);
  const curve = await snarkjs.curves.getCurveFromName(curveName);
  await snarkjs.powersOfTau.newAccumulator(curve, power, at("0.ptau"));
  await snarkjs.powersOfTau.contribute(at("0.ptau"), at("1.ptau"), "test", "entropy of a test");
  await snarkjs.powersOfTau.preparePhase2(at("1.ptau"), at("2.ptau"));
  await snarkjs.zKey.newZKey(path.join(folder, "circuit.r1cs"), at("2.ptau"), at("0.zkey"));
  await snarkjs.zKey.contribute(at("0.zkey"), at("circuit.zkey"), "test", "more entropy of a test");
  writeFileSync(at("verification_key.json"),
                JSON.stringify(await snarkjs.zKey.exportVerificationKey(at("circuit.zkey")), null, 1));
  for (const name of ["0.ptau", "1.ptau", "2.ptau", "0.zkey"]) rmSync(at(name));
  renameSync(scratch, out);
  return made;
}
