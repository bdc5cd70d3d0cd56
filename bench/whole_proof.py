#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Whole proofs, whole processes: wall time and peak memory, and a peer beside us in the same run.

usage: bench/whole_proof.py --lockstep BIN [--curve NAME] [--blocks N,N,...] [--case KEY:WITNESS ...] [--threads N]
                            [--repeat N] [--peer 'NAME=COMMAND with {key} {witness} {proof} {public}'] [--out FILE.json]

Without --case it proves the example circuit, SHA-256 of so many blocks. Runs of Lockstep and of the peer alternate; the
best of each counts. Absolute times hold on one machine only: what is worth keeping are the ratios.
"""
import argparse
import datetime
import json
import os
import pathlib
import platform
import shlex
import subprocess
import tempfile
import time


def run(command):
    """Wall seconds and peak resident bytes of one process."""
    start = time.monotonic()
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
    _, status, usage = os.wait4(process.pid, 0)
    seconds = time.monotonic() - start
    if status != 0:
        raise SystemExit(f"{shlex.join(map(str, command))}: status {status}: {process.stderr.read().decode()}")
    return seconds, usage.ru_maxrss * 1024


def measure(commands, repeat):
    """Best seconds and least peak of each command, run in turns."""
    best = {name: (float("inf"), float("inf")) for name in commands}
    for _ in range(repeat):
        for name, command in commands.items():
            seconds, peak = run(command)
            best[name] = (min(best[name][0], seconds), min(best[name][1], peak))
    return best


def example(lockstep, folder, curve, blocks):
    r1cs, witness, key = (folder / f"{curve}_{blocks}.{end}" for end in ("r1cs", "wtns", "zkey"))
    subprocess.run([lockstep, "example", "--curve", curve, "--blocks", str(blocks), "--r1cs", r1cs, "--witness", witness],
                   check=True, stdout=subprocess.DEVNULL)
    subprocess.run([lockstep, "setup", "--r1cs", r1cs, "--key", key], check=True, stdout=subprocess.DEVNULL,
                   stderr=subprocess.DEVNULL)
    return f"sha256 of {blocks} blocks, {curve}", key, witness


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--lockstep", required=True)
    parser.add_argument("--curve", default="bn254")
    parser.add_argument("--blocks", default="1,8")
    parser.add_argument("--case", action="append", default=[])
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--repeat", type=int, default=5)
    parser.add_argument("--peer")
    parser.add_argument("--out")
    options = parser.parse_args()
    results = {"date": datetime.date.today().isoformat(), "machine": platform.processor() or platform.machine(),
               "cpus": os.cpu_count(), "threads": options.threads, "repeat": options.repeat, "cases": []}
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        if options.case:
            cases = [(case, *case.split(":")) for case in options.case]
        else:
            cases = (example(options.lockstep, folder, options.curve, int(n)) for n in options.blocks.split(","))
        for label, key, witness in cases:
            places = {"key": str(key), "witness": str(witness), "proof": str(folder / "proof.json"),
                      "public": str(folder / "public.json")}
            commands = {"lockstep": [options.lockstep, "prove", "--key", key, "--witness", witness, "--proof",
                                     places["proof"], "--public", places["public"], "--threads", str(options.threads),
                                     "--quiet"]}
            if options.peer:
                peer, command = options.peer.split("=", 1)
                commands[peer] = [word.format(**places) for word in shlex.split(command)]
            best = measure(commands, options.repeat)
            case = {"case": label}
            for name_, (seconds, peak) in best.items():
                case[name_] = {"seconds": round(seconds, 4), "peak_mib": round(peak / 2**20, 1)}
                print(f"{label:36} {name_:12} {seconds:8.3f} s {peak / 2**20:8.1f} MiB")
            if options.peer:
                ours, theirs = best["lockstep"], best[peer]
                case["times_faster"] = round(theirs[0] / ours[0], 2)
                case["peak_ratio"] = round(ours[1] / theirs[1], 2)
                print(f"{label:36} {case['times_faster']} times faster, {case['peak_ratio']} of its peak memory")
            results["cases"].append(case)
    if options.out:
        pathlib.Path(options.out).write_text(json.dumps(results, indent=2) + "\n")


if __name__ == "__main__":
    main()
