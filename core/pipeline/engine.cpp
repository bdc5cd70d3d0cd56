// SPDX-License-Identifier: Apache-2.0
#include "lockstep/pipeline/engine.hpp"

#include <fmt/format.h>

#include <atomic>
#include <utility>

#include "blinding.hpp"
#include "inputs.hpp"
#include "lockstep/algebra/kernels.hpp"
#include "lockstep/circuit/satisfaction.hpp"
#include "lockstep/groth16/verifier.hpp"
#include "lockstep/version.hpp"
#include "outputs.hpp"

namespace lockstep::pipeline {
namespace {

using timing::Layer;
using timing::Phase;
using timing::ScopedSpan;

/// What one job holds while it runs, and what its report says of it.
struct JobState {
  const ProveJob& job;
  const JobProgress& progress;
  std::shared_ptr<timing::Recorder> recorder;
  std::uint64_t id;
  timing::ReportFacts facts{};

  void tell(std::string_view stage, std::uint64_t done = 0, std::uint64_t total = 0) const {
    if (progress) progress(stage, done, total);
  }
  ScopedSpan span(Phase phase, std::uint32_t attempt = 0) const {
    return ScopedSpan(*recorder,
                      {.layer = Layer::kPipeline, .phase = phase, .partition = 0, .attempt = attempt});
  }
};

/// A backend with the job's circuit and key on its device, ready to prove.
struct Prepared {
  KeyInputs inputs;
  std::optional<groth16::Verifier> verifier;  // of the key's own verifying key
  backend::Selection selection;
  std::unique_ptr<backend::Session> session;
};

std::uint64_t next_job_id() {
  static std::atomic<std::uint64_t> last{0};
  return ++last;
}

void note_key(timing::ReportFacts& facts, const KeyInputs& inputs) {
  const groth16::ProvingKey& key = *inputs.key;
  const circuit::CompiledCircuit& circuit = *inputs.circuit;
  facts.circuit = {
      .curve = std::string(curve_name(circuit.curve)),
      .variable_count = circuit.variable_count,
      .public_count = circuit.public_count,
      .constraint_count = circuit.constraint_count,
      .entry_count = circuit.a.entry_count() + circuit.b.entry_count() + circuit.c.entry_count()};
  std::error_code ignored;
  const std::uintmax_t size = std::filesystem::file_size(key.origin, ignored);
  facts.key = {.file = key.origin,
               .encoding = key.encoding == groth16::PointEncoding::kMontgomery ? "montgomery" : "bellman",
               .h_basis = key.h_basis == groth16::HBasis::kCoset ? "coset" : "monomial",
               .domain_log2 = key.domain_log2,
               .size_bytes = ignored ? 0 : size,
               .warm = false};
}

void note_backend(timing::ReportFacts& facts, const backend::Selection& selection) {
  const backend::BackendInfo& info = selection.backend->info();
  const backend::DeviceInfo& device = selection.device;
  facts.backend = {.id = info.id,
                   .vendor = info.vendor,
                   .version = info.version,
                   .build_id = info.build_id,
                   .abi = fmt::format("{}.{}", info.abi_major, info.abi_minor),
                   .file = info.file.string(),
                   .chosen_because = selection.reason};
  facts.device = {.ordinal = device.ordinal,
                  .device_class = std::string(backend::device_class_name(device.device_class)),
                  .name = device.name,
                  .architecture = device.architecture,
                  .driver = device.driver};
}

void note_memory(timing::ReportFacts& facts, backend::HostServices& services) {
  const backend::MemoryAccounts& accounts = services.memory();
  facts.memory = {.peak_resident_bytes = timing::peak_resident_bytes(),
                  .peak_pageable_bytes = accounts.pageable().peak(),
                  .peak_pinned_bytes = accounts.pinned().peak(),
                  .peak_device_bytes = accounts.device().peak()};
}

/// Key and circuit: read, held against each other, given to the backend that was chosen for them.
Result<Prepared> prepare(JobState& state, backend::Registry& registry) {
  Prepared prepared;
  state.tell("key");
  Result<KeyInputs> inputs = read_key_inputs(state.job, state.progress);
  if (!inputs) return inputs.error();
  prepared.inputs = std::move(*inputs);
  note_key(state.facts, prepared.inputs);
  if (Result<void> outputs = check_outputs_on(state.job, prepared.inputs.key->curve); !outputs)
    return outputs.error();

  const auto& [key, circuit, r1cs] = prepared.inputs;
  Result<groth16::Verifier> verifier = groth16::Verifier::make(key->verifying_key);
  if (!verifier) return verifier.error();
  prepared.verifier = std::move(*verifier);
  Result<backend::Selection> selection =
      registry.select(state.job.backend, {.curve = key->curve,
                                          .circuit = circuit.get(),
                                          .key = key.get(),
                                          .options = state.job.backend_options});
  if (!selection) return selection.error();
  prepared.selection = std::move(*selection);
  note_backend(state.facts, prepared.selection);

  backend::Backend& backend = *prepared.selection.backend;
  if (backend.prover() == nullptr || backend.synthesizer() == nullptr) {
    return Error{ErrorCode::kBackend, fmt::format("backend {}: offers no Groth16 prover", backend.info().id)};
  }
  const std::uint32_t device = prepared.selection.device.ordinal;
  auto loaded_circuit = backend.synthesizer()->load(device, circuit);
  if (!loaded_circuit) return loaded_circuit.error();
  auto loaded_key = backend.prover()->load_key(
      device, key, 0, [&](std::uint64_t done, std::uint64_t total) { state.tell("load key", done, total); });
  if (!loaded_key) return loaded_key.error();
  auto session = backend.prover()->create_session(std::move(*loaded_circuit), std::move(*loaded_key),
                                                  state.job.backend_options);
  if (!session) return session.error();
  prepared.session = std::move(*session);
  return prepared;
}

Result<groth16::AnyProof> prove_once(const JobState& state, backend::Session& session,
                                     const circuit::Witness& witness, const BlindingScalars& blinding,
                                     std::uint32_t attempt) {
  ScopedSpan span = state.span(Phase::kProve, attempt);
  state.tell("prove");
  Result<groth16::AnyProof> proof = session.prove({.witness = witness,
                                                   .r = blinding.r,
                                                   .s = blinding.s,
                                                   .job = state.id,
                                                   .partition = 0,
                                                   .parent = span.id()});
  if (proof) span.end();
  return proof;
}

/// Why two equal proofs fail: the witness does not satisfy the circuit, by name where the r1cs tells.
Error unsatisfied(const KeyInputs& inputs, const circuit::Witness& witness) {
  if (inputs.r1cs == nullptr) {
    return Error{
        ErrorCode::kUnsatisfied,
        fmt::format("{}: the proof made from it does not verify: the witness does not satisfy the circuit "
                    "of {}, or that key is wrong (give --r1cs to learn which constraint fails)",
                    witness.origin, inputs.key->origin)};
  }
  if (const auto row = circuit::first_unsatisfied(*inputs.r1cs, witness)) {
    return Error{
        ErrorCode::kUnsatisfied,
        fmt::format("{}: constraint {} of {}: expected (A z)(B z) = C z, found that the witness does not "
                    "satisfy it",
                    witness.origin, *row, inputs.r1cs->constraint_count)};
  }
  return Error{ErrorCode::kUnsatisfied,
               fmt::format("{}: the proof made with it does not verify although the witness satisfies every "
                           "constraint of the r1cs: the key is wrong, or of another circuit",
                           inputs.key->origin)};
}

/// Proves and verifies; a proof that fails is made once more with the same scalars, to tell a witness that
/// does not satisfy from a backend that computes wrongly.
Result<groth16::AnyProof> prove_and_verify(JobState& state, const Prepared& prepared,
                                           const circuit::Witness& witness,
                                           const groth16::AnyPublicInputs& public_inputs,
                                           const BlindingScalars& blinding) {
  std::optional<groth16::AnyProof> rejected;
  for (std::uint32_t attempt = 0; attempt < 2; ++attempt) {
    state.facts.tries = attempt + 1;
    Result<groth16::AnyProof> proof = prove_once(state, *prepared.session, witness, blinding, attempt);
    if (!proof) return proof.error();
    ScopedSpan span = state.span(Phase::kVerify, attempt);
    state.tell("verify");
    if (prepared.verifier->verify(*proof, public_inputs)) {
      span.end();
      if (!rejected) return proof;
      break;
    }
    if (rejected && *rejected == *proof) return unsatisfied(prepared.inputs, witness);
    rejected = std::move(*proof);
  }
  return Error{
      ErrorCode::kBackend,
      fmt::format(
          "backend {} on {}: two proofs of the same witness with the same scalars differ: the backend "
          "or its device is faulty, and no proof of it is returned",
          prepared.selection.backend->info().id, prepared.selection.device.name)};
}

void empty_span(const JobState& state, Phase phase) {
  state.recorder->record_empty({.layer = Layer::kPipeline, .phase = phase, .partition = 0, .attempt = 0});
}

}  // namespace

Engine::Engine(const EngineOptions& options)
    : services_(backend::HostServices::create({.threads = options.threads})),
      registry_(std::make_unique<backend::Registry>(services_, backend::default_search(options.plugin))) {}

Engine::~Engine() = default;

Result<Proved> Engine::prove(const ProveJob& job, const JobProgress& progress) {
  if (Result<void> outputs = check_outputs(job); !outputs) return outputs.error();
  // Plugins are loaded before the job's clock starts: that is the engine's cost, paid once, not a job's.
  registry_->candidates();

  JobState state{job, progress, services_->new_recorder(), next_job_id()};
  state.facts.job = std::to_string(state.id);
  state.facts.lockstep_version = version_text();
  state.facts.arithmetic = algebra::kernels::active_name();
  state.facts.thread_count = services_->threads().worker_count();
  state.facts.result = "proved";
  empty_span(state, Phase::kQueue);

  ScopedSpan key_span = state.span(Phase::kKey);
  Result<Prepared> prepared = prepare(state, *registry_);
  key_span.end();
  if (!prepared) return prepared.error();

  ScopedSpan witness_span = state.span(Phase::kWitness);
  state.tell("witness");
  Result<circuit::Witness> witness = read_witness(job, *prepared->inputs.key);
  if (!witness) return witness.error();
  const Result<BlindingScalars> blinding = make_blinding(witness->curve, job.blinding);
  if (!blinding) return blinding.error();
  Proved proved;
  proved.public_inputs = public_inputs_of(*witness, *prepared->inputs.key);
  witness_span.end();
  empty_span(state, Phase::kHandoff);

  Result<groth16::AnyProof> proof =
      prove_and_verify(state, *prepared, *witness, proved.public_inputs, *blinding);
  if (!proof) return proof.error();
  proved.proof = *proof;
  proved.chosen_because = prepared->selection.reason;

  {
    ScopedSpan span = state.span(Phase::kSerialize);
    if (Result<void> written = write_outputs(job, proved); !written) return written.error();
    span.end();
  }
  {
    ScopedSpan span = state.span(Phase::kPipelineRelease);
    prepared->session.reset();
    prepared->inputs = {};
    witness->storage.reset();
    span.end();
  }
  state.recorder->finish();
  note_memory(state.facts, *services_);
  proved.report = timing::make_report(*state.recorder, std::move(state.facts));
  return proved;
}

}  // namespace lockstep::pipeline
