// SPDX-License-Identifier: Apache-2.0
// Sets of half-open intervals [start, end) of nanoseconds.
#pragma once

#include <cstdint>
#include <vector>

#include "lockstep/api.hpp"

namespace lockstep::timing {

struct Interval {
  std::uint64_t start = 0;
  std::uint64_t end = 0;

  std::uint64_t length() const { return end - start; }
  friend bool operator==(const Interval&, const Interval&) = default;
};

/// The union as disjoint intervals that do not touch, ascending. Empty ones vanish; end < start counts as
/// empty.
LOCKSTEP_API std::vector<Interval> unite(std::vector<Interval> intervals);
/// Length of the union.
LOCKSTEP_API std::uint64_t union_length(std::vector<Interval> intervals);
/// What of `whole` no interval covers, ascending.
LOCKSTEP_API std::vector<Interval> uncovered(const Interval& whole, std::vector<Interval> intervals);

}  // namespace lockstep::timing
