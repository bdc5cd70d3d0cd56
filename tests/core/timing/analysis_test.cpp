// SPDX-License-Identifier: Apache-2.0
#include "lockstep/timing/analysis.hpp"

#include <gmock/gmock.h>

#include <cmath>

#include "sample_report.hpp"

namespace lockstep::timing {
namespace {

using testing::add_span;
using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using testing::kJobStart;
using testing::kMs;
using ::testing::SizeIs;
using testing::sound_report;
using testing::span_of;

const Unattributed& unattributed_in(const Analysis& analysis, const std::string& where) {
  for (const Unattributed& entry : analysis.unattributed) {
    if (entry.where == where) return entry;
  }
  throw std::logic_error("nothing unattributed in " + where);
}

TEST(Analysis, PhasesComeByLayerInCanonicalOrder) {
  const Analysis analysis = analyse(sound_report());
  ASSERT_THAT(analysis.phases, SizeIs(8 + 12 + 12));
  EXPECT_EQ(analysis.phases[0].phase, Phase::kQueue);
  EXPECT_EQ(analysis.phases[8].layer, Layer::kBackend);
  EXPECT_EQ(analysis.phases[8].phase, Phase::kWait);
  EXPECT_EQ(analysis.phases[31].phase, Phase::kRelease);
  EXPECT_EQ(analysis.phases[1].start_ns, 10 * kMs);
}

TEST(Analysis, SharesAreOfTheJobAndBelowProveOfTheProof) {
  const Analysis analysis = analyse(sound_report());
  EXPECT_DOUBLE_EQ(analysis.phases[4].share, 0.9);
  EXPECT_DOUBLE_EQ(analysis.phases[8].share, 75.0 / 900.0);
}

TEST(Analysis, ASoundReportHasNoGaps) {
  const Analysis analysis = analyse(sound_report());
  EXPECT_EQ(unattributed_in(analysis, "job").duration_ns, 0u);
  EXPECT_EQ(unattributed_in(analysis, "pipeline prove").duration_ns, 0u);
  ASSERT_THAT(analysis.layer_gaps, SizeIs(2));
  EXPECT_EQ(analysis.layer_gaps[0].gap_ns(), 0u);
}

TEST(Analysis, DeviceTimeIsWhatItWasBusy) {
  const Analysis analysis = analyse(sound_report(), {.share = 1, .ns = UINT64_MAX});
  const LayerGap& gap = analysis.layer_gaps[1];
  EXPECT_EQ(gap.outer, Layer::kBackend);
  EXPECT_EQ(gap.outer_ns, 900 * kMs);
  EXPECT_EQ(gap.inner_ns, 750 * kMs);  // upload and download are empty on the device
  EXPECT_NEAR(gap.share(), 150.0 / 900.0, 1e-12);
}

TEST(Analysis, PhasesThatOverlapOnTheDeviceCountOnce) {
  Report report = sound_report();
  Span& backend = span_of(report, Layer::kBackend, Phase::kMsmL);
  Span& device = span_of(report, Layer::kDevice, Phase::kMsmL);
  const Span& other = span_of(report, Layer::kDevice, Phase::kMsmH);
  backend.start_ns = device.start_ns = other.start_ns;
  backend.busy_ns = device.busy_ns = device.duration_ns();
  EXPECT_EQ(analyse(report).layer_gaps[1].inner_ns, 750 * kMs);
}

TEST(Analysis, AHoleBetweenTwoPhasesIsNamedWithItsNeighbours) {
  Report report = sound_report();
  span_of(report, Layer::kBackend, Phase::kQuotient).end_ns -= 40 * kMs;
  Span& device = span_of(report, Layer::kDevice, Phase::kQuotient);
  device.end_ns -= 40 * kMs;
  device.busy_ns -= 40 * kMs;
  const Analysis analysis = analyse(report);
  EXPECT_EQ(unattributed_in(analysis, "pipeline prove").duration_ns, 40 * kMs);
  const auto found = std::find_if(analysis.named_gaps.begin(), analysis.named_gaps.end(),
                                  [](const NamedGap& gap) { return gap.before == "backend quotient"; });
  ASSERT_NE(found, analysis.named_gaps.end());
  EXPECT_EQ(found->where, "between backend quotient and backend msm_h, in pipeline prove");
  EXPECT_EQ(found->duration_ns, 40 * kMs);
  EXPECT_NEAR(found->share, 40.0 / 900.0, 1e-12);
  EXPECT_FALSE(found->sampled);
}

TEST(Analysis, AGapTellsWhatTheProcessDidMeanwhile) {
  Report report = sound_report();
  span_of(report, Layer::kPipeline, Phase::kKey).end_ns -= 30 * kMs - 10 * kMs;  // empty now
  const std::uint64_t start = kJobStart + 30 * kMs;
  report.recording.samples = {{start - kMs, 10, 1, 100'000, 7},
                              {start, 20, 1, 200'000, 7},
                              {start + 20 * kMs, 70, 3, 150'000, 1007},
                              {start + 21 * kMs, 99, 9, 1, 9999}};
  const Analysis analysis = analyse(report, {.share = 0.01, .ns = 5 * kMs});
  const auto found = std::find_if(analysis.named_gaps.begin(), analysis.named_gaps.end(),
                                  [](const NamedGap& gap) { return gap.after == "pipeline prove"; });
  ASSERT_NE(found, analysis.named_gaps.end());
  EXPECT_TRUE(found->sampled);
  EXPECT_EQ(found->minor_faults, 50u);
  EXPECT_EQ(found->major_faults, 2u);
  EXPECT_EQ(found->resident_change_bytes, -50'000);
  EXPECT_EQ(found->returned_bytes, 1000u);
}

TEST(Analysis, AGapMustPassBothLimits) {
  Report report = sound_report();
  span_of(report, Layer::kPipeline, Phase::kPipelineRelease).end_ns -= 6 * kMs;
  const auto in_job = [](const Analysis& analysis) {
    return std::count_if(analysis.named_gaps.begin(), analysis.named_gaps.end(),
                         [](const NamedGap& gap) { return gap.where.ends_with("in job"); });
  };
  EXPECT_EQ(in_job(analyse(report, {.share = 0.02, .ns = 5 * kMs})), 0);
  EXPECT_EQ(in_job(analyse(report, {.share = 0.001, .ns = 7 * kMs})), 0);
  EXPECT_EQ(in_job(analyse(report, {.share = 0.001, .ns = 5 * kMs})), 1);
}

TEST(Analysis, ManySmallHolesAreNamedTogether) {
  Report report = sound_report();
  for (const Phase phase : canonical_phases(Layer::kBackend)) {
    span_of(report, Layer::kBackend, phase).end_ns -= 6 * kMs;
    Span& device = span_of(report, Layer::kDevice, phase);
    if (device.duration_ns() == 0) continue;
    device.end_ns -= 6 * kMs;
    device.busy_ns -= 6 * kMs;
  }
  const Analysis analysis = analyse(report);
  ASSERT_FALSE(analysis.named_gaps.empty());
  EXPECT_THAT(analysis.named_gaps[0].where, HasSubstr("12 pieces in pipeline prove"));
  EXPECT_EQ(analysis.named_gaps[0].duration_ns, 72 * kMs);
}

TEST(Analysis, AnIdleDeviceInsideItsSpanIsNamed) {
  Report report = sound_report();
  span_of(report, Layer::kDevice, Phase::kMsmB2).busy_ns -= 50 * kMs;
  const Analysis analysis = analyse(report);
  EXPECT_THAT(analysis.named_gaps,
              ::testing::Contains(AllOf(::testing::Field(&NamedGap::where, "idle device in device msm_b2"),
                                        ::testing::Field(&NamedGap::duration_ns, 50 * kMs))));
}

TEST(Analysis, ReclaimIsOutsideOfEverything) {
  Report report = sound_report();
  Span reclaim;
  reclaim.parent = 5;
  reclaim.phase = Phase::kReclaim;
  reclaim.start_ns = kJobStart;
  reclaim.end_ns = kJobStart + 9000 * kMs;
  add_span(report, reclaim);
  const Analysis analysis = analyse(report);
  EXPECT_THAT(analysis.phases, SizeIs(32));
  EXPECT_EQ(unattributed_in(analysis, "pipeline prove").duration_ns, 0u);
}

TEST(Analysis, PartitionsAreNamed) {
  const Analysis analysis = analyse(sound_report(2));
  EXPECT_EQ(unattributed_in(analysis, "pipeline prove, partition 1").duration_ns, 0u);
  EXPECT_THAT(analysis.layer_gaps, SizeIs(4));
  EXPECT_EQ(analysis.layer_gaps[3].partition, 1u);
}

TEST(Analysis, AnEmptyReportIsNoTrouble) {
  const Analysis analysis = analyse(Report{});
  EXPECT_THAT(analysis.phases, IsEmpty());
  EXPECT_THAT(analysis.named_gaps, IsEmpty());
}

/// Both layers of a phase, busy all the while.
void lengthen(Report& report, Phase phase, std::uint64_t ns) {
  for (const Layer layer : {Layer::kBackend, Layer::kDevice}) {
    Span& span = span_of(report, layer, phase);
    span.end_ns += ns;
    span.busy_ns += ns;
  }
}

TEST(Growths, NameWhatGrewMostFirst) {
  const Report before = sound_report();
  Report after = sound_report();
  span_of(after, Layer::kPipeline, Phase::kVerify).end_ns += 10 * kMs;
  lengthen(after, Phase::kMsmH, 30 * kMs);
  const std::vector<Growth> growths = compare_durations(after, before);
  ASSERT_THAT(growths, SizeIs(3));
  EXPECT_EQ(growths[0].what, "backend msm_h");
  EXPECT_NEAR(growths[0].ratio(), 105.0 / 75.0, 1e-12);
  EXPECT_EQ(growths[1].what, "device msm_h");
  EXPECT_EQ(growths[2].what, "pipeline verify");
}

TEST(Growths, SmallOnesAreNone) {
  const Report before = sound_report();
  Report after = sound_report();
  lengthen(after, Phase::kMsmH, 2 * kMs);
  EXPECT_THAT(compare_durations(after, before), IsEmpty());
  EXPECT_THAT(compare_durations(before, after), IsEmpty());
}

TEST(Growths, ANewGapHasAnInfiniteRatio) {
  const Report before = sound_report();
  Report after = sound_report();
  span_of(after, Layer::kPipeline, Phase::kPipelineRelease).start_ns += 8 * kMs;
  const std::vector<Growth> growths = compare_durations(after, before);
  ASSERT_THAT(growths, SizeIs(1));
  EXPECT_EQ(growths[0].what, "unattributed in job");
  EXPECT_TRUE(std::isinf(growths[0].ratio()));
}

}  // namespace
}  // namespace lockstep::timing
