// SPDX-License-Identifier: Apache-2.0
// What the command line asks for: one struct a verb, filled by main.cpp and read by the verb's own file.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

namespace lockstep::app {

struct BackendsOptions {
  bool json = false;
  std::string plugin;
};

struct SetupOptions {
  std::string r1cs;
  std::string key;
  std::string vk;
  std::string seed;
  unsigned threads = 0;
};

struct ProveOptions {
  std::string key;
  std::string witness;
  std::string r1cs;
  std::string proof;
  std::string public_inputs;
  std::string backend = "auto";
  std::string plugin;
  std::string report;
  std::string variant;
  std::string r;
  std::string s;
  unsigned threads = 0;
  bool check_key = false;
  bool quiet = false;
};

struct VerifyOptions {
  std::string vk;
  std::string public_inputs;
  std::string proof;
};

struct InspectOptions {
  std::string file;
  bool json = false;
  unsigned threads = 0;
};

struct ReportOptions {
  std::string file;
  std::string chrome_trace;
};

struct ExampleOptions {
  std::string curve = "bls12_381";
  std::uint64_t blocks = 4;
  std::string r1cs;
  std::string witness;
};

/// Exit statuses, the same for every verb.
inline constexpr int kExitOk = 0;
inline constexpr int kExitInvalid = 1;  ///< `verify` alone: well-formed, but not a valid proof
inline constexpr int kExitError = 2;

int run_backends(const BackendsOptions& options);
int run_setup(const SetupOptions& options);
int run_prove(const ProveOptions& options);
int run_verify(const VerifyOptions& options);
int run_inspect(const InspectOptions& options);
int run_report(const ReportOptions& options);
int run_example(const ExampleOptions& options);

}  // namespace lockstep::app
