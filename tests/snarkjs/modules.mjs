// SPDX-License-Identifier: Apache-2.0
// The npm packages, installed by `npm ci` from the committed lock file into the work folder (never into the sources),
// and loaded from there.
//
//   node modules.mjs --work DIR     installs, so that later runs need no network
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { copyFileSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

export const HERE = path.dirname(fileURLToPath(import.meta.url));

/// Installs where the lock file has changed since the last time. Returns the folder of node_modules.
export function installModules(work) {
  const folder = path.join(path.resolve(work), "npm");
  const digest = createHash("sha256").update(readFileSync(path.join(HERE, "package-lock.json"))).digest("hex");
  const stamp = path.join(folder, "stamp");
  if (existsSync(stamp) && readFileSync(stamp, "utf8") === digest) return folder;
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  for (const name of ["package.json", "package-lock.json"]) copyFileSync(path.join(HERE, name), path.join(folder, name));
  const result = spawnSync("npm", ["ci", "--no-audit", "--no-fund", "--ignore-scripts"], { cwd: folder, encoding: "utf8" });
  if (result.status !== 0) throw new Error(`npm ci failed in ${folder}: ${result.stderr ?? result.error}`);
  writeFileSync(stamp, digest);
  return folder;
}

/// {snarkjs, noble: {bn128, bls12381}, circom: path of its command, circomlib: folder of its circuits}
export async function loadModules(work) {
  const folder = installModules(work);
  const require = createRequire(path.join(folder, "package.json"));
  const load = (name) => import(pathToFileURL(require.resolve(name)).href);
  const [snarkjs, { bn254 }, { bls12_381 }] = await Promise.all([
    load("snarkjs"),
    load("@noble/curves/bn254.js"),
    load("@noble/curves/bls12-381.js"),
  ]);
  return {
    snarkjs: snarkjs.groth16 ? snarkjs : snarkjs.default,
    noble: { bn128: bn254, bls12381: bls12_381 },
    circom: path.join(folder, "node_modules", "circom2", "cli.js"),
    circomlib: path.join(folder, "node_modules", "circomlib", "circuits"),
  };
}

/// The value of `--name VALUE`, or the default; exits where there is neither.
export function option(name, fallback) {
  const at = process.argv.indexOf(`--${name}`);
  if (at >= 0 && at + 1 < process.argv.length) return process.argv[at + 1];
  if (fallback !== undefined) return fallback;
  console.error(`--${name} VALUE is missing`);
  process.exit(2);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) console.log(installModules(option("work")));
