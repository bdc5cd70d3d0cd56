// SPDX-License-Identifier: Apache-2.0
// A regular file, mapped read-only.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <span>

#include "lockstep/api.hpp"
#include "lockstep/result.hpp"

namespace lockstep::formats {

/// The bytes of a regular file that is not empty, mapped read-only for as long as this object lives. A file
/// that another process shortens meanwhile ends in SIGBUS, as with every mapping: keys must not be written in
/// place. [thread-safe]
class LOCKSTEP_API MappedFile {
 public:
  /// kIo: missing, unreadable, or no regular file (a directory, a FIFO, a device); kMalformed: empty.
  static Result<std::shared_ptr<const MappedFile>> open(const std::filesystem::path& path);

  ~MappedFile();
  MappedFile(const MappedFile&) = delete;
  MappedFile& operator=(const MappedFile&) = delete;

  std::span<const std::byte> bytes() const { return bytes_; }

  /// The pages that lie wholly in [offset, offset + size) leave this process's memory; they are read again
  /// (from the page cache) when they are next touched.
  void drop(std::uint64_t offset, std::uint64_t size) const;
  /// The pages of [offset, offset + size) will be read from front to back, soon.
  void read_ahead(std::uint64_t offset, std::uint64_t size) const;

 private:
  explicit MappedFile(std::span<const std::byte> bytes) : bytes_(bytes) {}

  std::span<const std::byte> bytes_;
};

}  // namespace lockstep::formats
