# SPDX-License-Identifier: Apache-2.0
"""What can be wrong with the container that .r1cs, .wtns and .zkey share, whatever the sections hold."""
import struct

from oracle import iden3_files

from .base import BAD, DIRECTORY, OK, inspect, prove, prove_equal, setup

# Sections that may be left out.
OPTIONAL = {"r1cs": {3}, "wtns": set(), "zkey": {10}}


class Format:
    def __init__(self, base, extension):
        self.base, self.extension = base, extension
        self.file = {"r1cs": "circuit.r1cs", "wtns": "witness.wtns", "zkey": "circuit.zkey"}[extension]
        self.data = base.files[self.file]
        self.magic, self.version = extension.encode(), 2 if extension == "wtns" else 1
        self.sections = list(iden3_files.read_container(self.data, self.magic).items())

    def write(self, sections, magic=None, version=None, count=None):
        data = bytearray(iden3_files.container(magic or self.magic, self.version if version is None else version,
                                               sections))
        if count is not None:
            struct.pack_into("<I", data, 8, count)
        return bytes(data)

    def replaced(self, **sections):
        """The file with section k replaced, as replaced(s2=data); None takes it out."""
        new = {int(k[1:]): v for k, v in sections.items()}
        return self.write([(k, new.get(k, d)) for k, d in self.sections if new.get(k, d) is not None])

    def heads(self):
        """[(id, offset of the section's head, end of its data)]"""
        at, out = 12, []
        for section, data in self.sections:
            out.append((section, at, at + 12 + len(data)))
            at += 12 + len(data)
        return out

    def case(self, kind, why, data, exit=BAD, *contains, every=True):
        """inspect and the verbs that read the file; every=False: inspect and one verb."""
        runs = [inspect(self.file, exit, *contains)]
        guilty = (self.file, *contains)
        if self.extension == "r1cs":
            runs.append(setup(exit, *contains))
            if every:
                runs.append(prove(exit, *guilty, r1cs=self.file))
        elif exit == OK:
            runs.append(prove_equal())
        else:
            runs.append(prove(exit, *guilty))
        if self.extension == "wtns" and self.base.name == "bls12_381" and every and exit:
            runs.append(prove(exit, *guilty, key="circuit.params", r1cs="circuit.r1cs"))
        return self.base.case(f"{self.extension}_{kind}", why, {self.file: data}, runs)


def cases(base):
    for extension in ("r1cs", "wtns", "zkey"):
        f = Format(base, extension)
        yield from heads(f)
        yield from sections(f)
        yield from truncations(f)
        yield from legal(f)


def heads(f):
    other = {"r1cs": b"zkey", "wtns": b"r1cs", "zkey": b"wtns"}[f.extension]
    yield f.case("empty", "no byte at all", b"")
    yield f.case("one_byte", "a single byte", f.data[:1])
    yield f.case("half_head", "the head is 12 bytes", f.data[:11])
    yield f.case("head_alone", "the head promises sections", f.data[:12])
    yield f.case("wrong_magic", "unknown magic", f.write(f.sections, magic=b"XXXX"))
    yield f.case("magic_of_another_format", "the name says one format, the magic another",
                 f.write(f.sections, magic=other))
    for version in (0, f.version + 1, 0xffffffff):
        yield f.case(f"version_{version}", "unknown version", f.write(f.sections, version=version), BAD, "version")
    yield f.case("no_sections", "section count 0", f.write(f.sections, count=0), BAD, "section")
    yield f.case("one_section_more", "the count promises a section that is not there",
                 f.write(f.sections, count=len(f.sections) + 1))
    yield f.case("section_count_huge", "2^32 - 1 sections", f.write(f.sections, count=0xffffffff))
    yield f.case("all_zero", "zeros of the right length", bytes(len(f.data)))
    yield f.case("all_ff", "ones of the right length", b"\xff" * len(f.data))
    yield f.case("is_json", "text in place of binary", b'{"protocol": "groth16"}\n' * 8)
    yield f.case("is_a_directory", "a directory in place of the file", DIRECTORY)


def sections(f):
    for index, (section, head, end) in enumerate(f.heads()):
        place = f"section {section}"
        size = end - head - 12
        for kind, lie in (("wraps", 2**64 - 1), ("wraps_to_its_head", 2**64 - 12), ("wraps_to_zero", 2**64 - head - 12),
                          ("huge", 2**63), ("one_past_the_end", len(f.data) - head - 11)):
            data = bytearray(f.data)
            struct.pack_into("<Q", data, head + 4, lie)
            yield f.case(f"section_{section}_size_{kind}", f"size {lie}: position + size must not wrap around 2^64",
                         bytes(data), BAD, place, every=False)
        if size and (f.extension, section) != ("zkey", 10):  # the last one, which may be anything
            data = bytearray(f.data)
            struct.pack_into("<Q", data, head + 4, 0)
            yield f.case(f"section_{section}_size_0", "the data is taken for the next section's head", bytes(data),
                         every=False)
        twice = [*f.sections[:index + 1], f.sections[index], *f.sections[index + 1:]]
        yield f.case(f"section_{section}_twice", "a section may be there once", f.write(twice), BAD, place, every=False)
        if section not in OPTIONAL[f.extension]:
            rest = [s for s in f.sections if s[0] != section]
            yield f.case(f"section_{section}_missing", "a section that is needed", f.write(rest), BAD, place,
                         every=False)
            if size:
                yield f.case(f"section_{section}_empty", "a section that may not be empty",
                             f.write([(s, b"" if s == section else d) for s, d in f.sections]), BAD, place,
                             every=False)
                # sections follow each other in the file, so the sizes stay true to each other
                yield f.case(f"section_{section}_one_byte_more", "a size that fits nothing",
                             f.write([(s, d + b"\0" if s == section else d) for s, d in f.sections]), BAD, place,
                             every=False)
                yield f.case(f"section_{section}_one_byte_less", "a size that fits nothing",
                             f.write([(s, d[:-1] if s == section else d) for s, d in f.sections]), BAD, place,
                             every=False)


def truncations(f):
    for section, head, end in f.heads():
        for kind, at in (("before_head", head), ("in_head", head + 7), ("after_head", head + 12),
                         ("in_data", (head + 12 + end) // 2), ("before_last_byte", end - 1)):
            if 12 < at < len(f.data) and at <= end - (kind == "in_data"):
                yield f.case(f"cut_section_{section}_{kind}", "the file ends too early", f.data[:at], every=False)


def legal(f):
    yield f.case("sections_reversed", "sections stand in any order", f.write(f.sections[::-1]), OK)
    yield f.case("sections_sorted", "sections stand in any order", f.write(sorted(f.sections)), OK)
    yield f.case("unknown_sections", "unknown sections are legal",
                 f.write([(77, b"unknown"), *f.sections, (0, b""), (0xffffffff, bytes(100))]), OK)
    yield f.case("trailing_bytes", "bytes beyond the last section are nobody's", f.data + b"trailing", OK)
    for section in sorted(OPTIONAL[f.extension]):
        yield f.case(f"without_section_{section}", "a section that nobody needs here",
                     f.write([s for s in f.sections if s[0] != section]), OK)
