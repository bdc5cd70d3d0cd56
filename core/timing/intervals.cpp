// SPDX-License-Identifier: Apache-2.0
#include "lockstep/timing/intervals.hpp"

#include <algorithm>

namespace lockstep::timing {

std::vector<Interval> unite(std::vector<Interval> intervals) {
  std::erase_if(intervals, [](const Interval& interval) { return interval.end <= interval.start; });
  std::sort(intervals.begin(), intervals.end(),
            [](const Interval& left, const Interval& right) { return left.start < right.start; });
  std::vector<Interval> united;
  for (const Interval& interval : intervals) {
    if (!united.empty() && interval.start <= united.back().end) {
      united.back().end = std::max(united.back().end, interval.end);
    } else {
      united.push_back(interval);
    }
  }
  return united;
}

std::uint64_t union_length(std::vector<Interval> intervals) {
  std::uint64_t length = 0;
  for (const Interval& interval : unite(std::move(intervals))) length += interval.length();
  return length;
}

std::vector<Interval> uncovered(const Interval& whole, std::vector<Interval> intervals) {
  std::vector<Interval> holes;
  std::uint64_t reached = whole.start;
  for (const Interval& interval : unite(std::move(intervals))) {
    if (interval.start >= whole.end) break;
    if (interval.start > reached) holes.push_back({reached, interval.start});
    reached = std::max(reached, interval.end);
  }
  if (reached < whole.end) holes.push_back({reached, whole.end});
  return holes;
}

}  // namespace lockstep::timing
