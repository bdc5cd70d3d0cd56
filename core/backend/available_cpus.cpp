// SPDX-License-Identifier: Apache-2.0
#include <sched.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <string>

#include "lockstep/backend/thread_pool.hpp"

namespace lockstep::backend {
namespace {

unsigned cpus_by_affinity() {
  cpu_set_t set;
  CPU_ZERO(&set);
  if (sched_getaffinity(0, sizeof set, &set) != 0) return 1;
  return static_cast<unsigned>(std::max(1, CPU_COUNT(&set)));
}

/// CPUs' worth of time that a "quota period" pair allows; 0 where it sets no limit.
double cpus_of(const std::string& quota, double period) {
  if (quota.empty() || quota == "max" || quota.starts_with('-') || period <= 0) return 0;
  try {
    return std::stod(quota) / period;
  } catch (const std::exception&) {
    return 0;
  }
}

/// The tightest quota of this process's cgroup (version 2) and the groups above it; 0 where there is none.
double cpus_by_cgroup() {
  const std::filesystem::path root = "/sys/fs/cgroup";
  double tightest = 0;
  const auto take = [&](double cpus) {
    if (cpus > 0 && (tightest == 0 || cpus < tightest)) tightest = cpus;
  };
  std::ifstream groups("/proc/self/cgroup");
  for (std::string line; std::getline(groups, line);) {
    if (!line.starts_with("0::/")) continue;
    for (std::filesystem::path group = line.substr(3);; group = group.parent_path()) {
      std::string quota;
      double period = 0;
      std::ifstream(root / group.relative_path() / "cpu.max") >> quota >> period;
      take(cpus_of(quota, period));
      if (group == group.root_path()) break;
    }
  }
  // Version 1, as containers show it: the group's own files at the root.
  std::string quota;
  double period = 0;
  std::ifstream(root / "cpu/cpu.cfs_quota_us") >> quota;
  std::ifstream(root / "cpu/cpu.cfs_period_us") >> period;
  take(cpus_of(quota, period));
  return tightest;
}

}  // namespace

unsigned available_cpus() {
  const unsigned by_affinity = cpus_by_affinity();
  const double quota = cpus_by_cgroup();
  if (quota <= 0) return by_affinity;
  const double rounded = std::ceil(quota);
  return rounded >= by_affinity ? by_affinity : std::max(1u, static_cast<unsigned>(rounded));
}

}  // namespace lockstep::backend
