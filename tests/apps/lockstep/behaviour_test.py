#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The verbs from end to end, and how they fail.

usage: behaviour_test.py LOCKSTEP WORK_DIR
"""
import json
import os
import pathlib
import shutil
import subprocess
import sys

lockstep = sys.argv[1]
work = pathlib.Path(sys.argv[2])
shutil.rmtree(work, ignore_errors=True)
work.mkdir(parents=True)
failures = []
checks = 0


def run(*arguments, expect=0, environment=None, user=None):
    done = subprocess.run([lockstep, *map(str, arguments)], cwd=work, capture_output=True, text=True, timeout=300,
                          env={**os.environ, **(environment or {})}, user=user)
    check(done.returncode == expect, f"{' '.join(map(str, arguments))}: exit {done.returncode}, expected {expect}: "
          f"{done.stderr.strip()}")
    if expect == 2:
        lines = done.stderr.strip().splitlines()
        check(bool(lines) and lines[0].startswith("lockstep: "), f"{arguments}: says nothing of its error")
    return done


def check(holds, what):
    global checks
    checks += 1
    if not holds:
        failures.append(what)


for curve in ("bn254", "bls12_381"):
    r1cs, wtns, key, vk = (f"{curve}.{end}" for end in ("r1cs", "wtns", "zkey", "vk.json"))
    run("example", "--curve", curve, "--blocks", 1, "--r1cs", r1cs, "--witness", wtns)
    run("setup", "--r1cs", r1cs, "--key", key, "--vk", vk, "--seed", "ab" * 32)
    done = run("prove", "--key", key, "--witness", wtns, "--proof", "p.json", "--public", "u.json", "--report",
               "report.json")
    check("cpu_reference" in done.stdout and "msm_b2" in done.stdout, "prove names its backend and shows its phases")
    check(run("verify", "--vk", vk, "--public", "u.json", "--proof", "p.json").stdout == "valid\n", "valid")
    inputs = json.loads((work / "u.json").read_text())
    (work / "other.json").write_text(json.dumps([str(int(inputs[0]) + 1), *inputs[1:]]))
    done = run("verify", "--vk", vk, "--public", "other.json", "--proof", "p.json", expect=1)
    check(done.stdout == "invalid\n", "another public input is invalid")
    report = json.loads((work / "report.json").read_text())
    check(isinstance(report, dict), "the report is an object")
    check("msm_h" in run("report", "report.json").stdout, "report shows the phases again")
    run("report", "report.json", "--chrome-trace", "trace.json")
    check("traceEvents" in json.loads((work / "trace.json").read_text()), "the trace is Chrome's")
    for name in (r1cs, wtns, key, vk, "p.json", "u.json"):
        check("sound" in run("inspect", name).stdout, f"inspect {name}")
        check(json.loads(run("inspect", name, "--json").stdout)["kind"] != "", f"inspect --json {name}")

    # Equal scalars, equal bytes: on any arithmetic and any number of threads.
    proofs = set()
    for arithmetic in ("portable", "adx"):
        for threads in (1, 8):
            run("prove", "--key", key, "--witness", wtns, "--proof", "fixed.json", "--r", 7, "--s", 11, "--threads",
                threads, "--quiet", environment={"LOCKSTEP_ARITHMETIC": arithmetic})
            proofs.add((work / "fixed.json").read_bytes())
    check(len(proofs) == 1, f"{curve}: {len(proofs)} different proofs for equal scalars")

backends = json.loads(run("backends", "--json").stdout)
check("cpu_reference" in json.dumps(backends), "backends --json lists cpu_reference")

good = ["prove", "--key", "bn254.zkey", "--witness", "bn254.wtns"]
done = run(*good, "--proof", "no.json", "--backend", "cuda", expect=2)
check("cpu_reference" in done.stderr, "a backend that is not there fails with the table of what is")
run(*good, "--proof", "no.json", "--plugin", "bn254.zkey", expect=2)
run(*good, "--proof", "no.txt", expect=2)
run(*good, "--proof", "no.bin", expect=2)  # 192 bytes are BLS12-381's
run(*good, "--proof", "missing/folder/no.json", expect=2)
run(*good, "--proof", "no.json", "--variant", "fastest", expect=2)
run(*good, "--proof", "no.json", "--r", 1, expect=2)
run("prove", "--key", "bn254.zkey", "--witness", "bls12_381.wtns", "--proof", "no.json", expect=2)
run("prove", "--key", "bls12_381.zkey", "--witness", "bn254.wtns", "--proof", "no.json", expect=2)
run("prove", "--key", "bn254.zkey", "--witness", "bn254.wtns", "--r1cs", "bls12_381.r1cs", "--proof", "no.json",
    expect=2)
run("prove", "--key", ".", "--witness", "bn254.wtns", "--proof", "no.json", expect=2)
run("prove", "--key", "nothing.zkey", "--witness", "bn254.wtns", "--proof", "no.json", expect=2)
run("setup", "--r1cs", "bn254.r1cs", "--key", "no.params", expect=2)  # bellman's keys are BLS12-381's
run("setup", "--r1cs", "bn254.r1cs", "--key", "no.zkey", "--seed", "not hexadecimal", expect=2)
run("verify", "--vk", "bn254.vk.json", "--public", "u.json", "--proof", "bn254.wtns", expect=2)
run("frobnicate", expect=2)
run(expect=2)
run("prove", "--key", "bn254.zkey", expect=2)
run("--version")
check(not list(work.glob("no.*")), "no output of a failed command is left behind")
if os.geteuid() == 0:
    os.chmod(work / "bn254.wtns", 0)
    os.chmod(work, 0o755)
    copy = work / "public_folder"
    copy.mkdir(mode=0o777)
    done = subprocess.run([lockstep, "inspect", str(work / "bn254.wtns")], capture_output=True, text=True, timeout=60,
                          user=65534, group=65534)
    check(done.returncode == 2 and "bn254.wtns" in done.stderr, f"an unreadable file: {done.stderr}")

for failure in failures:
    print("FAILED:", failure)
print(f"{checks - len(failures)} passed, {len(failures)} failed")
sys.exit(1 if failures else 0)
