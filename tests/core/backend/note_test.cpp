// SPDX-License-Identifier: Apache-2.0
#include "lockstep/backend/note.hpp"

#include <elf.h>
#include <gmock/gmock.h>
#include <sys/stat.h>

#include <cstring>
#include <fstream>
#include <iterator>
#include <random>

#include "lockstep/abi/entry.h"
#include "test_plugins.hpp"

namespace lockstep::backend {
namespace {

using ::testing::HasSubstr;
using testing::plugin_file;
using testing::TemporaryFolder;

std::vector<std::byte> bytes_of(const std::filesystem::path& file) {
  std::ifstream stream(file, std::ios::binary);
  const std::string text((std::istreambuf_iterator<char>(stream)), std::istreambuf_iterator<char>());
  std::vector<std::byte> bytes(text.size());
  std::memcpy(bytes.data(), text.data(), text.size());
  return bytes;
}

std::string refusal_of(std::span<const std::byte> elf) {
  const Result<PluginNote> note = read_note(elf);
  if (note) return "accepted";
  EXPECT_FALSE(note.error().message.empty());
  EXPECT_EQ(note.error().message.find('\n'), std::string::npos);
  return note.error().message;
}

std::string refusal_of(const std::filesystem::path& file) {
  const Result<PluginNote> note = read_note(file);
  return note ? "accepted" : note.error().message;
}

/// An ELF header and one note segment, to be bent.
struct TinyElf {
  Elf64_Ehdr header{};
  Elf64_Phdr segment{};
  lks_note note{};
  lks_note second{};  // outside of the segment

  TinyElf() {
    std::memcpy(header.e_ident, ELFMAG, SELFMAG);
    header.e_ident[EI_CLASS] = ELFCLASS64;
    header.e_ident[EI_DATA] = ELFDATA2LSB;
    header.e_type = ET_DYN;
    header.e_machine = reinterpret_cast<const Elf64_Ehdr*>(reference().data())->e_machine;
    header.e_phoff = offsetof(TinyElf, segment);
    header.e_phentsize = sizeof segment;
    header.e_phnum = 1;
    segment.p_type = PT_NOTE;
    segment.p_offset = offsetof(TinyElf, note);
    segment.p_filesz = sizeof note;
    segment.p_align = 4;
    note.name_bytes = 9;
    note.description_bytes = sizeof note.description;
    note.type = LKS_NOTE_TYPE;
    std::memcpy(note.name, LKS_NOTE_NAME, sizeof LKS_NOTE_NAME);
    note.description.abi_major = LKS_ABI_MAJOR;
    note.description.abi_minor = 5;
    std::strcpy(note.description.id, "tiny");
  }

  static const std::vector<std::byte>& reference() {
    static const std::vector<std::byte> bytes = bytes_of(plugin_file("dummy"));
    return bytes;
  }
  std::span<const std::byte> bytes() const { return std::as_bytes(std::span(this, 1)); }
};
static_assert(std::is_trivially_copyable_v<TinyElf>);

TEST(Note, IsReadFromAPlugin) {
  const Result<PluginNote> note = read_note(plugin_file("dummy"));
  ASSERT_TRUE(note) << note.error().message;
  EXPECT_EQ(note->id, "dummy");
  EXPECT_EQ(note->abi_major, LKS_ABI_MAJOR);
  EXPECT_EQ(note->abi_minor, LKS_ABI_MINOR);
}

TEST(Note, IsReadFromAStrippedPlugin) {
  // Without section headers, as `strip` and then `sstrip` leave a file.
  std::vector<std::byte> bytes = bytes_of(plugin_file("dummy"));
  auto* const header = reinterpret_cast<Elf64_Ehdr*>(bytes.data());
  std::fill(bytes.begin() + static_cast<std::ptrdiff_t>(header->e_shoff), bytes.end(), std::byte{0xff});
  header->e_shoff = 0;
  header->e_shnum = header->e_shstrndx = 0;
  const Result<PluginNote> note = read_note(bytes);
  ASSERT_TRUE(note) << note.error().message;
  EXPECT_EQ(note->id, "dummy");
}

TEST(Note, OfAnotherMajorIsReadAsFarAsItGoes) {
  TinyElf elf;
  elf.note.description.abi_major = 2;
  std::memset(elf.note.description.id, 'X', sizeof elf.note.description.id);
  const Result<PluginNote> note = read_note(elf.bytes());
  ASSERT_TRUE(note) << note.error().message;
  EXPECT_EQ(note->abi_major, 2u);
  EXPECT_EQ(note->id, "");
}

TEST(Note, MayBeLongerThanThisHostKnows) {
  TinyElf elf;
  elf.note.description_bytes += 8;
  elf.segment.p_filesz += 8;
  EXPECT_EQ(read_note(elf.bytes())->id, "tiny");
}

TEST(Note, IdsHaveTheirForm) {
  for (const char* good : {"a", "cuda", "com.acme.npu-2_x"}) EXPECT_TRUE(is_plugin_id(good)) << good;
  EXPECT_TRUE(is_plugin_id(std::string(64, 'z')));
  EXPECT_FALSE(is_plugin_id(std::string(65, 'z')));
  for (const char* bad : {"", "A", "a b", "a/b", "a:1", "\xc3\xa4", "a\n"})
    EXPECT_FALSE(is_plugin_id(bad)) << bad;
}

TEST(Note, ABadIdIsRefused) {
  EXPECT_THAT(refusal_of(plugin_file("bad_id")), HasSubstr("no valid id"));
  TinyElf elf;
  std::memset(elf.note.description.id, 'x', sizeof elf.note.description.id);  // no NUL
  EXPECT_THAT(refusal_of(elf.bytes()), HasSubstr("no valid id"));
}

TEST(Note, WhatIsNoPluginIsNamed) {
  const TemporaryFolder folder;
  TemporaryFolder& files = const_cast<TemporaryFolder&>(folder);
  EXPECT_EQ(refusal_of(files.write("empty", "")), "not an ELF file");
  EXPECT_EQ(refusal_of(files.write("text", "#!/bin/sh\nexit 0 and some more text\n")), "not an ELF file");
  EXPECT_EQ(refusal_of(files.write("magic",
                                   "\x7f"
                                   "ELF")),
            "not an ELF file");
  EXPECT_EQ(refusal_of(files.path()), "not a regular file");
  EXPECT_THAT(refusal_of(files.path() / "nothing"), HasSubstr("cannot be opened: No such file"));
  EXPECT_THAT(refusal_of(plugin_file("no_note")), HasSubstr("without a Lockstep note"));
  const std::filesystem::path pipe = files.path() / "pipe";
  ASSERT_EQ(mkfifo(pipe.c_str(), 0600), 0);
  EXPECT_EQ(refusal_of(pipe), "not a regular file");
}

TEST(Note, OtherKindsOfElfAreNamed) {
  ASSERT_EQ(refusal_of(TinyElf().bytes()), "accepted");
  TinyElf elf;
  elf.header.e_ident[EI_CLASS] = ELFCLASS32;
  EXPECT_THAT(refusal_of(elf.bytes()), HasSubstr("not a 64-bit one"));
  elf = TinyElf();
  elf.header.e_ident[EI_DATA] = ELFDATA2MSB;
  EXPECT_THAT(refusal_of(elf.bytes()), HasSubstr("other byte order"));
  elf = TinyElf();
  elf.header.e_machine = EM_S390;
  EXPECT_THAT(refusal_of(elf.bytes()), HasSubstr("for machine 22, expected"));
  elf = TinyElf();
  elf.header.e_type = ET_REL;
  EXPECT_THAT(refusal_of(elf.bytes()), HasSubstr("not a shared library"));
  elf = TinyElf();
  elf.header.e_phnum = 0;
  EXPECT_THAT(refusal_of(elf.bytes()), HasSubstr("program headers"));
  elf = TinyElf();
  elf.header.e_phentsize = 1;
  EXPECT_THAT(refusal_of(elf.bytes()), HasSubstr("program headers"));
}

TEST(Note, OffsetsAndSizesAreNotTrusted) {
  for (const std::uint64_t offset :
       {std::uint64_t{sizeof(TinyElf)}, std::uint64_t{1} << 40, UINT64_MAX, UINT64_MAX - 55}) {
    TinyElf elf;
    elf.header.e_phoff = offset;
    EXPECT_THAT(refusal_of(elf.bytes()), HasSubstr("cut short in its program headers")) << offset;
    elf = TinyElf();
    elf.segment.p_offset = offset;
    EXPECT_THAT(refusal_of(elf.bytes()), HasSubstr("cut short in its notes")) << offset;
  }
  TinyElf elf;
  elf.header.e_phnum = 0xffff;
  EXPECT_THAT(refusal_of(elf.bytes()), HasSubstr("cut short in its program headers"));
  elf = TinyElf();
  elf.segment.p_filesz = UINT64_MAX;
  EXPECT_THAT(refusal_of(elf.bytes()), HasSubstr("over 1 MiB"));
  for (const std::uint64_t size : {std::uint64_t{sizeof(TinyElf)} + 1, UINT64_MAX}) {
    elf = TinyElf();
    elf.segment.p_type = PT_LOAD;
    elf.segment.p_filesz = size;
    EXPECT_THAT(refusal_of(elf.bytes()), HasSubstr("cut short in its segments")) << size;
  }
  for (const std::uint32_t size : {1000u, UINT32_MAX, UINT32_MAX - 3}) {
    elf = TinyElf();
    elf.note.description_bytes = size;
    EXPECT_THAT(refusal_of(elf.bytes()), HasSubstr("without a Lockstep note")) << size;
    elf = TinyElf();
    elf.note.name_bytes = size;
    EXPECT_THAT(refusal_of(elf.bytes()), HasSubstr("without a Lockstep note")) << size;
  }
  elf = TinyElf();
  elf.note.description_bytes = 4;
  EXPECT_THAT(refusal_of(elf.bytes()), HasSubstr("note is cut short"));
  elf = TinyElf();
  elf.note.description_bytes = 12;  // major and minor, and a torn id
  EXPECT_THAT(refusal_of(elf.bytes()), HasSubstr("no valid id"));
}

TEST(Note, NotesOfOthersArePassedOver) {
  TinyElf elf;
  elf.second = elf.note;
  elf.segment.p_filesz += sizeof elf.second;
  std::memcpy(elf.note.name, "Anothers", 9);
  EXPECT_EQ(read_note(elf.bytes())->id, "tiny");
  std::memcpy(elf.note.name, LKS_NOTE_NAME, 9);
  EXPECT_THAT(refusal_of(elf.bytes()), HasSubstr("more than one"));
}

TEST(Note, EveryTruncationIsAnswered) {
  const std::vector<std::byte>& bytes = TinyElf::reference();
  // Past the last segment that is loaded stand only section headers, which nothing needs.
  const auto* const header = reinterpret_cast<const Elf64_Ehdr*>(bytes.data());
  const auto* const segments = reinterpret_cast<const Elf64_Phdr*>(bytes.data() + header->e_phoff);
  std::size_t end = 0;
  for (std::size_t i = 0; i < header->e_phnum; ++i) {
    if (segments[i].p_type == PT_LOAD) end = std::max(end, segments[i].p_offset + segments[i].p_filesz);
  }
  for (std::size_t length = 0; length < end; length += length < 2000 ? 1 : 211) {
    EXPECT_NE(refusal_of(std::span(bytes).first(length)), "accepted") << length;
  }
  EXPECT_NE(refusal_of(std::span(bytes).first(end - 1)), "accepted");
  EXPECT_EQ(refusal_of(std::span(bytes).first(end)), "accepted");
}

TEST(Note, RandomDamageIsAnswered) {
  std::mt19937 random(7);
  const std::vector<std::byte>& bytes = TinyElf::reference();
  for (int round = 0; round < 20'000; ++round) {
    std::vector<std::byte> bent(bytes.begin(), bytes.begin() + 2048);
    for (int i = 0; i < 4; ++i) bent[random() % 1200] = static_cast<std::byte>(random());
    refusal_of(bent);
  }
}

}  // namespace
}  // namespace lockstep::backend
