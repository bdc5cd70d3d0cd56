// SPDX-License-Identifier: Apache-2.0
// The ELF note of a plugin, read from the file before any of its code can run.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <string_view>

#include "lockstep/api.hpp"
#include "lockstep/result.hpp"

namespace lockstep::backend {

struct PluginNote {
  std::uint32_t abi_major = 0;
  std::uint32_t abi_minor = 0;
  std::string id{};  ///< [a-z0-9_.-]{1,64}
};

/// Finds the note in a file, which may be anything: the error says what it is instead (not a regular file,
/// not ELF, for another machine, cut short, no Lockstep note, a malformed one). Section headers are not
/// needed: stripped files work.
LOCKSTEP_API Result<PluginNote> read_note(const std::filesystem::path& file);

/// The same from the file's bytes.
LOCKSTEP_API Result<PluginNote> read_note(std::span<const std::byte> elf);

/// True for [a-z0-9_.-]{1,64}.
LOCKSTEP_API bool is_plugin_id(std::string_view id);

}  // namespace lockstep::backend
