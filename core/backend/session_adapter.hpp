// SPDX-License-Identifier: Apache-2.0
// Session over a plugin's table.
#pragma once

#include <array>
#include <atomic>
#include <memory>
#include <optional>

#include "abi_call.hpp"
#include "abi_descriptors.hpp"
#include "lockstep/backend/prover.hpp"
#include "plugin_core.hpp"

namespace lockstep::backend {

/// A job's arguments; wiped of r and s when it goes.
class ProveArguments {
 public:
  explicit ProveArguments(const ProveRequest& request);
  ~ProveArguments();
  ProveArguments(const ProveArguments&) = delete;
  ProveArguments& operator=(const ProveArguments&) = delete;

  const lks_prove_args* get() const { return &args_; }

 private:
  circuit::Witness witness_;  // keeps the values alive
  WitnessDescriptor descriptor_;
  circuit::ScalarLimbs r_;
  circuit::ScalarLimbs s_;
  lks_prove_args args_{};
};

class PluginSession final : public Session {
 public:
  PluginSession(std::shared_ptr<PluginCore> core, std::shared_ptr<LoadedCircuit> circuit,
                std::shared_ptr<LoadedKey> key, lks_session* handle);
  ~PluginSession() override;
  PluginSession(const PluginSession&) = delete;
  PluginSession& operator=(const PluginSession&) = delete;

  Result<groth16::AnyProof> prove(const ProveRequest& request) override;
  bool can_start() const override { return core_->groth16->start != nullptr; }
  Result<void> start(const ProveRequest& request) override;
  Result<std::optional<groth16::AnyProof>> wait(std::chrono::nanoseconds timeout) override;
  Result<void> cancel() override;
  BackendFailure last_failure() const override { return failure_; }

 private:
  std::shared_ptr<PluginCore> core_;
  std::shared_ptr<LoadedCircuit> circuit_;
  std::shared_ptr<LoadedKey> key_;
  lks_session* handle_;
  std::optional<ProveArguments> running_;  // of the started job
  BackendFailure failure_;

  Result<void> check(const ProveRequest& request) const;
  Error fail(const AbiError& error, lks_status status);
  Result<groth16::AnyProof> take(const lks_groth16_proof& proof);
};

}  // namespace lockstep::backend
