// SPDX-License-Identifier: Apache-2.0
// What every reader reads: bytes in memory, with a name for messages. Files stand below this, so that readers
// can be tested and fuzzed without any.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "lockstep/api.hpp"
#include "lockstep/formats/mapped_file.hpp"
#include "lockstep/result.hpp"

namespace lockstep::formats {

/// Copies share the bytes. What a reader hands out without copying (the points of a key) keeps `storage()`.
/// [thread-safe]
class LOCKSTEP_API ByteSource {
 public:
  /// Maps a file; the errors are MappedFile::open's.
  static Result<ByteSource> open(const std::filesystem::path& path);
  /// Takes over bytes.
  static ByteSource own(std::vector<std::byte> bytes, std::string name);
  /// Bytes that the caller keeps alive and unchanged for as long as anything read from them is used.
  static ByteSource borrow(std::span<const std::byte> bytes, std::string name);

  std::span<const std::byte> bytes() const { return bytes_; }
  std::uint64_t size() const { return bytes_.size(); }
  const std::string& name() const { return name_; }
  const std::shared_ptr<const void>& storage() const { return storage_; }

  /// Hints about pages, as MappedFile has them; nothing happens where the bytes are no file's.
  void drop(std::uint64_t offset, std::uint64_t size) const;
  void read_ahead(std::uint64_t offset, std::uint64_t size) const;

 private:
  ByteSource(std::span<const std::byte> bytes, std::string name, std::shared_ptr<const void> storage,
             const MappedFile* file);

  std::span<const std::byte> bytes_;
  std::string name_;
  std::shared_ptr<const void> storage_;
  const MappedFile* file_;  ///< inside storage_, or null
};

}  // namespace lockstep::formats
