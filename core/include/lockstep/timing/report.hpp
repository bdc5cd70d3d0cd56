// SPDX-License-Identifier: Apache-2.0
// The timing report of one job: facts about the run, and its spans.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "lockstep/timing/clock.hpp"
#include "lockstep/timing/recorder.hpp"
#include "lockstep/timing/span.hpp"

namespace lockstep::timing {

inline constexpr std::uint32_t kReportSchemaVersion = 1;

struct BackendFacts {
  std::string id{};
  std::string vendor{};
  std::string version{};
  std::string build_id{};
  std::string abi{};             ///< "1.0"
  std::string file{};            ///< the plugin's path
  std::string chosen_because{};  ///< one sentence
};

struct DeviceFacts {
  std::uint32_t ordinal = 0;
  std::string device_class{};  ///< "cpu", "gpu", "emulated", "other"
  std::string name{};
  std::string architecture{};
  std::string driver{};
};

struct CircuitFacts {
  std::string curve{};                 ///< "bn254", "bls12_381"
  std::uint64_t variable_count = 0;    ///< with the constant 1
  std::uint64_t public_count = 0;      ///< without it
  std::uint64_t constraint_count = 0;  ///< without the input rows
  std::uint64_t entry_count = 0;       ///< of all matrices
};

struct KeyFacts {
  std::string file{};
  std::string encoding{};  ///< "montgomery", "bellman"
  std::string h_basis{};   ///< "monomial", "coset"
  std::uint32_t domain_log2 = 0;
  std::uint64_t size_bytes = 0;
  bool warm = false;  ///< was loaded before this job
};

/// Peaks are of the process, since its start, in bytes.
struct MemoryFacts {
  std::uint64_t peak_resident_bytes = 0;
  std::uint64_t peak_pageable_bytes = 0;  ///< by the memory accounts, as the next two
  std::uint64_t peak_pinned_bytes = 0;
  std::uint64_t peak_device_bytes = 0;
};

struct ReportFacts {
  std::string job{};  ///< the job's id
  std::string lockstep_version{};
  std::string arithmetic{};  ///< which field arithmetic ran: "portable", "adx"
  std::string result{};      ///< "proved", "failed", "cancelled"
  std::string message{};     ///< the error's sentence where result is not "proved"
  std::uint32_t partition_count = 1;
  std::uint32_t tries = 1;  ///< of the partition that needed most
  std::uint32_t thread_count = 0;
  BackendFacts backend{};
  DeviceFacts device{};
  CircuitFacts circuit{};
  KeyFacts key{};
  MemoryFacts memory{};
};

struct Report {
  ReportFacts facts;
  ClockFacts clock;
  Recording recording;

  std::uint64_t duration_ns() const { return recording.end_ns - recording.start_ns; }
};

/// The peak of resident memory of this process so far, in bytes.
LOCKSTEP_API std::uint64_t peak_resident_bytes();

/// The report of what `recorder` holds now.
LOCKSTEP_API Report make_report(const Recorder& recorder, ReportFacts facts);

}  // namespace lockstep::timing
