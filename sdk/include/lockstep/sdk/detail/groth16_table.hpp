// SPDX-License-Identifier: Apache-2.0
// The C table of "lockstep.groth16/1" over Groth16Prover, Key and Session.
#pragma once

#include "lockstep/sdk/detail/runtime.hpp"
#include "lockstep/sdk/detail/synthesizer_table.hpp"

namespace lockstep::sdk::detail {

inline Result<Options> read_options(const lks_option* options, std::uint64_t count) noexcept {
  if (options == nullptr && count > 0) return Error(Code::kInvalidArgument, "options is NULL");
  for (std::uint64_t i = 0; i < count; ++i) {
    if (options[i].key == nullptr || options[i].value == nullptr) {
      return Error(Code::kInvalidArgument, "option ", i, " has no key or no value");
    }
  }
  return Options({options, count});
}

/// Circuit and key belong together as far as curve and counts tell. Works on views and on loaded objects.
inline Result<void> check_pair(Curve circuit_curve, Curve key_curve, std::uint64_t circuit_variables,
                               std::uint64_t key_variables, std::uint64_t circuit_public,
                               std::uint64_t key_public, std::uint64_t rows,
                               std::uint32_t domain_log2) noexcept {
  if (circuit_curve != key_curve) {
    return Error(Code::kInvalidArgument, "circuit and key are of different curves");
  }
  if (circuit_variables != key_variables || circuit_public != key_public) {
    return Error(Code::kInvalidArgument, "the circuit has ", circuit_variables, " variables, ",
                 circuit_public, " of them public, the key ", key_variables, " and ", key_public);
  }
  if (rows > std::uint64_t{1} << domain_log2) {
    return Error(Code::kInvalidArgument, "the circuit has ", rows, " rows, the key's domain 2^", domain_log2);
  }
  return {};
}

template <class P>
struct Groth16Table {
  static lks_status estimate(std::uint32_t device, const lks_circuit* circuit, const lks_groth16_key* key,
                             const lks_option* options, std::uint64_t option_count, lks_estimate* estimate,
                             lks_error* error) noexcept {
    return call<P>(error, [&](Runtime& runtime) -> Result<void> {
      if (auto checked = check_output(estimate, "estimate"); !checked) return checked;
      if (auto checked = runtime.check_device(device); !checked) return checked;
      const auto circuit_view = view_circuit(circuit);
      if (!circuit_view) return circuit_view.error();
      const auto key_view = view_key(key);
      if (!key_view) return key_view.error();
      const auto given = read_options(options, option_count);
      if (!given) return given.error();
      if (auto checked = check_pair(circuit_view->curve, key_view->curve, circuit_view->variable_count,
                                    key_view->variable_count, circuit_view->public_count,
                                    key_view->public_count, circuit_view->row_count(), key_view->domain_log2);
          !checked) {
        return checked;
      }
      const auto made = runtime.plugin->groth16()->estimate(device, *circuit_view, *key_view, *given);
      if (!made) return made.error();
      lks_estimate out{};
      out.resident_device_bytes = made->resident_device_bytes;
      out.resident_pinned_bytes = made->resident_pinned_bytes;
      out.resident_pageable_bytes = made->resident_pageable_bytes;
      out.session_device_bytes = made->session_device_bytes;
      out.session_pinned_bytes = made->session_pinned_bytes;
      out.session_pageable_bytes = made->session_pageable_bytes;
      write_output(estimate, out);
      return {};
    });
  }

  static lks_status key_load(std::uint32_t device, const lks_groth16_key* key, lks_cancel_token cancel,
                             Progress::Function progress, void* progress_context, lks_loaded_key** loaded,
                             lks_error* error) noexcept {
    return call<P>(error, [&](Runtime& runtime) -> Result<void> {
      if (auto checked = check_pointer(loaded, "loaded"); !checked) return checked;
      if (auto checked = runtime.check_device(device); !checked) return checked;
      const auto view = view_key(key);
      if (!view) return view.error();
      auto made = runtime.plugin->groth16()->key_load(device, *view, CancelToken(runtime.host, cancel),
                                                      Progress(progress, progress_context));
      if (!made) return std::move(made).error();
      *loaded = runtime.keys.add(std::move(*made));
      return {};
    });
  }

  static lks_status key_retain(lks_loaded_key* key, lks_error* error) noexcept {
    return call<P>(error, [&](Runtime& runtime) { return runtime.keys.retain(key); });
  }

  static lks_status key_release(lks_loaded_key* key, lks_error* error) noexcept {
    return call<P>(error, [&](Runtime& runtime) { return runtime.keys.release(key); });
  }

  static lks_status session_create(const lks_session_args* args, lks_session** session,
                                   lks_error* error) noexcept {
    return call<P>(error, [&](Runtime& runtime) -> Result<void> {
      if (auto checked = check_pointer(session, "session"); !checked) return checked;
      const auto given = read_input(args, "args");
      if (!given) return given.error();
      if (auto checked = runtime.check_device(given->device); !checked) return checked;
      const auto options = read_options(given->options, given->option_count);
      if (!options) return options.error();
      const auto circuit = runtime.circuits.use(given->circuit);
      if (!circuit) return circuit.error();
      const auto key = runtime.keys.use(given->key);
      if (!key) return key.error();
      if ((*circuit)->device() != given->device || (*key)->device() != given->device) {
        return Error(Code::kInvalidArgument, "circuit and key are loaded on devices ", (*circuit)->device(),
                     " and ", (*key)->device(), ", the session is for ", given->device);
      }
      if (auto checked = check_pair((*circuit)->curve(), (*key)->curve(), (*circuit)->variable_count(),
                                    (*key)->variable_count(), (*circuit)->public_count(),
                                    (*key)->public_count(), (*circuit)->row_count(), (*key)->domain_log2());
          !checked) {
        return checked;
      }
      auto state = std::make_shared<SessionState>();
      state->device = given->device;
      state->circuit = circuit->shared();
      state->key = key->shared();
      auto made =
          runtime.plugin->groth16()->session_create({given->device, state->circuit, state->key, *options});
      if (!made) return std::move(made).error();
      state->session = std::move(*made);
      *session = runtime.sessions.add(std::move(state));
      return {};
    });
  }

  static lks_status session_destroy(lks_session* session, lks_error* error) noexcept {
    return call<P>(error, [&](Runtime& runtime) -> Result<void> {
      {
        const auto state = runtime.sessions.use_exclusive(session);
        if (!state) return state.error();
        if ((*state)->job_runs)
          return Error(Code::kBusy, "the session's job runs; cancel it and wait for its end");
      }
      return runtime.sessions.release(session);
    });
  }

  static lks_status prove(lks_session* session, const lks_prove_args* args, lks_groth16_proof* proof,
                          lks_error* error) noexcept {
    return call<P>(error, [&](Runtime& runtime) -> Result<void> {
      if (auto checked = check_output(proof, "proof"); !checked) return checked;
      const auto state = runtime.sessions.use_exclusive(session);
      if (!state) return state.error();
      if ((*state)->job_runs) return Error(Code::kBusy, "the session's job runs");
      const auto job = read_job(runtime, **state, args);
      if (!job) return job.error();
      JobWatch watch(runtime, job->parent);
      const auto made = (*state)->session->prove(*job);
      if (!made) return made.error();
      watch.succeeded();
      write_proof(**state, *made, proof);
      return {};
    });
  }

  static lks_status start(lks_session* session, const lks_prove_args* args, lks_error* error) noexcept {
    return call<P>(error, [&](Runtime& runtime) -> Result<void> {
      const auto state = runtime.sessions.use_exclusive(session);
      if (!state) return state.error();
      if ((*state)->job_runs) return Error(Code::kBusy, "the session's job runs");
      const auto job = read_job(runtime, **state, args);
      if (!job) return job.error();
      JobWatch watch(runtime, job->parent);
      if (auto started = (*state)->session->start(*job); !started) return started;
      watch.leave_to_wait();
      (*state)->job_parent = job->parent;
      (*state)->job_runs = true;
      return {};
    });
  }

  static lks_status wait(lks_session* session, std::uint64_t timeout_ns, lks_groth16_proof* proof,
                         lks_error* error) noexcept {
    return call<P>(error, [&](Runtime& runtime) -> Result<void> {
      if (auto checked = check_output(proof, "proof"); !checked) return checked;
      const auto state = runtime.sessions.use_exclusive(session);
      if (!state) return state.error();
      if (!(*state)->job_runs) return Error(Code::kInvalidArgument, "wait without a started job");
      const auto made = (*state)->session->wait(timeout_ns);
      if (!made && made.error().code() == Code::kTimeout) return made.error();
      (*state)->job_runs = false;
      if (runtime.checked_host) runtime.checked_host->job_ends((*state)->job_parent, made.has_value());
      if (!made) return made.error();
      write_proof(**state, *made, proof);
      return {};
    });
  }

  static lks_status cancel(lks_session* session, lks_error* error) noexcept {
    return call<P>(error, [&](Runtime& runtime) -> Result<void> {
      const auto state = runtime.sessions.use(session);
      if (!state) return state.error();
      return (*state)->session->cancel();
    });
  }

  static lks_groth16 table(bool asynchronous) noexcept {
    return {.struct_size = sizeof(lks_groth16),
            .reserved = 0,
            .estimate = estimate,
            .key_load = key_load,
            .key_retain = key_retain,
            .key_release = key_release,
            .session_create = session_create,
            .session_destroy = session_destroy,
            .prove = prove,
            .start = asynchronous ? start : nullptr,
            .wait = asynchronous ? wait : nullptr,
            .cancel = asynchronous ? cancel : nullptr,
            .prove_many = nullptr};
  }

 private:
  /// Follows a job where the checking level asks for it; a job that is left otherwise has failed.
  class JobWatch {
   public:
    JobWatch(Runtime& runtime, SpanId parent) : host_(runtime.checked_host.get()), parent_(parent) {
      if (host_ != nullptr) host_->job_begins(parent_);
    }
    JobWatch(const JobWatch&) = delete;
    JobWatch& operator=(const JobWatch&) = delete;
    ~JobWatch() {
      if (host_ != nullptr) host_->job_ends(parent_, succeeded_);
    }
    void succeeded() noexcept { succeeded_ = true; }
    void leave_to_wait() noexcept { host_ = nullptr; }

   private:
    CheckedHost* host_;
    SpanId parent_;
    bool succeeded_ = false;
  };

  static Result<ProveJob> read_job(const Runtime& runtime, const SessionState& state,
                                   const lks_prove_args* args) noexcept {
    const auto given = read_input(args, "args");
    if (!given) return given.error();
    const auto witness = read_witness(given->witness, *state.circuit);
    if (!witness) return witness.error();
    const auto r = read_scalar(given->r, "args.r");
    if (!r) return r.error();
    const auto s = read_scalar(given->s, "args.s");
    if (!s) return s.error();
    return ProveJob{.job = given->job,
                    .partition = given->partition,
                    .witness = *witness,
                    .r = *r,
                    .s = *s,
                    .cancel = CancelToken(runtime.host, given->cancel),
                    .parent = given->parent};
  }

  static void write_proof(const SessionState& state, const Proof& made, lks_groth16_proof* proof) noexcept {
    lks_groth16_proof out{};
    out.curve = static_cast<std::uint32_t>(state.circuit->curve());
    std::copy(made.a.begin(), made.a.end(), out.a);
    std::copy(made.b.begin(), made.b.end(), out.b);
    std::copy(made.c.begin(), made.c.end(), out.c);
    write_output(proof, out);
  }
};

}  // namespace lockstep::sdk::detail
