// SPDX-License-Identifier: Apache-2.0
#include "lockstep/backend/deferred_queue.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <stdexcept>
#include <thread>
#include <vector>

namespace lockstep::backend {
namespace {

TEST(DeferredQueue, RunsInOrderOfHandOverOnOneOtherThread) {
  std::vector<int> order;
  std::vector<std::thread::id> threads;
  DeferredQueue queue;
  for (int i = 0; i < 100; ++i) {
    ASSERT_TRUE(queue.push([&, i] {
      order.push_back(i);
      threads.push_back(std::this_thread::get_id());
    }));
  }
  queue.drain();
  ASSERT_EQ(order.size(), 100u);
  for (int i = 0; i < 100; ++i) EXPECT_EQ(order[static_cast<std::size_t>(i)], i);
  for (const std::thread::id id : threads) {
    EXPECT_EQ(id, threads.front());
    EXPECT_NE(id, std::this_thread::get_id());
  }
}

TEST(DeferredQueue, HandingOverDoesNotWait) {
  DeferredQueue queue;
  std::atomic<bool> go{false};
  std::atomic<bool> ran{false};
  ASSERT_TRUE(queue.push([&] {
    while (!go) std::this_thread::yield();
    ran = true;
  }));
  EXPECT_FALSE(ran);
  go = true;
  queue.drain();
  EXPECT_TRUE(ran);
}

TEST(DeferredQueue, ItsEndRunsWhatIsLeft) {
  int ran = 0;
  {
    DeferredQueue queue;
    for (int i = 0; i < 50; ++i) ASSERT_TRUE(queue.push([&] { ++ran; }));
  }
  EXPECT_EQ(ran, 50);
}

TEST(DeferredQueue, AnExceptionDoesNotStopIt) {
  DeferredQueue queue;
  int ran = 0;
  ASSERT_TRUE(queue.push([] { throw std::runtime_error("no"); }));
  ASSERT_TRUE(queue.push([&] { ++ran; }));
  queue.drain();
  EXPECT_EQ(ran, 1);
}

TEST(DeferredQueue, WorkMayHandOverAndDrainMore) {
  DeferredQueue queue;
  std::vector<int> order;
  ASSERT_TRUE(queue.push([&] {
    order.push_back(1);
    ASSERT_TRUE(queue.push([&] { order.push_back(2); }));
    queue.drain();
    order.push_back(3);
  }));
  queue.drain();
  EXPECT_EQ(order, (std::vector<int>{1, 2, 3}));
}

TEST(DeferredQueue, ReclaimIsRecordedForTheJobAndKeepsItsRecorder) {
  auto recorder = std::make_shared<timing::Recorder>(timing::RecorderOptions{.tag = 4});
  const timing::SpanId release = recorder->begin({.phase = timing::Phase::kPipelineRelease, .partition = 6});
  recorder->end(release);
  DeferredQueue queue;
  std::atomic<bool> go{false};
  const std::weak_ptr<timing::Recorder> watch = recorder;
  ASSERT_TRUE(queue.push(
      [&] {
        while (!go) std::this_thread::yield();
      },
      recorder, release));
  recorder.reset();
  const auto alive = watch.lock();
  ASSERT_NE(alive, nullptr);
  go = true;
  queue.drain();
  const timing::Recording recording = alive->snapshot();
  ASSERT_EQ(recording.spans.size(), 2u);
  EXPECT_EQ(recording.spans[1].phase, timing::Phase::kReclaim);
  EXPECT_EQ(recording.spans[1].partition, 6u);
  EXPECT_EQ(recording.spans[1].parent, 1u);
  EXPECT_FALSE(recording.spans[1].open);
}

TEST(DeferredQueue, ManyThreadsLoseNothing) {
  std::atomic<int> ran{0};
  {
    DeferredQueue queue;
    std::vector<std::jthread> threads;
    for (int t = 0; t < 4; ++t) {
      threads.emplace_back([&] {
        for (int i = 0; i < 1000; ++i) ASSERT_TRUE(queue.push([&] { ++ran; }));
        queue.drain();
      });
    }
  }
  EXPECT_EQ(ran, 4000);
}

}  // namespace
}  // namespace lockstep::backend
