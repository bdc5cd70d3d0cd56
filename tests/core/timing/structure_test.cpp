// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>

#include "lockstep/timing/analysis.hpp"
#include "sample_report.hpp"

namespace lockstep::timing {
namespace {

using testing::add_span;
using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using testing::kJobStart;
using testing::kMs;
using ::testing::SizeIs;
using testing::sound_report;
using testing::span_of;

TEST(Structure, ASoundReportHoldsTheRules) {
  EXPECT_THAT(check_structure(sound_report()), IsEmpty());
  EXPECT_THAT(check_structure(sound_report(3)), IsEmpty());
}

TEST(Structure, EachMissingPhaseIsNamed) {
  Report report = sound_report();
  Span& span = span_of(report, Layer::kDevice, Phase::kUpload);
  span.phase = Phase::kVendor;
  span.name = "x-copy";
  EXPECT_THAT(check_structure(report), ElementsAre("device upload stands 0 times, not once"));
}

TEST(Structure, APhaseTwiceIsNamed) {
  Report report = sound_report();
  add_span(report, span_of(report, Layer::kBackend, Phase::kMsmA));
  EXPECT_THAT(check_structure(report), ElementsAre("backend msm_a stands 2 times, not once"));
}

TEST(Structure, AMissingPartitionIsNamed) {
  Report report = sound_report();
  report.facts.partition_count = 4'000'000'000;
  EXPECT_THAT(check_structure(report),
              ElementsAre(HasSubstr("4000000000 partitions, but there are spans of 1")));
}

TEST(Structure, AFailedJobIsHeldToNestingOnly) {
  Report report = sound_report();
  report.facts.result = "failed";
  report.recording.spans.resize(12);
  EXPECT_THAT(check_structure(report), IsEmpty());
  report.recording.spans[9].end_ns += 10'000 * kMs;
  EXPECT_THAT(check_structure(report), SizeIs(1));
}

TEST(Structure, ASecondTryHasItsOwnProveAndVerify) {
  Report report = sound_report();
  Span& release = span_of(report, Layer::kPipeline, Phase::kPipelineRelease);
  const std::uint64_t start = release.start_ns;
  release.start_ns = release.end_ns = start + 9 * kMs;
  release.busy_ns = 0;
  Span prove = span_of(report, Layer::kPipeline, Phase::kProve);
  prove.attempt = 1;
  prove.start_ns = prove.end_ns = start;
  prove.busy_ns = 0;
  const SpanId id = add_span(report, prove).id;
  for (const Phase phase : canonical_phases(Layer::kBackend)) {
    Span span = prove;
    span.parent = id;
    span.layer = Layer::kBackend;
    span.phase = phase;
    span.parent = add_span(report, span).id;
    span.layer = Layer::kDevice;
    add_span(report, span);
  }
  EXPECT_THAT(check_structure(report), ElementsAre("pipeline verify stands 0 times, not once, try 1"));
  prove.phase = Phase::kVerify;
  add_span(report, prove);
  EXPECT_THAT(check_structure(report), IsEmpty());
}

TEST(Structure, ABackendSpanLiesInsideProveExactly) {
  Report report = sound_report();
  span_of(report, Layer::kBackend, Phase::kRelease).end_ns += 1;
  EXPECT_THAT(check_structure(report), ElementsAre("backend release ends 1 ns after pipeline prove"));
}

TEST(Structure, ADeviceSpanMayPassItsParentByTheCalibration) {
  Report report = sound_report();
  Span& span = span_of(report, Layer::kDevice, Phase::kMsmH);
  span.start_ns -= 75'000;  // 0.1 % of 75 ms
  span.end_ns += 75'000;
  EXPECT_THAT(check_structure(report), IsEmpty());
  span.start_ns -= 1;
  EXPECT_THAT(check_structure(report), ElementsAre("device msm_h begins 75001 ns before backend msm_h"));
}

TEST(Structure, ShortPhasesHaveTenMicroseconds) {
  Report report = sound_report();
  Span& outer = span_of(report, Layer::kBackend, Phase::kUpload);
  outer.end_ns = outer.start_ns + 1000;
  outer.busy_ns = 1000;
  Span& inner = span_of(report, Layer::kDevice, Phase::kUpload);
  inner.end_ns = outer.end_ns + 10'000;
  EXPECT_THAT(check_structure(report), IsEmpty());
  inner.end_ns += 1;
  EXPECT_THAT(check_structure(report), SizeIs(1));
}

TEST(Structure, ADeviceSpanStandsBelowTheBackendSpanOfItsPhase) {
  Report report = sound_report();
  Span& span = span_of(report, Layer::kDevice, Phase::kMsmL);
  span.parent = span_of(report, Layer::kBackend, Phase::kMsmH).id;
  EXPECT_THAT(check_structure(report),
              Contains("device msm_l stands below backend msm_h, not below backend msm_l"));
}

TEST(Structure, ASpanOfAPluginStandsBelowProve) {
  Report report = sound_report();
  span_of(report, Layer::kBackend, Phase::kWait).parent = 0;
  EXPECT_THAT(check_structure(report), ElementsAre("backend wait stands below no span"));
}

TEST(Structure, BusyTimeIsAtMostTheDuration) {
  Report report = sound_report();
  span_of(report, Layer::kDevice, Phase::kUpload).busy_ns = 1;
  EXPECT_THAT(check_structure(report), ElementsAre("device upload was busy for longer than it lasted"));
}

TEST(Structure, FusionNamesAPhaseThatDidTheWork) {
  Report report = sound_report();
  Span& fused = span_of(report, Layer::kDevice, Phase::kMsmB1);
  fused.end_ns = fused.start_ns;
  fused.busy_ns = 0;
  fused.facts.fused_with = Phase::kMsmA;
  EXPECT_THAT(check_structure(report), IsEmpty());
  span_of(report, Layer::kDevice, Phase::kMsmA).facts.fused_with = Phase::kMsmL;
  EXPECT_THAT(check_structure(report),
              ElementsAre("device msm_b1 is fused with device msm_a, which is fused itself"));
  fused.facts.fused_with = Phase::kMsmB1;
  EXPECT_THAT(check_structure(report), ElementsAre("device msm_b1 is fused with itself"));
}

TEST(Structure, VendorSpansAreNamedAndCarryNothingCanonical) {
  Report report = sound_report();
  Span vendor = span_of(report, Layer::kBackend, Phase::kMsmH);
  vendor.parent = vendor.id;
  vendor.phase = Phase::kVendor;
  vendor.name = "x-window-3";
  Span& good = add_span(report, vendor);
  EXPECT_THAT(check_structure(report), IsEmpty());
  good.name = "window";
  EXPECT_THAT(check_structure(report), ElementsAre(HasSubstr("named \"window\"")));
  good.name = "x-window";
  good.facts.fused_with = Phase::kMsmA;
  EXPECT_THAT(check_structure(report), ElementsAre(HasSubstr("is not a canonical phase")));
}

TEST(Structure, OpenDroppedAndMisusedAreBreaches) {
  Report report = sound_report();
  span_of(report, Layer::kBackend, Phase::kMsmH).open = true;
  report.recording.dropped_spans = 5;
  report.recording.misuses = {"something was ended twice"};
  EXPECT_THAT(check_structure(report),
              ElementsAre("something was ended twice", HasSubstr("5 spans were dropped"),
                          "backend msm_h was never ended"));
}

TEST(Structure, ReclaimStandsOutside) {
  Report report = sound_report();
  Span reclaim;
  reclaim.parent = span_of(report, Layer::kPipeline, Phase::kProve).id;
  reclaim.phase = Phase::kReclaim;
  reclaim.start_ns = kJobStart + 5000 * kMs;
  reclaim.end_ns = kJobStart + 6000 * kMs;
  add_span(report, reclaim);
  EXPECT_THAT(check_structure(report), IsEmpty());
  EXPECT_THAT(compare_structure(report, sound_report()), IsEmpty());
}

TEST(Structure, DurationsAndVendorSpansDoNotMakeADifference) {
  Report other = sound_report();
  span_of(other, Layer::kBackend, Phase::kMsmH).end_ns -= 5 * kMs;
  Span vendor = span_of(other, Layer::kBackend, Phase::kMsmH);
  vendor.parent = vendor.id;
  vendor.phase = Phase::kVendor;
  vendor.name = "x-kernel";
  add_span(other, vendor);
  EXPECT_THAT(compare_structure(sound_report(), other), IsEmpty());
}

TEST(Structure, DifferentTreesAreNamedByPath) {
  Report other = sound_report();
  Span& span = span_of(other, Layer::kDevice, Phase::kMsmB2);
  span.phase = Phase::kVendor;
  EXPECT_THAT(
      compare_structure(sound_report(), other),
      ElementsAre(
          "pipeline prove > backend msm_b2 > device msm_b2 (partition 0, try 0): 1 times and 0 times"));
}

TEST(Structure, KeyWarmthAndTriesMustBeEqual) {
  Report other = sound_report();
  other.facts.key.warm = true;
  other.facts.tries = 2;
  EXPECT_THAT(compare_structure(sound_report(), other),
              ElementsAre("the key was cold in one and warm in the other", "tries: 1 and 2"));
}

TEST(Structure, SentencesAreBounded) {
  Report report = sound_report();
  Span deep = span_of(report, Layer::kBackend, Phase::kMsmH);
  for (int i = 0; i < 5000; ++i) {
    deep.parent = report.recording.spans.size();
    add_span(report, deep);
  }
  EXPECT_LE(check_structure(report).size(), 200u);
  EXPECT_LE(compare_structure(report, sound_report()).size(), 201u);
}

}  // namespace
}  // namespace lockstep::timing
