// SPDX-License-Identifier: Apache-2.0
#include "lockstep/backend/log.hpp"

#include <gmock/gmock.h>

#include <cstdlib>
#include <string>
#include <vector>

namespace lockstep::backend {
namespace {

using ::testing::ElementsAre;

struct Collected {
  std::vector<std::string> lines;
  LogSink sink() {
    return [this](LogLevel level, std::string_view component, std::string_view message) {
      lines.push_back(std::string(log_level_name(level)) + ' ' + std::string(component) + ": " +
                      std::string(message));
    };
  }
};

TEST(Log, KeepsWhatIsAtItsLevelOrAbove) {
  Collected collected;
  Log log(LogLevel::kWarn, collected.sink());
  EXPECT_FALSE(log.enabled(LogLevel::kInfo));
  EXPECT_TRUE(log.enabled(LogLevel::kWarn));
  log.write(LogLevel::kInfo, "a", "quiet");
  log.write(LogLevel::kError, "a", "loud");
  log.set_level(LogLevel::kTrace);
  log.write(LogLevel::kTrace, "b", "now");
  log.set_level(LogLevel::kOff);
  EXPECT_FALSE(log.enabled(LogLevel::kError));
  EXPECT_FALSE(log.enabled(LogLevel::kOff));
  log.write(LogLevel::kError, "b", "never");
  EXPECT_THAT(collected.lines, ElementsAre("error a: loud", "trace b: now"));
}

TEST(Log, ControlCharactersCannotForgeLines) {
  Collected collected;
  Log log(LogLevel::kInfo, collected.sink());
  log.write(LogLevel::kInfo, "a\n", "one\n[error] core: two\x1b[2J");
  EXPECT_THAT(collected.lines, ElementsAre("info a?: one?[error] core: two?[2J"));
}

TEST(Log, WritesToStandardErrorByItself) {
  ::testing::internal::CaptureStderr();
  {
    Log log(LogLevel::kInfo);
    log.write(LogLevel::kWarn, "cuda", "no device {}");
  }
  EXPECT_EQ(::testing::internal::GetCapturedStderr(), "[warning] cuda: no device {}\n");
}

TEST(Log, LevelsHaveNames) {
  for (const LogLevel level : {LogLevel::kTrace, LogLevel::kDebug, LogLevel::kInfo, LogLevel::kWarn,
                               LogLevel::kError, LogLevel::kOff}) {
    EXPECT_EQ(log_level_from_name(log_level_name(level)), level);
  }
  EXPECT_EQ(log_level_from_name("loud"), std::nullopt);
}

TEST(Log, TheEnvironmentNamesTheLevel) {
  setenv("LOCKSTEP_LOG", "debug", 1);
  EXPECT_EQ(log_level_from_environment(), LogLevel::kDebug);
  setenv("LOCKSTEP_LOG", "nonsense", 1);
  EXPECT_EQ(log_level_from_environment(), LogLevel::kWarn);
  unsetenv("LOCKSTEP_LOG");
  EXPECT_EQ(log_level_from_environment(), LogLevel::kWarn);
}

}  // namespace
}  // namespace lockstep::backend
