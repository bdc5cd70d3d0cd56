#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Runs the program over the cases that make_hostile.py wrote.

    run_hostile.py LOCKSTEP DIR [--only TEXT] [--jobs N] [--timeout SECONDS] [--memory MIB] [--address-space GIB]

Beside what expect.json says, every run must end by itself, within the time limit, without a signal and within the
memory limit; a run that fails must say one sentence on stderr and leave every file of the folder as it was. Prints a
line for each failure and `N passed, N failed`; exits 1 when a run failed or none was there.

A sanitizer's build needs --address-space 0 (no limit), a longer time and more memory.
"""
import argparse
import json
import os
import pathlib
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor

NOBODY = 65534
WARNING = "lockstep: warning: "
LONGEST_SENTENCE = 600


class Runner:
    def __init__(self, arguments):
        self.lockstep = arguments.lockstep.resolve()
        self.timeout, self.memory = arguments.timeout, arguments.memory

    def run_case(self, folder):
        """[(run's name, [faults])]"""
        expect = json.loads((folder / "expect.json").read_text())
        results = []
        with tempfile.TemporaryDirectory(prefix="hostile-") as scratch:
            work = pathlib.Path(scratch) / folder.name
            shutil.copytree(folder, work, ignore=shutil.ignore_patterns("expect.json"))
            drops_root = any(run["drop_root"] for run in expect["runs"]) and os.geteuid() == 0
            if drops_root:
                os.chmod(scratch, 0o755)
                for path in (work, *work.rglob("*")):
                    os.chown(path, NOBODY, NOBODY)
            for name in expect["unreadable"]:
                os.chmod(work / name, 0)
            for run in expect["runs"]:
                name = f"{folder.name}: {run['command']} {' '.join(run['args'])}"
                results.append((name, self.faults(run, work, drops_root)))
            for name in expect["unreadable"]:
                os.chmod(work / name, 0o700)
        return results

    def execute(self, run, work, drops_root):
        """(return code or None for a time-out, stdout, stderr, peak MiB)"""
        as_nobody = {"user": NOBODY, "group": NOBODY, "extra_groups": []} if drops_root else {}
        with tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as err:
            process = subprocess.Popen([self.lockstep, run["command"], *run["args"]], cwd=work, stdout=out, stderr=err,
                                       stdin=subprocess.DEVNULL, **as_nobody)
            end, pause, code = time.monotonic() + self.timeout, 0.001, None
            while True:
                pid, status, usage = os.wait4(process.pid, os.WNOHANG)
                if pid:
                    code = os.waitstatus_to_exitcode(status)
                    break
                if time.monotonic() > end:
                    os.kill(process.pid, signal.SIGKILL)
                    _, _, usage = os.wait4(process.pid, 0)
                    break
                time.sleep(pause)
                pause = min(2 * pause, 0.02)
            process.returncode = -1 if code is None else code  # reaped above
            texts = []
            for stream in (out, err):
                stream.seek(0)
                texts.append(stream.read().decode(errors="replace"))
        return code, *texts, usage.ru_maxrss / 1024

    def faults(self, run, work, drops_root):
        before = snapshot(work)
        code, stdout, stderr, peak = self.execute(run, work, drops_root)
        said = f" (stderr: {stderr.strip()!r})"
        if code is None:
            return [f"still running after {self.timeout} s{said}"]
        if code < 0 or code >= 128:
            return [f"ended by a signal, exit {code}{said}"]
        faults = []
        if code != run["exit"]:
            faults.append(f"exit {code}, expected {run['exit']}{said}")
        if peak > self.memory:
            faults.append(f"{peak:.0f} MiB of memory, at most {self.memory} are worth such a file")
        if run["stdout"] is not None and stdout.strip() != run["stdout"]:
            faults.append(f"stdout is {stdout!r}, expected {run['stdout']!r}")
        if run["exit"] != 0 and code == run["exit"]:
            faults += sentence_faults(run, stderr)
        faults += file_faults(run, code, before, snapshot(work))
        faults += [f"{name} was written" for name in run["no_output"]
                   if name not in before and (work / name).exists()]
        if code == 0:
            faults += [f"{made} holds another proof than {good}" for made, good in run["equal"].items()
                       if proof(work / made) != proof(work / good)]
        return faults


def sentence_faults(run, stderr):
    lines = [line for line in stderr.splitlines() if not line.startswith(WARNING)]
    faults = [f"stderr does not say {text!r}: {stderr!r}" for text in run["stderr_contains"] if text not in stderr]
    if run["is_table"]:
        return faults
    if len(lines) != 1:
        faults.append(f"{len(lines)} lines on stderr, not one sentence: {stderr!r}")
    elif not (lines[0].startswith("lockstep: ") and lines[0].isprintable() and len(lines[0]) <= LONGEST_SENTENCE):
        faults.append(f"no sentence for a person on stderr: {lines[0][:LONGEST_SENTENCE]!r}")
    return faults


def snapshot(work):
    """{relative path: bytes, or None of what can't be read as a file}"""
    files = {}
    for path in work.rglob("*"):
        try:
            files[str(path.relative_to(work))] = path.read_bytes() if path.is_file() else None
        except PermissionError:
            files[str(path.relative_to(work))] = None
    return files


def file_faults(run, code, before, after):
    """A failed run changes nothing; a good one writes what it was told to."""
    if code != 0:
        return [f"{name} was left behind or changed" for name in sorted(after) if after[name] != before.get(name, b"")
                or name not in before] + [f"{name} is gone" for name in sorted(before) if name not in after]
    told = set(run["args"])
    return [f"{name} was left behind" for name in sorted(after) if name not in before and name not in told]


def proof(path):
    if path.suffix == ".bin":
        return path.read_bytes()
    value = json.loads(path.read_text())
    return [value[key] for key in ("pi_a", "pi_b", "pi_c")]


def main():
    parser = argparse.ArgumentParser(description="Run lockstep over hostile inputs.")
    parser.add_argument("lockstep", type=pathlib.Path)
    parser.add_argument("cases", type=pathlib.Path)
    parser.add_argument("--only", default="", help="cases whose name contains this text")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--timeout", type=float, default=20, help="seconds a run")
    parser.add_argument("--memory", type=int, default=400, help="peak resident MiB a run")
    parser.add_argument("--address-space", type=int, default=16, help="GiB a run, 0: no limit")
    arguments = parser.parse_args()
    if arguments.address_space:  # inherited by every run: a lying count must not take the machine down
        limit = arguments.address_space << 30
        resource.setrlimit(resource.RLIMIT_AS, (limit, limit))
    runner = Runner(arguments)
    folders = sorted(p.parent for p in arguments.cases.glob("*/expect.json") if arguments.only in p.parent.name)
    passed = failed = 0
    with ThreadPoolExecutor(arguments.jobs) as pool:
        for results in pool.map(runner.run_case, folders):
            for name, faults in results:
                passed, failed = (passed, failed + 1) if faults else (passed + 1, failed)
                for fault in faults:
                    print(f"FAILED {name}: {fault}")
    print(f"{passed} passed, {failed} failed")
    return 1 if failed or not passed else 0


if __name__ == "__main__":
    sys.exit(main())
