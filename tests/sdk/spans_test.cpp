// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <stdexcept>

#include "fake_host.hpp"
#include "lockstep/sdk/spans.hpp"

namespace lockstep::sdk {
namespace {

class SpansTest : public ::testing::Test {
 protected:
  testing::FakeHost fake_;
  Host host_{&fake_.table};
};

TEST(IntervalsTest, TheUnionCountsOverlapsOnceAndPausesNever) {
  Intervals intervals;
  EXPECT_EQ(intervals.summarise().busy_ns, 0u);
  intervals.add(10'000, 20'000);
  intervals.add(50'000, 60'000);
  Intervals other;
  other.add(15'000, 30'000);
  other.add(52'000, 55'000);
  intervals.add_all(other);
  const auto summary = intervals.summarise();
  EXPECT_EQ(summary.start_ns, 10'000u);
  EXPECT_EQ(summary.end_ns, 60'000u);
  EXPECT_EQ(summary.busy_ns, 30'000u);
}

TEST(IntervalsTest, PiecesThatFollowEachOtherAreJoined) {
  Intervals intervals;
  for (std::uint64_t i = 0; i < 100; ++i) intervals.add(1000 * i, 1000 * i + 900);
  const auto summary = intervals.summarise();
  EXPECT_EQ(summary.end_ns, 99'900u);
  EXPECT_EQ(summary.busy_ns, 99'900u) << "pauses of 100 ns count as work";
}

TEST_F(SpansTest, ABackendSpanIsOpenWhileItLives) {
  {
    BackendSpan span(host_, 77, Phase::kUpload);
    span.add_bytes_to_device(12);
    span.add_bytes_to_device(3);
    EXPECT_FALSE(fake_.spans.at(0).ended);
    const BackendSpan finer(host_, span.id(), "x-part");
  }
  ASSERT_EQ(fake_.spans.size(), 2u);
  const auto& span = fake_.spans[0];
  EXPECT_TRUE(span.ended);
  EXPECT_EQ(span.parent, 77u);
  EXPECT_EQ(span.phase, LKS_PHASE_UPLOAD);
  EXPECT_EQ(span.bytes_to_device, 15u);
  EXPECT_EQ(span.flags, 0u);
  EXPECT_EQ(fake_.spans[1].parent, span.id);
  EXPECT_EQ(fake_.spans[1].phase, LKS_PHASE_VENDOR);
  EXPECT_EQ(fake_.spans[1].name, "x-part");
}

TEST_F(SpansTest, AMovedSpanEndsOnce) {
  BackendSpan span(host_, 1, Phase::kMsmH);
  BackendSpan moved = std::move(span);
  moved.end();
  const std::uint64_t end = fake_.spans.at(0).end_ns;
  moved.end();
  EXPECT_EQ(fake_.spans.at(0).end_ns, end);
}

TEST_F(SpansTest, ASpanThatAnExceptionLeavesIsMarkedAsFailed) {
  try {
    const BackendSpan span(host_, 1, Phase::kMsmH);
    throw std::runtime_error("x");
  } catch (const std::runtime_error&) {
    const BackendSpan after(host_, 1, Phase::kRelease);  // begun while the exception is handled: no failure
  }
  EXPECT_EQ(fake_.spans.at(0).flags, LKS_SPAN_FAILED);
  EXPECT_EQ(fake_.spans.at(1).flags, 0u);
}

TEST_F(SpansTest, ADeviceSpanIsTheUnionOfItsWorkersWork) {
  {
    const BackendSpan span(host_, 1, Phase::kMsmA);
    DeviceSpan device(span, 0, host_.worker_count());
    ASSERT_TRUE(host_.parallel_for(40, 1, [&](std::uint64_t, std::uint64_t, std::uint32_t worker) {
      const auto work = device.work(worker);
    }));
    device.add(1'000'000, 1'500'000);
  }
  const auto devices = fake_.spans_of(LKS_LAYER_DEVICE, LKS_PHASE_MSM_A);
  ASSERT_EQ(devices.size(), 1u);
  const auto backend = fake_.spans_of(LKS_LAYER_BACKEND, LKS_PHASE_MSM_A);
  EXPECT_EQ(devices[0].parent, backend.at(0).id);
  EXPECT_GT(devices[0].start_ns, backend[0].start_ns);
  EXPECT_EQ(devices[0].end_ns, 1'500'000u);
  EXPECT_GE(devices[0].busy_ns, 500'000u);
  EXPECT_LE(devices[0].busy_ns, devices[0].end_ns - devices[0].start_ns);
}

TEST_F(SpansTest, ADeviceSpanWithoutWorkHasLengthZero) {
  {
    const BackendSpan span(host_, 1, Phase::kMsmA);
    const DeviceSpan device(span);
  }
  const auto devices = fake_.spans_of(LKS_LAYER_DEVICE, LKS_PHASE_MSM_A);
  ASSERT_EQ(devices.size(), 1u);
  EXPECT_EQ(devices[0].start_ns, devices[0].end_ns);
  EXPECT_GT(devices[0].start_ns, 0u);
}

TEST_F(SpansTest, AnEmptyPhaseStandsInBothLayers) {
  record_empty_phase(host_, 5, Phase::kUpload);
  record_empty_phase(host_, 5, Phase::kMsmB1, 0, Phase::kMsmA);
  const auto backend = fake_.spans_of(LKS_LAYER_BACKEND, LKS_PHASE_MSM_B1);
  const auto device = fake_.spans_of(LKS_LAYER_DEVICE, LKS_PHASE_MSM_B1);
  ASSERT_EQ(backend.size(), 1u);
  ASSERT_EQ(device.size(), 1u);
  EXPECT_EQ(backend[0].parent, 5u);
  EXPECT_EQ(device[0].parent, backend[0].id);
  EXPECT_EQ(device[0].flags, LKS_SPAN_FUSED);
  EXPECT_EQ(device[0].fused_with, LKS_PHASE_MSM_A);
  EXPECT_EQ(fake_.spans_of(LKS_LAYER_DEVICE, LKS_PHASE_UPLOAD).at(0).flags, 0u);
}

}  // namespace
}  // namespace lockstep::sdk
