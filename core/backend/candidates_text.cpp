// SPDX-License-Identifier: Apache-2.0
// `lockstep backends`: every file that was seen, for a person and for a program.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>

#include "lockstep/backend/registry.hpp"
#include "lockstep/timing/report_table.hpp"

namespace lockstep::backend {
namespace {

using Json = nlohmann::ordered_json;
using timing::format_bytes;

constexpr std::array kCurves{CurveId::kBn254, CurveId::kBls12_381};

std::vector<std::string> curves_of(const DeviceInfo& device) {
  std::vector<std::string> names;
  for (const CurveId curve : kCurves) {
    if (device.supports(curve)) names.emplace_back(curve_name(curve));
  }
  return names;
}

constexpr std::size_t kColumns = 5;
using Row = std::array<std::string, kColumns + 1>;  // the last one, the status, is not padded

Row device_row(const Candidate& candidate, const DeviceInfo& device) {
  const BackendInfo& info = candidate.backend->info();
  return {info.id,
          info.version,
          fmt::format("{} {}", device.ordinal, device_class_name(device.device_class)),
          device.architecture.empty() ? device.name : fmt::format("{}, {}", device.name, device.architecture),
          device.memory_total_bytes == 0
              ? ""
              : fmt::format("{} of {} free", format_bytes(device.memory_free_bytes),
                            format_bytes(device.memory_total_bytes)),
          device.usable ? fmt::format("usable: {}", fmt::join(curves_of(device), ", "))
                        : fmt::format("not usable: {}", device.reason)};
}

/// A file name may hold anything but '/' and NUL.
std::string printable(std::string text) {
  for (char& c : text) {
    if (static_cast<unsigned char>(c) < 0x20 || c == 0x7f) c = '?';
  }
  return text;
}

/// Characters, not bytes, of UTF-8 text.
std::size_t width_of(const std::string& text) {
  return static_cast<std::size_t>(std::count_if(
      text.begin(), text.end(), [](char c) { return (static_cast<unsigned char>(c) & 0xc0) != 0x80; }));
}

std::string lay_out(const std::vector<Row>& rows) {
  std::array<std::size_t, kColumns> widths{};
  for (const Row& row : rows) {
    for (std::size_t i = 0; i < kColumns; ++i) widths[i] = std::max(widths[i], width_of(row[i]));
  }
  std::string text;
  for (const Row& row : rows) {
    for (std::size_t i = 0; i < kColumns; ++i) {
      text += row[i] + std::string(widths[i] - width_of(row[i]) + 2, ' ');
    }
    text += row[kColumns] + '\n';
  }
  return text;
}

Json device_json(const DeviceInfo& device) {
  return {{"ordinal", device.ordinal},
          {"class", device_class_name(device.device_class)},
          {"usable", device.usable},
          {"reason", device.reason},
          {"name", device.name},
          {"architecture", device.architecture},
          {"driver", device.driver},
          {"memory_total_bytes", device.memory_total_bytes},
          {"memory_free_bytes", device.memory_free_bytes},
          {"curves", curves_of(device)}};
}

Json candidate_json(const Candidate& candidate) {
  Json json{{"id", candidate.id},
            {"file", candidate.file.string()},
            {"source", plugin_source_name(candidate.source)},
            {"usable", candidate.usable()},
            {"reason", candidate.reason},
            {"abi", candidate.abi}};
  const bool loaded = candidate.backend != nullptr;
  json["loaded"] = loaded;
  json["version"] = loaded ? candidate.backend->info().version : "";
  json["vendor"] = loaded ? candidate.backend->info().vendor : "";
  json["build_id"] = loaded ? candidate.backend->info().build_id : "";
  json["interfaces"] = loaded ? Json(candidate.backend->info().interfaces) : Json::array();
  json["devices"] = Json::array();
  for (const DeviceInfo& device : candidate.devices) json["devices"].push_back(device_json(device));
  return json;
}

}  // namespace

std::string format_candidates(const std::vector<Candidate>& candidates, const SearchOptions& search) {
  std::vector<Row> rows{{"BACKEND", "VERSION", "DEVICE", "NAME", "MEMORY", "STATUS"}};
  std::string files;
  for (const Candidate& candidate : candidates) {
    for (const DeviceInfo& device : candidate.devices) rows.push_back(device_row(candidate, device));
    const std::string name = candidate.id.empty() ? "-" : candidate.id;
    const std::string version = candidate.backend ? candidate.backend->info().version : "";
    if (candidate.devices.empty()) {
      rows.push_back({name, version, "", "", "", fmt::format("not usable: {}", candidate.reason)});
    }
    files += fmt::format("  {} ({})\n", printable(candidate.file.string()), name);
  }
  std::string text;
  if (candidates.empty()) {
    text += "no plugin was found\n";
  } else {
    text += lay_out(rows) + "files:\n" + files;
  }
  if (search.plugin) return text;
  text += "searched:\n";
  for (const SearchPath& path : search.directories) {
    text += fmt::format("  {} ({})\n", printable(path.directory.string()), plugin_source_name(path.source));
  }
  for (const std::string& note : search.notes) text += fmt::format("  {}\n", printable(note));
  return text;
}

std::string candidates_to_json(const std::vector<Candidate>& candidates, const SearchOptions& search) {
  Json document{{"schema_version", 1}};
  document["plugin"] = search.plugin ? Json(search.plugin->string()) : Json(nullptr);
  document["searched"] = Json::array();
  for (const SearchPath& path : search.directories) {
    document["searched"].push_back(
        {{"directory", path.directory.string()}, {"source", plugin_source_name(path.source)}});
  }
  document["notes"] = search.notes;
  document["backends"] = Json::array();
  for (const Candidate& candidate : candidates) document["backends"].push_back(candidate_json(candidate));
  return document.dump(2, ' ', false, Json::error_handler_t::replace) + '\n';
}

}  // namespace lockstep::backend
