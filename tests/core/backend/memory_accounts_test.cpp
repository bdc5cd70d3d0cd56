// SPDX-License-Identifier: Apache-2.0
#include "lockstep/backend/memory_accounts.hpp"

#include <gtest/gtest.h>

#include <thread>
#include <vector>

namespace lockstep::backend {
namespace {

TEST(MemoryCounter, KeepsItsPeak) {
  MemoryCounter counter;
  EXPECT_TRUE(counter.try_add(100));
  EXPECT_TRUE(counter.try_add(50));
  EXPECT_TRUE(counter.subtract(120));
  EXPECT_EQ(counter.in_use(), 30u);
  EXPECT_EQ(counter.peak(), 150u);
  counter.reset_peak();
  EXPECT_EQ(counter.peak(), 30u);
}

TEST(MemoryCounter, TheLimitIsExact) {
  MemoryCounter counter;
  counter.set_limit(100);
  EXPECT_TRUE(counter.try_add(60));
  EXPECT_FALSE(counter.try_add(41));
  EXPECT_EQ(counter.in_use(), 60u);
  EXPECT_TRUE(counter.try_add(40));
  EXPECT_FALSE(counter.try_add(1));
  EXPECT_EQ(counter.peak(), 100u);
  counter.set_limit(10);  // below what is in use already
  EXPECT_FALSE(counter.try_add(0));
  counter.set_limit(std::nullopt);
  EXPECT_TRUE(counter.try_add(1000));
}

TEST(MemoryCounter, SumsDoNotWrapAround) {
  MemoryCounter counter;
  EXPECT_TRUE(counter.try_add(UINT64_MAX - 1));
  EXPECT_FALSE(counter.try_add(2));
  EXPECT_TRUE(counter.try_add(1));
}

TEST(MemoryCounter, ReturningTooMuchIsNoticedAndLeavesZero) {
  MemoryCounter counter;
  EXPECT_TRUE(counter.try_add(5));
  EXPECT_FALSE(counter.subtract(6));
  EXPECT_EQ(counter.in_use(), 0u);
}

TEST(MemoryAccounts, PageableAndPinnedShareTheHostLimit) {
  MemoryAccounts accounts;
  accounts.set_host_limit(100);
  EXPECT_TRUE(accounts.reserve(MemoryKind::kPageable, 60));
  EXPECT_FALSE(accounts.reserve(MemoryKind::kPinned, 50));
  EXPECT_TRUE(accounts.reserve(MemoryKind::kPinned, 40));
  EXPECT_EQ(accounts.host().in_use(), 100u);
  EXPECT_EQ(accounts.pageable().in_use(), 60u);
  EXPECT_EQ(accounts.pinned().in_use(), 40u);
}

TEST(MemoryAccounts, ARefusalOfOneKindLeavesNothingCounted) {
  MemoryAccounts accounts;
  accounts.set_pinned_limit(10);
  EXPECT_FALSE(accounts.reserve(MemoryKind::kPinned, 11));
  EXPECT_EQ(accounts.host().in_use(), 0u);
  EXPECT_EQ(accounts.pinned().in_use(), 0u);
}

TEST(MemoryAccounts, ReturnsAreCountedAndMatchedByKind) {
  MemoryAccounts accounts;
  EXPECT_TRUE(accounts.reserve(MemoryKind::kPageable, 60));
  EXPECT_TRUE(accounts.give_back(MemoryKind::kPageable, 20));
  EXPECT_EQ(accounts.returned_bytes(), 20u);
  EXPECT_FALSE(accounts.give_back(MemoryKind::kPinned, 5));
  EXPECT_EQ(accounts.host().in_use(), 40u);
  EXPECT_FALSE(accounts.reserve(MemoryKind::kDevice, 1));
}

TEST(MemoryAccounts, ThreadsNeverPassTheLimitTogether) {
  MemoryAccounts accounts;
  accounts.set_host_limit(1000);
  {
    std::vector<std::jthread> threads;
    for (int t = 0; t < 4; ++t) {
      threads.emplace_back([&] {
        for (int i = 0; i < 5000; ++i) {
          if (!accounts.reserve(MemoryKind::kPageable, 300)) continue;
          ASSERT_LE(accounts.host().in_use(), 1000u);
          ASSERT_TRUE(accounts.give_back(MemoryKind::kPageable, 300));
        }
      });
    }
  }
  EXPECT_EQ(accounts.host().in_use(), 0u);
  EXPECT_LE(accounts.host().peak(), 900u);
}

}  // namespace
}  // namespace lockstep::backend
