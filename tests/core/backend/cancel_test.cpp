// SPDX-License-Identifier: Apache-2.0
#include "lockstep/backend/cancel.hpp"

#include <gtest/gtest.h>

#include <set>
#include <thread>
#include <vector>

namespace lockstep::backend {
namespace {

TEST(Cancel, ATokenFiresOnceItIsCancelled) {
  const auto table = CancelTable::create();
  CancelSource source = table->new_source();
  EXPECT_NE(source.token(), 0u);
  EXPECT_FALSE(table->cancelled(source.token()));
  source.cancel();
  EXPECT_TRUE(table->cancelled(source.token()));
}

TEST(Cancel, TokenZeroNeverFires) {
  const auto table = CancelTable::create();
  CancelSource none;
  none.cancel();
  EXPECT_EQ(none.token(), 0u);
  EXPECT_FALSE(table->cancelled(0));
}

TEST(Cancel, AStaleTokenNeverFires) {
  const auto table = CancelTable::create();
  CancelToken stale = 0;
  {
    CancelSource source = table->new_source();
    stale = source.token();
    source.cancel();
  }
  EXPECT_FALSE(table->cancelled(stale));
  CancelSource next = table->new_source();  // takes the same slot
  EXPECT_NE(next.token(), stale);
  next.cancel();
  EXPECT_FALSE(table->cancelled(stale));
  EXPECT_TRUE(table->cancelled(next.token()));
}

TEST(Cancel, TokensThatWereNeverGivenDoNotFire) {
  const auto table = CancelTable::create();
  for (const CancelToken token :
       {CancelToken{1}, CancelToken{1025}, UINT64_MAX, UINT64_MAX - 1, CancelToken{5} << 60}) {
    EXPECT_FALSE(table->cancelled(token)) << token;
  }
}

TEST(Cancel, MovingASourceKeepsItsToken) {
  const auto table = CancelTable::create();
  CancelSource first = table->new_source();
  const CancelToken token = first.token();
  CancelSource second = std::move(first);
  second.cancel();
  EXPECT_TRUE(table->cancelled(token));
  second = table->new_source();
  EXPECT_FALSE(table->cancelled(token));
  EXPECT_NE(second.token(), token);
}

TEST(Cancel, WhenEverySlotIsTakenTheNextTokenIsZero) {
  const auto table = CancelTable::create();
  std::vector<CancelSource> sources;
  std::set<CancelToken> tokens;
  for (std::uint32_t i = 0; i < CancelTable::kSlots; ++i) {
    sources.push_back(table->new_source());
    tokens.insert(sources.back().token());
  }
  EXPECT_EQ(tokens.size(), CancelTable::kSlots);
  EXPECT_EQ(table->new_source().token(), 0u);
  sources.pop_back();
  EXPECT_NE(table->new_source().token(), 0u);
}

TEST(Cancel, ThreadsMayCancelAskAndReleaseAtOnce) {
  const auto table = CancelTable::create();
  std::vector<std::jthread> threads;
  for (int t = 0; t < 4; ++t) {
    threads.emplace_back([&] {
      for (int i = 0; i < 2000; ++i) {
        CancelSource source = table->new_source();
        ASSERT_FALSE(table->cancelled(source.token()));
        source.cancel();
        ASSERT_TRUE(table->cancelled(source.token()));
      }
    });
  }
}

}  // namespace
}  // namespace lockstep::backend
