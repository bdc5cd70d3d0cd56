// SPDX-License-Identifier: Apache-2.0
// A plugin's file, opened: its entry has been checked, none of its functions has been called.
#pragma once

#include <filesystem>

// Without this, Boost.DLL would need Boost.Filesystem.
#ifndef BOOST_DLL_USE_STD_FS
#define BOOST_DLL_USE_STD_FS
#endif
#include <boost/dll/shared_library.hpp>

#include "lockstep/abi/entry.h"
#include "lockstep/backend/note.hpp"
#include "lockstep/result.hpp"

namespace lockstep::backend {

struct PluginLibrary {
  boost::dll::shared_library library;
  lks_plugin_entry entry{};  ///< cut to this host's size

  /// `file` is absolute. Errors are sentences without the path.
  static Result<PluginLibrary> open(const std::filesystem::path& file, const PluginNote& note);
};

}  // namespace lockstep::backend
