// SPDX-License-Identifier: Apache-2.0
#include "lockstep/timing/report_json.hpp"

#include <gmock/gmock.h>

#include <fstream>
#include <functional>
#include <nlohmann/json.hpp>

#include "sample_report.hpp"

namespace lockstep::timing {
namespace {

using nlohmann::json;
using ::testing::HasSubstr;
using testing::sound_report;
using testing::span_of;
using ::testing::StartsWith;

std::string message_of(const std::string& text) {
  const Result<Report> report = report_from_json(text, "r.json");
  if (report) return "accepted";
  EXPECT_EQ(report.error().code, ErrorCode::kMalformed);
  EXPECT_EQ(report.error().message.find('\n'), std::string::npos);
  EXPECT_LT(report.error().message.size(), 400u);
  return report.error().message;
}

/// The sentence for a sound report with one change.
std::string refusal(const std::function<void(json&)>& bend) {
  json document = json::parse(report_to_json(sound_report()));
  bend(document);
  return message_of(document.dump());
}

TEST(ReportJson, ReadsBackWhatItWrites) {
  Report report = sound_report(2);
  span_of(report, Layer::kDevice, Phase::kMsmB1).facts = {Phase::kMsmA, true, UINT64_MAX, 5};
  report.recording.samples = {{1, 2, 3, 4, 5}, {6, 7, 8, 9, 10}};
  report.recording.misuses = {"one", "two"};
  report.recording.dropped_spans = 11;
  report.recording.spans.back().open = true;
  const std::string text = report_to_json(report);
  const Result<Report> read = report_from_json(text, "r.json");
  ASSERT_TRUE(read) << read.error().message;
  EXPECT_EQ(report_to_json(*read), text);
  EXPECT_EQ(read->recording.spans.size(), report.recording.spans.size());
  EXPECT_EQ(span_of(const_cast<Report&>(*read), Layer::kDevice, Phase::kMsmB1).facts.bytes_to_device,
            UINT64_MAX);
  EXPECT_EQ(read->facts.backend.chosen_because, "named");
  EXPECT_EQ(read->clock.epoch_unix_ns, report.clock.epoch_unix_ns);
}

TEST(ReportJson, TextThatIsNotUtf8IsReplacedNotRefused) {
  Report report = sound_report();
  report.facts.device.name = "GPU \xff\xfe";
  EXPECT_TRUE(report_from_json(report_to_json(report), "r.json"));
}

TEST(ReportJson, ErrorsNameTheFileAndThePlace) {
  EXPECT_THAT(refusal([](json& d) { d["spans"][3]["start_ns"] = -1; }),
              StartsWith("r.json: not a timing report: spans[3].start_ns: expected an integer from 0 to "));
  EXPECT_THAT(refusal([](json& d) { d["facts"]["backend"]["id"] = 5; }),
              HasSubstr("report.facts.backend.id: expected a string, found 5"));
}

TEST(ReportJson, EveryMemberMustBeThereAndNoOther) {
  const json document = json::parse(report_to_json(sound_report()));
  const auto check = [](const json::json_pointer& place) {
    const json whole = json::parse(report_to_json(sound_report()));
    for (const auto& [name, value] : whole.at(place).items()) {
      json bent = whole;
      bent.at(place).erase(name);
      EXPECT_THAT(message_of(bent.dump()), HasSubstr("\"" + name + "\" is missing"));
    }
    json bent = whole;
    bent.at(place)["surprise"] = 1;
    EXPECT_THAT(message_of(bent.dump()), HasSubstr("members, expected"));
  };
  for (const char* place : {"", "/facts", "/facts/backend", "/facts/key", "/clock", "/spans/4"}) {
    check(json::json_pointer(place));
  }
}

TEST(ReportJson, EveryMemberHasItsType) {
  for (const json& wrong :
       {json(nullptr), json(1.5), json(-3), json("text"), json::array(), json::object()}) {
    EXPECT_NE(refusal([&](json& d) { d["start_ns"] = wrong; }), "accepted");
    EXPECT_NE(refusal([&](json& d) { d["spans"][0]["open"] = wrong; }), "accepted");
    EXPECT_NE(refusal([&](json& d) { d["spans"][0]["partition"] = wrong; }), "accepted");
    EXPECT_NE(refusal([&](json& d) { d["spans"][0]["layer"] = wrong; }), "accepted");
    EXPECT_NE(refusal([&](json& d) { d["facts"] = wrong; }), "accepted");
  }
  EXPECT_NE(refusal([](json& d) { d["spans"][0]["partition"] = 1ull << 32; }), "accepted");
}

TEST(ReportJson, AnotherSchemaVersionIsRefused) {
  EXPECT_THAT(refusal([](json& d) { d["schema_version"] = 2; }),
              HasSubstr("report.schema_version: expected 1, found 2"));
}

TEST(ReportJson, PhasesBelongToTheirLayer) {
  EXPECT_THAT(refusal([](json& d) { d["spans"][0]["phase"] = "msm_h"; }),
              HasSubstr("spans[0].phase: expected a phase of the pipeline layer, found \"msm_h\""));
  EXPECT_THAT(refusal([](json& d) { d["spans"][0]["fused_with"] = "msm_h"; }), HasSubstr("fused_with"));
}

TEST(ReportJson, SpansCannotMakeACycle) {
  EXPECT_THAT(refusal([](json& d) { d["spans"][2]["parent"] = 3; }),
              HasSubstr("spans[2].parent: expected an id below 3"));
  EXPECT_THAT(refusal([](json& d) { d["spans"][2]["id"] = 9; }),
              HasSubstr("spans[2].id: expected 3, found 9"));
}

TEST(ReportJson, TimesMustRunForward) {
  EXPECT_THAT(refusal([](json& d) { d["spans"][2]["end_ns"] = 1; }), HasSubstr("spans[2].end_ns"));
  EXPECT_THAT(refusal([](json& d) { d["spans"][2]["busy_ns"] = 1ull << 40; }), HasSubstr("spans[2].busy_ns"));
  EXPECT_THAT(refusal([](json& d) { d["end_ns"] = 1; }), HasSubstr("report.end_ns"));
}

TEST(ReportJson, DeepTreesAreRefused) {
  EXPECT_THAT(refusal([](json& d) {
                json span = d["spans"].back();
                for (std::size_t i = 0; i < 100; ++i) {
                  span["parent"] = d["spans"].size();
                  span["id"] = d["spans"].size() + 1;
                  d["spans"].push_back(span);
                }
              }),
              HasSubstr("spans deep"));
}

TEST(ReportJson, DeepNestingIsRefusedWhileParsing) {
  EXPECT_THAT(message_of(std::string(1'000'000, '[')), HasSubstr("nested too deeply"));
}

TEST(ReportJson, AMemberTwiceIsRefused) {
  EXPECT_THAT(message_of(R"({"schema_version":1,"schema_version":1})"),
              HasSubstr("\"schema_version\" twice"));
}

TEST(ReportJson, WhatIsNoJsonIsSaidInOneSentence) {
  for (const char* text :
       {"", "{", "nonsense", "\x00\x01", "{\"a\":1}}", "\xff\xfe", "[1,2", "{\"a\n\":1}"}) {
    EXPECT_THAT(message_of(text), HasSubstr("r.json: not JSON"));
  }
  EXPECT_THAT(message_of("[]"), HasSubstr("report: expected an object, found array"));
}

TEST(ReportJson, EveryTruncationIsRefused) {
  const std::string text = report_to_json(sound_report());
  for (std::size_t length = 0; length + 2 < text.size(); length += 97) {
    EXPECT_NE(message_of(text.substr(0, length)), "accepted") << length;
  }
}

/// Every object that is written has exactly the members that its schema requires and knows.
void expect_described(const json& value, const json& schema, const std::string& place) {
  if (value.is_object()) {
    const json& properties = schema.at("properties");
    EXPECT_EQ(value.size(), properties.size()) << place;
    EXPECT_EQ(value.size(), schema.at("required").size()) << place;
    EXPECT_EQ(schema.at("additionalProperties"), false) << place;
    for (const auto& [name, member] : value.items()) {
      ASSERT_TRUE(properties.contains(name)) << place << '.' << name;
      expect_described(member, properties[name], place + '.' + name);
    }
  } else if (value.is_array()) {
    for (const json& element : value) expect_described(element, schema.at("items"), place + "[]");
  } else if (schema.contains("type")) {
    const std::string type = value.is_string() ? "string" : value.is_boolean() ? "boolean" : "integer";
    EXPECT_EQ(schema["type"], type) << place;
  }
}

TEST(ReportJson, TheSchemaDescribesWhatIsWritten) {
  std::ifstream file(LOCKSTEP_SOURCE_DIR "/docs/report.schema.json");
  const json schema = json::parse(file);
  Report report = sound_report();
  report.recording.samples = {{1, 2, 3, 4, 5}};
  report.recording.misuses = {"one"};
  expect_described(json::parse(report_to_json(report)), schema, "report");
  const json& span = schema["properties"]["spans"]["items"]["properties"];
  for (const Layer layer : {Layer::kPipeline, Layer::kBackend, Layer::kDevice}) {
    EXPECT_THAT(span["layer"]["enum"], ::testing::Contains(json(layer_name(layer))));
    for (const Phase phase : canonical_phases(layer)) {
      EXPECT_THAT(span["phase"]["enum"], ::testing::Contains(json(phase_name(phase))));
    }
  }
}

TEST(ReportJson, FilesThatCannotBeReadAreNamed) {
  const Result<Report> missing = read_report("/nonexistent/r.json");
  ASSERT_FALSE(missing);
  EXPECT_EQ(missing.error().code, ErrorCode::kIo);
  EXPECT_THAT(missing.error().message, StartsWith("/nonexistent/r.json: cannot be read"));
  const Result<Report> directory = read_report(::testing::TempDir());
  ASSERT_FALSE(directory);
  EXPECT_THAT(directory.error().message, HasSubstr("not a regular file"));
}

TEST(ReportJson, AFileReadsAsItsText) {
  const std::string path = ::testing::TempDir() + "/report.json";
  std::ofstream(path) << report_to_json(sound_report());
  const Result<Report> read = read_report(path);
  ASSERT_TRUE(read) << read.error().message;
  EXPECT_EQ(report_to_json(*read), report_to_json(sound_report()));
}

TEST(ChromeTrace, HasAnEventForEverySpanOnNestingTracks) {
  Report report = sound_report(2);
  // Two phases that overlap in part must not share a track.
  span_of(report, Layer::kBackend, Phase::kMsmH).end_ns += 10 * testing::kMs;
  const json trace = json::parse(report_to_chrome_trace(report));
  std::size_t events = 0;
  std::map<std::uint64_t, std::vector<std::pair<double, double>>> tracks;
  for (const json& event : trace["traceEvents"]) {
    if (event["ph"] != "X") continue;
    ++events;
    tracks[event["tid"]].emplace_back(event["ts"], event["ts"].get<double>() + event["dur"].get<double>());
  }
  EXPECT_EQ(events, report.recording.spans.size());
  for (const auto& [track, spans] : tracks) {
    for (std::size_t i = 0; i < spans.size(); ++i) {
      for (std::size_t j = i + 1; j < spans.size(); ++j) {
        const bool apart = spans[i].second <= spans[j].first || spans[j].second <= spans[i].first;
        const bool inside = spans[j].second <= spans[i].second || spans[i].second <= spans[j].second;
        EXPECT_TRUE(apart || (inside && (spans[j].first >= spans[i].first))) << track;
      }
    }
  }
  EXPECT_GT(tracks.size(), 6u);
}

}  // namespace
}  // namespace lockstep::timing
