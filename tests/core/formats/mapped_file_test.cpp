// SPDX-License-Identifier: Apache-2.0
#include "lockstep/formats/mapped_file.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "lockstep/formats/byte_source.hpp"
#include "temporary_folder.hpp"

namespace lockstep::formats {
namespace {

using ::testing::HasSubstr;
using ::testing::StartsWith;

std::string text_of(std::span<const std::byte> bytes) {
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

TEST(MappedFile, GivesTheBytesOfAFile) {
  const test::TemporaryFolder folder;
  test::write_file(folder / "a", "some bytes");
  const auto file = MappedFile::open(folder / "a");
  ASSERT_TRUE(file) << file.error().message;
  EXPECT_EQ(text_of((*file)->bytes()), "some bytes");
}

TEST(MappedFile, KeepsItsBytesWhenTheFileIsReplaced) {
  const test::TemporaryFolder folder;
  test::write_file(folder / "a", "some bytes");
  const auto file = MappedFile::open(folder / "a");
  ASSERT_TRUE(file);
  std::filesystem::remove(folder / "a");
  test::write_file(folder / "a", "others");
  EXPECT_EQ(text_of((*file)->bytes()), "some bytes");
}

TEST(MappedFile, BytesAreTheSameAfterDroppingPages) {
  const test::TemporaryFolder folder;
  std::string text;
  for (int i = 0; i < 40000; ++i) text += std::to_string(i);
  test::write_file(folder / "a", text);
  const auto file = MappedFile::open(folder / "a");
  ASSERT_TRUE(file);
  (*file)->read_ahead(5, 100000);
  (*file)->drop(5000, text.size() - 5000);
  (*file)->drop(0, text.size());
  (*file)->drop(text.size(), 1);
  (*file)->drop(1, ~std::uint64_t{0});
  EXPECT_EQ(text_of((*file)->bytes()), text);
}

TEST(MappedFile, RefusesAnEmptyFile) {
  const test::TemporaryFolder folder;
  test::write_file(folder / "a", "");
  const auto file = MappedFile::open(folder / "a");
  ASSERT_FALSE(file);
  EXPECT_EQ(file.error().code, ErrorCode::kMalformed);
  EXPECT_EQ(file.error().message, (folder / "a").string() + ": offset 0: expected data, found an empty file");
}

TEST(MappedFile, RefusesADirectory) {
  const test::TemporaryFolder folder;
  const auto file = MappedFile::open(folder.path());
  ASSERT_FALSE(file);
  EXPECT_EQ(file.error().code, ErrorCode::kIo);
  EXPECT_EQ(file.error().message, folder.path().string() + ": expected a regular file, found a directory");
}

TEST(MappedFile, RefusesAFifoWithoutWaitingForAWriter) {
  const test::TemporaryFolder folder;
  ASSERT_EQ(::mkfifo((folder / "f").c_str(), 0600), 0);
  const auto file = MappedFile::open(folder / "f");
  ASSERT_FALSE(file);
  EXPECT_THAT(file.error().message, HasSubstr("found a FIFO"));
}

TEST(MappedFile, RefusesADevice) {
  const auto file = MappedFile::open("/dev/zero");
  ASSERT_FALSE(file);
  EXPECT_EQ(file.error().message, "/dev/zero: expected a regular file, found a device");
}

TEST(MappedFile, NamesAMissingFile) {
  const test::TemporaryFolder folder;
  const auto file = MappedFile::open(folder / "missing");
  ASSERT_FALSE(file);
  EXPECT_EQ(file.error().code, ErrorCode::kIo);
  EXPECT_EQ(file.error().message,
            (folder / "missing").string() + ": opening it failed: No such file or directory");
}

// Root reads every file, so the attempt is made by a child that is somebody else.
TEST(MappedFile, NamesAFileThatMayNotBeRead) {
  const test::TemporaryFolder folder;
  test::write_file(folder / "secret", "bytes");
  std::filesystem::permissions(folder / "secret", std::filesystem::perms::none);
  std::filesystem::permissions(folder.path(), std::filesystem::perms::all);
  const pid_t child = ::fork();
  ASSERT_GE(child, 0);
  if (child == 0) {
    if (::geteuid() == 0 && ::setuid(65534) != 0) ::_exit(2);
    const auto file = MappedFile::open(folder / "secret");
    const bool refused = !file && file.error().code == ErrorCode::kIo &&
                         file.error().message.find("Permission denied") != std::string::npos;
    ::_exit(refused ? 0 : 1);
  }
  int status = 0;
  ASSERT_EQ(::waitpid(child, &status, 0), child);
  ASSERT_TRUE(WIFEXITED(status));
  EXPECT_EQ(WEXITSTATUS(status), 0);
}

TEST(ByteSource, NamesTheFileItCameFrom) {
  const test::TemporaryFolder folder;
  test::write_file(folder / "a", "xyz");
  const auto source = ByteSource::open(folder / "a");
  ASSERT_TRUE(source);
  EXPECT_EQ(source->name(), (folder / "a").string());
  EXPECT_EQ(text_of(source->bytes()), "xyz");
  EXPECT_THAT(ByteSource::open(folder / "b").error().message, StartsWith((folder / "b").string() + ": "));
}

TEST(ByteSource, StorageKeepsOwnedBytes) {
  std::shared_ptr<const void> storage;
  std::span<const std::byte> bytes;
  {
    const ByteSource source = ByteSource::own({std::byte{7}, std::byte{8}}, "memory");
    storage = source.storage();
    bytes = source.bytes();
  }
  EXPECT_EQ(bytes[1], std::byte{8});
}

}  // namespace
}  // namespace lockstep::formats
