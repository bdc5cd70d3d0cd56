// SPDX-License-Identifier: Apache-2.0
#include "lockstep/formats/inspect.hpp"

#include <fmt/format.h>

#include <iostream>
#include <nlohmann/json.hpp>

#include "lockstep/backend/thread_pool.hpp"
#include "options.hpp"
#include "terminal.hpp"

namespace lockstep::app {
namespace {

std::string curve_text(const formats::Inspection& inspection) {
  return inspection.curve ? std::string(curve_name(*inspection.curve)) : "any";
}

std::string as_json(const std::string& file, const formats::Inspection& inspection) {
  nlohmann::ordered_json json = {{"file", file},
                                 {"kind", formats::file_kind_name(inspection.kind)},
                                 {"curve", curve_text(inspection)},
                                 {"facts", nlohmann::ordered_json::object()},
                                 {"sections", nlohmann::ordered_json::array()}};
  for (const auto& [name, value] : inspection.facts) json["facts"][name] = value;
  for (const formats::InspectedSection& section : inspection.sections) {
    json["sections"].push_back({{"name", section.name}, {"offset", section.offset}, {"size", section.size}});
  }
  return json.dump(2);
}

std::string as_text(const std::string& file, const formats::Inspection& inspection) {
  std::string text = fmt::format("{}: {}\ncurve: {}\n", file, formats::file_kind_name(inspection.kind),
                                 curve_text(inspection));
  for (const auto& [name, value] : inspection.facts) text += fmt::format("{}: {}\n", name, value);
  if (!inspection.sections.empty())
    text += fmt::format("{:<32} {:>16} {:>16}\n", "section", "offset", "bytes");
  for (const formats::InspectedSection& section : inspection.sections) {
    text += fmt::format("{:<32} {:>16} {:>16}\n", section.name, section.offset, section.size);
  }
  return text + "sound";
}

}  // namespace

int run_inspect(const InspectOptions& options) {
  const Result<formats::ByteSource> source = formats::ByteSource::open(options.file);
  if (!source) return fail(source.error());
  Result<formats::Inspection> inspection = Error{};
  {
    ProgressBar bar("check points");
    backend::ThreadPool(options.threads).run([&] {
      inspection = formats::inspect(
          *source, [&](std::uint64_t done, std::uint64_t total) { bar.update(done, total); });
    });
  }
  if (!inspection) return fail(inspection.error());
  std::cout << (options.json ? as_json(options.file, *inspection) : as_text(options.file, *inspection))
            << '\n';
  return kExitOk;
}

}  // namespace lockstep::app
