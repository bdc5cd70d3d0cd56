// SPDX-License-Identifier: Apache-2.0
#include "lockstep/timing/report.hpp"

#include <sys/resource.h>

namespace lockstep::timing {

std::uint64_t peak_resident_bytes() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return static_cast<std::uint64_t>(usage.ru_maxrss) * 1024;  // ru_maxrss is in KiB
}

Report make_report(const Recorder& recorder, ReportFacts facts) {
  Report report;
  report.facts = std::move(facts);
  report.clock = clock_facts();
  report.recording = recorder.snapshot();
  return report;
}

}  // namespace lockstep::timing
