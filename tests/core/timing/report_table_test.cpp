// SPDX-License-Identifier: Apache-2.0
#include "lockstep/timing/report_table.hpp"

#include <gmock/gmock.h>

#include <sstream>

#include "sample_report.hpp"

namespace lockstep::timing {
namespace {

using ::testing::HasSubstr;
using testing::kMs;
using ::testing::Not;
using testing::sound_report;
using testing::span_of;

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);) lines.push_back(line);
  return lines;
}

TEST(ReportTable, DurationsHaveThreeFiguresAndAUnit) {
  EXPECT_EQ(format_duration(0), "0 ns");
  EXPECT_EQ(format_duration(999), "999 ns");
  EXPECT_EQ(format_duration(1'000), "1.0 us");
  EXPECT_EQ(format_duration(999'949), "999.9 us");
  EXPECT_EQ(format_duration(999'999), "1.0 ms");
  EXPECT_EQ(format_duration(56'700'000), "56.7 ms");
  EXPECT_EQ(format_duration(999'999'999), "1.000 s");
  EXPECT_EQ(format_duration(36'000'000'000), "36.000 s");
}

TEST(ReportTable, BytesHaveBinaryUnits) {
  EXPECT_EQ(format_bytes(0), "0 B");
  EXPECT_EQ(format_bytes(1023), "1023 B");
  EXPECT_EQ(format_bytes(1024), "1.0 KiB");
  EXPECT_EQ(format_bytes((1u << 20) - 1), "1.0 MiB");
  EXPECT_EQ(format_bytes(44ull << 30), "44.0 GiB");
  EXPECT_EQ(format_bytes(UINT64_MAX), "16.0 EiB");
}

TEST(ReportTable, HasALineForEveryPhaseOfEveryLayer) {
  const std::string table = render_table(sound_report());
  for (const Layer layer : {Layer::kPipeline, Layer::kBackend, Layer::kDevice}) {
    for (const Phase phase : canonical_phases(layer)) {
      const std::string name = std::string(layer_name(layer)) +
                               std::string(9 - layer_name(layer).size(), ' ') +
                               std::string(phase_name(phase)) + ' ';
      EXPECT_THAT(table, HasSubstr(name));
    }
  }
  EXPECT_THAT(table, HasSubstr("unattributed in pipeline prove"));
  EXPECT_THAT(table, HasSubstr("backend over device"));
  EXPECT_THAT(table, HasSubstr("rules of the timing layers hold"));
}

TEST(ReportTable, PlainTextIsAsciiOfTheGivenWidth) {
  const std::string table = render_table(sound_report(), {.width = 90});
  for (const char c : table) EXPECT_TRUE(c == '\n' || (c >= 0x20 && c < 0x7f));
  for (const std::string& line : lines_of(table)) {
    if (!line.starts_with("pipeline") && !line.starts_with("backend")) continue;
    EXPECT_LE(line.size(), 90u) << line;
  }
}

TEST(ReportTable, BarsStandOnTheJobsTimeLine) {
  // 900 of 1000 ms from 50 ms on, in 100 - 62 = 38 cells.
  const std::string table = render_table(sound_report(), {.width = 100});
  EXPECT_THAT(table, HasSubstr("90.0 %    " + std::string(34, '#') + "\n"));
}

TEST(ReportTable, UsesBlocksAndColoursOnDemandOnly) {
  const std::string table = render_table(sound_report(), {.colour = true, .unicode = true});
  EXPECT_THAT(table, HasSubstr("\u2588"));
  EXPECT_THAT(table, HasSubstr("\x1b[36m"));
  EXPECT_THAT(render_table(sound_report(), {.unicode = true}), Not(HasSubstr("\x1b")));
}

TEST(ReportTable, NamesGapsAndBreaches) {
  Report report = sound_report();
  span_of(report, Layer::kBackend, Phase::kQuotient).end_ns -= 40 * kMs;
  const std::string table = render_table(report);
  EXPECT_THAT(table, HasSubstr("GAP 40.0 ms (4.4 %) between backend quotient and backend msm_h"));
  EXPECT_THAT(table, HasSubstr("RULE device quotient ends 40000000 ns after backend quotient"));
}

TEST(ReportTable, TextFromAFileCannotMoveTheCursor) {
  Report report = sound_report();
  report.facts.job = "\x1b[2Jevil\r\n";
  report.facts.backend.chosen_because = "a\nb";
  Span vendor = span_of(report, Layer::kBackend, Phase::kMsmH);
  vendor.parent = vendor.id;
  vendor.phase = Phase::kVendor;
  vendor.name = "\x1b]0;";
  testing::add_span(report, vendor);
  const std::string table = render_table(report);
  EXPECT_THAT(table, Not(HasSubstr("\x1b")));
  EXPECT_THAT(table, Not(HasSubstr("\r")));
  EXPECT_THAT(table, HasSubstr("a?b"));
}

TEST(ReportTable, PartitionsHaveTheirOwnHeadings) {
  const std::string table = render_table(sound_report(2));
  EXPECT_THAT(table, HasSubstr("\npartition 1\n"));
  EXPECT_THAT(render_table(sound_report()), Not(HasSubstr("partition")));
}

TEST(ReportTable, ComparisonNamesWhatGrew) {
  Report slower = sound_report();
  span_of(slower, Layer::kPipeline, Phase::kVerify).end_ns += 10 * kMs;
  const std::string text = render_comparison(slower, sound_report());
  EXPECT_THAT(text, HasSubstr("pipeline verify"));
  EXPECT_THAT(text, HasSubstr("+50.0 %"));
  EXPECT_THAT(text, HasSubstr("the structures are identical"));
  EXPECT_THAT(render_comparison(sound_report(), sound_report()), HasSubstr("nothing grew"));
}

}  // namespace
}  // namespace lockstep::timing
