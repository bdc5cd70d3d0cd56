// SPDX-License-Identifier: Apache-2.0
// A plugin for tests of the adapter: one device whose work is what the test says.
#pragma once

#include <algorithm>
#include <atomic>
#include <functional>
#include <memory>
#include <new>
#include <utility>
#include <vector>

#include "lockstep/sdk/sdk.hpp"

namespace lockstep::sdk::testing {

/// What the toy does; set by a test before init, reset by the fixture.
struct ToyScript {
  std::function<Result<void>()> on_create = [] { return Result<void>(); };
  std::function<Result<void>()> on_acquire = [] { return Result<void>(); };
  std::function<Result<void>()> on_copy = [] { return Result<void>(); };
  std::function<Result<Proof>(Host, const ProveJob&)> on_prove = [](Host, const ProveJob&) {
    return Result<Proof>(Proof{});
  };
  std::atomic<int> plugins{0};
  std::atomic<int> circuits{0};
  std::atomic<int> sessions{0};
};
inline ToyScript* toy_script = nullptr;

class ToyBuffer final : public Buffer {
 public:
  explicit ToyBuffer(const BufferRequest& request) : Buffer(request), bytes_(request.size_bytes) {}
  std::byte* host_address() const noexcept override { return const_cast<std::byte*>(bytes_.data()); }
  Result<void> write(std::uint64_t offset, std::span<const std::byte> from) override {
    std::copy(from.begin(), from.end(), bytes_.begin() + static_cast<std::ptrdiff_t>(offset));
    return toy_script->on_copy();
  }
  Result<void> read(std::uint64_t offset, std::span<std::byte> to) const override {
    std::copy_n(bytes_.begin() + static_cast<std::ptrdiff_t>(offset), to.size(), to.begin());
    return toy_script->on_copy();
  }

 private:
  std::vector<std::byte> bytes_;
};

class ToyMemory final : public MemoryManager {
 public:
  Result<std::uint32_t> device_count() override { return 1u; }
  Result<DeviceInfo> device_info(std::uint32_t) override {
    return DeviceInfo{.device_class = DeviceClass::kOther,
                      .curves = curve_bit(Curve::kBn254),
                      .memory_total_bytes = 1000,
                      .memory_free_bytes = 900,
                      .name = std::string(200, 'n'),
                      .architecture = "toy",
                      .driver = "",
                      .reason = "a toy proves nothing"};
  }
  Result<std::unique_ptr<Buffer>> buffer_acquire(const BufferRequest& request) override {
    if (auto scripted = toy_script->on_acquire(); !scripted) return std::move(scripted).error();
    return std::make_unique<ToyBuffer>(request);
  }
  Result<void> trim(std::uint32_t, std::uint64_t) override { return {}; }
  Result<MemoryStats> stats(std::uint32_t) override {
    return MemoryStats{.in_use_bytes = 64, .buffer_count = 1};
  }
};

class ToyCircuit final : public Circuit {
 public:
  ToyCircuit(std::uint32_t device, const CircuitView& view) : Circuit(device, view) {
    ++toy_script->circuits;
  }
  ~ToyCircuit() override { --toy_script->circuits; }
  Result<void> evaluate(const EvaluateJob& job, Buffer& a, Buffer&, Buffer&) override {
    *a.host_address() = static_cast<std::byte>(job.witness.variable_count());
    return {};
  }
};

class ToySynthesizer final : public Synthesizer {
 public:
  Result<std::unique_ptr<Circuit>> circuit_load(std::uint32_t device, const CircuitView& view) override {
    return std::make_unique<ToyCircuit>(device, view);
  }
};

class ToyKey final : public Key {
 public:
  using Key::Key;
};

class ToySession final : public Session {
 public:
  explicit ToySession(Host host) : host_(host) { ++toy_script->sessions; }
  ~ToySession() override { --toy_script->sessions; }
  Result<Proof> prove(const ProveJob& job) override { return toy_script->on_prove(host_, job); }
  // The job is done by the second wait.
  Result<void> start(const ProveJob& job) override {
    waits_ = 0;
    cancelled_ = false;
    result_ = toy_script->on_prove(host_, job);
    return {};
  }
  Result<Proof> wait(std::uint64_t timeout_ns) override {
    if (waits_++ == 0 && timeout_ns != LKS_WAIT_FOREVER) return Error(Code::kTimeout, "the job runs");
    if (cancelled_) return Error(Code::kCancelled, "cancelled");
    return result_;
  }
  Result<void> cancel() override {
    cancelled_ = true;
    return {};
  }

 private:
  Host host_;
  int waits_ = 0;
  std::atomic<bool> cancelled_{false};
  Result<Proof> result_ = Proof{};
};

class ToyProver final : public Groth16Prover {
 public:
  explicit ToyProver(Host host) : host_(host) {}
  Result<Estimate> estimate(std::uint32_t, const CircuitView& circuit, const KeyView&,
                            const Options& options) override {
    static constexpr std::array<std::string_view, 1> kKnown = {"variant"};
    if (auto known = options.expect_among(kKnown); !known) return std::move(known).error();
    return Estimate{.session_pageable_bytes = 96 * circuit.row_count()};
  }
  Result<std::unique_ptr<Key>> key_load(std::uint32_t device, const KeyView& key, CancelToken cancel,
                                        const Progress& progress) override {
    progress.tell(1, 2);
    if (auto stop = cancel.check(); !stop) return std::move(stop).error();
    return std::make_unique<ToyKey>(device, key);
  }
  Result<std::unique_ptr<Session>> session_create(const SessionRequest&) override {
    return std::make_unique<ToySession>(host_);
  }
  bool asynchronous() const noexcept override { return true; }

 private:
  Host host_;
};

template <Checking kLevel>
class ToyPlugin final : public Plugin {
 public:
  static constexpr PluginInfo kInfo = {.id = "test.toy", .vendor = "tests", .version = "1.2.3"};
  static constexpr Checking kChecking = kLevel;

  static Result<std::unique_ptr<ToyPlugin>> create(Host host) {
    if (auto scripted = toy_script->on_create(); !scripted) return std::move(scripted).error();
    return std::make_unique<ToyPlugin>(host);
  }
  explicit ToyPlugin(Host host) : prover_(host) { ++toy_script->plugins; }
  ~ToyPlugin() override { --toy_script->plugins; }

  MemoryManager* memory() noexcept override { return &memory_; }
  Synthesizer* synthesizer() noexcept override { return &synthesizer_; }
  Groth16Prover* groth16() noexcept override { return &prover_; }

 private:
  ToyMemory memory_;
  ToySynthesizer synthesizer_;
  ToyProver prover_;
};

}  // namespace lockstep::sdk::testing
