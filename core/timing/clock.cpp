// SPDX-License-Identifier: Apache-2.0
#include "lockstep/timing/clock.hpp"

#include <ctime>
#include <fstream>

namespace lockstep::timing {
namespace {

std::uint64_t read_clock(clockid_t id) {
  timespec time{};
  clock_gettime(id, &time);
  return static_cast<std::uint64_t>(time.tv_sec) * 1'000'000'000u + static_cast<std::uint64_t>(time.tv_nsec);
}

}  // namespace

std::uint64_t now_ns() {
  return read_clock(CLOCK_MONOTONIC);
}

ClockFacts clock_facts() {
  ClockFacts facts;
  facts.id = "monotonic";
  std::ifstream("/proc/sys/kernel/random/boot_id") >> facts.boot;
  // Of a few readings the one with the least time between the two clocks is the best.
  std::uint64_t best = UINT64_MAX;
  for (int i = 0; i < 5; ++i) {
    const std::uint64_t before = now_ns();
    const std::uint64_t unix_ns = read_clock(CLOCK_REALTIME);
    const std::uint64_t after = now_ns();
    if (after - before < best) {
      best = after - before;
      facts.epoch_unix_ns = unix_ns - (before + (after - before) / 2);
    }
  }
  return facts;
}

}  // namespace lockstep::timing
