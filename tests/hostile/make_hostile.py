#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Writes hostile and odd inputs for both curves and all formats, with what the program must do of each.

    make_hostile.py --out DIR

Each case has a folder with its files and expect.json:
    {"why": sentence,
     "unreadable": [names that the runner takes all permissions from],
     "runs": [{"command": prove|verify|inspect|setup|..., "args": [...], "exit": 0|1|2,
               "stderr_contains": [...],  all of them in the one sentence
               "stdout": text or null,    the whole output, where it matters
               "no_output": [files that must not exist afterwards],
               "equal": {file written: file with the proof that it must hold},
               "drop_root": true where the run must not be root's,
               "is_table": true where stderr may have more than the one sentence}]}
Runs of a case follow each other in one folder. The kinds are in kinds/, one module a format.
"""
import argparse
import dataclasses
import hashlib
import json
import pathlib
import shutil
import sys

from kinds import base, bellman, command, container, r1cs, verify, wtns, zkey

HERE = pathlib.Path(__file__).resolve().parent
KINDS = (container, r1cs, wtns, zkey, bellman, verify, command)


def all_cases():
    for good in base.bases():
        for kind in KINDS:
            yield from kind.cases(good)


def write(case, folder):
    folder.mkdir(parents=True)
    for name, data in case.files.items():
        if data is base.DIRECTORY:
            (folder / name).mkdir()
        else:
            (folder / name).write_bytes(data)
    (folder / "expect.json").write_text(json.dumps({"why": case.why, "unreadable": case.unreadable,
                                                    "runs": [dataclasses.asdict(run) for run in case.runs]}, indent=1))


def generator_digest():
    digest = hashlib.sha256()
    for path in sorted([*HERE.glob("**/*.py"), *(HERE.parent / "golden" / "oracle").glob("*.py")]):
        digest.update(path.name.encode() + path.read_bytes())
    return digest.hexdigest()


def main():
    parser = argparse.ArgumentParser(description="Write hostile inputs.")
    parser.add_argument("--out", type=pathlib.Path, required=True)
    out = parser.parse_args().out
    stamp, digest = out / "stamp", generator_digest()
    if stamp.exists() and stamp.read_text() == digest:
        return 0
    shutil.rmtree(out, ignore_errors=True)
    count = 0
    for case in all_cases():
        write(case, out / case.name)  # a name given twice fails here
        count += 1
    stamp.write_text(digest)
    print(f"{count} cases")
    return 0


if __name__ == "__main__":
    sys.exit(main())
