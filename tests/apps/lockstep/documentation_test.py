#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Every verb and flag that --help shows stands in the manual and in the shell completion, and none more.

usage: documentation_test.py LOCKSTEP SOURCE_DIR
"""
import pathlib
import re
import subprocess
import sys

lockstep, source = sys.argv[1], pathlib.Path(sys.argv[2])
manual = (source / "packaging/man/lockstep.1.scd").read_text()
completion = (source / "packaging/completion/lockstep.bash").read_text()
failures = []


def help_of(*verb):
    done = subprocess.run([lockstep, *verb, "--help"], capture_output=True, text=True, timeout=30)
    if done.returncode != 0:
        failures.append(f"{' '.join(verb)} --help exits {done.returncode}")
    return done.stdout


verbs = re.findall(r"^  (\w+)  ", help_of().split("Subcommands:")[1], re.M)
if sorted(verbs) != sorted(re.findall(r"^## lockstep (\w+)", manual, re.M)):
    failures.append(f"the manual's verbs are not those of --help: {verbs}")
for verb in verbs:
    flags = set(re.findall(r"^  (?:-\w,)?(--[\w-]+)", help_of(verb), re.M)) - {"--help"}
    section = manual.split(f"## lockstep {verb}")[1].split("\n## ")[0].split("\n# ")[0]
    in_manual = set(re.findall(r"--[\w-]+", section))
    # What a section says of another verb's flags is not its own.
    if missing := flags - in_manual:
        failures.append(f"{verb}: not in the manual: {sorted(missing)}")
    if unknown := {flag for flag in in_manual if not any(flag in help_of(v) for v in verbs)}:
        failures.append(f"{verb}: in the manual alone: {sorted(unknown)}")
    line = re.search(rf'^    {verb}\) flags="([^"]*)"', completion, re.M)
    if line is None:
        failures.append(f"{verb}: not in the completion")
    elif set(line.group(1).split()) != flags:
        failures.append(f"{verb}: completion has {line.group(1).split()}, --help has {sorted(flags)}")

for failure in failures:
    print("FAILED:", failure)
print(f"{len(verbs)} verbs checked")
sys.exit(1 if failures or not verbs else 0)
