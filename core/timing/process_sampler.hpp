// SPDX-License-Identifier: Apache-2.0
// Page faults and resident memory of this process, cheaply.
#pragma once

#include "lockstep/timing/span.hpp"

namespace lockstep::timing {

/// Keeps /proc/self/statm open: a reading is two system calls. [session-exclusive]
class ProcessSampler {
 public:
  ProcessSampler();
  ~ProcessSampler();
  ProcessSampler(const ProcessSampler&) = delete;
  ProcessSampler& operator=(const ProcessSampler&) = delete;

  /// Everything but returned_bytes; resident_bytes is 0 where /proc can't be read.
  ProcessSample sample(std::uint64_t time_ns) const;

 private:
  int statm_ = -1;
  std::uint64_t page_bytes_ = 0;
};

}  // namespace lockstep::timing
