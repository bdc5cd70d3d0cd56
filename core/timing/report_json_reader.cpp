// SPDX-License-Identifier: Apache-2.0
// The strict reader of reports: a report may come from anywhere.
#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <nlohmann/json.hpp>
#include <set>

#include "lockstep/timing/report_json.hpp"
#include "report_fields.hpp"

namespace lockstep::timing {
namespace {

using Json = nlohmann::json;

constexpr std::uintmax_t kMaxFileBytes = 64u << 20;
constexpr std::size_t kMaxDepth = 8;
constexpr std::size_t kMaxSpans = 1'000'000;
constexpr std::size_t kMaxSpanDepth = 64;

/// Thrown inside this file only; what() is the rest of the sentence.
struct Refusal : std::runtime_error {
  using std::runtime_error::runtime_error;
};

[[noreturn]] void refuse(const std::string& place, const std::string& expected, const Json& found) {
  // As much of what was found as a sentence can carry; containers by their type alone.
  std::string text =
      found.is_structured() ? found.type_name() : found.dump(-1, ' ', true, Json::error_handler_t::replace);
  if (text.size() > 40) text = text.substr(0, 40) + "...";
  throw Refusal(fmt::format("{}: expected {}, found {}", place, expected, text));
}

/// Reads the members of one object; each must be there, and no other.
class ObjectReader {
 public:
  ObjectReader(const Json& object, std::string place) : object_(object), place_(std::move(place)) {
    if (!object.is_object()) refuse(place_, "an object", object);
  }

  const Json& member(const char* name) {
    const auto found = object_.find(name);
    if (found == object_.end()) throw Refusal(fmt::format("{}: \"{}\" is missing", place_, name));
    ++read_;
    return *found;
  }

  std::string place_of(const char* name) const { return place_ + '.' + name; }

  void operator()(const char* name, std::string& to) {
    const Json& value = member(name);
    if (!value.is_string()) refuse(place_of(name), "a string", value);
    to = value.get<std::string>();
  }

  void operator()(const char* name, bool& to) {
    const Json& value = member(name);
    if (!value.is_boolean()) refuse(place_of(name), "true or false", value);
    to = value.get<bool>();
  }

  template <std::unsigned_integral T>
  void operator()(const char* name, T& to) {
    const Json& value = member(name);
    if (!value.is_number_unsigned() || value.get<std::uint64_t>() > std::numeric_limits<T>::max()) {
      refuse(place_of(name), fmt::format("an integer from 0 to {}", std::numeric_limits<T>::max()), value);
    }
    to = static_cast<T>(value.get<std::uint64_t>());
  }

  template <class T>
  requires std::is_class_v<T>
  void operator()(const char* name, T& to) {
    ObjectReader inner(member(name), place_of(name));
    visit_members(inner, to);
    inner.finish();
  }

  const Json& array(const char* name) {
    const Json& value = member(name);
    if (!value.is_array()) refuse(place_of(name), "an array", value);
    return value;
  }

  /// Nothing but what was read may stand here. Members are read once each.
  void finish() const {
    if (read_ == object_.size()) return;
    throw Refusal(fmt::format("{}: {} members, expected {}", place_, object_.size(), read_));
  }

 private:
  const Json& object_;
  std::string place_;
  std::size_t read_ = 0;
};

Phase read_phase(const Json& value, Layer layer, const std::string& place) {
  if (value.is_string()) {
    if (const auto phase = phase_from_name(layer, value.get_ref<const std::string&>())) return *phase;
  }
  refuse(place, fmt::format("a phase of the {} layer", layer_name(layer)), value);
}

Span read_span(const Json& value, std::size_t index) {
  const std::string place = fmt::format("spans[{}]", index);
  ObjectReader reader(value, place);
  Span span;
  const Json& layer = reader.member("layer");
  if (!layer.is_string()) refuse(place + ".layer", "a layer", layer);
  const auto known = layer_from_name(layer.get_ref<const std::string&>());
  if (!known) refuse(place + ".layer", "\"pipeline\", \"backend\" or \"device\"", layer);
  span.layer = *known;
  span.phase = read_phase(reader.member("phase"), span.layer, place + ".phase");
  const Json& fused = reader.member("fused_with");
  if (!fused.is_null()) span.facts.fused_with = read_phase(fused, span.layer, place + ".fused_with");
  visit_members(reader, span);
  reader.finish();
  if (span.id != index + 1) refuse(place + ".id", std::to_string(index + 1), Json(span.id));
  if (span.parent >= span.id)
    refuse(place + ".parent", fmt::format("an id below {}", span.id), Json(span.parent));
  if (span.end_ns < span.start_ns) {
    refuse(place + ".end_ns", fmt::format("at least start_ns, {}", span.start_ns), Json(span.end_ns));
  }
  if (span.busy_ns > span.duration_ns()) {
    refuse(place + ".busy_ns", fmt::format("at most {}", span.duration_ns()), Json(span.busy_ns));
  }
  return span;
}

void read_spans(const Json& array, Recording& recording) {
  if (array.size() > kMaxSpans)
    throw Refusal(fmt::format("spans: {}, expected at most {}", array.size(), kMaxSpans));
  std::vector<std::size_t> depths{0};
  for (std::size_t i = 0; i < array.size(); ++i) {
    Span span = read_span(array[i], i);
    depths.push_back(depths[span.parent] + 1);
    if (depths.back() > kMaxSpanDepth) {
      throw Refusal(fmt::format("spans[{}]: stands {} spans deep, expected at most {}", i, depths.back(),
                                kMaxSpanDepth));
    }
    recording.spans.push_back(std::move(span));
  }
}

void read_samples(const Json& array, Recording& recording) {
  for (std::size_t i = 0; i < array.size(); ++i) {
    ObjectReader reader(array[i], fmt::format("samples[{}]", i));
    ProcessSample sample;
    visit_members(reader, sample);
    reader.finish();
    if (i > 0 && sample.time_ns < recording.samples.back().time_ns) {
      refuse(reader.place_of("time_ns"), "at least that of the sample before", Json(sample.time_ns));
    }
    recording.samples.push_back(sample);
  }
}

Report read_document(const Json& document) {
  ObjectReader reader(document, "report");
  std::uint32_t version = 0;
  reader("schema_version", version);
  if (version != kReportSchemaVersion) {
    refuse("report.schema_version", std::to_string(kReportSchemaVersion), Json(version));
  }
  Report report;
  Recording& recording = report.recording;
  reader("facts", report.facts);
  reader("clock", report.clock);
  reader("start_ns", recording.start_ns);
  reader("end_ns", recording.end_ns);
  if (recording.end_ns < recording.start_ns) {
    refuse("report.end_ns", fmt::format("at least start_ns, {}", recording.start_ns), Json(recording.end_ns));
  }
  reader("dropped_spans", recording.dropped_spans);
  for (const Json& misuse : reader.array("misuses")) {
    if (!misuse.is_string()) refuse("report.misuses", "strings", misuse);
    recording.misuses.push_back(misuse.get<std::string>());
  }
  read_samples(reader.array("samples"), recording);
  read_spans(reader.array("spans"), recording);
  reader.finish();
  return report;
}

/// Refuses what is nested too deeply and names given twice while it parses, before they can cost memory.
class ParseGuard {
 public:
  bool operator()(int depth, Json::parse_event_t event, Json& value) {
    if (static_cast<std::size_t>(depth) > kMaxDepth) throw Refusal("is nested too deeply for a report");
    if (event == Json::parse_event_t::object_start) {
      names_.resize(static_cast<std::size_t>(depth) + 1);
      names_.back().clear();
    } else if (event == Json::parse_event_t::key) {
      const std::string& name = value.get_ref<const std::string&>();
      if (!names_[static_cast<std::size_t>(depth) - 1].insert(name).second) {
        throw Refusal(fmt::format("gives the member \"{}\" twice in one object", name.substr(0, 40)));
      }
    }
    return true;
  }

 private:
  std::vector<std::set<std::string>> names_;  // of the objects that are open, by depth
};

/// nlohmann's own words without its tag, on one line.
std::string plain_words(const std::string& what) {
  const std::size_t tag = what.find("] ");
  std::string text = what.starts_with('[') && tag != std::string::npos ? what.substr(tag + 2) : what;
  std::replace_if(
      text.begin(), text.end(), [](char c) { return static_cast<unsigned char>(c) < 0x20; }, ' ');
  return text.substr(0, 200);
}

}  // namespace

Result<Report> report_from_json(std::string_view text, const std::string& origin) {
  try {
    return read_document(Json::parse(text.begin(), text.end(), ParseGuard{}));
  } catch (const Refusal& refusal) {
    return Error{ErrorCode::kMalformed, fmt::format("{}: not a timing report: {}", origin, refusal.what())};
  } catch (const Json::exception& exception) {
    return Error{ErrorCode::kMalformed,
                 fmt::format("{}: not JSON: {}", origin, plain_words(exception.what()))};
  } catch (const std::bad_alloc&) {
    return Error{ErrorCode::kOutOfMemory, fmt::format("{}: out of memory while reading the report", origin)};
  }
}

Result<Report> read_report(const std::filesystem::path& file) {
  const std::string origin = file.string();
  std::error_code failure;
  if (!std::filesystem::is_regular_file(file, failure)) {
    const std::string why = failure ? failure.message() : "not a regular file";
    return Error{ErrorCode::kIo, fmt::format("{}: cannot be read: {}", origin, why)};
  }
  const std::uintmax_t size = std::filesystem::file_size(file, failure);
  if (failure) return Error{ErrorCode::kIo, fmt::format("{}: cannot be read: {}", origin, failure.message())};
  if (size > kMaxFileBytes) {
    return Error{ErrorCode::kMalformed, fmt::format("{}: not a timing report: {} bytes, expected at most {}",
                                                    origin, size, kMaxFileBytes)};
  }
  std::ifstream stream(file, std::ios::binary);
  std::string text(size, '\0');
  stream.read(text.data(), static_cast<std::streamsize>(size));
  if (!stream) return Error{ErrorCode::kIo, fmt::format("{}: cannot be read", origin)};
  return report_from_json(text, origin);
}

}  // namespace lockstep::timing
