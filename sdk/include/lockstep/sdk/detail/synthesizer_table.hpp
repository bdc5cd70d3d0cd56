// SPDX-License-Identifier: Apache-2.0
// The C table of "lockstep.synthesizer/1" over Synthesizer and Circuit.
#pragma once

#include "lockstep/sdk/detail/runtime.hpp"

namespace lockstep::sdk::detail {

/// The witness of a job, with as many variables as the circuit.
inline Result<WitnessView> read_witness(const lks_witness* given, const Circuit& circuit) noexcept {
  auto witness = WitnessView::view(given);
  if (witness && witness->variable_count() != circuit.variable_count()) {
    return Error(Code::kBadWitness, "the witness has ", witness->variable_count(), " variables, the circuit ",
                 circuit.variable_count());
  }
  return witness;
}

inline Result<void> check_result_buffer(const Buffer& buffer, const Circuit& circuit,
                                        const char* name) noexcept {
  if (buffer.request().device != circuit.device()) {
    return Error(Code::kInvalidArgument, "buffer ", name, " is of device ", buffer.request().device,
                 ", the circuit of ", circuit.device());
  }
  if (buffer.size_bytes() / LKS_SCALAR_BYTES < circuit.row_count()) {
    return Error(Code::kInvalidArgument, "buffer ", name, " has ", buffer.size_bytes(), " bytes for ",
                 circuit.row_count(), " rows of ", LKS_SCALAR_BYTES);
  }
  return {};
}

template <class P>
struct SynthesizerTable {
  static lks_status circuit_load(std::uint32_t device, const lks_circuit* circuit,
                                 lks_loaded_circuit** loaded, lks_error* error) noexcept {
    return call<P>(error, [&](Runtime& runtime) -> Result<void> {
      if (auto checked = check_pointer(loaded, "loaded"); !checked) return checked;
      if (auto checked = runtime.check_device(device); !checked) return checked;
      const auto view = view_circuit(circuit);
      if (!view) return view.error();
      auto made = runtime.plugin->synthesizer()->circuit_load(device, *view);
      if (!made) return std::move(made).error();
      *loaded = runtime.circuits.add(std::move(*made));
      return {};
    });
  }

  static lks_status circuit_retain(lks_loaded_circuit* circuit, lks_error* error) noexcept {
    return call<P>(error, [&](Runtime& runtime) { return runtime.circuits.retain(circuit); });
  }

  static lks_status circuit_release(lks_loaded_circuit* circuit, lks_error* error) noexcept {
    return call<P>(error, [&](Runtime& runtime) { return runtime.circuits.release(circuit); });
  }

  static lks_status evaluate(lks_loaded_circuit* circuit, const lks_evaluate_args* args, lks_buffer* a,
                             lks_buffer* b, lks_buffer* c, lks_error* error) noexcept {
    return call<P>(error, [&](Runtime& runtime) -> Result<void> {
      if (a == b || b == c || a == c) {
        return Error(Code::kInvalidArgument, "a, b and c need a buffer each");
      }
      const auto used = runtime.circuits.use(circuit);
      if (!used) return used.error();
      const auto given = read_input(args, "args");
      if (!given) return given.error();
      const auto witness = read_witness(given->witness, **used);
      if (!witness) return witness.error();
      const auto used_a = runtime.buffers.use_exclusive(a);
      if (!used_a) return used_a.error();
      const auto used_b = runtime.buffers.use_exclusive(b);
      if (!used_b) return used_b.error();
      const auto used_c = runtime.buffers.use_exclusive(c);
      if (!used_c) return used_c.error();
      if (auto checked = check_result_buffer(**used_a, **used, "a"); !checked) return checked;
      if (auto checked = check_result_buffer(**used_b, **used, "b"); !checked) return checked;
      if (auto checked = check_result_buffer(**used_c, **used, "c"); !checked) return checked;
      return (*used)->evaluate({*witness, CancelToken(runtime.host, given->cancel), given->parent}, **used_a,
                               **used_b, **used_c);
    });
  }

  static lks_synthesizer table() noexcept {
    return {.struct_size = sizeof(lks_synthesizer),
            .reserved = 0,
            .circuit_load = circuit_load,
            .circuit_retain = circuit_retain,
            .circuit_release = circuit_release,
            .evaluate = evaluate};
  }
};

}  // namespace lockstep::sdk::detail
