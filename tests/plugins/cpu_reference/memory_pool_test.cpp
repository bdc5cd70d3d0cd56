// SPDX-License-Identifier: Apache-2.0
#include "memory_pool.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <thread>
#include <vector>

#include "sdk/fake_host.hpp"

namespace lockstep::cpu_reference {
namespace {

constexpr std::uint64_t kPage = 4096;

class MemoryPoolTest : public ::testing::Test {
 protected:
  std::uint64_t reserved() {
    const std::lock_guard lock(host.mutex);
    return host.reserved[{LKS_MEMORY_PAGEABLE, 0}];
  }
  static bool is_wiped(const Block& block) {
    return std::all_of(block.data(), block.data() + block.size(),
                       [](std::byte b) { return b == std::byte{}; });
  }
  static void fill(const Block& block) {
    std::fill(block.data(), block.data() + block.size(), std::byte{0xa5});
  }

  sdk::testing::FakeHost host;
  std::shared_ptr<MemoryPool> pool = std::make_shared<MemoryPool>(sdk::Host(&host.table));
};

TEST_F(MemoryPoolTest, ReservesWholePagesWithTheHost) {
  const Block block = pool->acquire(kPage + 1, false);
  EXPECT_EQ(block.size(), 2 * kPage);
  EXPECT_EQ(reinterpret_cast<std::uintptr_t>(block.data()) % kPage, 0U);
  EXPECT_EQ(reserved(), 2 * kPage);
  EXPECT_EQ(pool->stats().in_use_bytes, 2 * kPage);
  EXPECT_EQ(pool->stats().buffer_count, 1U);
}

TEST_F(MemoryPoolTest, HandsAReturnedMappingOutAgain) {
  const std::byte* first = nullptr;
  {
    const Block block = pool->acquire(100 * kPage, false);
    first = block.data();
  }
  EXPECT_EQ(pool->stats().pooled_bytes, 100 * kPage);
  EXPECT_EQ(pool->stats().in_use_bytes, 0U);
  const Block again = pool->acquire(95 * kPage, false);
  EXPECT_EQ(again.data(), first);
  EXPECT_EQ(again.size(), 100 * kPage);
  EXPECT_EQ(reserved(), 100 * kPage);
}

TEST_F(MemoryPoolTest, MapsAfreshWhereThePooledMappingIsMuchLarger) {
  pool->acquire(401 * kPage, false);
  const Block small = pool->acquire(100 * kPage, false);
  EXPECT_EQ(small.size(), 100 * kPage);
  EXPECT_EQ(reserved(), 501 * kPage);
}

TEST_F(MemoryPoolTest, WipesSecretsInDeferredWorkBeforeItHandsThemOutAgain) {
  const std::byte* first = nullptr;
  {
    const Block secret = pool->acquire(10 * kPage, true);
    fill(secret);
    first = secret.data();
  }
  EXPECT_EQ(pool->stats().pending_free_bytes, 10 * kPage);
  EXPECT_EQ(pool->stats().pooled_bytes, 0U);
  host.run_deferred();
  EXPECT_EQ(pool->stats().pending_free_bytes, 0U);
  const Block again = pool->acquire(10 * kPage, false);
  ASSERT_EQ(again.data(), first);
  EXPECT_TRUE(is_wiped(again));
}

TEST_F(MemoryPoolTest, WipesAtOnceWhereTheHostTakesNoWork) {
  host.refuses_work = true;
  const std::byte* first = nullptr;
  {
    const Block secret = pool->acquire(kPage, true);
    fill(secret);
    first = secret.data();
  }
  EXPECT_EQ(pool->stats().pooled_bytes, kPage);
  const Block again = pool->acquire(kPage, false);
  ASSERT_EQ(again.data(), first);
  EXPECT_TRUE(is_wiped(again));
}

TEST_F(MemoryPoolTest, TrimsToWhatMayStay) {
  {
    std::vector<Block> blocks;
    for (const std::uint64_t pages : {1U, 20U, 300U}) blocks.push_back(pool->acquire(pages * kPage, false));
  }
  EXPECT_EQ(reserved(), 321 * kPage);
  EXPECT_TRUE(pool->trim(21 * kPage));
  EXPECT_EQ(pool->stats().pooled_bytes, 21 * kPage);
  EXPECT_EQ(reserved(), 21 * kPage);
  EXPECT_FALSE(pool->trim(21 * kPage));
  EXPECT_TRUE(pool->trim(0));
  EXPECT_EQ(reserved(), 0U);
}

TEST_F(MemoryPoolTest, GivesItsPoolBackBeforeItFailsOverTheBudget) {
  pool->acquire(64 * kPage, false);
  host.budget_bytes = kPage;
  try {
    pool->acquire(500 * kPage, false);
    FAIL() << "expected a Failure";
  } catch (const Failure& failure) {
    EXPECT_EQ(failure.error.code(), sdk::Code::kBudget);
  }
  EXPECT_EQ(pool->stats().pooled_bytes, 0U);
  EXPECT_EQ(reserved(), 0U);
}

TEST_F(MemoryPoolTest, ReturnsEveryByteWhenItGoes) {
  {
    const Block kept = pool->acquire(7 * kPage, true);
    pool->acquire(3 * kPage, false);
    pool.reset();  // the blocks keep it
    EXPECT_EQ(reserved(), 10 * kPage);
  }
  host.run_deferred();
  EXPECT_EQ(reserved(), 0U);
}

TEST_F(MemoryPoolTest, CountsRightUnderManyThreads) {
  std::vector<std::thread> threads;
  for (std::uint64_t t = 0; t < 4; ++t) {
    threads.emplace_back([this, t] {
      for (std::uint64_t i = 0; i < 200; ++i) {
        const Block block = pool->acquire((1 + (i * 7 + t) % 13) * kPage, i % 2 == 0);
        std::fill_n(block.data(), 64, std::byte{1});
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  host.run_deferred();
  EXPECT_EQ(pool->stats().in_use_bytes, 0U);
  EXPECT_EQ(pool->stats().buffer_count, 0U);
  EXPECT_EQ(pool->stats().pooled_bytes, reserved());
  pool->trim(0);
  EXPECT_EQ(reserved(), 0U);
}

}  // namespace
}  // namespace lockstep::cpu_reference
