// SPDX-License-Identifier: Apache-2.0
#include "lockstep/formats/mapped_file.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <limits>

#include "file_descriptor.hpp"

namespace lockstep::formats {
namespace {

std::string_view kind_of(mode_t mode) {
  if (S_ISDIR(mode)) return "a directory";
  if (S_ISFIFO(mode)) return "a FIFO";
  if (S_ISCHR(mode) || S_ISBLK(mode)) return "a device";
  if (S_ISSOCK(mode)) return "a socket";
  return "something else";
}

}  // namespace

Result<std::shared_ptr<const MappedFile>> MappedFile::open(const std::filesystem::path& path) {
  // O_NONBLOCK: opening a FIFO that nobody writes to must not wait.
  const FileDescriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK));
  if (!file.is_open()) return system_fault(path, "opening it", errno);
  struct stat info {};
  if (::fstat(file.get(), &info) != 0) return system_fault(path, "asking for its size", errno);
  if (!S_ISREG(info.st_mode)) {
    return Error{ErrorCode::kIo,
                 fmt::format("{}: expected a regular file, found {}", path.string(), kind_of(info.st_mode))};
  }
  const auto size = static_cast<std::uint64_t>(info.st_size);
  if (size == 0) {
    return Error{ErrorCode::kMalformed,
                 fmt::format("{}: offset 0: expected data, found an empty file", path.string())};
  }
  void* start = ::mmap(nullptr, size, PROT_READ, MAP_PRIVATE, file.get(), 0);
  if (start == MAP_FAILED) return system_fault(path, fmt::format("mapping {} bytes", size), errno);
  // A plain constructor call in a shared_ptr: make_shared cannot reach the private constructor.
  return std::shared_ptr<const MappedFile>(new MappedFile({static_cast<const std::byte*>(start), size}));
}

MappedFile::~MappedFile() {
  ::munmap(const_cast<std::byte*>(bytes_.data()), bytes_.size());
}

void MappedFile::drop(std::uint64_t offset, std::uint64_t size) const {
  const auto page = static_cast<std::uint64_t>(::sysconf(_SC_PAGESIZE));
  if (offset > bytes_.size() || size > bytes_.size() - offset) return;
  const std::uint64_t first = (offset + page - 1) / page * page;
  // The file's last page belongs to nobody else, however little of it is used.
  const std::uint64_t end = offset + size == bytes_.size() ? offset + size : (offset + size) / page * page;
  if (first >= end) return;
  ::madvise(const_cast<std::byte*>(bytes_.data()) + first, end - first, MADV_DONTNEED);
}

void MappedFile::read_ahead(std::uint64_t offset, std::uint64_t size) const {
  const auto page = static_cast<std::uint64_t>(::sysconf(_SC_PAGESIZE));
  if (offset > bytes_.size() || size > bytes_.size() - offset || size == 0) return;
  const std::uint64_t first = offset / page * page;
  ::madvise(const_cast<std::byte*>(bytes_.data()) + first, offset + size - first, MADV_WILLNEED);
}

}  // namespace lockstep::formats
