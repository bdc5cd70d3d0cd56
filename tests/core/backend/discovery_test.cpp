// SPDX-License-Identifier: Apache-2.0
#include "lockstep/backend/discovery.hpp"

#include <gmock/gmock.h>

#include <cstdlib>

#include "test_plugins.hpp"

namespace lockstep::backend {
namespace {

namespace fs = std::filesystem;
using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using testing::plugin_file;
using ::testing::SizeIs;
using testing::TemporaryFolder;

SearchOptions only(std::vector<fs::path> directories) {
  SearchOptions options;
  for (fs::path& directory : directories)
    options.directories.push_back({std::move(directory), PluginSource::kEnvironment});
  return options;
}

/// File name and refusal of each, "dummy.so: " for one that is not refused.
std::vector<std::string> summary(const std::vector<FoundFile>& files) {
  std::vector<std::string> lines;
  for (const FoundFile& file : files) lines.push_back(file.file.filename().string() + ": " + file.refusal);
  return lines;
}

struct Environment {
  explicit Environment(const std::string& value) { setenv("LOCKSTEP_PLUGIN_PATH", value.c_str(), 1); }
  ~Environment() { unsetenv("LOCKSTEP_PLUGIN_PATH"); }
};

TEST(Discovery, SeesEveryFileInOrderOfItsNameAndSaysWhatItIs) {
  TemporaryFolder folder;
  folder.add("newer_minor", "b");
  folder.add("dummy", "a");
  folder.write("c.so", "not a library");
  folder.write("readme.txt", "hello");
  fs::create_directory(folder.path() / "d.so");
  EXPECT_THAT(summary(discover(only({folder.path()}))),
              ElementsAre("a.so: ", "b.so: ", "c.so: not an ELF file", "d.so: a directory",
                          "readme.txt: its name does not end in .so"));
}

TEST(Discovery, KeepsTheOrderOfDirectories) {
  TemporaryFolder first;
  TemporaryFolder second;
  first.add("newer_minor", "z");
  second.add("dummy", "a");
  EXPECT_THAT(summary(discover(only({first.path(), second.path()}))), ElementsAre("z.so: ", "a.so: "));
}

TEST(Discovery, ADirectoryThatIsNotThereHoldsNothing) {
  EXPECT_THAT(discover(only({"/nonexistent/plugins"})), IsEmpty());
}

TEST(Discovery, AWorldWritableFileIsRefused) {
  TemporaryFolder folder;
  const fs::path file = folder.add("dummy");
  fs::permissions(file, fs::perms::others_write, fs::perm_options::add);
  EXPECT_THAT(summary(discover(only({folder.path()}))), ElementsAre(HasSubstr("dummy.so: world-writable")));
  SearchOptions named;
  named.plugin = file;
  EXPECT_THAT(summary(discover(named)), ElementsAre(HasSubstr("dummy.so: world-writable")));
}

TEST(Discovery, AnIdThatTwoFilesHaveIsRefusedNamingBoth) {
  TemporaryFolder first;
  TemporaryFolder second;
  const fs::path a = first.add("dummy");
  const fs::path b = second.add("dummy_twin");
  first.add("newer_minor");
  const std::vector<FoundFile> files = discover(only({first.path(), second.path()}));
  ASSERT_THAT(files, SizeIs(3));
  for (const std::size_t i : {0u, 2u}) {
    EXPECT_THAT(files[i].refusal,
                AllOf(HasSubstr("\"dummy\""), HasSubstr(a.string()), HasSubstr(b.string())));
    EXPECT_EQ(files[i].note->id, "dummy");
  }
  EXPECT_EQ(files[1].refusal, "");
}

TEST(Discovery, OneFileUnderTwoNamesIsOneFile) {
  TemporaryFolder folder;
  const fs::path file = folder.add("dummy", "a");
  fs::create_symlink(file, folder.path() / "b.so");
  fs::create_hard_link(file, folder.path() / "c.so");
  EXPECT_THAT(summary(discover(only({folder.path(), folder.path()}))), ElementsAre("a.so: "));
}

TEST(Discovery, ABrokenLinkIsSeen) {
  TemporaryFolder folder;
  fs::create_symlink("/nonexistent/x.so", folder.path() / "x.so");
  EXPECT_THAT(summary(discover(only({folder.path()}))),
              ElementsAre(HasSubstr("x.so: cannot be read: No such file")));
}

TEST(Discovery, AnotherMajorIsRefusedByItsNote) {
  TemporaryFolder folder;
  folder.add("note_major");
  EXPECT_THAT(summary(discover(only({folder.path()}))),
              ElementsAre("note_major.so: made for ABI 2.0, this host has 1.0"));
}

TEST(Discovery, ANamedPluginIsAllThatIsLookedAt) {
  const SearchOptions options = default_search(plugin_file("dummy"));
  EXPECT_THAT(options.directories, IsEmpty());
  const std::vector<FoundFile> files = discover(options);
  ASSERT_THAT(files, SizeIs(1));
  EXPECT_EQ(files[0].source, PluginSource::kExplicit);
  EXPECT_EQ(files[0].file, plugin_file("dummy"));
  EXPECT_EQ(files[0].refusal, "");
}

TEST(Discovery, ANamedPluginNeedsNoEnding) {
  TemporaryFolder folder;
  fs::rename(folder.add("dummy"), folder.path() / "dummy.plugin");
  EXPECT_THAT(summary(discover(default_search(folder.path() / "dummy.plugin"))),
              ElementsAre("dummy.plugin: "));
}

TEST(Discovery, ANamedPluginThatIsMissingIsSaidToBe) {
  EXPECT_THAT(summary(discover(default_search("/nonexistent/p.so"))),
              ElementsAre(HasSubstr("p.so: cannot be read")));
}

TEST(Discovery, ANamedPluginIsMadeAbsoluteWhereItIsNamed) {
  EXPECT_EQ(default_search("some/p.so").plugin, fs::current_path() / "some/p.so");
}

TEST(Discovery, TheEnvironmentComesFirstThenTheLibraryThenTheBuild) {
  const Environment environment("/first/dir:/second//dir/");
  const SearchOptions options = default_search();
  ASSERT_THAT(options.directories, SizeIs(4));
  EXPECT_EQ(options.directories[0].directory, "/first/dir");
  EXPECT_EQ(options.directories[0].source, PluginSource::kEnvironment);
  EXPECT_EQ(options.directories[1].directory, "/second/dir/");
  EXPECT_EQ(options.directories[2].source, PluginSource::kRelative);
  EXPECT_EQ(options.directories[2].directory.parent_path().filename(), "plugins");
  EXPECT_TRUE(fs::exists(options.directories[2].directory.parent_path().parent_path().parent_path() /
                         "liblockstep.so"));
  EXPECT_EQ(options.directories[3].source, PluginSource::kCompiledIn);
  for (const SearchPath& path : options.directories) EXPECT_TRUE(path.directory.is_absolute());
}

TEST(Discovery, TheWorkingDirectoryIsNeverSearched) {
  const Environment environment("plugins::.:/good");
  const SearchOptions options = default_search();
  ASSERT_THAT(options.directories, SizeIs(3));
  EXPECT_EQ(options.directories[0].directory, "/good");
  EXPECT_THAT(options.notes,
              ElementsAre("LOCKSTEP_PLUGIN_PATH: \"plugins\" is left out: not an absolute path",
                          "LOCKSTEP_PLUGIN_PATH: \".\" is left out: not an absolute path"));
}

}  // namespace
}  // namespace lockstep::backend
