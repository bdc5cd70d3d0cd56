// SPDX-License-Identifier: Apache-2.0
#include "lockstep/backend/thread_pool.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <mutex>
#include <set>
#include <stdexcept>
#include <thread>
#include <vector>

namespace lockstep::backend {
namespace {

class ThreadPools : public ::testing::TestWithParam<unsigned> {};

TEST_P(ThreadPools, EveryIndexIsVisitedOnce) {
  ThreadPool pool(GetParam());
  for (const std::uint64_t count : {0u, 1u, 2u, 7u, 64u, 1000u, 100'003u}) {
    for (const std::uint64_t grain : {0u, 1u, 3u, 64u, 5000u, 1'000'000u}) {
      std::vector<std::atomic<int>> visits(count);
      EXPECT_TRUE(pool.parallel_for(count, grain, [&](std::uint64_t begin, std::uint64_t end, std::uint32_t) {
        for (std::uint64_t i = begin; i < end; ++i) ++visits[i];
      }));
      for (const auto& visit : visits) ASSERT_EQ(visit, 1) << count << ' ' << grain;
    }
  }
}

TEST_P(ThreadPools, PiecesHaveAtLeastTheGrainAndWorkersAreBelowTheCount) {
  ThreadPool pool(GetParam());
  EXPECT_EQ(pool.worker_count(), GetParam());
  std::mutex mutex;
  std::vector<std::uint64_t> sizes;
  EXPECT_TRUE(
      pool.parallel_for(10'000, 64, [&](std::uint64_t begin, std::uint64_t end, std::uint32_t worker) {
        EXPECT_LT(worker, GetParam());
        const std::lock_guard lock(mutex);
        sizes.push_back(end - begin);
      }));
  for (const std::uint64_t size : sizes) EXPECT_GE(size, 64u);
  if (GetParam() > 1) {
    EXPECT_GT(sizes.size(), 4u);
  }
}

TEST_P(ThreadPools, PiecesThatRunAtOnceHaveDifferentWorkers) {
  ThreadPool pool(GetParam());
  std::vector<std::atomic<int>> inside(pool.worker_count());
  std::vector<std::uint64_t> scratch(pool.worker_count());  // not atomic: ThreadSanitizer watches it
  std::atomic<bool> clash{false};
  EXPECT_TRUE(pool.parallel_for(20'000, 1, [&](std::uint64_t begin, std::uint64_t end, std::uint32_t worker) {
    if (inside[worker].fetch_add(1) != 0) clash = true;
    scratch[worker] += end - begin;
    inside[worker].fetch_sub(1);
  }));
  EXPECT_FALSE(clash);
  std::uint64_t sum = 0;
  for (const std::uint64_t part : scratch) sum += part;
  EXPECT_EQ(sum, 20'000u);
}

TEST_P(ThreadPools, ANestedLoopNeverRunsAPieceOfTheOuterOne) {
  ThreadPool pool(GetParam());
  std::vector<std::atomic<int>> inside(pool.worker_count());
  std::atomic<bool> clash{false};
  std::atomic<std::uint64_t> sum{0};
  EXPECT_TRUE(pool.parallel_for(200, 1, [&](std::uint64_t begin, std::uint64_t end, std::uint32_t worker) {
    for (std::uint64_t i = begin; i < end; ++i) {
      if (inside[worker].fetch_add(1) != 0) clash = true;
      EXPECT_TRUE(pool.parallel_for(50, 1, [&](std::uint64_t b, std::uint64_t e, std::uint32_t) {
        std::this_thread::yield();
        sum += e - b;
      }));
      inside[worker].fetch_sub(1);
    }
  }));
  EXPECT_FALSE(clash);
  EXPECT_EQ(sum, 200u * 50u);
}

TEST_P(ThreadPools, SeveralThreadsMayCallAtOnce) {
  ThreadPool pool(GetParam());
  std::atomic<std::uint64_t> sum{0};
  {
    std::vector<std::jthread> callers;
    for (int t = 0; t < 4; ++t) {
      callers.emplace_back([&] {
        for (int round = 0; round < 50; ++round) {
          std::vector<std::uint64_t> parts(pool.worker_count());
          EXPECT_TRUE(
              pool.parallel_for(1000, 10, [&](std::uint64_t begin, std::uint64_t end, std::uint32_t worker) {
                parts[worker] += end - begin;
              }));
          for (const std::uint64_t part : parts) sum += part;
        }
      });
    }
  }
  EXPECT_EQ(sum, 4u * 50u * 1000u);
}

TEST_P(ThreadPools, StopLeavesPiecesOut) {
  ThreadPool pool(GetParam());
  std::atomic<std::uint64_t> done{0};
  const auto body = [&](std::uint64_t begin, std::uint64_t end, std::uint32_t) { done += end - begin; };
  EXPECT_FALSE(pool.parallel_for(100'000, 1, body, [&] { return done > 0; }));
  EXPECT_GT(done, 0u);
  EXPECT_LT(done, 100'000u);
  done = 0;
  EXPECT_FALSE(pool.parallel_for(10, 1, body, [] { return true; }));
  EXPECT_EQ(done, 0u);
  EXPECT_TRUE(pool.parallel_for(10, 1, body, [] { return false; }));
}

TEST_P(ThreadPools, AnExceptionOfABodyReachesTheCaller) {
  ThreadPool pool(GetParam());
  const auto body = [](std::uint64_t begin, std::uint64_t, std::uint32_t) {
    if (begin > 100) throw std::runtime_error("body");
  };
  EXPECT_THROW(static_cast<void>(pool.parallel_for(10'000, 1, body)), std::runtime_error);
  EXPECT_TRUE(pool.parallel_for(10, 1, [](std::uint64_t, std::uint64_t, std::uint32_t) {}));
}

INSTANTIATE_TEST_SUITE_P(OneTwoAndEight, ThreadPools, ::testing::Values(1u, 2u, 8u));

TEST(ThreadPool, AllItsThreadsWorkEvenOnFewerCpus) {
  ThreadPool pool(6);
  std::atomic<int> arrived{0};
  // Each piece waits for five others: it ends only if six threads are there.
  EXPECT_TRUE(pool.parallel_for(6, 1, [&](std::uint64_t begin, std::uint64_t end, std::uint32_t) {
    ASSERT_EQ(end - begin, 1u);
    ++arrived;
    while (arrived < 6) std::this_thread::yield();
  }));
  EXPECT_EQ(arrived, 6);
}

TEST(ThreadPool, ByDefaultHasAsManyAsTheProcessMayUse) {
  EXPECT_GE(available_cpus(), 1u);
  EXPECT_LE(available_cpus(), std::thread::hardware_concurrency());
  EXPECT_EQ(ThreadPool(0).worker_count(), available_cpus());
}

}  // namespace
}  // namespace lockstep::backend
