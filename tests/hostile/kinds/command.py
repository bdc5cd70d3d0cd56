# SPDX-License-Identifier: Apache-2.0
"""What can be wrong with the paths and the flags of a command, whatever the files hold."""
from .base import BAD, DIRECTORY, OK, Run, inspect, prove, prove_params, setup, verify

BACKEND = ["--backend", "cpu_reference"]
PROVE = ["--key", "circuit.zkey", "--witness", "witness.wtns"]
MADE = ["--proof", "made_proof.json", "--public", "made_public.json"]


def cases(base):
    yield from inputs(base)
    yield from outputs(base)
    yield from flags(base)


def readers(base):
    """{file: runs that read it and must fail, naming it}"""
    runs = {
        "circuit.r1cs": [inspect("circuit.r1cs"), setup(), prove(BAD, "circuit.r1cs", r1cs="circuit.r1cs")],
        "witness.wtns": [inspect("witness.wtns"), prove(BAD, "witness.wtns")],
        "circuit.zkey": [inspect("circuit.zkey"), prove(BAD, "circuit.zkey")],
        "verification_key.json": [verify(BAD, "verification_key.json")],
        "public.json": [verify(BAD, "public.json")],
        "proof.json": [verify(BAD, "proof.json")],
    }
    if base.name == "bls12_381":
        runs |= {"circuit.params": [inspect("circuit.params"), prove_params(BAD, "circuit.params")],
                 "circuit.vk": [verify(BAD, "circuit.vk", bellman=True)],
                 "proof.bin": [verify(BAD, "proof.bin", bellman=True)]}
    return runs


def inputs(base):
    for file, runs in readers(base).items():
        name = file.replace(".", "_")
        case = base.case(f"{name}_is_missing", "no such file", {}, runs)
        del case.files[file]
        yield case
        case = base.case(f"{name}_is_unreadable", "no permission to read it", {}, runs, unreadable=[file])
        for run in case.runs:
            run.drop_root = True
        yield case
    yield base.case("inspect_a_directory", "a directory", {"folder": DIRECTORY}, [inspect("folder")])


def outputs(base):
    def case(kind, why, runs, changed=None):
        return base.case(f"output_{kind}", why, changed or {}, runs)

    def run(verb, args, *contains):
        return Run(verb, args, BAD, list(contains))

    for flag, others in (("--proof", ["--public", "made_public.json"]), ("--public", ["--proof", "made_proof.json"])):
        name = flag.strip("-")
        yield case(f"{name}_in_no_folder", "the folder is not there",
                   [run("prove", [*PROVE, *BACKEND, flag, "nowhere/made.json", *others], "nowhere")])
        made = run("prove", [*PROVE, *BACKEND, flag, "folder", *others], "folder")
        yield base.case(f"output_{name}_is_a_directory", "a directory in the way", {"folder": DIRECTORY}, [made])
        locked = run("prove", [*PROVE, *BACKEND, flag, "locked/made.json", *others], "locked")
        locked.drop_root = True
        locked_case = base.case(f"output_{name}_in_a_locked_folder", "no permission to write", {"locked": DIRECTORY},
                                [locked], unreadable=["locked"])
        locked_case.files["locked"] = DIRECTORY
        yield locked_case
    yield case("proof_to_a_full_device", "nothing can be written",
               [run("prove", [*PROVE, *BACKEND, "--proof", "/dev/full", "--public", "made_public.json"], "/dev/full")])
    yield case("report_in_no_folder", "the folder is not there",
               [run("prove", [*PROVE, *BACKEND, *MADE, "--report", "nowhere/report.json"], "nowhere")])
    yield case("key_in_no_folder", "the folder is not there",
               [run("setup", ["--r1cs", "circuit.r1cs", "--key", "nowhere/made.zkey"], "nowhere")])
    yield case("vk_in_no_folder", "the folder is not there",
               [run("setup", ["--r1cs", "circuit.r1cs", "--key", "made.zkey", "--vk", "nowhere/made.json"], "nowhere")])
    yield case("key_of_unknown_kind", "neither .zkey nor .params",
               [run("setup", ["--r1cs", "circuit.r1cs", "--key", "made.key"], "made.key")])
    if base.name == "bn254":
        yield case("proof_bin_of_bn254", "192 bytes are BLS12-381's",
                   [run("prove", [*PROVE, *BACKEND, "--proof", "made.bin", "--public", "made_public.json"], "bn254")])
    fresh = b"precious"
    kept = prove(BAD, "witness.wtns")
    yield base.case("output_is_kept_on_failure", "a file of that name stays as it is when proving fails",
                    {"witness.wtns": b"", "made_proof.json": fresh, "made_public.json": fresh}, [kept])
    kept.no_output = []


def flags(base):
    r = base.curve.r

    def case(kind, why, verb, args, *contains):
        return base.case(f"flag_{kind}", why, {}, [Run(verb, args, BAD, list(contains))])

    full = [*PROVE, *BACKEND, *MADE]
    for kind, value in (("r_is_the_modulus", str(r)), ("r_is_huge", "9" * 500), ("r_is_negative", "-1"),
                        ("r_is_hexadecimal", "0x10"), ("r_is_empty", ""), ("r_is_text", "five")):
        yield case(kind, "a blinding scalar is a decimal number below r", "prove", [*full, f"--r={value}", "--s", "1"],
                   "r")
    yield case("r_without_s", "both or none", "prove", [*full, "--r", "1"], "--s")
    yield case("s_without_r", "both or none", "prove", [*full, "--s", "1"], "--r")
    unknown = case("unknown_backend", "no backend of that name: the table of what was found, and why not", "prove",
                   [*PROVE, *MADE, "--backend", "nonesuch"], "nonesuch", "cpu_reference")
    unknown.runs[0].is_table = True
    yield unknown
    yield case("missing_plugin", "no such plugin", "prove", [*PROVE, *MADE, "--plugin", "nonesuch.so"], "nonesuch.so")
    yield case("plugin_is_no_library", "a file that is no plugin", "prove", [*PROVE, *MADE, "--plugin", "witness.wtns"],
               "witness.wtns")
    yield case("threads_negative", "a count", "prove", [*full, "--threads", "-1"], "--threads")
    yield case("threads_text", "a count", "prove", [*full, "--threads", "many"], "--threads")
    yield case("unknown", "no such flag", "prove", [*full, "--nonesuch"], "--nonesuch")
    for missing in ("--key", "--witness", "--proof"):
        at = full.index(missing)
        yield case(f"without_{missing.strip('-')}", "a flag that is needed", "prove", full[:at] + full[at + 2:], missing)
    for missing in ("--vk", "--public", "--proof"):
        args = ["--vk", "verification_key.json", "--public", "public.json", "--proof", "proof.json"]
        at = args.index(missing)
        yield case(f"verify_without_{missing.strip('-')}", "a flag that is needed", "verify", args[:at] + args[at + 2:],
                   missing)
    for kind, seed in (("not_hexadecimal", "xyz"), ("too_long", "00" * 33), ("empty", "")):
        yield case(f"seed_{kind}", "a seed is up to 64 hexadecimal digits", "setup",
                   ["--r1cs", "circuit.r1cs", "--key", "made.zkey", f"--seed={seed}"], "seed")
    yield case("no_file", "inspect what?", "inspect", [])
    yield case("unknown_verb", "no such verb", "nonesuch", [], "nonesuch")
    yield base.case("report_is_no_report", "a proof in place of a timing report", {},
                    [Run("report", ["proof.json"], BAD, ["proof.json"])])
    if base.name == "bn254":  # legal, whatever the curve
        yield base.case("help", "asked for", {}, [Run(verb, ["--help"], OK) for verb in
                                                  ("prove", "verify", "setup", "inspect", "report", "backends")])
