// SPDX-License-Identifier: Apache-2.0
#include "synthesizer_adapter.hpp"

#include <fmt/format.h>

#include "abi_call.hpp"
#include "memory_adapter.hpp"

namespace lockstep::backend {

Result<void> check_witness(const circuit::Witness& witness, const circuit::CompiledCircuit& circuit) {
  if (witness.curve != circuit.curve) {
    return Error{ErrorCode::kMismatch,
                 fmt::format("{}: the witness is of curve {}, the circuit of {}", witness.origin,
                             curve_name(witness.curve), curve_name(circuit.curve))};
  }
  if (witness.values.size() != circuit.variable_count) {
    return Error{ErrorCode::kMismatch,
                 fmt::format("{}: the witness has {} values, the circuit {} variables", witness.origin,
                             witness.values.size(), circuit.variable_count)};
  }
  return {};
}

PluginCircuit::PluginCircuit(std::shared_ptr<PluginCore> core, std::uint32_t device,
                             std::shared_ptr<const circuit::CompiledCircuit> circuit)
    : core_(std::move(core)), device_(device), circuit_(std::move(circuit)), descriptor_(*circuit_) {}

Result<void> PluginCircuit::load() {
  AbiError error;
  const lks_status status =
      call_plugin(core_->synthesizer->circuit_load, device_, descriptor_.get(), &handle_, error.out());
  if (status != LKS_OK) {
    handle_ = nullptr;
    return error.to_error(core_->id(), "loading the circuit", status);
  }
  if (handle_ == nullptr)
    return Error{ErrorCode::kBackend, core_->id() + ": loading the circuit gave no handle"};
  return {};
}

PluginCircuit::~PluginCircuit() {
  if (handle_ == nullptr) return;
  AbiError error;
  const lks_status status = call_plugin(core_->synthesizer->circuit_release, handle_, error.out());
  if (status != LKS_OK) {
    core_->log(LogLevel::kError, error.to_error(core_->id(), "releasing a circuit", status).message);
  }
}

Result<std::shared_ptr<LoadedCircuit>> PluginSynthesizer::load(
    std::uint32_t device, std::shared_ptr<const circuit::CompiledCircuit> circuit) {
  if (!circuit) return Error{ErrorCode::kUsage, "no circuit was given to load"};
  auto loaded = std::make_shared<PluginCircuit>(core_, device, std::move(circuit));
  if (Result<void> done = loaded->load(); !done) return std::move(done).error();
  return std::shared_ptr<LoadedCircuit>(std::move(loaded));
}

Result<void> PluginSynthesizer::evaluate(LoadedCircuit& circuit, const circuit::Witness& witness, Buffer& a,
                                         Buffer& b, Buffer& c, CancelToken cancel, timing::SpanId parent) {
  const auto* const loaded = dynamic_cast<const PluginCircuit*>(&circuit);
  const PluginBuffer* const buffers[] = {dynamic_cast<const PluginBuffer*>(&a),
                                         dynamic_cast<const PluginBuffer*>(&b),
                                         dynamic_cast<const PluginBuffer*>(&c)};
  bool ours = loaded != nullptr && loaded->is_of(*core_);
  for (const PluginBuffer* buffer : buffers) ours = ours && buffer != nullptr && buffer->is_of(*core_);
  if (!ours) {
    return Error{ErrorCode::kUsage,
                 core_->id() + ": evaluation of a circuit or into buffers of another backend"};
  }
  if (Result<void> fits = check_witness(witness, loaded->circuit()); !fits) return fits;
  const WitnessDescriptor descriptor(witness, false);
  lks_evaluate_args args{};
  args.struct_size = sizeof args;
  args.witness = descriptor.get();
  args.cancel = cancel;
  args.parent = parent;
  AbiError error;
  const lks_status status =
      call_plugin(core_->synthesizer->evaluate, loaded->handle(), &args, buffers[0]->handle(),
                  buffers[1]->handle(), buffers[2]->handle(), error.out());
  if (status == LKS_OK) return {};
  return error.to_error(core_->id(), "evaluating the circuit", status);
}

}  // namespace lockstep::backend
