// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <atomic>
#include <memory>
#include <new>
#include <numeric>
#include <stdexcept>
#include <vector>

#include "fake_host.hpp"
#include "lockstep/sdk/host.hpp"

namespace lockstep::sdk {
namespace {

class HostTest : public ::testing::Test {
 protected:
  std::uint64_t pinned() { return fake_.reserved[{LKS_MEMORY_PINNED, 0}]; }

  testing::FakeHost fake_;
  Host host_{&fake_.table};
};

TEST_F(HostTest, LogsWhatTheLevelLets) {
  fake_.least_level = LKS_LOG_WARN;
  host_.log(LogLevel::kInfo, "part", "not kept");
  host_.log(LogLevel::kWarn, "part", "kept: ", 3);
  EXPECT_EQ(fake_.lines, std::vector<std::string>{"3 part kept: 3"});
}

TEST_F(HostTest, AReservationIsReturnedOnce) {
  {
    auto granted = host_.reserve(MemoryKind::kPinned, 100);
    ASSERT_TRUE(granted);
    EXPECT_EQ(pinned(), 100u);
    Reservation moved = std::move(*granted);
    EXPECT_EQ(moved.bytes(), 100u);
    moved.shrink_to(40);
    moved.shrink_to(60);  // never grows
    EXPECT_EQ(pinned(), 40u);
    Reservation other;
    other = std::move(moved);
    EXPECT_EQ(pinned(), 40u);
  }
  EXPECT_EQ(pinned(), 0u);
}

TEST_F(HostTest, AssigningAReservationReturnsTheOldOne) {
  auto first = host_.reserve(MemoryKind::kPinned, 100);
  auto second = host_.reserve(MemoryKind::kPinned, 10);
  ASSERT_TRUE(first && second);
  *first = std::move(*second);
  EXPECT_EQ(pinned(), 10u);
}

TEST_F(HostTest, ARefusedReservationIsABudgetError) {
  fake_.budget_bytes = 50;
  const auto refused = host_.reserve(MemoryKind::kDevice, 51, 2);
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().code(), Code::kBudget);
  EXPECT_EQ(refused.error().flags(), LKS_ERROR_RETRYABLE);
  EXPECT_EQ(refused.error().message(), "over the budget");
}

TEST_F(HostTest, AParallelLoopCoversEachIndexOnce) {
  std::vector<std::atomic<int>> seen(1000);
  ASSERT_TRUE(
      host_.parallel_for(seen.size(), 7, [&](std::uint64_t begin, std::uint64_t end, std::uint32_t worker) {
        EXPECT_LT(worker, host_.worker_count());
        for (std::uint64_t i = begin; i < end; ++i) ++seen[i];
      }));
  for (const auto& count : seen) EXPECT_EQ(count, 1);
}

TEST_F(HostTest, AFailureInAParallelLoopIsReturned) {
  const auto failed =
      host_.parallel_for(100, 1, [](std::uint64_t begin, std::uint64_t, std::uint32_t) -> Result<void> {
        if (begin == 41) return Error(Code::kBadKey, "point ", begin);
        return {};
      });
  ASSERT_FALSE(failed);
  EXPECT_EQ(failed.error().message(), "point 41");
}

TEST_F(HostTest, AnExceptionInAParallelLoopBecomesAnError) {
  const auto internal = host_.parallel_for(
      100, 1, [](std::uint64_t, std::uint64_t, std::uint32_t) { throw std::runtime_error("boom"); });
  ASSERT_FALSE(internal);
  EXPECT_EQ(internal.error().code(), Code::kInternal);
  EXPECT_EQ(internal.error().message(), "unexpected exception: boom");
  const auto memory =
      host_.parallel_for(100, 1, [](std::uint64_t, std::uint64_t, std::uint32_t) { throw std::bad_alloc(); });
  EXPECT_EQ(memory.error().code(), Code::kOutOfMemory);
}

TEST_F(HostTest, ACancelledParallelLoopSaysSo) {
  fake_.fired_token = 5;
  const auto nothing = [](std::uint64_t, std::uint64_t, std::uint32_t) {};
  EXPECT_EQ(host_.parallel_for(10, 1, nothing, 5).error().code(), Code::kCancelled);
  EXPECT_TRUE(host_.parallel_for(10, 1, nothing, 6));
}

TEST_F(HostTest, ACancelTokenFiresForItsJobAlone) {
  fake_.fired_token = 5;
  EXPECT_EQ(CancelToken(host_, 5).check().error().code(), Code::kCancelled);
  EXPECT_TRUE(CancelToken(host_, 6).check());
  fake_.fired_token = 0;
  EXPECT_FALSE(CancelToken(host_, 0).fired()) << "token 0 never fires";
}

TEST_F(HostTest, DeferredWorkRunsOnceAndOwnsWhatItHolds) {
  int runs = 0;
  auto held = std::make_unique<int>(3);
  host_.defer([&runs, held = std::move(held)] { runs += *held; });
  EXPECT_EQ(runs, 0);
  fake_.run_deferred();
  EXPECT_EQ(runs, 3);
}

TEST_F(HostTest, WorkThatTheHostDoesNotTakeRunsAtOnce) {
  fake_.refuses_work = true;
  int runs = 0;
  host_.defer([&runs] { ++runs; });
  EXPECT_EQ(runs, 1);
}

}  // namespace
}  // namespace lockstep::sdk
