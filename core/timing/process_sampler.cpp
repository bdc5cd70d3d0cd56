// SPDX-License-Identifier: Apache-2.0
#include "process_sampler.hpp"

#include <fcntl.h>
#include <sys/resource.h>
#include <unistd.h>

#include <charconv>
#include <string_view>

namespace lockstep::timing {

ProcessSampler::ProcessSampler()
    : statm_(open("/proc/self/statm", O_RDONLY | O_CLOEXEC)),
      page_bytes_(static_cast<std::uint64_t>(sysconf(_SC_PAGESIZE))) {}

ProcessSampler::~ProcessSampler() {
  if (statm_ >= 0) close(statm_);
}

ProcessSample ProcessSampler::sample(std::uint64_t time_ns) const {
  ProcessSample sample;
  sample.time_ns = time_ns;
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  sample.minor_faults = static_cast<std::uint64_t>(usage.ru_minflt);
  sample.major_faults = static_cast<std::uint64_t>(usage.ru_majflt);
  char text[128];
  const ssize_t bytes = statm_ < 0 ? -1 : pread(statm_, text, sizeof text, 0);
  if (bytes > 0) {
    // "size resident shared ...", in pages
    std::string_view fields(text, static_cast<std::size_t>(bytes));
    const std::size_t space = fields.find(' ');
    if (space != std::string_view::npos) {
      std::uint64_t pages = 0;
      std::from_chars(fields.data() + space + 1, fields.data() + fields.size(), pages);
      sample.resident_bytes = pages * page_bytes_;
    }
  }
  return sample;
}

}  // namespace lockstep::timing
