// SPDX-License-Identifier: Apache-2.0
// The container that circom's and snarkjs's binary files share: magic (4 bytes), version (u32), number of
// sections (u32), then per section its id (u32), size (u64) and bytes; little-endian, sections in any order.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "lockstep/api.hpp"
#include "lockstep/formats/byte_source.hpp"
#include "lockstep/result.hpp"

namespace lockstep::formats {

/// One section's place in the file; [offset, offset + size) lies inside it.
struct Section {
  std::uint32_t id = 0;
  std::uint64_t offset = 0;
  std::uint64_t size = 0;
};

/// The sections of a file in the order in which they stand there.
struct LOCKSTEP_API SectionTable {
  std::vector<Section> sections;
  std::uint64_t end = 0;  ///< where the last section ends: bytes beyond are legal and mean nothing

  /// Null where the file has no such section.
  const Section* find(std::uint32_t id) const;
};

/// Reads the table of a file with this magic and version. kMalformed: another magic or version, a section
/// that runs past the end, an id that stands twice.
LOCKSTEP_API Result<SectionTable> read_section_table(const ByteSource& source, std::string_view magic,
                                                     std::uint32_t version);

}  // namespace lockstep::formats
