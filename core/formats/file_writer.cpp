// SPDX-License-Identifier: Apache-2.0
#include "lockstep/formats/file_writer.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <optional>
#include <string>

#include "file_descriptor.hpp"

namespace lockstep::formats {
namespace {

/// What is collected before a system call: large enough that a call costs nothing beside the copy.
constexpr std::size_t kBufferBytes = std::size_t{1} << 20;
constexpr mode_t kMode = 0666;  // less the umask, as for every file a program makes
constexpr int kNameTries = 100;

std::filesystem::path folder_of(const std::filesystem::path& path) {
  return path.has_parent_path() ? path.parent_path() : std::filesystem::path(".");
}

std::filesystem::path hidden_name_beside(const std::filesystem::path& path) {
  std::uint64_t random = 0;
  if (::getrandom(&random, sizeof random, 0) != static_cast<ssize_t>(sizeof random)) {
    random = static_cast<std::uint64_t>(::getpid());
  }
  return folder_of(path) / fmt::format(".lockstep-{:016x}.tmp", random);
}

}  // namespace

struct FileWriter::State {
  std::filesystem::path path;    ///< as the caller named it, for messages
  std::filesystem::path target;  ///< with symbolic links followed
  std::filesystem::path hidden;  ///< the file's name before commit(); empty while it has none
  FileDescriptor file;
  bool in_place = false;  ///< the target is no regular file
  std::vector<std::byte> buffer;
  std::uint64_t position = 0;
  std::optional<Error> error;

  ~State() {
    if (!hidden.empty()) ::unlink(hidden.c_str());
  }

  Result<void> fail(std::string_view doing, int error_number) {
    error = system_fault(path, doing, error_number);
    return *error;
  }

  Result<void> write_out(std::span<const std::byte> bytes) {
    while (!bytes.empty()) {
      const ssize_t written = ::write(file.get(), bytes.data(), bytes.size());
      if (written < 0) {
        if (errno == EINTR) continue;
        return fail("writing it", errno);
      }
      bytes = bytes.subspan(static_cast<std::size_t>(written));
    }
    return {};
  }

  Result<void> flush() {
    Result<void> written = write_out(buffer);
    buffer.clear();
    return written;
  }

  /// Makes the file that will become the target.
  Result<void> open_temporary() {
    file = FileDescriptor(::open(folder_of(target).c_str(), O_TMPFILE | O_WRONLY | O_CLOEXEC, kMode));
    // It gets its name through /proc, which a chroot may lack.
    if (file.is_open() && ::access(path_of_descriptor().c_str(), F_OK) == 0) return {};
    // EISDIR: a kernel, EOPNOTSUPP: a file system that has no files without a name.
    if (!file.is_open() && errno != EOPNOTSUPP && errno != EISDIR && errno != EINVAL) {
      return fail("creating it", errno);
    }
    for (int tries = 0; tries < kNameTries; ++tries) {
      const std::filesystem::path name = hidden_name_beside(target);
      file = FileDescriptor(::open(name.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, kMode));
      if (file.is_open()) {
        hidden = name;
        return {};
      }
      if (errno != EEXIST) break;
    }
    return fail("creating it", errno);
  }

  std::string path_of_descriptor() const { return fmt::format("/proc/self/fd/{}", file.get()); }

  /// Gives a file without a name a hidden one: only a name can replace another file's.
  Result<void> link_hidden() {
    if (!hidden.empty()) return {};
    for (int tries = 0; tries < kNameTries; ++tries) {
      const std::filesystem::path name = hidden_name_beside(target);
      if (::linkat(AT_FDCWD, path_of_descriptor().c_str(), AT_FDCWD, name.c_str(), AT_SYMLINK_FOLLOW) == 0) {
        hidden = name;
        return {};
      }
      if (errno != EEXIST) break;
    }
    return fail("naming it", errno);
  }
};

FileWriter::FileWriter(std::unique_ptr<State> state) : state_(std::move(state)) {}
FileWriter::FileWriter(FileWriter&& other) noexcept = default;
FileWriter& FileWriter::operator=(FileWriter&& other) noexcept = default;
FileWriter::~FileWriter() = default;

Result<FileWriter> FileWriter::create(const std::filesystem::path& path) {
  auto state = std::make_unique<State>();
  state->path = path;
  state->target = path;
  struct stat info {};
  if (::stat(path.c_str(), &info) == 0) {
    if (S_ISDIR(info.st_mode)) {
      return Error{ErrorCode::kIo,
                   fmt::format("{}: expected a file to write, found a directory", path.string())};
    }
    // A rename would replace a file that its owner has protected.
    if (::faccessat(AT_FDCWD, path.c_str(), W_OK, AT_EACCESS) != 0) {
      return system_fault(path, "writing over it", errno);
    }
    state->in_place = !S_ISREG(info.st_mode);
    std::error_code ignored;
    const std::filesystem::path real = std::filesystem::canonical(path, ignored);
    if (!ignored) state->target = real;
  } else if (errno != ENOENT) {
    return system_fault(path, "creating it", errno);
  }
  if (state->in_place) {
    state->file = FileDescriptor(::open(path.c_str(), O_WRONLY | O_CLOEXEC));
    if (!state->file.is_open()) return system_fault(path, "opening it", errno);
  } else if (Result<void> opened = state->open_temporary(); !opened) {
    return std::move(opened).error();
  }
  state->buffer.reserve(kBufferBytes);
  return FileWriter(std::move(state));
}

Result<void> FileWriter::write(std::span<const std::byte> bytes) {
  State& state = *state_;
  if (state.error) return *state.error;
  if (state.buffer.size() + bytes.size() > kBufferBytes) {
    if (Result<void> flushed = state.flush(); !flushed) return flushed;
  }
  if (bytes.size() >= kBufferBytes) {
    if (Result<void> written = state.write_out(bytes); !written) return written;
  } else {
    state.buffer.insert(state.buffer.end(), bytes.begin(), bytes.end());
  }
  state.position += bytes.size();
  return {};
}

Result<void> FileWriter::write(std::string_view text) {
  return write(std::as_bytes(std::span(text)));
}

std::uint64_t FileWriter::position() const {
  return state_->position;
}

const std::filesystem::path& FileWriter::path() const {
  return state_->path;
}

Result<void> FileWriter::commit() {
  State& state = *state_;
  if (state.error) return *state.error;
  if (Result<void> flushed = state.flush(); !flushed) return flushed;
  if (state.in_place) return {};
  if (::fsync(state.file.get()) != 0) return state.fail("bringing it to the disk", errno);
  if (Result<void> linked = state.link_hidden(); !linked) return linked;
  if (::rename(state.hidden.c_str(), state.target.c_str()) != 0)
    return state.fail("giving it its name", errno);
  state.hidden.clear();
  // The name itself must outlive a power cut too; a folder that can't be synced (some network file systems)
  // still has the file.
  const FileDescriptor folder(::open(folder_of(state.target).c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (folder.is_open()) ::fsync(folder.get());
  return {};
}

}  // namespace lockstep::formats
