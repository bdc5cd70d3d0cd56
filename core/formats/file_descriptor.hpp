// SPDX-License-Identifier: Apache-2.0
// An owned file descriptor, and the sentence for a failed system call.
#pragma once

#include <fmt/format.h>
#include <unistd.h>

#include <filesystem>
#include <string_view>
#include <system_error>
#include <utility>

#include "lockstep/result.hpp"

namespace lockstep::formats {

class FileDescriptor {
 public:
  FileDescriptor() = default;
  explicit FileDescriptor(int descriptor) : descriptor_(descriptor) {}
  FileDescriptor(FileDescriptor&& other) noexcept : descriptor_(std::exchange(other.descriptor_, -1)) {}
  FileDescriptor& operator=(FileDescriptor&& other) noexcept {
    std::swap(descriptor_, other.descriptor_);
    return *this;
  }
  ~FileDescriptor() {
    if (is_open()) ::close(descriptor_);
  }

  bool is_open() const { return descriptor_ >= 0; }
  int get() const { return descriptor_; }

 private:
  int descriptor_ = -1;
};

/// "<path>: <doing> failed: <reason of the system>".
inline Error system_fault(const std::filesystem::path& path, std::string_view doing, int error_number) {
  return {ErrorCode::kIo, fmt::format("{}: {} failed: {}", path.string(), doing,
                                      std::generic_category().message(error_number))};
}

}  // namespace lockstep::formats
