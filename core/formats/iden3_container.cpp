// SPDX-License-Identifier: Apache-2.0
#include "lockstep/formats/iden3_container.hpp"

#include <algorithm>

#include "fault.hpp"
#include "little_endian.hpp"

namespace lockstep::formats {
namespace {

constexpr std::uint64_t kMagicBytes = 4;
constexpr std::uint64_t kHeadBytes = kMagicBytes + 4 + 4;
constexpr std::uint64_t kSectionHeadBytes = 4 + 8;

}  // namespace

const Section* SectionTable::find(std::uint32_t id) const {
  const auto found =
      std::find_if(sections.begin(), sections.end(), [&](const Section& s) { return s.id == id; });
  return found == sections.end() ? nullptr : &*found;
}

Result<SectionTable> read_section_table(const ByteSource& source, std::string_view magic,
                                        std::uint32_t version) {
  return guarded(source.name(), [&]() -> Result<SectionTable> {
    const std::span<const std::byte> bytes = source.bytes();
    if (bytes.size() < kHeadBytes) {
      return fault(source, "offset 0", fmt::format("a head of {} bytes (\"{}\")", kHeadBytes, magic),
                   fmt::format("a file of {} bytes", bytes.size()));
    }
    if (std::memcmp(bytes.data(), magic.data(), kMagicBytes) != 0) {
      return fault(source, "offset 0", fmt::format("\"{}\"", magic), show_octets(bytes.first(kMagicBytes)));
    }
    const auto found_version = load<std::uint32_t>(&bytes[kMagicBytes]);
    if (found_version != version) {
      return fault(source, "offset 4", fmt::format("version {}", version), fmt::format("{}", found_version));
    }
    const auto section_count = load<std::uint32_t>(&bytes[kMagicBytes + 4]);
    SectionTable table;
    std::uint64_t offset = kHeadBytes;
    for (std::uint32_t i = 0; i < section_count; ++i) {
      if (bytes.size() - offset < kSectionHeadBytes) {
        return fault(source, fmt::format("offset {}", offset),
                     fmt::format("the head of section {} of {}", i + 1, section_count),
                     fmt::format("the end of the file after {} bytes", bytes.size() - offset));
      }
      const Section section{.id = load<std::uint32_t>(&bytes[offset]),
                            .offset = offset + kSectionHeadBytes,
                            .size = load<std::uint64_t>(&bytes[offset + 4])};
      offset = section.offset;
      // Compared with what is left: offset + size could wrap around.
      if (section.size > bytes.size() - offset) {
        return fault(source, fmt::format("section {} at offset {}", section.id, offset),
                     fmt::format("{} bytes", section.size),
                     fmt::format("the end of the file after {}", bytes.size() - offset));
      }
      offset += section.size;
      table.sections.push_back(section);
    }
    table.end = offset;
    std::vector<std::uint32_t> ids;
    ids.reserve(table.sections.size());
    for (const Section& section : table.sections) ids.push_back(section.id);
    std::sort(ids.begin(), ids.end());
    if (const auto twice = std::adjacent_find(ids.begin(), ids.end()); twice != ids.end()) {
      return fault(source, fmt::format("section {}", *twice), "one section of that id", "more than one");
    }
    return table;
  });
}

}  // namespace lockstep::formats
