// SPDX-License-Identifier: Apache-2.0
#include <iostream>

#include "lockstep/pipeline/files.hpp"
#include "options.hpp"
#include "terminal.hpp"

namespace lockstep::app {

int run_setup(const SetupOptions& options) {
  pipeline::SetupJob job{.r1cs = options.r1cs, .key = options.key};
  if (!options.vk.empty()) job.verifying_key = options.vk;
  if (!options.seed.empty()) job.seed = options.seed;
  job.threads = options.threads;
  std::cerr << "lockstep: warning: this makes a key for development: whoever runs it could forge proofs; for "
               "production take a key from a ceremony\n";
  const Result<void> made = [&] {
    ProgressBar bar("setup");
    return pipeline::setup_files(job,
                                 [&](std::uint64_t done, std::uint64_t total) { bar.update(done, total); });
  }();
  if (!made) return fail(made.error());
  std::cout << "wrote " << options.key << (options.vk.empty() ? "" : " and " + options.vk) << '\n';
  return kExitOk;
}

}  // namespace lockstep::app
