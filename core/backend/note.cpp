// SPDX-License-Identifier: Apache-2.0
// ELF is read by hand and with every offset checked: the file may be anything, and nothing of it has been
// vouched for yet. Layout: System V ABI, chapter "Object Files"; notes: "Note Section".
#include "lockstep/backend/note.hpp"

#include <elf.h>
#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <functional>
#include <optional>
#include <vector>

#include "lockstep/abi/entry.h"

namespace lockstep::backend {
namespace {

#if defined(__x86_64__)
constexpr std::uint16_t kMachine = EM_X86_64;
constexpr std::string_view kMachineName = "x86-64";
#elif defined(__aarch64__)
constexpr std::uint16_t kMachine = EM_AARCH64;
constexpr std::string_view kMachineName = "AArch64";
#else
#error "unknown machine: give its ELF number"
#endif
constexpr unsigned char kByteOrder = __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__ ? ELFDATA2LSB : ELFDATA2MSB;

constexpr std::uint64_t kMaxNoteSegmentBytes = 1u << 20;

/// Copies [offset, offset + to.size()) of the file; false where the file does not reach that far.
using Reader = std::function<bool(std::uint64_t offset, std::span<std::byte> to)>;

Error refusal(std::string message) {
  return {ErrorCode::kMalformed, std::move(message)};
}

template <class T>
bool read_object(const Reader& read, std::uint64_t offset, T& to) {
  return read(offset, std::as_writable_bytes(std::span(&to, 1)));
}

Result<Elf64_Ehdr> read_header(const Reader& read) {
  unsigned char ident[EI_NIDENT];
  if (!read_object(read, 0, ident) || std::memcmp(ident, ELFMAG, SELFMAG) != 0) {
    return refusal("not an ELF file");
  }
  if (ident[EI_CLASS] != ELFCLASS64) return refusal("an ELF file, but not a 64-bit one");
  if (ident[EI_DATA] != kByteOrder) return refusal("an ELF file of the other byte order");
  Elf64_Ehdr header;
  if (!read_object(read, 0, header)) return refusal("an ELF file that is cut short in its header");
  if (header.e_machine != kMachine) {
    return refusal(fmt::format("an ELF file for machine {}, expected {} ({})", header.e_machine, kMachine,
                               kMachineName));
  }
  if (header.e_type != ET_DYN) return refusal("an ELF file, but not a shared library");
  if (header.e_phnum == 0 || header.e_phentsize != sizeof(Elf64_Phdr)) {
    return refusal("an ELF file without usable program headers");
  }
  return header;
}

PluginNote parse_description(std::span<const std::byte> bytes) {
  PluginNote note;
  std::memcpy(&note.abi_major, bytes.data() + offsetof(lks_note_description, abi_major),
              sizeof note.abi_major);
  std::memcpy(&note.abi_minor, bytes.data() + offsetof(lks_note_description, abi_minor),
              sizeof note.abi_minor);
  if (bytes.size() < sizeof(lks_note_description)) return note;
  char id[LKS_NOTE_ID_BYTES];
  std::memcpy(id, bytes.data() + offsetof(lks_note_description, id), sizeof id);
  const std::string_view text(id, strnlen(id, sizeof id));
  if (text.size() < sizeof id && is_plugin_id(text)) note.id = text;
  return note;
}

std::uint64_t padded(std::uint64_t bytes, std::uint64_t alignment) {
  return (bytes + alignment - 1) / alignment * alignment;
}

/// Takes the Lockstep notes of one segment; others, and a torn tail, are passed over.
void collect_notes(std::span<const std::byte> segment, std::uint64_t alignment,
                   std::vector<std::vector<std::byte>>& descriptions) {
  while (segment.size() >= sizeof(Elf64_Nhdr)) {
    Elf64_Nhdr header;
    std::memcpy(&header, segment.data(), sizeof header);
    // 32-bit sizes: the sums can't overflow 64 bits.
    const std::uint64_t description_at = padded(sizeof header + header.n_namesz, alignment);
    const std::uint64_t end = description_at + header.n_descsz;
    if (end > segment.size()) return;
    constexpr std::string_view kName(LKS_NOTE_NAME "\0", sizeof LKS_NOTE_NAME);
    if (header.n_type == LKS_NOTE_TYPE && header.n_namesz == kName.size() &&
        std::memcmp(segment.data() + sizeof header, kName.data(), kName.size()) == 0) {
      const auto description = segment.subspan(description_at, header.n_descsz);
      descriptions.emplace_back(description.begin(), description.end());
    }
    segment = segment.subspan(std::min<std::uint64_t>(padded(end, alignment), segment.size()));
  }
}

/// The loader maps segments without asking whether the file reaches that far, and dies of SIGBUS.
bool lies_in_file(const Reader& read, const Elf64_Phdr& segment) {
  if (segment.p_filesz == 0) return true;
  std::uint64_t last = 0;
  std::byte byte{};
  return !__builtin_add_overflow(segment.p_offset, segment.p_filesz - 1, &last) &&
         read_object(read, last, byte);
}

Result<PluginNote> find_note(const Reader& read) {
  const Result<Elf64_Ehdr> header = read_header(read);
  if (!header) return header.error();
  std::vector<std::vector<std::byte>> descriptions;
  for (std::uint64_t i = 0; i < header->e_phnum; ++i) {
    // Offsets near 2^64 would wrap around.
    std::uint64_t at = 0;
    Elf64_Phdr segment;
    if (__builtin_add_overflow(header->e_phoff, i * sizeof segment, &at) || !read_object(read, at, segment)) {
      return refusal("an ELF file that is cut short in its program headers");
    }
    if (segment.p_type == PT_LOAD && !lies_in_file(read, segment)) {
      return refusal("an ELF file that is cut short in its segments");
    }
    if (segment.p_type != PT_NOTE || segment.p_filesz == 0) continue;
    if (segment.p_filesz > kMaxNoteSegmentBytes) return refusal("an ELF file with a note segment over 1 MiB");
    std::vector<std::byte> bytes(segment.p_filesz);
    if (!read(segment.p_offset, bytes)) return refusal("an ELF file that is cut short in its notes");
    collect_notes(bytes, segment.p_align == 8 ? 8 : 4, descriptions);
  }
  if (descriptions.empty()) return refusal("a shared library without a Lockstep note: not a Lockstep plugin");
  if (descriptions.size() > 1) return refusal("a shared library with more than one Lockstep note");
  if (descriptions[0].size() < offsetof(lks_note_description, id))
    return refusal("its Lockstep note is cut short");
  PluginNote note = parse_description(descriptions[0]);
  // Of another major, the rest of the note may have another form.
  if (note.abi_major == LKS_ABI_MAJOR && note.id.empty()) {
    return refusal("its Lockstep note gives no valid id: expected 1 to 64 of a-z 0-9 _ . -");
  }
  return note;
}

struct OpenFile {
  int descriptor = -1;
  ~OpenFile() {
    if (descriptor >= 0) close(descriptor);
  }
};

}  // namespace

bool is_plugin_id(std::string_view id) {
  if (id.empty() || id.size() > 64) return false;
  return std::all_of(id.begin(), id.end(), [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_' || c == '.' || c == '-';
  });
}

Result<PluginNote> read_note(std::span<const std::byte> elf) {
  return find_note([elf](std::uint64_t offset, std::span<std::byte> to) {
    if (offset > elf.size() || to.size() > elf.size() - offset) return false;
    std::copy_n(elf.begin() + static_cast<std::ptrdiff_t>(offset), to.size(), to.begin());
    return true;
  });
}

Result<PluginNote> read_note(const std::filesystem::path& path) {
  // Without O_NONBLOCK, opening a pipe would wait for its other end.
  const OpenFile file{open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK)};
  if (file.descriptor < 0)
    return Error{ErrorCode::kIo, fmt::format("cannot be opened: {}", std::strerror(errno))};
  struct stat status {};
  if (fstat(file.descriptor, &status) != 0 || !S_ISREG(status.st_mode)) return refusal("not a regular file");
  return find_note([&](std::uint64_t offset, std::span<std::byte> to) {
    const auto size = static_cast<std::uint64_t>(status.st_size);
    if (offset > size || to.size() > size - offset) return false;
    while (!to.empty()) {
      const ssize_t got = pread(file.descriptor, to.data(), to.size(), static_cast<off_t>(offset));
      if (got < 0 && errno == EINTR) continue;
      if (got <= 0) return false;
      to = to.subspan(static_cast<std::size_t>(got));
      offset += static_cast<std::uint64_t>(got);
    }
    return true;
  });
}

}  // namespace lockstep::backend
