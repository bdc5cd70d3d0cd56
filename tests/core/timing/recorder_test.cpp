// SPDX-License-Identifier: Apache-2.0
#include "lockstep/timing/recorder.hpp"

#include <gmock/gmock.h>

#include <atomic>
#include <thread>

namespace lockstep::timing {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

std::atomic<std::uint64_t> fake_now{0};  // the clock of these tests
std::uint64_t fake_clock() {
  return fake_now.load();
}

RecorderOptions quiet() {
  return {.tag = 7, .clock = &fake_clock, .sample_process = false};
}

TEST(Recorder, KeepsBeginAndEndOnItsClock) {
  fake_now = 100;
  Recorder recorder(quiet());
  fake_now = 110;
  const SpanId id = recorder.begin({.phase = Phase::kProve});
  fake_now = 150;
  recorder.end(id, {.bytes_to_device = 3});
  fake_now = 160;
  recorder.finish();
  fake_now = 170;
  recorder.finish();
  const Recording recording = recorder.snapshot();
  EXPECT_EQ(recording.start_ns, 100u);
  EXPECT_EQ(recording.end_ns, 160u);
  ASSERT_EQ(recording.spans.size(), 1u);
  EXPECT_EQ(recording.spans[0].id, 1u);
  EXPECT_EQ(recording.spans[0].start_ns, 110u);
  EXPECT_EQ(recording.spans[0].end_ns, 150u);
  EXPECT_EQ(recording.spans[0].busy_ns, 40u);
  EXPECT_EQ(recording.spans[0].facts.bytes_to_device, 3u);
  EXPECT_FALSE(recording.spans[0].open);
  EXPECT_THAT(recording.misuses, IsEmpty());
}

TEST(Recorder, IdsCarryItsTag) {
  Recorder recorder(quiet());
  EXPECT_EQ(recorder.begin({}) >> 32, 7u);
}

TEST(Recorder, ChildrenInheritPartitionTryAndDevice) {
  Recorder recorder(quiet());
  const SpanId prove = recorder.begin({.phase = Phase::kProve, .partition = 3, .attempt = 1, .device = 2});
  const SpanId child = recorder.begin({.parent = prove, .layer = Layer::kBackend, .phase = Phase::kMsmH});
  recorder.end(child);
  recorder.end(prove);
  const Span span = recorder.snapshot().spans.at(1);
  EXPECT_EQ(span.parent, 1u);
  EXPECT_EQ(span.partition, 3u);
  EXPECT_EQ(span.attempt, 1u);
  EXPECT_EQ(span.device, 2u);
}

TEST(Recorder, ASpanThatNeverEndedIsOpenUpToNow) {
  fake_now = 10;
  Recorder recorder(quiet());
  recorder.begin({.phase = Phase::kProve});
  fake_now = 25;
  const Recording recording = recorder.snapshot();
  EXPECT_TRUE(recording.spans.at(0).open);
  EXPECT_EQ(recording.spans.at(0).duration_ns(), 15u);
  EXPECT_EQ(recording.end_ns, 25u);
}

TEST(Recorder, RecordsAfterTheFactWithBusyTime) {
  Recorder recorder(quiet());
  const SpanId id =
      recorder.record({.start = {.layer = Layer::kDevice, .phase = Phase::kMsmA, .start_ns = 10},
                       .end_ns = 30,
                       .busy_ns = 12});
  EXPECT_NE(id, 0u);
  const Span span = recorder.snapshot().spans.at(0);
  EXPECT_EQ(span.duration_ns(), 20u);
  EXPECT_EQ(span.busy_ns, 12u);
}

TEST(Recorder, EmptyWorkHasLengthZero) {
  fake_now = 55;
  Recorder recorder(quiet());
  recorder.record_empty({.layer = Layer::kBackend, .phase = Phase::kUpload});
  const Span span = recorder.snapshot().spans.at(0);
  EXPECT_EQ(span.start_ns, 55u);
  EXPECT_EQ(span.duration_ns(), 0u);
}

TEST(Recorder, NamesAreKeptForVendorSpansAndCut) {
  Recorder recorder(quiet());
  const std::string name = "x-" + std::string(200, 'k');
  recorder.begin({.layer = Layer::kBackend, .phase = Phase::kVendor, .name = name});
  recorder.begin({.layer = Layer::kBackend, .phase = Phase::kMsmA, .name = "x-ignored"});
  EXPECT_EQ(recorder.snapshot().spans.at(0).name, name.substr(0, 63));
  EXPECT_EQ(recorder.snapshot().spans.at(1).name, "");
}

TEST(Recorder, AFullSinkGivesZeroAndCounts) {
  RecorderOptions options = quiet();
  options.capacity = 2;
  Recorder recorder(options);
  EXPECT_NE(recorder.begin({}), 0u);
  EXPECT_NE(recorder.begin({}), 0u);
  EXPECT_EQ(recorder.begin({}), 0u);
  EXPECT_EQ(recorder.record_empty({}), 0u);
  recorder.end(0);
  EXPECT_EQ(recorder.snapshot().dropped_spans, 2u);
  EXPECT_THAT(recorder.snapshot().misuses, IsEmpty());
}

TEST(Recorder, BrokenRulesAreKeptAsSentences) {
  fake_now = 10;
  Recorder recorder(quiet());
  const SpanId id = recorder.begin({.layer = Layer::kBackend, .phase = Phase::kMsmH, .start_ns = 20});
  recorder.end(id);
  recorder.end(id);
  recorder.end(SpanId{7} << 32 | 99);
  recorder.begin({.parent = SpanId{8} << 32 | 1, .phase = Phase::kProve});
  recorder.record(
      {.start = {.layer = Layer::kDevice, .phase = Phase::kMsmA, .start_ns = 5}, .end_ns = 6, .busy_ns = 2});
  EXPECT_THAT(
      recorder.snapshot().misuses,
      ElementsAre(HasSubstr("backend msm_h ends before it starts"), HasSubstr("msm_h was ended twice"),
                  HasSubstr("does not exist was ended"), HasSubstr("names a parent that does not exist"),
                  HasSubstr("device msm_a was busy for longer")));
  EXPECT_EQ(recorder.snapshot().spans.at(2).busy_ns, 1u);
}

TEST(Recorder, MisusesAreBounded) {
  Recorder recorder(quiet());
  for (int i = 0; i < 1000; ++i) recorder.end(SpanId{7} << 32 | 5);
  EXPECT_LE(recorder.snapshot().misuses.size(), 16u);
}

TEST(Recorder, AScopeLeftEarlyIsAFailedSpan) {
  Recorder recorder(quiet());
  {
    ScopedSpan left(recorder, {.phase = Phase::kProve});
    ScopedSpan done(recorder, {.phase = Phase::kVerify});
    done.end();
    done.end();
  }
  const Recording recording = recorder.snapshot();
  EXPECT_TRUE(recording.spans.at(0).facts.failed);
  EXPECT_FALSE(recording.spans.at(1).facts.failed);
  EXPECT_FALSE(recording.spans.at(0).open);
  EXPECT_THAT(recording.misuses, IsEmpty());
}

TEST(Recorder, SamplesTheProcessAtPhaseBorders) {
  std::uint64_t returned = 5;
  Recorder recorder({.returned_bytes = [&] { return returned; }});
  const SpanId id = recorder.begin({.phase = Phase::kProve});
  std::this_thread::sleep_for(std::chrono::milliseconds(2));
  returned = 9;
  recorder.end(id);
  const Recording recording = recorder.snapshot();
  ASSERT_EQ(recording.samples.size(), 2u);
  EXPECT_EQ(recording.samples[0].time_ns, recording.spans[0].start_ns);
  EXPECT_EQ(recording.samples[1].time_ns, recording.spans[0].end_ns);
  EXPECT_GT(recording.samples[0].resident_bytes, 100'000u);
  EXPECT_GT(recording.samples[0].minor_faults, 0u);
  EXPECT_EQ(recording.samples[0].returned_bytes, 5u);
  EXPECT_EQ(recording.samples[1].returned_bytes, 9u);
}

TEST(Recorder, ManyThreadsLoseNothing) {
  Recorder recorder({.tag = 3, .capacity = 100'000});
  const SpanId prove = recorder.begin({.phase = Phase::kProve});
  constexpr int kThreads = 8;
  constexpr int kSpans = 500;
  {
    std::vector<std::jthread> threads;
    for (int t = 0; t < kThreads; ++t) {
      threads.emplace_back([&] {
        for (int i = 0; i < kSpans; ++i) {
          const SpanId outer =
              recorder.begin({.parent = prove, .layer = Layer::kBackend, .phase = Phase::kMsmH});
          recorder.record(
              {.start = {.parent = outer, .layer = Layer::kDevice, .phase = Phase::kMsmH, .start_ns = 1},
               .end_ns = 2});
          recorder.end(outer);
          if (i % 100 == 0) {
            EXPECT_GE(recorder.snapshot().spans.size(), 1u);
          }
        }
      });
    }
  }
  recorder.end(prove);
  const Recording recording = recorder.snapshot();
  EXPECT_EQ(recording.spans.size(), 1u + 2u * kThreads * kSpans);
  EXPECT_EQ(recording.dropped_spans, 0u);
  EXPECT_THAT(recording.misuses, IsEmpty());
  for (const Span& span : recording.spans) {
    EXPECT_FALSE(span.open);
    EXPECT_LT(span.parent, span.id);
  }
}

}  // namespace
}  // namespace lockstep::timing
