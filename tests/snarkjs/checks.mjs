// SPDX-License-Identifier: Apache-2.0
// Counting checks, and running the program under test.
import { spawnSync } from "node:child_process";

export class Checks {
  passed = 0;
  failed = 0;

  /// Prints one line.
  check(what, ok, detail = "") {
    if (ok) this.passed++;
    else this.failed++;
    console.log(`${ok ? "ok    " : "FAILED"} ${what}${ok || !detail ? "" : `: ${String(detail).trim()}`}`);
    return ok;
  }

  /// Whether the two values are the same JSON, whatever the order of their keys.
  checkSame(what, found, expected) {
    return this.check(what, canonicalJson(found) === canonicalJson(expected), "other values");
  }

  /// Prints the sum; the exit code of the whole run. No check at all is a failure.
  finish() {
    console.log(`${this.passed} passed, ${this.failed} failed`);
    return this.failed || !this.passed ? 1 : 0;
  }
}

function canonicalJson(value) {
  return JSON.stringify(value, (_, v) =>
    v && typeof v === "object" && !Array.isArray(v) ? Object.fromEntries(Object.entries(v).sort()) : v);
}

export class Lockstep {
  constructor(program, backend) {
    this.program = program;
    this.backend = backend;
  }

  /// {status, stdout, stderr}
  run(...args) {
    const result = spawnSync(this.program, args.map(String), { encoding: "utf8", timeout: 600_000 });
    if (result.error) throw result.error;
    return result;
  }

  prove(...args) {
    return this.run("prove", ...args, "--backend", this.backend);
  }

  /// "valid", "invalid", or what went wrong.
  verify(vk, publicFile, proof) {
    const result = this.run("verify", "--vk", vk, "--public", publicFile, "--proof", proof);
    const said = result.stdout.trim();
    if ((said === "valid" && result.status === 0) || (said === "invalid" && result.status === 1)) return said;
    return `exit ${result.status}: ${result.stdout}${result.stderr}`;
  }
}
