// SPDX-License-Identifier: Apache-2.0
// An Executor with threads of its own, over a host that only counts memory.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <memory>
#include <thread>
#include <vector>

#include "executor.hpp"
#include "lockstep/abi/host.h"
#include "memory_pool.hpp"

namespace lockstep::cpu_reference::testing {

class TestExecutor final : public Executor {
 public:
  explicit TestExecutor(std::uint32_t workers) : workers_(workers) {
    host_.struct_size = sizeof host_;
    host_.context = this;
    host_.memory_reserve = [](void* self, std::uint32_t, std::uint32_t, std::uint64_t bytes,
                              lks_error*) -> lks_status {
      auto& executor = *static_cast<TestExecutor*>(self);
      executor.held_ += bytes;
      return LKS_OK;
    };
    host_.memory_return = [](void* self, std::uint32_t, std::uint32_t, std::uint64_t bytes) {
      static_cast<TestExecutor*>(self)->held_ -= bytes;
    };
    host_.defer = [](void*, lks_deferred_work, void*, lks_span) -> lks_status { return LKS_E_OUT_OF_MEMORY; };
    pool_ = std::make_shared<MemoryPool>(sdk::Host(&host_));
  }

  void run(std::uint64_t count, std::uint64_t grain, const Body& body) override {
    const std::uint64_t piece = std::max<std::uint64_t>(grain, 1);
    std::atomic<std::uint64_t> next{0};
    const auto work = [&](std::uint32_t worker) {
      for (std::uint64_t begin = next.fetch_add(piece); begin < count; begin = next.fetch_add(piece)) {
        body(begin, std::min(count, begin + piece), worker);
      }
    };
    std::vector<std::thread> threads;
    for (std::uint32_t worker = 1; worker < workers_; ++worker) threads.emplace_back(work, worker);
    work(0);
    for (std::thread& thread : threads) thread.join();
  }
  std::uint32_t worker_count() const override { return workers_; }
  Block scratch(std::uint64_t bytes, bool secret) override {
    Block block = pool_->acquire(bytes, secret);
    peak_ = std::max(peak_, pool_->stats().in_use_bytes);
    return block;
  }

  /// Most that was held by scratch() at a time, in bytes.
  std::uint64_t peak_bytes() const { return peak_; }

 private:
  std::uint32_t workers_;
  std::atomic<std::uint64_t> held_{0};
  std::uint64_t peak_ = 0;
  lks_host host_{};
  std::shared_ptr<MemoryPool> pool_;
};

}  // namespace lockstep::cpu_reference::testing
