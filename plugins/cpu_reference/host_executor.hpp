// SPDX-License-Identifier: Apache-2.0
// The host's threads as an Executor; the time that they compute is told to a device span.
#pragma once

#include "executor.hpp"
#include "failure.hpp"
#include "lockstep/sdk/host.hpp"
#include "lockstep/sdk/spans.hpp"

namespace lockstep::cpu_reference {

class HostExecutor final : public Executor {
 public:
  /// `device` may be null: then nothing is measured.
  HostExecutor(sdk::Host host, MemoryPool& pool, lks_cancel_token cancel, sdk::DeviceSpan* device)
      : host_(host), pool_(pool), cancel_(cancel), device_(device) {}

  void run(std::uint64_t count, std::uint64_t grain, const Body& body) override {
    const sdk::Result<void> done = host_.parallel_for(
        count, grain,
        [&](std::uint64_t begin, std::uint64_t end, std::uint32_t worker) {
          if (device_ == nullptr) return body(begin, end, worker);
          const sdk::DeviceSpan::Work work = device_->work(worker);
          body(begin, end, worker);
        },
        cancel_);
    if (done) return;
    if (done.error().code() == sdk::Code::kCancelled) throw Cancelled();
    throw Failure{done.error()};
  }
  std::uint32_t worker_count() const override { return host_.worker_count(); }
  Block scratch(std::uint64_t bytes, bool secret) override { return pool_.acquire(bytes, secret); }

 private:
  sdk::Host host_;
  MemoryPool& pool_;
  lks_cancel_token cancel_;
  sdk::DeviceSpan* device_;
};

}  // namespace lockstep::cpu_reference
