// SPDX-License-Identifier: Apache-2.0
#include "lockstep/backend/registry.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <mutex>

#include "selection.hpp"

namespace lockstep::backend {
namespace {

/// "cuda" or "cuda:1".
struct Wanted {
  std::string id;
  std::optional<std::uint32_t> ordinal;
};

Result<Wanted> parse_name(std::string_view name) {
  const std::size_t colon = std::min(name.find(':'), name.size());
  Wanted wanted{std::string(name.substr(0, colon)), std::nullopt};
  bool sound = is_plugin_id(wanted.id);
  if (colon < name.size()) {
    const std::string_view digits = name.substr(colon + 1);
    std::uint32_t ordinal = 0;
    const auto [end, failure] = std::from_chars(digits.data(), digits.data() + digits.size(), ordinal);
    sound = sound && failure == std::errc() && end == digits.data() + digits.size();
    wanted.ordinal = ordinal;
  }
  if (sound) return wanted;
  return Error{
      ErrorCode::kUsage,
      fmt::format("\"{}\" names no backend: expected auto, an id, or an id and a device as in cuda:1", name)};
}

}  // namespace

struct Registry::State {
  std::shared_ptr<HostServices> services;
  SearchOptions search;
  std::mutex mutex;
  std::vector<Candidate> candidates;
  std::vector<bool> tried;  // loading of each was tried, or is out of the question

  void load(std::size_t i) {
    if (tried[i]) return;
    tried[i] = true;
    Candidate& candidate = candidates[i];
    Result<std::shared_ptr<Backend>> backend = Backend::load(candidate.file, services);
    if (!backend) {
      const std::string prefix = candidate.file.string() + ": ";
      const std::string& message = backend.error().message;
      candidate.reason = message.starts_with(prefix) ? message.substr(prefix.size()) : message;
    } else {
      candidate.backend = *std::move(backend);
      refresh(candidate);
    }
    if (!candidate.reason.empty()) {
      services->log().write(LogLevel::kDebug, "lockstep",
                            fmt::format("{} is not usable: {}", candidate.file.string(), candidate.reason));
    }
  }

  void load_all() {
    for (std::size_t i = 0; i < candidates.size(); ++i) load(i);
  }

  /// The failure, then the table of everything that was found.
  Error refuse(const std::string& sentence) {
    load_all();
    return {ErrorCode::kBackend, sentence + '\n' + format_candidates(candidates, search)};
  }

  Result<Selection> select_named(const Wanted& wanted, const Requirements& requirements) {
    std::string duplicates;
    for (std::size_t i = 0; i < candidates.size(); ++i) {
      if (candidates[i].id != wanted.id) continue;
      load(i);
      Candidate& candidate = candidates[i];
      if (candidate.backend == nullptr) {
        duplicates = candidate.reason;
        continue;
      }
      refresh(candidate);
      Result<Selection> selection = choose_device(candidate, wanted.ordinal, requirements);
      if (!selection)
        return refuse(fmt::format("backend {} can't be used: {}", wanted.id, selection.error().message));
      selection->reason = fmt::format("{} was asked for by name; {}", wanted.id, selection->reason);
      return selection;
    }
    if (!duplicates.empty())
      return refuse(fmt::format("backend {} can't be used: {}", wanted.id, duplicates));
    return refuse(fmt::format("backend {} was not found", wanted.id));
  }

  /// A plugin that the caller named by its file is as good as one named by its id.
  Result<Selection> select_only(const Requirements& requirements) {
    load_all();
    Candidate& only = candidates.front();
    if (only.backend == nullptr)
      return refuse(fmt::format("{} can't be used: {}", only.file.string(), only.reason));
    refresh(only);
    Result<Selection> selection = choose_device(only, std::nullopt, requirements);
    if (!selection)
      return refuse(fmt::format("{} can't be used: {}", only.file.string(), selection.error().message));
    selection->reason = fmt::format("its plugin was given by name; {}", selection->reason);
    return selection;
  }

  Result<Selection> select_automatically(const Requirements& requirements) {
    load_all();
    for (Candidate& candidate : candidates) {
      if (candidate.backend) refresh(candidate);
    }
    Result<Selection> selection = choose_automatically(candidates, requirements);
    if (!selection) return refuse(selection.error().message);
    return selection;
  }
};

Registry::Registry(std::shared_ptr<HostServices> services, SearchOptions search)
    : state_(std::make_unique<State>()) {
  state_->services = std::move(services);
  state_->search = std::move(search);
  for (const std::string& note : state_->search.notes) {
    state_->services->log().write(LogLevel::kWarn, "lockstep", note);
  }
  for (FoundFile& found : discover(state_->search)) {
    Candidate candidate;
    candidate.file = std::move(found.file);
    candidate.source = found.source;
    if (found.note) {
      candidate.id = found.note->id;
      candidate.abi = fmt::format("{}.{}", found.note->abi_major, found.note->abi_minor);
    }
    candidate.reason = std::move(found.refusal);
    state_->tried.push_back(!candidate.reason.empty());
    state_->candidates.push_back(std::move(candidate));
  }
}

Registry::~Registry() = default;

std::vector<Candidate> Registry::candidates() {
  const std::lock_guard lock(state_->mutex);
  state_->load_all();
  for (Candidate& candidate : state_->candidates) {
    if (candidate.backend) refresh(candidate);
  }
  return state_->candidates;
}

Result<Selection> Registry::select(std::string_view name, const Requirements& requirements) {
  const std::lock_guard lock(state_->mutex);
  if (name == "auto") {
    if (state_->search.plugin) return state_->select_only(requirements);
    return state_->select_automatically(requirements);
  }
  const Result<Wanted> wanted = parse_name(name);
  if (!wanted) return wanted.error();
  return state_->select_named(*wanted, requirements);
}

const SearchOptions& Registry::search() const {
  return state_->search;
}

}  // namespace lockstep::backend
