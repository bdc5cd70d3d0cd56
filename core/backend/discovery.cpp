// SPDX-License-Identifier: Apache-2.0
#include "lockstep/backend/discovery.hpp"

#include <dlfcn.h>
#include <fmt/format.h>
#include <sys/auxv.h>
#include <sys/stat.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <map>
#include <set>
#include <utility>

#include "lockstep/abi/version.h"

namespace lockstep::backend {
namespace {

namespace fs = std::filesystem;

constexpr const char* kPathVariable = "LOCKSTEP_PLUGIN_PATH";

/// The folder of the shared library that this code is in, or nothing.
std::optional<fs::path> library_directory() {
  Dl_info info{};
  if (dladdr(reinterpret_cast<const void*>(&default_search), &info) == 0 || info.dli_fname == nullptr) {
    return std::nullopt;
  }
  std::error_code failure;
  const fs::path library = fs::canonical(info.dli_fname, failure);
  if (failure) return std::nullopt;
  return library.parent_path();
}

void add_environment(SearchOptions& options) {
  const char* variable = std::getenv(kPathVariable);
  if (variable == nullptr) return;
  if (getauxval(AT_SECURE) != 0) {
    options.notes.push_back(
        fmt::format("{} is ignored: this program runs with raised privileges", kPathVariable));
    return;
  }
  std::string_view rest = variable;
  while (!rest.empty()) {
    const std::size_t colon = std::min(rest.find(':'), rest.size());
    const fs::path directory = rest.substr(0, colon);
    rest.remove_prefix(std::min(colon + 1, rest.size()));
    if (directory.is_absolute()) {
      options.directories.push_back({directory.lexically_normal(), PluginSource::kEnvironment});
    } else if (!directory.empty()) {
      options.notes.push_back(
          fmt::format("{}: \"{}\" is left out: not an absolute path", kPathVariable, directory.string()));
    }
  }
}

/// What stat() tells of a file apart from its content: "" where nothing speaks against it.
std::string refuse_by_status(const fs::path& file, struct stat& status) {
  if (stat(file.c_str(), &status) != 0) return fmt::format("cannot be read: {}", std::strerror(errno));
  if (S_ISDIR(status.st_mode)) return "a directory";
  if (!S_ISREG(status.st_mode)) return "not a regular file";
  if ((status.st_mode & S_IWOTH) != 0) return "world-writable: anyone on this machine could have changed it";
  return {};
}

class Discovery {
 public:
  void add_file(const fs::path& file, PluginSource source) {
    FoundFile found;
    found.file = file;
    found.source = source;
    struct stat status {};
    found.refusal = refuse_by_status(file, status);
    const bool known = status.st_ino != 0 && !seen_.insert({status.st_dev, status.st_ino}).second;
    if (known) return;
    if (found.refusal.empty() && source != PluginSource::kExplicit && file.extension() != ".so") {
      found.refusal = "its name does not end in .so";
    }
    if (found.refusal.empty()) take_note(found);
    files_.push_back(std::move(found));
  }

  /// A directory that is not there holds no plugins.
  void add_directory(const SearchPath& path) {
    std::vector<fs::path> names;
    std::error_code failure;
    for (fs::directory_iterator entry(path.directory, failure), end; !failure && entry != end;
         entry.increment(failure)) {
      names.push_back(entry->path());
    }
    std::sort(names.begin(), names.end());
    for (const fs::path& name : names) add_file(name, path.source);
  }

  std::vector<FoundFile> take() && {
    refuse_duplicates();
    return std::move(files_);
  }

 private:
  std::vector<FoundFile> files_;
  std::set<std::pair<dev_t, ino_t>> seen_;

  static void take_note(FoundFile& found) {
    Result<PluginNote> note = read_note(found.file);
    if (!note) {
      found.refusal = note.error().message;
      return;
    }
    found.note = *std::move(note);
    if (found.note->abi_major != LKS_ABI_MAJOR) {
      found.refusal = fmt::format("made for ABI {}.{}, this host has {}.{}", found.note->abi_major,
                                  found.note->abi_minor, LKS_ABI_MAJOR, LKS_ABI_MINOR);
    }
  }

  /// Which of several plugins of one name is meant, only a person can tell.
  void refuse_duplicates() {
    std::map<std::string, std::vector<FoundFile*>> by_id;
    for (FoundFile& file : files_) {
      if (file.refusal.empty()) by_id[file.note->id].push_back(&file);
    }
    for (const auto& [id, files] : by_id) {
      if (files.size() < 2) continue;
      std::string names;
      for (const FoundFile* file : files) names += (names.empty() ? "" : ", ") + file->file.string();
      for (FoundFile* file : files)
        file->refusal = fmt::format("several plugins have the id \"{}\": {}", id, names);
    }
  }
};

}  // namespace

std::string_view plugin_source_name(PluginSource source) {
  switch (source) {
    case PluginSource::kExplicit:
      return "explicit";
    case PluginSource::kEnvironment:
      return "environment";
    case PluginSource::kRelative:
      return "relative";
    case PluginSource::kCompiledIn:
      return "compiled-in";
  }
  return "?";
}

SearchOptions default_search(std::optional<fs::path> plugin) {
  SearchOptions options;
  if (plugin) {
    std::error_code failure;
    const fs::path absolute = fs::absolute(*plugin, failure);
    options.plugin = failure ? *plugin : absolute.lexically_normal();
    return options;
  }
  add_environment(options);
  const std::optional<fs::path> library = library_directory();
  if (library) options.directories.push_back({*library / "lockstep/plugins/1", PluginSource::kRelative});
  const fs::path compiled_in = LOCKSTEP_COMPILED_IN_PLUGIN_DIR;
  const bool same = library && compiled_in.lexically_normal() == *library / "lockstep/plugins/1";
  if (!same) options.directories.push_back({compiled_in.lexically_normal(), PluginSource::kCompiledIn});
  return options;
}

std::vector<FoundFile> discover(const SearchOptions& options) {
  Discovery discovery;
  if (options.plugin) {
    discovery.add_file(*options.plugin, PluginSource::kExplicit);
  } else {
    for (const SearchPath& path : options.directories) discovery.add_directory(path);
  }
  return std::move(discovery).take();
}

}  // namespace lockstep::backend
