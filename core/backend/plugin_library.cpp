// SPDX-License-Identifier: Apache-2.0
#include "plugin_library.hpp"

#include <dlfcn.h>
#include <elf.h>
#include <fmt/format.h>
#include <link.h>

#include <algorithm>
#include <cstring>
#include <optional>

#include "abi_call.hpp"

namespace lockstep::backend {
namespace {

using boost::dll::load_mode::type;

// RTLD_NODELETE: a driver's threads and its exit handlers outlive every handle, so the code must stay mapped
// whatever happens to the shared_library object.
constexpr type kLoadMode = static_cast<type>(
    boost::dll::load_mode::rtld_now | boost::dll::load_mode::rtld_local | static_cast<type>(RTLD_NODELETE));

Error refusal(std::string message) {
  return {ErrorCode::kBackend, std::move(message)};
}

/// The loader's own words, which Boost wraps as "... (dlerror system message: WORDS): <error of errno>".
std::string loader_message(const std::string& what) {
  constexpr std::string_view kOpening = "(dlerror system message: ";
  const std::size_t begin = what.find(kOpening);
  const std::size_t end = what.rfind("): ");
  if (begin == std::string::npos || end == std::string::npos || end < begin + kOpening.size()) return what;
  return what.substr(begin + kOpening.size(), end - begin - kOpening.size());
}

/// Size of the object that a symbol names, by the symbol table; nothing where it says none or names no
/// object.
std::optional<std::uint64_t> object_size(const void* address) {
  Dl_info info{};
  void* extra = nullptr;
  if (dladdr1(address, &info, &extra, RTLD_DL_SYMENT) == 0 || extra == nullptr) return std::nullopt;
  const auto* symbol = static_cast<const ElfW(Sym)*>(extra);
  if (ELF64_ST_TYPE(symbol->st_info) != STT_OBJECT || symbol->st_size == 0) return std::nullopt;
  return symbol->st_size;
}

/// Checks the entry in the order in which its fields can be trusted, and copies it.
Result<lks_plugin_entry> read_entry(const void* symbol, const PluginNote& note) {
  const std::optional<std::uint64_t> bytes = object_size(symbol);
  if (!bytes) return refusal(fmt::format("its symbol {} is not a data object", LKS_ENTRY_SYMBOL));
  if (*bytes < sizeof(lks_plugin_entry)) {
    return refusal(
        fmt::format("its entry has {} bytes, expected at least {}", *bytes, sizeof(lks_plugin_entry)));
  }
  lks_plugin_entry entry;
  std::memcpy(&entry, symbol, sizeof entry);
  if (entry.magic != LKS_ENTRY_MAGIC) {
    return refusal(
        fmt::format("its entry's magic is {:#018x}, expected {:#018x}", entry.magic, LKS_ENTRY_MAGIC));
  }
  if (entry.abi_major != LKS_ABI_MAJOR) {
    return refusal(fmt::format("its entry is of ABI {}.{}, this host has {}.{}", entry.abi_major,
                               entry.abi_minor, LKS_ABI_MAJOR, LKS_ABI_MINOR));
  }
  if (entry.struct_size < sizeof entry || entry.struct_size > *bytes || entry.struct_size % 8 != 0) {
    return refusal(fmt::format("its entry says it has {} bytes, expected {} to {}", entry.struct_size,
                               sizeof entry, *bytes));
  }
  if (entry.init == nullptr || entry.deinit == nullptr || entry.get_interface == nullptr) {
    return refusal("its entry lacks init, deinit or get_interface");
  }
  const std::string id = plugin_text(entry.id);
  if (id != note.id) return refusal(fmt::format("its entry says \"{}\", its note \"{}\"", id, note.id));
  return entry;
}

}  // namespace

Result<PluginLibrary> PluginLibrary::open(const std::filesystem::path& file, const PluginNote& note) {
  PluginLibrary plugin;
  try {
    // Not the overload with an error_code: it loses the loader's message.
    plugin.library.load(file, kLoadMode);
  } catch (const std::exception& exception) {
    return refusal(fmt::format("cannot be loaded: {}", loader_message(exception.what())));
  } catch (...) {  // a static initialiser may throw anything
    return refusal("cannot be loaded: a static initialiser threw an exception");
  }
  if (!plugin.library.has(LKS_ENTRY_SYMBOL))
    return refusal(fmt::format("has no symbol {}", LKS_ENTRY_SYMBOL));
  const void* symbol = dlsym(plugin.library.native(), LKS_ENTRY_SYMBOL);
  const Result<lks_plugin_entry> entry = read_entry(symbol, note);
  if (!entry) return entry.error();
  plugin.entry = *entry;
  return plugin;
}

}  // namespace lockstep::backend
