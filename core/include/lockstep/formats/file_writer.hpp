// SPDX-License-Identifier: Apache-2.0
// Output files that are either whole or not there.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

#include "lockstep/api.hpp"
#include "lockstep/result.hpp"

namespace lockstep::formats {

/// Writes a file from front to back. The bytes go to a file without a name (or, where the file system has no
/// such thing, to a hidden one beside the target) that takes the target's name in commit(), once every byte
/// is on the disk; a writer that is dropped before leaves nothing, and an older file stays as it was. A
/// target that exists and is no regular file (a FIFO, /dev/stdout) is written in place. Symbolic links are
/// followed.
///
/// An error stays: once a call failed, every later one fails with the same error. [session-exclusive]
class LOCKSTEP_API FileWriter {
 public:
  /// kIo: the target is a directory, or its folder is missing or can't be written.
  static Result<FileWriter> create(const std::filesystem::path& path);

  FileWriter(FileWriter&& other) noexcept;
  FileWriter& operator=(FileWriter&& other) noexcept;
  ~FileWriter();

  /// kIo: no space left, and the like.
  Result<void> write(std::span<const std::byte> bytes);
  Result<void> write(std::string_view text);

  /// Bytes written so far.
  std::uint64_t position() const;
  const std::filesystem::path& path() const;

  /// The last call: the file gets its name.
  Result<void> commit();

 private:
  struct State;
  explicit FileWriter(std::unique_ptr<State> state);

  std::unique_ptr<State> state_;
};

}  // namespace lockstep::formats
