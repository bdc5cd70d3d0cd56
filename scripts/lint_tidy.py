#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""clang-tidy over every source of a build folder that has changed since it last passed.

    scripts/lint_tidy.py BUILD-FOLDER [--filter REGEX] [--jobs N] [--no-cache]

BUILD-FOLDER holds a compile_commands.json that clang understands (preset `clang`). A source has passed when the
same preprocessed text, comments included, passed with the same checks; that is remembered under
$XDG_CACHE_HOME/lockstep-tidy. Prints what was found and a summary; exit 1 when something was.
"""

import argparse
import concurrent.futures
import hashlib
import json
import os
import pathlib
import re
import shlex
import subprocess
import sys

REPOSITORY = pathlib.Path(__file__).resolve().parent.parent
CACHE = pathlib.Path(os.environ.get("XDG_CACHE_HOME") or pathlib.Path.home() / ".cache") / "lockstep-tidy"


def sources(build, pattern):
    """The translation units of this repository, each with its compile command."""
    units = {}
    for entry in json.loads((build / "compile_commands.json").read_text()):
        path = pathlib.Path(entry["directory"], entry["file"]).resolve()
        if not path.is_relative_to(REPOSITORY) or path.is_relative_to(REPOSITORY / "build"):
            continue
        relative = str(path.relative_to(REPOSITORY))
        if path.suffix == ".cpp" and re.search(pattern, relative):
            units[relative] = entry
    return units


def preprocessed(entry):
    """The text that the compiler sees, with comments (NOLINT) and without the machine's paths."""
    command = shlex.split(entry["command"])
    if "ccache" in command[0]:
        command = command[1:]
    output = command.index("-o")
    del command[output : output + 2]
    done = subprocess.run(
        [*command, "-E", "-CC", "-P", "-w"], cwd=entry["directory"], capture_output=True, check=True
    )
    return done.stdout


def check(build, version, use_cache, name, entry):
    """(name, what clang-tidy found or None, whether it was remembered)"""
    key = hashlib.sha256(version)
    key.update((REPOSITORY / ".clang-tidy").read_bytes())
    key.update(preprocessed(entry))
    remembered = CACHE / key.hexdigest()
    if use_cache and remembered.exists():
        return name, None, True
    done = subprocess.run(
        ["clang-tidy", "--quiet", "-p", build, REPOSITORY / name], capture_output=True, text=True
    )
    if done.returncode != 0:
        errors = [line for line in done.stderr.splitlines() if "warnings generated" not in line]
        return name, done.stdout + "\n".join(errors), False
    CACHE.mkdir(parents=True, exist_ok=True)
    remembered.touch()
    return name, None, False


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("build", type=pathlib.Path)
    parser.add_argument("--filter", default="", help="only sources whose path matches")
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--no-cache", action="store_true")
    arguments = parser.parse_args()
    version = subprocess.run(["clang-tidy", "--version"], capture_output=True, check=True).stdout
    units = sources(arguments.build, arguments.filter)
    if not units:
        sys.exit("lint_tidy: no source matches")
    failed = remembered = 0
    with concurrent.futures.ThreadPoolExecutor(arguments.jobs) as pool:
        jobs = [
            pool.submit(check, arguments.build, version, not arguments.no_cache, name, entry)
            for name, entry in sorted(units.items())
        ]
        for job in concurrent.futures.as_completed(jobs):
            name, found, was_remembered = job.result()
            remembered += was_remembered
            if found is not None:
                failed += 1
                print(f"== {name}\n{found}", flush=True)
    print(f"clang-tidy: {len(units)} sources, {remembered} as they passed before, {failed} with findings")
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
