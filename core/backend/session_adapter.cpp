// SPDX-License-Identifier: Apache-2.0
#include "session_adapter.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>

#include "synthesizer_adapter.hpp"

namespace lockstep::backend {

ProveArguments::ProveArguments(const ProveRequest& request)
    : witness_(request.witness),
      descriptor_(witness_, request.witness_is_public),
      r_(request.r),
      s_(request.s) {
  args_.struct_size = sizeof args_;
  args_.partition = request.partition;
  args_.job = request.job;
  args_.witness = descriptor_.get();
  args_.r = reinterpret_cast<const std::uint8_t*>(r_.data());
  args_.s = reinterpret_cast<const std::uint8_t*>(s_.data());
  args_.cancel = request.cancel;
  args_.parent = request.parent;
}

ProveArguments::~ProveArguments() {
  explicit_bzero(r_.data(), sizeof r_);
  explicit_bzero(s_.data(), sizeof s_);
}

PluginSession::PluginSession(std::shared_ptr<PluginCore> core, std::shared_ptr<LoadedCircuit> circuit,
                             std::shared_ptr<LoadedKey> key, lks_session* handle)
    : core_(std::move(core)), circuit_(std::move(circuit)), key_(std::move(key)), handle_(handle) {}

PluginSession::~PluginSession() {
  AbiError error;
  if (running_) {
    static_cast<void>(call_plugin(core_->groth16->cancel, handle_, error.out()));
    lks_groth16_proof proof{};
    proof.struct_size = sizeof proof;
    static_cast<void>(call_plugin(core_->groth16->wait, handle_, LKS_WAIT_FOREVER, &proof, error.out()));
  }
  const lks_status status = call_plugin(core_->groth16->session_destroy, handle_, error.out());
  if (status != LKS_OK) {
    core_->log(LogLevel::kError, error.to_error(core_->id(), "destroying a session", status).message);
  }
}

Result<void> PluginSession::check(const ProveRequest& request) const {
  if (running_) return Error{ErrorCode::kUsage, core_->id() + ": the session runs a job already"};
  return check_witness(request.witness, circuit_->circuit());
}

Error PluginSession::fail(const AbiError& error, lks_status status) {
  failure_ = error.failure(status);
  return error.to_error(core_->id(), "proving", status);
}

Result<groth16::AnyProof> PluginSession::take(const lks_groth16_proof& proof) {
  return read_proof(proof, key_->key().curve, core_->id());
}

Result<groth16::AnyProof> PluginSession::prove(const ProveRequest& request) {
  if (Result<void> sound = check(request); !sound) return std::move(sound).error();
  const ProveArguments arguments(request);
  lks_groth16_proof proof{};
  proof.struct_size = sizeof proof;
  AbiError error;
  const lks_status status = call_plugin(core_->groth16->prove, handle_, arguments.get(), &proof, error.out());
  if (status != LKS_OK) return fail(error, status);
  return take(proof);
}

Result<void> PluginSession::start(const ProveRequest& request) {
  if (!can_start())
    return Error{ErrorCode::kBackend, core_->id() + ": can't start a job without waiting for it"};
  if (Result<void> sound = check(request); !sound) return sound;
  running_.emplace(request);
  AbiError error;
  const lks_status status = call_plugin(core_->groth16->start, handle_, running_->get(), error.out());
  if (status == LKS_OK) return {};
  running_.reset();
  return fail(error, status);
}

Result<std::optional<groth16::AnyProof>> PluginSession::wait(std::chrono::nanoseconds timeout) {
  if (!running_) return Error{ErrorCode::kUsage, core_->id() + ": the session runs no job to wait for"};
  lks_groth16_proof proof{};
  proof.struct_size = sizeof proof;
  const std::int64_t ns = std::max<std::int64_t>(timeout.count(), 0);
  const std::uint64_t limit =
      timeout == std::chrono::nanoseconds::max() ? LKS_WAIT_FOREVER : static_cast<std::uint64_t>(ns);
  AbiError error;
  const lks_status status = call_plugin(core_->groth16->wait, handle_, limit, &proof, error.out());
  if (status == LKS_E_TIMEOUT) return std::optional<groth16::AnyProof>();
  running_.reset();
  if (status != LKS_OK) return fail(error, status);
  Result<groth16::AnyProof> points = take(proof);
  if (!points) return std::move(points).error();
  return std::optional(*std::move(points));
}

Result<void> PluginSession::cancel() {
  if (!can_start()) return Error{ErrorCode::kBackend, core_->id() + ": has no job to cancel"};
  AbiError error;
  const lks_status status = call_plugin(core_->groth16->cancel, handle_, error.out());
  if (status == LKS_OK) return {};
  return error.to_error(core_->id(), "cancelling", status);
}

}  // namespace lockstep::backend
