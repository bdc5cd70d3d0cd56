// SPDX-License-Identifier: Apache-2.0
// Where plugins are looked for. Nothing is loaded here: files are found, and their notes read.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "lockstep/api.hpp"
#include "lockstep/backend/note.hpp"

namespace lockstep::backend {

enum class PluginSource {
  kExplicit,     ///< named by the caller (--plugin)
  kEnvironment,  ///< LOCKSTEP_PLUGIN_PATH
  kRelative,     ///< beside liblockstep
  kCompiledIn,   ///< the directory that the build was configured with
};

LOCKSTEP_API std::string_view plugin_source_name(PluginSource source);

struct SearchPath {
  std::filesystem::path directory;  ///< absolute
  PluginSource source{};
};

/// What to search. With a plugin given, nothing else is.
struct SearchOptions {
  std::optional<std::filesystem::path> plugin{};
  std::vector<SearchPath> directories{};
  std::vector<std::string>
      notes{};  ///< what was left out and why, for a person: "LOCKSTEP_PLUGIN_PATH is ..."
};

/// `plugin` alone, or LOCKSTEP_PLUGIN_PATH (colon-separated absolute directories; ignored in a set-user-id
/// program), then lockstep/plugins/1 beside liblockstep, then the compiled-in directory. Never the working
/// directory.
LOCKSTEP_API SearchOptions default_search(std::optional<std::filesystem::path> plugin = {});

/// One file that was seen.
struct FoundFile {
  std::filesystem::path file;  ///< absolute
  PluginSource source{};
  std::optional<PluginNote> note{};
  std::string refusal{};  ///< why it is not a plugin for this host, or empty
};

/// Every file of every directory, directories in order and names sorted; a file that stands in two of them
/// (by device and inode) once. Refused: world-writable files, files without a readable note, another ABI
/// major, and all files of an id that several have (each names the others). An explicit plugin that is
/// missing is a FoundFile with its refusal.
LOCKSTEP_API std::vector<FoundFile> discover(const SearchOptions& options);

}  // namespace lockstep::backend
