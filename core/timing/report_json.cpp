// SPDX-License-Identifier: Apache-2.0
#include "lockstep/timing/report_json.hpp"

#include <nlohmann/json.hpp>

#include "report_fields.hpp"

namespace lockstep::timing {
namespace {

using Json = nlohmann::ordered_json;

struct Writer {
  Json& object;

  template <class T>
  void operator()(const char* name, const T& member) {
    if constexpr (std::is_class_v<T> && !std::same_as<T, std::string>) {
      Json inner = Json::object();
      Writer writer{inner};
      visit_members(writer, member);
      object[name] = std::move(inner);
    } else {
      object[name] = member;
    }
  }
};

template <class T>
Json write(const T& record) {
  Json object = Json::object();
  Writer writer{object};
  visit_members(writer, record);
  return object;
}

Json write_span(const Span& span) {
  Json object = Json::object();
  object["layer"] = layer_name(span.layer);
  object["phase"] = phase_name(span.phase);
  object.update(write(span));
  object["fused_with"] = span.facts.fused_with ? Json(phase_name(*span.facts.fused_with)) : Json(nullptr);
  return object;
}

}  // namespace

std::string report_to_json(const Report& report) {
  Json document = Json::object();
  document["schema_version"] = kReportSchemaVersion;
  document["facts"] = write(report.facts);
  document["clock"] = write(report.clock);
  document["start_ns"] = report.recording.start_ns;
  document["end_ns"] = report.recording.end_ns;
  document["dropped_spans"] = report.recording.dropped_spans;
  document["misuses"] = report.recording.misuses;
  document["samples"] = Json::array();
  for (const ProcessSample& sample : report.recording.samples) document["samples"].push_back(write(sample));
  document["spans"] = Json::array();
  for (const Span& span : report.recording.spans) document["spans"].push_back(write_span(span));
  // What a plugin gave as text may be no UTF-8: replaced, not refused.
  return document.dump(1, ' ', false, Json::error_handler_t::replace) + '\n';
}

}  // namespace lockstep::timing
