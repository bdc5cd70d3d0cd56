// SPDX-License-Identifier: Apache-2.0
#include <iostream>

#include "lockstep/formats/file_writer.hpp"
#include "lockstep/formats/snarkjs_json.hpp"
#include "lockstep/pipeline/engine.hpp"
#include "lockstep/timing/report_json.hpp"
#include "lockstep/timing/report_table.hpp"
#include "options.hpp"
#include "terminal.hpp"

namespace lockstep::app {
namespace {

pipeline::ProveJob job_of(const ProveOptions& options) {
  pipeline::ProveJob job{.key = options.key, .witness = options.witness};
  if (!options.r1cs.empty()) job.r1cs = options.r1cs;
  job.backend = options.backend;
  if (!options.variant.empty()) job.backend_options.emplace_back("variant", options.variant);
  job.check_key = options.check_key;
  if (!options.r.empty()) job.blinding = pipeline::Blinding{options.r, options.s};
  job.proof_output = options.proof;
  if (!options.public_inputs.empty()) job.public_output = options.public_inputs;
  return job;
}

}  // namespace

int run_prove(const ProveOptions& options) {
  const pipeline::ProveJob job = job_of(options);
  if (job.blinding) {
    std::cout << "--r and --s are for tests: a proof with known scalars leaks its witness\n";
  }
  if (!options.report.empty()) {  // what can't be written is said before the work is done
    if (const auto writable = formats::FileWriter::create(options.report); !writable)
      return fail(writable.error());
  }
  pipeline::EngineOptions engine_options{.threads = options.threads};
  if (!options.plugin.empty()) engine_options.plugin = options.plugin;
  pipeline::Engine engine(engine_options);

  Result<pipeline::Proved> proved = [&] {
    ProgressBar bar("prove");
    return engine.prove(job, [&](std::string_view stage, std::uint64_t done, std::uint64_t total) {
      bar.update(done, total, stage);
    });
  }();
  if (!proved) return fail(proved.error());

  std::cout << proved->chosen_because << '\n';
  if (!options.quiet) std::cout << timing::render_table(proved->report, table_style()) << '\n';
  if (!options.report.empty()) {
    if (Result<void> written =
            formats::write_text_file(options.report, timing::report_to_json(proved->report));
        !written) {
      return fail(written.error());
    }
  }
  std::cout << "proved and verified: " << options.proof << '\n';
  return kExitOk;
}

}  // namespace lockstep::app
