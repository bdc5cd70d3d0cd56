// SPDX-License-Identifier: Apache-2.0
// The command line: verbs and flags. Each verb's work stands in a file of its own.
#include <CLI/CLI.hpp>
#include <exception>
#include <functional>
#include <iostream>

#include "lockstep/version.hpp"
#include "options.hpp"

namespace {

using lockstep::app::BackendsOptions;
using lockstep::app::ExampleOptions;
using lockstep::app::InspectOptions;
using lockstep::app::kExitError;
using lockstep::app::ProveOptions;
using lockstep::app::ReportOptions;
using lockstep::app::SetupOptions;
using lockstep::app::VerifyOptions;

/// The verb that was chosen, ready to run.
struct Command {
  std::function<int()> run;
};

template <class Options>
CLI::App* add_verb(CLI::App& app, Command& command, const char* name, const char* description,
                   Options& options, int (*run)(const Options&)) {
  CLI::App* verb = app.add_subcommand(name, description);
  verb->callback([&command, &options, run] { command.run = [&options, run] { return run(options); }; });
  return verb;
}

void add_threads(CLI::App& verb, unsigned& threads) {
  verb.add_option("--threads", threads,
                  "Threads to compute with; 0 takes every core that the process may use")
      ->type_name("N")
      ->check(CLI::Range(0u, 4096u))
      ->capture_default_str();
}

void define_prove(CLI::App& verb, ProveOptions& options) {
  verb.add_option("--key", options.key, "Proving key: .zkey, or bellman .params (then --r1cs is needed)")
      ->type_name("FILE")
      ->required();
  verb.add_option("--witness", options.witness, "Witness: .wtns")->type_name("FILE")->required();
  verb.add_option("--proof", options.proof,
                  "Proof to write: .json, or .bin for the 192-byte encoding of BLS12-381")
      ->type_name("OUT")
      ->required();
  verb.add_option("--public", options.public_inputs,
                  "Public inputs to write, as a JSON array of decimal strings")
      ->type_name("OUT.json");
  verb.add_option(
          "--r1cs", options.r1cs,
          "The circuit: needed with bellman keys; beside a zkey it lets an unsatisfied constraint be named")
      ->type_name("FILE");
  verb.add_option("--backend", options.backend, "Backend to prove on, or auto; see `lockstep backends`")
      ->type_name("NAME|auto")
      ->capture_default_str();
  verb.add_option("--plugin", options.plugin, "Load this backend and search no others")->type_name("FILE");
  verb.add_option("--variant", options.variant, "cpu_reference only: fast or textbook")->type_name("NAME");
  verb.add_option("--report", options.report, "Timing report to write")->type_name("OUT.json");
  add_threads(verb, options.threads);
  verb.add_flag("--check-key", options.check_key,
                "Check every point of the key first (on the curve, in the subgroup)");
  verb.add_flag("--quiet", options.quiet, "Print no timing report");
  CLI::Option* r = verb.add_option("--r", options.r, "For tests: blinding scalar r instead of a random one")
                       ->type_name("DEC");
  CLI::Option* s = verb.add_option("--s", options.s, "For tests: blinding scalar s instead of a random one")
                       ->type_name("DEC");
  r->needs(s);
  s->needs(r);
}

int run(int argc, char** argv) {
  CLI::App app("Lockstep proves Groth16 statements on backends that it loads at run time.", "lockstep");
  app.set_version_flag("--version", lockstep::version_text());
  app.require_subcommand(1);
  app.footer("Exit status: 0 done; 1 `verify` found the proof invalid; 2 anything else.\nMore: man lockstep");
  Command command;

  BackendsOptions backends;
  CLI::App* verb = add_verb(app, command, "backends", "List every backend seen, usable or not, and why",
                            backends, lockstep::app::run_backends);
  verb->add_flag("--json", backends.json, "As JSON");
  verb->add_option("--plugin", backends.plugin, "Look at this file and search no others")->type_name("FILE");

  SetupOptions setup;
  verb = add_verb(app, command, "setup", "Make a key for development from a circuit (not for production)",
                  setup, lockstep::app::run_setup);
  verb->add_option("--r1cs", setup.r1cs, "The circuit")->type_name("FILE")->required();
  verb->add_option("--key", setup.key,
                   "Proving key to write: .zkey (snarkjs) or .params (bellman, BLS12-381)")
      ->type_name("OUT")
      ->required();
  verb->add_option("--vk", setup.vk, "Verifying key to write: .json, or .vk beside .params")
      ->type_name("OUT");
  verb->add_option("--seed", setup.seed, "Up to 64 hexadecimal digits: the same seed makes the same key")
      ->type_name("HEX");
  add_threads(*verb, setup.threads);

  ProveOptions prove;
  define_prove(*add_verb(app, command, "prove", "Prove, verify the proof, and show where the time went",
                         prove, lockstep::app::run_prove),
               prove);

  VerifyOptions verify;
  verb = add_verb(app, command, "verify", "Verify a proof: prints valid or invalid", verify,
                  lockstep::app::run_verify);
  verb->add_option("--vk", verify.vk, "Verifying key: verification_key.json or bellman .vk")
      ->type_name("FILE")
      ->required();
  verb->add_option("--public", verify.public_inputs, "Public inputs: a JSON array of decimal strings")
      ->type_name("FILE")
      ->required();
  verb->add_option("--proof", verify.proof, "Proof: .json, or 192 bytes with a bellman .vk")
      ->type_name("FILE")
      ->required();

  InspectOptions inspect;
  verb = add_verb(app, command, "inspect", "Say what a file is, and check all of it", inspect,
                  lockstep::app::run_inspect);
  verb->add_option("file", inspect.file, "Any file that Lockstep reads or writes")
      ->type_name("FILE")
      ->required();
  verb->add_flag("--json", inspect.json, "As JSON");
  add_threads(*verb, inspect.threads);

  ReportOptions report;
  verb = add_verb(app, command, "report", "Show a timing report as a table with bars", report,
                  lockstep::app::run_report);
  verb->add_option("file", report.file, "A report that `prove --report` wrote")
      ->type_name("FILE")
      ->required();
  verb->add_option("--chrome-trace", report.chrome_trace, "Write it for chrome://tracing or Perfetto")
      ->type_name("OUT.json");

  ExampleOptions example;
  verb =
      add_verb(app, command, "example", "Write an example circuit and witness: SHA-256 of a private message",
               example, lockstep::app::run_example);
  verb->add_option("--curve", example.curve, "bn254 or bls12_381")->type_name("NAME")->capture_default_str();
  verb->add_option("--blocks", example.blocks, "Blocks of 64 bytes to hash, about 27,000 constraints each")
      ->type_name("N")
      ->check(CLI::Range(std::uint64_t{1}, std::uint64_t{1000}))
      ->capture_default_str();
  verb->add_option("--r1cs", example.r1cs, "Circuit to write")->type_name("OUT.r1cs")->required();
  verb->add_option("--witness", example.witness, "Witness to write")->type_name("OUT.wtns")->required();

  try {
    app.parse(argc, argv);
  } catch (const CLI::Success& success) {
    return app.exit(success);
  } catch (const CLI::ParseError& error) {
    std::cerr << "lockstep: " << error.what() << '\n';
    return kExitError;
  }
  return command.run();
}

}  // namespace

int main(int argc, char** argv) {
  try {
    return run(argc, argv);
  } catch (const std::bad_alloc&) {
    std::cerr << "lockstep: out of memory\n";
  } catch (const std::exception& error) {
    std::cerr << "lockstep: " << error.what() << '\n';
  }
  return kExitError;
}
