// SPDX-License-Identifier: Apache-2.0
// Compiles a circuit and computes its witness, once for each content of what they are made from.
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { copyFileSync, cpSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { HERE } from "./modules.mjs";

/// Compiles `circuit` (an entry of CIRCUITS) for the curve; returns the folder with circuit.r1cs and witness.wtns.
export async function compileCircuit(modules, work, circuit, curve) {
  const source = path.join(HERE, "circuits", circuit.file);
  const digest = createHash("sha256");
  for (const part of [readFileSync(source), readFileSync(path.join(HERE, "package-lock.json")), circuit.main ?? "",
                      JSON.stringify(circuit.input), curve]) {
    digest.update(part).update("\0");
  }
  const folder = path.join(path.resolve(work), "circuits", `${circuit.name}-${curve}-${digest.digest("hex").slice(0, 16)}`);
  if (existsSync(folder)) return folder;

  // made aside and moved, so that an interrupted run leaves nothing that looks finished
  const scratch = `${folder}.making-${process.pid}`;
  rmSync(scratch, { recursive: true, force: true });
  mkdirSync(scratch, { recursive: true });
  // the compiler runs in WebAssembly and sees nothing outside of its working folder, symbolic links included
  cpSync(modules.circomlib, path.join(scratch, "circomlib"), { recursive: true });
  copyFileSync(source, path.join(scratch, circuit.file));
  let main = circuit.file;
  if (circuit.main) {
    main = "main.circom";
    writeFileSync(path.join(scratch, main),
                  `pragma circom 2.0.0;\ninclude "${circuit.file}";\ncomponent main = ${circuit.main};\n`);
  }
  const result = spawnSync(process.execPath, [modules.circom, main, "--r1cs", "--wasm", "--prime", curve, "-o", "."],
                           { cwd: scratch, encoding: "utf8" });
  if (result.status !== 0) throw new Error(`circom ${main} (${curve}): ${result.stdout}${result.stderr}`);
  const base = path.basename(main, ".circom");
  renameSync(path.join(scratch, `${base}.r1cs`), path.join(scratch, "circuit.r1cs"));
  await modules.snarkjs.wtns.calculate(circuit.input, path.join(scratch, `${base}_js`, `${base}.wasm`),
                                       path.join(scratch, "witness.wtns"));
  rmSync(path.join(scratch, "circomlib"), { recursive: true });
  renameSync(scratch, folder);
  return folder;
}
