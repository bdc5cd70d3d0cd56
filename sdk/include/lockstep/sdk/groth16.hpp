// SPDX-License-Identifier: Apache-2.0
// The prover (interface "lockstep.groth16/1"), to derive from.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <memory>
#include <span>
#include <string_view>

#include "lockstep/abi/groth16.h"
#include "lockstep/sdk/key_view.hpp"
#include "lockstep/sdk/synthesizer.hpp"

namespace lockstep::sdk {

/// A backend's own knobs, as text.
class Options {
 public:
  explicit Options(std::span<const lks_option> options) noexcept : options_(options) {}

  /// The value of the last option of that name, or `otherwise`.
  std::string_view get(std::string_view key, std::string_view otherwise = {}) const noexcept {
    for (auto option = options_.rbegin(); option != options_.rend(); ++option) {
      if (key == option->key) return option->value;
    }
    return otherwise;
  }
  /// kUnsupported for an option that is not among `known`.
  Result<void> expect_among(std::span<const std::string_view> known) const noexcept {
    for (const lks_option& option : options_) {
      if (std::find(known.begin(), known.end(), option.key) == known.end()) {
        return Error(Code::kUnsupported, "option '", option.key, "' is not known to this backend");
      }
    }
    return {};
  }

 private:
  std::span<const lks_option> options_;
};

/// A key that is ready on a device. Shared by sessions; the last owner to go gives the host's memory back.
class Key {
 public:
  Key(std::uint32_t device, const KeyView& view) noexcept
      : device_(device),
        curve_(view.curve),
        variable_count_(view.variable_count),
        public_count_(view.public_count),
        domain_log2_(view.domain_log2) {}
  Key(const Key&) = delete;
  Key& operator=(const Key&) = delete;
  virtual ~Key() = default;

  std::uint32_t device() const noexcept { return device_; }
  Curve curve() const noexcept { return curve_; }
  std::uint64_t variable_count() const noexcept { return variable_count_; }
  std::uint64_t public_count() const noexcept { return public_count_; }
  std::uint32_t domain_log2() const noexcept { return domain_log2_; }

 private:
  std::uint32_t device_;
  Curve curve_;
  std::uint64_t variable_count_;
  std::uint64_t public_count_;
  std::uint32_t domain_log2_;
};

/// Progress of a long load, told to the host from the calling thread.
class Progress {
 public:
  using Function = void (*)(void* context, std::uint64_t done, std::uint64_t total);
  Progress(Function function, void* context) noexcept : function_(function), context_(context) {}
  void tell(std::uint64_t done, std::uint64_t total) const noexcept {
    if (function_ != nullptr) function_(context_, done, total);
  }

 private:
  Function function_;
  void* context_;
};

struct Estimate {
  std::uint64_t resident_device_bytes = 0;  ///< circuit and key, shared by sessions
  std::uint64_t resident_pinned_bytes = 0;
  std::uint64_t resident_pageable_bytes = 0;
  std::uint64_t session_device_bytes = 0;  ///< each session while it proves
  std::uint64_t session_pinned_bytes = 0;
  std::uint64_t session_pageable_bytes = 0;
};

struct ProveJob {
  std::uint64_t job = 0;        ///< for logs and errors
  std::uint32_t partition = 0;  ///< for logs and errors
  WitnessView witness;          ///< of the circuit's variable_count: the adapter has checked
  ScalarBytes r;                ///< STANDARD form; a secret. That it is below the modulus is yours to check
  ScalarBytes s;
  CancelToken cancel;
  SpanId parent;  ///< backend spans stand below it
};

/// Affine coordinates in STANDARD form, little-endian, packed at the curve's width, zero beyond; infinity is
/// all zero. a and c as x | y, b as x.c0 | x.c1 | y.c0 | y.c1.
struct Proof {
  std::array<std::uint8_t, 96> a{};
  std::array<std::uint8_t, 192> b{};
  std::array<std::uint8_t, 96> c{};
};

/// The working state of one proof at a time. Every function but cancel is [session-exclusive]: the adapter
/// refuses a second call with LKS_E_BUSY.
class Session {
 public:
  Session() = default;
  Session(const Session&) = delete;
  Session& operator=(const Session&) = delete;
  virtual ~Session() = default;

  /// Proves and blocks until done.
  virtual Result<Proof> prove(const ProveJob& job) = 0;

  /// The same in two steps, where Groth16Prover::asynchronous() says so. What `job` refers to stays lent
  /// until the wait() that ends the job, the ProveJob itself does not.
  virtual Result<void> start(const ProveJob& job) {
    static_cast<void>(job);
    return Error(Code::kUnimplemented, "this backend has no start");
  }
  /// kTimeout while the job runs on. Called between start() and the job's end only.
  virtual Result<Proof> wait(std::uint64_t timeout_ns) {
    static_cast<void>(timeout_ns);
    return Error(Code::kUnimplemented, "this backend has no wait");
  }
  /// Asks the running job, if any, to stop; the job still ends by wait(). [thread-safe]
  virtual Result<void> cancel() { return Error(Code::kUnimplemented, "this backend has no cancel"); }
};

/// What a session is made over. Circuit and key are the objects that this plugin's own circuit_load and
/// key_load gave, so that std::static_pointer_cast to their own types is right.
struct SessionRequest {
  std::uint32_t device = 0;
  std::shared_ptr<Circuit> circuit;
  std::shared_ptr<Key> key;
  Options options;
};

class Groth16Prover {
 public:
  Groth16Prover() = default;
  Groth16Prover(const Groth16Prover&) = delete;
  Groth16Prover& operator=(const Groth16Prover&) = delete;
  virtual ~Groth16Prover() = default;

  /// Peak bytes beside what the host lends; peak <= estimate <= 1.15 peak. Loads nothing. [thread-safe]
  virtual Result<Estimate> estimate(std::uint32_t device, const CircuitView& circuit, const KeyView& key,
                                    const Options& options) = 0;

  /// What `key` refers to is lent until the Key goes, its reader until this returns. [thread-safe]
  virtual Result<std::unique_ptr<Key>> key_load(std::uint32_t device, const KeyView& key, CancelToken cancel,
                                                const Progress& progress) = 0;

  /// Circuit and key are of this device and belong together as far as counts and curve tell: the adapter has
  /// checked. [thread-safe]
  virtual Result<std::unique_ptr<Session>> session_create(const SessionRequest& request) = 0;

  /// Whether sessions have start, wait and cancel. Constant. [thread-safe]
  virtual bool asynchronous() const noexcept { return false; }
};

}  // namespace lockstep::sdk
