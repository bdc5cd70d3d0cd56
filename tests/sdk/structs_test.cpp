// SPDX-License-Identifier: Apache-2.0
// How structs of an older and of a newer minor version are read.
#include <gtest/gtest.h>

#include <cstring>

#include "lockstep/abi/memory.h"
#include "lockstep/sdk/structs.hpp"

namespace lockstep::sdk {
namespace {

// lks_buffer_request as a later minor version might have it.
struct NewerRequest {
  lks_buffer_request known;
  std::uint64_t added;
};

NewerRequest newer_request(std::uint64_t added) {
  NewerRequest request{};
  request.known.struct_size = sizeof request;
  request.known.device = 3;
  request.known.size_bytes = 64;
  request.added = added;
  return request;
}

TEST(StructsTest, AnOlderInputIsZeroBeyondItsEnd) {
  lks_buffer_request request;
  std::memset(&request, 0xff, sizeof request);
  request.struct_size = 16;
  request.device = 3;
  const auto read = read_input(&request, "request");
  ASSERT_TRUE(read);
  EXPECT_EQ(read->device, 3u);
  EXPECT_EQ(read->size_bytes, 0u);
}

TEST(StructsTest, ANewerInputIsReadWhenItsTailIsZero) {
  const NewerRequest request = newer_request(0);
  const auto read = read_input(&request.known, "request");
  ASSERT_TRUE(read);
  EXPECT_EQ(read->device, 3u);
}

TEST(StructsTest, ANewerInputThatUsesItsTailIsUnsupported) {
  const NewerRequest request = newer_request(std::uint64_t{1} << 63);
  const auto read = read_input(&request.known, "request");
  ASSERT_FALSE(read);
  EXPECT_EQ(read.error().code(), Code::kUnsupported);
  EXPECT_NE(read.error().message().find("offset 31"), std::string_view::npos);
}

TEST(StructsTest, NullAndImpossibleSizesAreRefused) {
  EXPECT_EQ(read_input<lks_buffer_request>(nullptr, "request").error().code(), Code::kInvalidArgument);
  lks_buffer_request request{};
  for (const std::uint32_t size : {0u, 3u, 12u, 20u, 4104u, 0xfffffff8u}) {
    request.struct_size = size;
    EXPECT_EQ(read_input(&request, "request").error().code(), Code::kInvalidArgument) << size;
    EXPECT_FALSE(check_output(&request, "request")) << size;
  }
}

TEST(StructsTest, AnOutputIsFilledToTheCallersSize) {
  lks_memory_stats older;
  std::memset(&older, 0x5a, sizeof older);
  older.struct_size = 16;
  ASSERT_TRUE(check_output(&older, "stats"));
  lks_memory_stats value{};
  value.in_use_bytes = 5;
  value.pooled_bytes = 6;
  write_output(&older, value);
  EXPECT_EQ(older.struct_size, 16u);
  EXPECT_EQ(older.in_use_bytes, 5u);
  EXPECT_EQ(older.pooled_bytes, 0x5a5a5a5a5a5a5a5au);
}

TEST(StructsTest, WhatTheCallerHasBeyondUsBecomesZero) {
  struct {
    lks_memory_stats known;
    std::uint64_t added;
  } newer{};
  newer.known.struct_size = sizeof newer;
  newer.added = 7;
  lks_memory_stats value{};
  value.buffer_count = 2;
  write_output(&newer.known, value);
  EXPECT_EQ(newer.known.struct_size, sizeof newer);
  EXPECT_EQ(newer.known.buffer_count, 2u);
  EXPECT_EQ(newer.added, 0u);
}

TEST(StructsTest, AShorterTableLacksItsLastFunctions) {
  lks_memory table{};
  table.struct_size = offsetof(lks_memory, trim) + 4;  // ends inside a pointer
  table.device_count = [](std::uint32_t*, lks_error*) -> lks_status { return LKS_OK; };
  table.trim = [](std::uint32_t, std::uint64_t, lks_error*) -> lks_status { return LKS_OK; };
  const lks_memory read = read_table(&table);
  EXPECT_NE(read.device_count, nullptr);
  EXPECT_EQ(read.trim, nullptr);
}

}  // namespace
}  // namespace lockstep::sdk
