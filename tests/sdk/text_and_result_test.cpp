// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstring>
#include <string>

#include "lockstep/sdk/result.hpp"

namespace lockstep::sdk {
namespace {

TEST(FixedTextTest, JoinsTextNumbersAndBooleans) {
  const auto text = FixedText<64>::of("query ", std::string("A"), ' ', 3u, "/", -4, ' ', 0.5, ' ', true);
  EXPECT_EQ(text.view(), "query A 3/-4 0.5 true");
  EXPECT_EQ(std::strlen(text.c_str()), text.view().size());
}

TEST(FixedTextTest, CutsAtACharactersBorder) {
  EXPECT_EQ(FixedText<5>::of("abcdef").view(), "abcd");
  // Two bytes each: three characters need six bytes, four fit.
  EXPECT_EQ(FixedText<6>::of("äöü").view(), "äö");
  EXPECT_EQ(FixedText<5>::of("abc", "ü").view(), "abc");
}

TEST(FixedTextTest, ANullStringIsShownAsSuch) {
  const char* nothing = nullptr;
  EXPECT_EQ(FixedText<32>::of("id ", nothing).view(), "id (null)");
}

TEST(FixedTextTest, CopyTextTerminatesAndPads) {
  char field[8];
  std::memset(field, 'x', sizeof field);
  copy_text(field, "abcdefghij");
  EXPECT_STREQ(field, "abcdefg");
  copy_text(field, "ab");
  EXPECT_EQ(std::string(field, sizeof field), std::string("ab\0\0\0\0\0\0", 8));
}

TEST(ErrorTest, FillsInTheCallersStruct) {
  lks_error out{};
  out.struct_size = sizeof out;
  Error(Code::kBudget, "needs ", 7, " bytes")
      .retryable()
      .vendor_code(-3)
      .in_phase(Phase::kMsmA)
      .write_to(&out);
  EXPECT_EQ(out.struct_size, sizeof out);
  EXPECT_EQ(out.code, LKS_E_BUDGET);
  EXPECT_EQ(out.vendor_code, -3);
  EXPECT_EQ(out.flags, LKS_ERROR_RETRYABLE);
  EXPECT_EQ(out.phase, LKS_PHASE_MSM_A);
  EXPECT_STREQ(out.message, "needs 7 bytes");
}

TEST(ErrorTest, NoCallersStructIsFine) {
  Error(Code::kInternal, "x").write_to(nullptr);
}

TEST(ErrorTest, WritesNoFurtherThanAShorterStruct) {
  lks_error out;
  std::memset(&out, 0x5a, sizeof out);
  out.struct_size = offsetof(lks_error, message) + 4;
  Error(Code::kBadKey, "a longer sentence").write_to(&out);
  EXPECT_EQ(out.code, LKS_E_BAD_KEY);
  EXPECT_STREQ(out.message, "a l");
  EXPECT_EQ(out.message[4], 0x5a);
}

TEST(ErrorTest, LeavesAStructAloneThatHoldsNoMoreThanItsSize) {
  lks_error out;
  std::memset(&out, 0x5a, sizeof out);
  out.struct_size = sizeof(std::uint32_t);
  Error(Code::kBadKey, "x").write_to(&out);
  EXPECT_EQ(out.code, 0x5a5a5a5a);
}

TEST(ErrorTest, ReadsWhatTheHostFilledIn) {
  lks_error given{};
  given.struct_size = sizeof given;
  given.vendor_code = 9;
  given.flags = LKS_ERROR_RETRYABLE;
  std::memset(given.message, 'm', sizeof given.message);  // not terminated: a faulty host
  const Error error = Error::from_c(LKS_E_BUDGET, given);
  EXPECT_EQ(error.code(), Code::kBudget);
  EXPECT_EQ(error.vendor_code(), 9);
  EXPECT_EQ(error.flags(), LKS_ERROR_RETRYABLE);
  EXPECT_EQ(error.message().size(), sizeof given.message - 1);
}

TEST(ErrorTest, ALostDeviceIsFlagged) {
  EXPECT_EQ(Error(Code::kDeviceLost, "gone").flags(), LKS_ERROR_DEVICE_LOST);
}

TEST(ResultTest, HoldsAValueOrAnError) {
  Result<std::string> value = std::string("v");
  ASSERT_TRUE(value);
  EXPECT_EQ(*value, "v");
  const Result<std::string> failed = Error(Code::kBusy, "later");
  ASSERT_FALSE(failed);
  EXPECT_EQ(failed.error().code(), Code::kBusy);
  EXPECT_TRUE(Result<void>());
  EXPECT_FALSE(Result<void>(Error(Code::kBusy, "later")));
}

}  // namespace
}  // namespace lockstep::sdk
