// SPDX-License-Identifier: Apache-2.0
#include "lockstep/formats/file_writer.hpp"

#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <string>

#include "temporary_folder.hpp"

namespace lockstep::formats {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

TEST(FileWriter, NothingIsThereBeforeCommit) {
  const test::TemporaryFolder folder;
  auto writer = FileWriter::create(folder / "out");
  ASSERT_TRUE(writer);
  ASSERT_TRUE(writer->write("half"));
  EXPECT_FALSE(std::filesystem::exists(folder / "out"));
  ASSERT_TRUE(writer->write(" and half"));
  EXPECT_EQ(writer->position(), 13u);
  ASSERT_TRUE(writer->commit());
  EXPECT_EQ(test::read_file(folder / "out"), "half and half");
  EXPECT_THAT(folder.names(), ElementsAre("out"));
}

TEST(FileWriter, LeavesNothingWhenDropped) {
  const test::TemporaryFolder folder;
  {
    auto writer = FileWriter::create(folder / "out");
    ASSERT_TRUE(writer);
    ASSERT_TRUE(writer->write(std::string(3u << 20, 'x')));
  }
  EXPECT_THAT(folder.names(), IsEmpty());
}

TEST(FileWriter, KeepsTheOldFileUntilCommit) {
  const test::TemporaryFolder folder;
  test::write_file(folder / "out", "old");
  {
    auto writer = FileWriter::create(folder / "out");
    ASSERT_TRUE(writer);
    ASSERT_TRUE(writer->write("new"));
  }
  EXPECT_EQ(test::read_file(folder / "out"), "old");
  auto writer = FileWriter::create(folder / "out");
  ASSERT_TRUE(writer);
  ASSERT_TRUE(writer->write("new"));
  ASSERT_TRUE(writer->commit());
  EXPECT_EQ(test::read_file(folder / "out"), "new");
  EXPECT_THAT(folder.names(), ElementsAre("out"));
}

TEST(FileWriter, AKilledProcessLeavesNothing) {
  const test::TemporaryFolder folder;
  const pid_t child = ::fork();
  ASSERT_GE(child, 0);
  if (child == 0) {
    auto writer = FileWriter::create(folder / "out");
    if (writer && writer->write(std::string(3u << 20, 'x'))) ::raise(SIGKILL);
    ::_exit(1);
  }
  int status = 0;
  ASSERT_EQ(::waitpid(child, &status, 0), child);
  ASSERT_TRUE(WIFSIGNALED(status));
  // Where the file system has files without names; elsewhere a hidden one is left, never the target.
  EXPECT_FALSE(std::filesystem::exists(folder / "out"));
}

TEST(FileWriter, WritesLargeAndSmallPiecesInOrder) {
  const test::TemporaryFolder folder;
  std::string expected;
  auto writer = FileWriter::create(folder / "out");
  ASSERT_TRUE(writer);
  for (const std::size_t size : {1u, 1000000u, 200000u, 5u, 1u << 20, 3000000u, 7u}) {
    const std::string piece(size, static_cast<char>('a' + size % 26));
    ASSERT_TRUE(writer->write(piece));
    expected += piece;
  }
  ASSERT_TRUE(writer->commit());
  EXPECT_EQ(test::read_file(folder / "out"), expected);
}

TEST(FileWriter, HasTheModeOfEveryNewFile) {
  const test::TemporaryFolder folder;
  const mode_t mask = ::umask(027);
  auto writer = FileWriter::create(folder / "out");
  ::umask(mask);
  ASSERT_TRUE(writer);
  ASSERT_TRUE(writer->commit());
  struct stat info {};
  ASSERT_EQ(::stat((folder / "out").c_str(), &info), 0);
  EXPECT_EQ(info.st_mode & 0777u, 0640u);
}

TEST(FileWriter, FollowsASymbolicLink) {
  const test::TemporaryFolder folder;
  test::write_file(folder / "real", "old");
  std::filesystem::create_symlink(folder / "real", folder / "link");
  auto writer = FileWriter::create(folder / "link");
  ASSERT_TRUE(writer);
  ASSERT_TRUE(writer->write("new"));
  ASSERT_TRUE(writer->commit());
  EXPECT_TRUE(std::filesystem::is_symlink(folder / "link"));
  EXPECT_EQ(test::read_file(folder / "real"), "new");
}

TEST(FileWriter, WritesToADeviceInPlace) {
  auto writer = FileWriter::create("/dev/null");
  ASSERT_TRUE(writer);
  ASSERT_TRUE(writer->write("text"));
  ASSERT_TRUE(writer->commit());
  EXPECT_TRUE(std::filesystem::is_character_file("/dev/null"));
}

TEST(FileWriter, NamesAFullDevice) {
  auto writer = FileWriter::create("/dev/full");
  ASSERT_TRUE(writer);
  ASSERT_TRUE(writer->write("text"));
  const auto committed = writer->commit();
  ASSERT_FALSE(committed);
  EXPECT_EQ(committed.error().code, ErrorCode::kIo);
  EXPECT_EQ(committed.error().message, "/dev/full: writing it failed: No space left on device");
}

TEST(FileWriter, AnErrorStaysAndLeavesNothing) {
  const test::TemporaryFolder folder;
  const pid_t child = ::fork();
  ASSERT_GE(child, 0);
  if (child == 0) {
    ::signal(SIGXFSZ, SIG_IGN);
    const rlimit limit{1u << 20, 1u << 20};
    ::setrlimit(RLIMIT_FSIZE, &limit);
    auto writer = FileWriter::create(folder / "out");
    if (!writer) ::_exit(1);
    const auto first = writer->write(std::string(4u << 20, 'x'));
    if (first) ::_exit(2);
    const auto second = writer->write("y");
    if (second || second.error().message != first.error().message) ::_exit(3);
    ::_exit(writer->commit() ? 4 : 0);
  }
  int status = 0;
  ASSERT_EQ(::waitpid(child, &status, 0), child);
  ASSERT_TRUE(WIFEXITED(status));
  EXPECT_EQ(WEXITSTATUS(status), 0);
  EXPECT_FALSE(std::filesystem::exists(folder / "out"));
}

TEST(FileWriter, RefusesADirectory) {
  const test::TemporaryFolder folder;
  const auto writer = FileWriter::create(folder.path());
  ASSERT_FALSE(writer);
  EXPECT_EQ(writer.error().code, ErrorCode::kIo);
  EXPECT_THAT(writer.error().message, HasSubstr("expected a file to write, found a directory"));
}

TEST(FileWriter, TakesTheLongestName) {
  const test::TemporaryFolder folder;
  const std::string name(255, 'x');
  auto writer = FileWriter::create(folder / name);
  ASSERT_TRUE(writer);
  ASSERT_TRUE(writer->commit());
  EXPECT_THAT(folder.names(), ElementsAre(name));
}

// Root may write everything, so the attempt is made by a child that is somebody else.
TEST(FileWriter, RefusesAProtectedFile) {
  const test::TemporaryFolder folder;
  test::write_file(folder / "out", "old");
  std::filesystem::permissions(folder / "out", std::filesystem::perms::others_read);
  std::filesystem::permissions(folder.path(), std::filesystem::perms::all);
  const pid_t child = ::fork();
  ASSERT_GE(child, 0);
  if (child == 0) {
    if (::geteuid() == 0 && ::setuid(65534) != 0) ::_exit(2);
    const auto writer = FileWriter::create(folder / "out");
    ::_exit(!writer && writer.error().message.find("writing over it failed: Permission denied") !=
                           std::string::npos
                ? 0
                : 1);
  }
  int status = 0;
  ASSERT_EQ(::waitpid(child, &status, 0), child);
  ASSERT_TRUE(WIFEXITED(status));
  EXPECT_EQ(WEXITSTATUS(status), 0);
}

TEST(FileWriter, NamesAMissingFolder) {
  const test::TemporaryFolder folder;
  const auto writer = FileWriter::create(folder / "no" / "out");
  ASSERT_FALSE(writer);
  EXPECT_THAT(writer.error().message, HasSubstr("creating it failed: No such file or directory"));
}

}  // namespace
}  // namespace lockstep::formats
