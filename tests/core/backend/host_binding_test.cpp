// SPDX-License-Identifier: Apache-2.0
// The host table as a plugin sees it.
#include <gmock/gmock.h>

#include <atomic>
#include <cstring>
#include <stdexcept>
#include <thread>

#include "lockstep/backend/host_services.hpp"
#include "lockstep/timing/analysis.hpp"
#include "test_plugins.hpp"

namespace lockstep::backend {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using testing::quiet_services;
using timing::Layer;
using timing::Phase;

class HostTable : public ::testing::Test {
 protected:
  explicit HostTable(HostOptions options = {})
      : services_(quiet_services(std::move(options), lines_)), binding_(services_, "npu") {}

  std::shared_ptr<std::vector<std::string>> lines_ = std::make_shared<std::vector<std::string>>();
  std::shared_ptr<HostServices> services_;
  HostBinding binding_;
  const lks_host& host_ = *binding_.table();
  void* context_ = host_.context;

  static lks_error error() {
    lks_error error{};
    error.struct_size = sizeof error;
    return error;
  }
};

TEST_F(HostTable, IsWholeAndSaysItsVersion) {
  EXPECT_EQ(host_.struct_size, sizeof(lks_host));
  EXPECT_EQ(host_.abi_major, LKS_ABI_MAJOR);
  EXPECT_EQ(host_.abi_minor, LKS_ABI_MINOR);
  const auto* const words = reinterpret_cast<void* const*>(&host_.log);
  const auto count = (sizeof(lks_host) - offsetof(lks_host, log)) / sizeof(void*);
  for (std::size_t i = 0; i < count; ++i) EXPECT_NE(words[i], nullptr) << i;
}

TEST_F(HostTable, LogsUnderThePluginsName) {
  host_.log(context_, LKS_LOG_WARN, "driver", "hello world", 5);
  host_.log(context_, LKS_LOG_ERROR, nullptr, "alone", 5);
  host_.log(context_, 99, "npu", "odd level", 9);
  host_.log(context_, LKS_LOG_ERROR, "driver", nullptr, 5);
  EXPECT_THAT(*lines_, ElementsAre("warn npu/driver: hello", "error npu: alone", "error npu: odd level"));
}

TEST_F(HostTable, SaysWhichLevelsAreKept) {
  EXPECT_EQ(host_.log_enabled(context_, LKS_LOG_TRACE), 1u);
  services_->log().set_level(LogLevel::kWarn);
  EXPECT_EQ(host_.log_enabled(context_, LKS_LOG_INFO), 0u);
  EXPECT_EQ(host_.log_enabled(context_, LKS_LOG_WARN), 1u);
  EXPECT_EQ(host_.log_enabled(context_, 77), 0u);
}

TEST_F(HostTable, TheClockIsThatOfSpans) {
  const std::uint64_t before = timing::now_ns();
  const std::uint64_t now = host_.now_ns(context_);
  EXPECT_LE(before, now);
  EXPECT_LE(now, timing::now_ns());
}

TEST_F(HostTable, CountsMemoryByKindAndDevice) {
  EXPECT_EQ(host_.memory_reserve(context_, LKS_MEMORY_PAGEABLE, 0, 100, nullptr), LKS_OK);
  EXPECT_EQ(host_.memory_reserve(context_, LKS_MEMORY_PINNED, 0, 20, nullptr), LKS_OK);
  EXPECT_EQ(host_.memory_reserve(context_, LKS_MEMORY_DEVICE, 3, 7, nullptr), LKS_OK);
  EXPECT_EQ(services_->memory().pageable().in_use(), 100u);
  EXPECT_EQ(services_->memory().pinned().in_use(), 20u);
  EXPECT_EQ(services_->memory().device().in_use(), 7u);
  EXPECT_EQ(binding_.device_memory(3).in_use(), 7u);
  EXPECT_EQ(binding_.device_memory(0).in_use(), 0u);
  host_.memory_return(context_, LKS_MEMORY_PAGEABLE, 0, 100);
  host_.memory_return(context_, LKS_MEMORY_PINNED, 0, 20);
  host_.memory_return(context_, LKS_MEMORY_DEVICE, 3, 7);
  EXPECT_EQ(services_->memory().host().in_use(), 0u);
  EXPECT_EQ(services_->memory().device().in_use(), 0u);
  EXPECT_EQ(services_->memory().returned_bytes(), 127u);
  EXPECT_TRUE(lines_->empty());
}

TEST_F(HostTable, MemoryThatWasNeverReservedIsNoticed) {
  host_.memory_return(context_, LKS_MEMORY_PAGEABLE, 0, 5);
  host_.memory_return(context_, LKS_MEMORY_DEVICE, 1000, 5);
  host_.memory_return(context_, 9, 0, 5);
  EXPECT_EQ(lines_->size(), 3u);
  for (const std::string& line : *lines_) EXPECT_THAT(line, HasSubstr("error npu: returned 5 bytes"));
}

TEST_F(HostTable, KindsAndDevicesThatDoNotExistAreRefused) {
  lks_error told = error();
  EXPECT_EQ(host_.memory_reserve(context_, 9, 0, 1, &told), LKS_E_INVALID_ARGUMENT);
  EXPECT_EQ(told.code, LKS_E_INVALID_ARGUMENT);
  EXPECT_EQ(host_.memory_reserve(context_, LKS_MEMORY_DEVICE, HostBinding::kMaxDevices, 1, &told),
            LKS_E_INVALID_ARGUMENT);
}

class LimitedHostTable : public HostTable {
 protected:
  LimitedHostTable() : HostTable({.host_limit_bytes = 1000, .device_limit_bytes = 500}) {}
};

TEST_F(LimitedHostTable, ReservationsOverABudgetAreRefusedWithASentence) {
  lks_error told = error();
  EXPECT_EQ(host_.memory_reserve(context_, LKS_MEMORY_PAGEABLE, 0, 900, &told), LKS_OK);
  EXPECT_EQ(told.code, 0);
  EXPECT_EQ(host_.memory_reserve(context_, LKS_MEMORY_PINNED, 0, 101, &told), LKS_E_BUDGET);
  EXPECT_EQ(told.code, LKS_E_BUDGET);
  EXPECT_STREQ(told.message,
               "101 bytes of pinned memory are over the limit of 1000 of host memory with 900 in use");
  EXPECT_EQ(host_.memory_reserve(context_, LKS_MEMORY_DEVICE, 1, 501, &told), LKS_E_BUDGET);
  EXPECT_STREQ(told.message, "501 bytes of memory of device 1 are over the limit of 500 with 0 in use");
  EXPECT_EQ(host_.memory_reserve(context_, LKS_MEMORY_PINNED, 0, 100, nullptr), LKS_OK);
}

TEST_F(LimitedHostTable, AnErrorOfAnOlderPluginIsNotOverrun) {
  struct {
    lks_error error{};
    char guard[16];
  } told;
  std::memset(told.guard, 0x55, sizeof told.guard);
  told.error.struct_size = offsetof(lks_error, message) + 8;
  std::memset(told.error.message, 0x55, sizeof told.error.message);
  EXPECT_EQ(host_.memory_reserve(context_, LKS_MEMORY_PAGEABLE, 0, 9999, &told.error), LKS_E_BUDGET);
  EXPECT_STREQ(told.error.message, "9999 by");
  EXPECT_EQ(told.error.message[8], 0x55);
}

TEST_F(HostTable, LoopsRunOnItsWorkers) {
  struct Sum {
    std::atomic<std::uint64_t> value{0};
    std::atomic<std::uint32_t> top{0};
  } sum;
  const auto body = [](void* argument, std::uint64_t begin, std::uint64_t end, std::uint32_t worker) {
    auto& to = *static_cast<Sum*>(argument);
    for (std::uint64_t i = begin; i < end; ++i) to.value += i;
    if (worker > to.top) to.top = worker;
  };
  EXPECT_EQ(host_.parallel_for(context_, 1000, 10, body, &sum, 0), LKS_OK);
  EXPECT_EQ(sum.value, 499'500u);
  EXPECT_LT(sum.top, host_.worker_count(context_));
  EXPECT_EQ(host_.parallel_for(context_, 1000, 10, nullptr, &sum, 0), LKS_E_INVALID_ARGUMENT);
}

TEST_F(HostTable, ACancelledLoopSaysSo) {
  CancelSource source = services_->new_cancel_source();
  struct Argument {
    CancelSource& source;
    std::atomic<int> pieces{0};
  } argument{source, {}};
  const auto body = [](void* given, std::uint64_t, std::uint64_t, std::uint32_t) {
    auto& to = *static_cast<Argument*>(given);
    if (++to.pieces == 3) to.source.cancel();
  };
  EXPECT_EQ(host_.parallel_for(context_, 1'000'000, 1, body, &argument, source.token()), LKS_E_CANCELLED);
  EXPECT_EQ(host_.cancelled(context_, source.token()), 1u);
  EXPECT_EQ(host_.cancelled(context_, 0), 0u);
}

TEST_F(HostTable, ABodyThatThrowsIsAnInternalError) {
  const auto body = [](void*, std::uint64_t, std::uint64_t, std::uint32_t) {
    throw std::runtime_error("no");
  };
  EXPECT_EQ(host_.parallel_for(context_, 10, 1, body, nullptr, 0), LKS_E_INTERNAL);
}

TEST_F(HostTable, SpansGoToTheRecorderOfTheirParent) {
  const auto first = services_->new_recorder();
  const auto second = services_->new_recorder();
  const timing::SpanId prove1 = first->begin({.phase = Phase::kProve, .partition = 1});
  const timing::SpanId prove2 = second->begin({.phase = Phase::kProve, .partition = 2});
  const lks_span a = host_.span_begin(context_, prove1, LKS_PHASE_MSM_H, nullptr);
  const lks_span b = host_.span_begin(context_, prove2, LKS_PHASE_MSM_A, nullptr);
  lks_span_facts facts{};
  facts.struct_size = sizeof facts;
  facts.flags = LKS_SPAN_FUSED;
  facts.fused_with = LKS_PHASE_MSM_L;
  facts.bytes_to_device = 12;
  facts.bytes_from_device = 13;
  host_.span_end(context_, a, &facts);
  host_.span_end(context_, b, nullptr);
  const timing::Span one = first->snapshot().spans.at(1);
  EXPECT_EQ(one.layer, Layer::kBackend);
  EXPECT_EQ(one.phase, Phase::kMsmH);
  EXPECT_EQ(one.partition, 1u);
  EXPECT_EQ(one.facts.fused_with, Phase::kMsmL);
  EXPECT_EQ(one.facts.bytes_to_device, 12u);
  EXPECT_EQ(one.facts.bytes_from_device, 13u);
  EXPECT_FALSE(one.open);
  EXPECT_EQ(second->snapshot().spans.at(1).phase, Phase::kMsmA);
}

TEST_F(HostTable, DeviceSpansAreToldAfterTheFact) {
  const auto recorder = services_->new_recorder();
  const timing::SpanId prove = recorder->begin({.phase = Phase::kProve});
  const lks_span backend = host_.span_begin(context_, prove, LKS_PHASE_MSM_H, nullptr);
  lks_span_record record{};
  record.struct_size = sizeof record;
  record.layer = LKS_LAYER_DEVICE;
  record.phase = LKS_PHASE_MSM_H;
  record.device = 4;
  record.parent = backend;
  record.start_ns = 1000;
  record.end_ns = 3000;
  record.busy_ns = 1500;
  record.flags = LKS_SPAN_FAILED;
  EXPECT_NE(host_.span_record(context_, &record), 0u);
  const timing::Span span = recorder->snapshot().spans.at(2);
  EXPECT_EQ(span.layer, Layer::kDevice);
  EXPECT_EQ(span.device, 4u);
  EXPECT_EQ(span.start_ns, 1000u);
  EXPECT_EQ(span.duration_ns(), 2000u);
  EXPECT_EQ(span.busy_ns, 1500u);
  EXPECT_TRUE(span.facts.failed);
}

TEST_F(HostTable, ARecordOfAnOlderPluginIsReadAsFarAsItGoes) {
  const auto recorder = services_->new_recorder();
  lks_span_record record{};
  record.struct_size = offsetof(lks_span_record, bytes_to_device);
  record.layer = LKS_LAYER_DEVICE;
  record.phase = LKS_PHASE_MSM_H;
  record.parent = recorder->begin({.phase = Phase::kProve});
  record.bytes_to_device = 99;  // beyond what the plugin says it has filled
  host_.span_record(context_, &record);
  EXPECT_EQ(recorder->snapshot().spans.at(1).facts.bytes_to_device, 0u);
}

TEST_F(HostTable, VendorSpansKeepTheirName) {
  const auto recorder = services_->new_recorder();
  const timing::SpanId prove = recorder->begin({.phase = Phase::kProve});
  char name[] = "x-window";
  const lks_span span = host_.span_begin(context_, prove, LKS_PHASE_VENDOR, name);
  name[0] = '?';
  host_.span_end(context_, span, nullptr);
  EXPECT_EQ(recorder->snapshot().spans.at(1).name, "x-window");
}

TEST_F(HostTable, APhaseOfALaterVersionIsKeptAsAVendorSpan) {
  const auto recorder = services_->new_recorder();
  const timing::SpanId prove = recorder->begin({.phase = Phase::kProve});
  host_.span_end(context_, host_.span_begin(context_, prove, 41, nullptr), nullptr);
  host_.span_end(context_, host_.span_begin(context_, prove, LKS_PHASE_PROVE, nullptr), nullptr);
  EXPECT_EQ(recorder->snapshot().spans.at(1).phase, Phase::kVendor);
  EXPECT_EQ(recorder->snapshot().spans.at(1).name, "x-phase-41");
  EXPECT_EQ(recorder->snapshot().spans.at(2).name, "x-phase-5");
}

TEST_F(HostTable, SpansOutsideOfAnyJobAreDropped) {
  EXPECT_EQ(host_.span_begin(context_, 0, LKS_PHASE_MSM_H, nullptr), 0u);
  timing::SpanId stale = 0;
  {
    const auto recorder = services_->new_recorder();
    stale = recorder->begin({.phase = Phase::kProve});
  }
  EXPECT_EQ(host_.span_begin(context_, stale, LKS_PHASE_MSM_H, nullptr), 0u);
  host_.span_end(context_, stale, nullptr);
  lks_span_record record{};
  record.struct_size = sizeof record;
  record.layer = LKS_LAYER_DEVICE;
  record.parent = stale;
  EXPECT_EQ(host_.span_record(context_, &record), 0u);
  EXPECT_EQ(host_.span_record(context_, nullptr), 0u);
}

TEST_F(HostTable, WhatAPluginMayNotTellIsAMisuse) {
  const auto recorder = services_->new_recorder();
  const timing::SpanId prove = recorder->begin({.phase = Phase::kProve});
  lks_span_record record{};
  record.struct_size = sizeof record;
  record.layer = LKS_LAYER_PIPELINE;
  record.phase = LKS_PHASE_VERIFY;
  record.parent = prove;
  EXPECT_EQ(host_.span_record(context_, &record), 0u);
  lks_span_facts facts{};
  facts.struct_size = sizeof facts;
  facts.flags = LKS_SPAN_FUSED;
  facts.fused_with = LKS_PHASE_VERIFY;
  host_.span_end(context_, host_.span_begin(context_, prove, LKS_PHASE_MSM_H, nullptr), &facts);
  EXPECT_THAT(recorder->snapshot().misuses,
              ElementsAre(HasSubstr("a span of layer 1"), HasSubstr("fused with phase 6")));
}

TEST_F(HostTable, DeferredWorkRunsInOrderAndIsReclaimOfItsJob) {
  const auto recorder = services_->new_recorder();
  const timing::SpanId prove = recorder->begin({.phase = Phase::kProve});
  std::vector<int> order;
  struct Work {
    std::vector<int>& order;
    int number;
  } works[] = {{order, 1}, {order, 2}, {order, 3}};
  for (Work& work : works) {
    ASSERT_EQ(host_.defer(
                  context_,
                  [](void* argument) {
                    auto& self = *static_cast<Work*>(argument);
                    self.order.push_back(self.number);
                  },
                  &work, prove),
              LKS_OK);
  }
  EXPECT_EQ(host_.defer(context_, nullptr, nullptr, prove), LKS_E_INVALID_ARGUMENT);
  services_->deferred().drain();
  EXPECT_EQ(order, (std::vector<int>{1, 2, 3}));
  const timing::Recording recording = recorder->snapshot();
  ASSERT_EQ(recording.spans.size(), 4u);
  for (std::size_t i = 1; i < 4; ++i) EXPECT_EQ(recording.spans[i].phase, Phase::kReclaim);
}

TEST_F(HostTable, TwoPluginsHaveTheirOwnDevices) {
  const HostBinding other(services_, "other");
  EXPECT_EQ(host_.memory_reserve(context_, LKS_MEMORY_DEVICE, 0, 10, nullptr), LKS_OK);
  EXPECT_EQ(other.table()->memory_reserve(other.table()->context, LKS_MEMORY_DEVICE, 0, 5, nullptr), LKS_OK);
  EXPECT_EQ(binding_.device_memory(0).in_use(), 10u);
  EXPECT_EQ(other.device_memory(0).in_use(), 5u);
  EXPECT_EQ(services_->memory().device().in_use(), 15u);
}

TEST_F(HostTable, SeveralJobsRecordAtOnce) {
  std::vector<std::jthread> jobs;
  for (int job = 0; job < 4; ++job) {
    jobs.emplace_back([&] {
      for (int round = 0; round < 50; ++round) {
        const auto recorder = services_->new_recorder();
        const timing::SpanId prove = recorder->begin({.phase = Phase::kProve});
        for (int i = 0; i < 20; ++i) {
          host_.span_end(context_, host_.span_begin(context_, prove, LKS_PHASE_VENDOR, "x-part"), nullptr);
        }
        recorder->end(prove);
        ASSERT_EQ(recorder->snapshot().spans.size(), 21u);
        ASSERT_TRUE(recorder->snapshot().misuses.empty());
      }
    });
  }
}

}  // namespace
}  // namespace lockstep::backend
