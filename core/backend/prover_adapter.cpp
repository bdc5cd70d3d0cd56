// SPDX-License-Identifier: Apache-2.0
#include "prover_adapter.hpp"

#include <fmt/format.h>

#include "abi_call.hpp"
#include "session_adapter.hpp"
#include "synthesizer_adapter.hpp"

namespace lockstep::backend {
namespace {

void report_progress(void* context, std::uint64_t done, std::uint64_t total) noexcept {
  try {
    (*static_cast<const Progress*>(context))(done, total);
  } catch (...) {  // progress is for show: the key is loaded without it
  }
}

}  // namespace

PluginKey::PluginKey(std::shared_ptr<PluginCore> core, std::uint32_t device,
                     std::shared_ptr<const groth16::ProvingKey> key)
    : core_(std::move(core)), device_(device), key_(std::move(key)), descriptor_(*key_) {}

Result<void> PluginKey::load(CancelToken cancel, const Progress& progress) {
  AbiError error;
  Progress shown = progress;
  const lks_status status =
      call_plugin(core_->groth16->key_load, device_, descriptor_.get(), cancel,
                  shown ? &report_progress : nullptr, static_cast<void*>(&shown), &handle_, error.out());
  if (status != LKS_OK) {
    handle_ = nullptr;
    return error.to_error(core_->id(), "loading the key", status);
  }
  if (handle_ == nullptr) return Error{ErrorCode::kBackend, core_->id() + ": loading the key gave no handle"};
  return {};
}

PluginKey::~PluginKey() {
  if (handle_ == nullptr) return;
  AbiError error;
  const lks_status status = call_plugin(core_->groth16->key_release, handle_, error.out());
  if (status != LKS_OK)
    core_->log(LogLevel::kError, error.to_error(core_->id(), "releasing a key", status).message);
}

Result<Estimate> PluginProver::estimate(std::uint32_t device, const circuit::CompiledCircuit& circuit,
                                        const groth16::ProvingKey& key, const Options& options) {
  const CircuitDescriptor circuit_descriptor(circuit);
  const KeyDescriptor key_descriptor(key);
  const OptionsDescriptor options_descriptor(options);
  lks_estimate raw{};
  raw.struct_size = sizeof raw;
  AbiError error;
  const lks_status status =
      call_plugin(core_->groth16->estimate, device, circuit_descriptor.get(), key_descriptor.get(),
                  options_descriptor.get(), options_descriptor.count(), &raw, error.out());
  if (status != LKS_OK) return error.to_error(core_->id(), "estimating memory", status);
  Estimate estimate;
  estimate.resident_device_bytes = raw.resident_device_bytes;
  estimate.resident_pinned_bytes = raw.resident_pinned_bytes;
  estimate.resident_pageable_bytes = raw.resident_pageable_bytes;
  estimate.session_device_bytes = raw.session_device_bytes;
  estimate.session_pinned_bytes = raw.session_pinned_bytes;
  estimate.session_pageable_bytes = raw.session_pageable_bytes;
  return estimate;
}

Result<std::shared_ptr<LoadedKey>> PluginProver::load_key(std::uint32_t device,
                                                          std::shared_ptr<const groth16::ProvingKey> key,
                                                          CancelToken cancel, const Progress& progress) {
  if (!key) return Error{ErrorCode::kUsage, "no key was given to load"};
  auto loaded = std::make_shared<PluginKey>(core_, device, std::move(key));
  if (Result<void> done = loaded->load(cancel, progress); !done) return std::move(done).error();
  return std::shared_ptr<LoadedKey>(std::move(loaded));
}

Result<std::unique_ptr<Session>> PluginProver::create_session(std::shared_ptr<LoadedCircuit> circuit,
                                                              std::shared_ptr<LoadedKey> key,
                                                              const Options& options) {
  const auto* const our_circuit = dynamic_cast<const PluginCircuit*>(circuit.get());
  const auto* const our_key = dynamic_cast<const PluginKey*>(key.get());
  if (our_circuit == nullptr || !our_circuit->is_of(*core_) || our_key == nullptr ||
      !our_key->is_of(*core_)) {
    return Error{ErrorCode::kUsage, core_->id() + ": a session over a circuit or a key of another backend"};
  }
  if (our_circuit->device() != our_key->device()) {
    return Error{ErrorCode::kUsage, fmt::format("{}: the circuit is on device {}, the key on device {}",
                                                core_->id(), our_circuit->device(), our_key->device())};
  }
  const OptionsDescriptor options_descriptor(options);
  lks_session_args args{};
  args.struct_size = sizeof args;
  args.device = our_key->device();
  args.circuit = our_circuit->handle();
  args.key = our_key->handle();
  args.options = options_descriptor.get();
  args.option_count = options_descriptor.count();
  lks_session* handle = nullptr;
  AbiError error;
  const lks_status status = call_plugin(core_->groth16->session_create, &args, &handle, error.out());
  if (status != LKS_OK) {
    Error failure = error.to_error(core_->id(), "creating a session", status);
    // The ABI's answer to a circuit and a key that don't belong together.
    if (status == LKS_E_INVALID_ARGUMENT) failure.code = ErrorCode::kMismatch;
    return failure;
  }
  if (handle == nullptr)
    return Error{ErrorCode::kBackend, core_->id() + ": creating a session gave no handle"};
  return std::unique_ptr<Session>(
      std::make_unique<PluginSession>(core_, std::move(circuit), std::move(key), handle));
}

}  // namespace lockstep::backend
