// SPDX-License-Identifier: Apache-2.0
// The plugin itself, to derive from.
#pragma once

#include <string_view>

#include "lockstep/sdk/groth16.hpp"
#include "lockstep/sdk/memory.hpp"
#include "lockstep/sdk/primitives.hpp"
#include "lockstep/sdk/synthesizer.hpp"

namespace lockstep::sdk {

/// How much the adapter verifies at run time. A breach is logged and refused before it can do harm.
///  - kOff: arguments and handles. A handle that was released, or is of another kind, is always refused.
///  - kCaller: and that the host keeps the thread tags: two calls at once on what is [session-exclusive], a
///    release under a running call, handles that are still held at deinit.
///  - kFull: and that the plugin keeps its own duties: reservations balance, spans end, and a proof tells
///  each
///    canonical phase once in each layer. For development; costs a lock a span.
enum class Checking { kOff, kCaller, kFull };

/// Who the plugin is, known before any of its code runs. Literals: the host reads the pointers at any time.
struct PluginInfo {
  const char* id;             ///< [a-z0-9_.-]{1,64}
  const char* vendor;         ///< for a person
  const char* version;        ///< the plugin's own
  const char* build_id = "";  ///< tells two builds apart
};

/// Derive, and add:
///   static constexpr sdk::PluginInfo kInfo = {...};
///   static sdk::Result<std::unique_ptr<Derived>> create(sdk::Host host);   // init; no device is no failure
/// The destructor is deinit: it leaves no thread and no open file behind. An interface that is not offered is
/// a nullptr; what is offered is constant and lives as long as the plugin.
class Plugin {
 public:
  static constexpr Checking kChecking = Checking::kCaller;

  Plugin() = default;
  Plugin(const Plugin&) = delete;
  Plugin& operator=(const Plugin&) = delete;
  virtual ~Plugin() = default;

  virtual MemoryManager* memory() noexcept = 0;
  virtual Synthesizer* synthesizer() noexcept = 0;
  virtual Groth16Prover* groth16() noexcept = 0;
  virtual Msm* msm() noexcept { return nullptr; }
  virtual Ntt* ntt() noexcept { return nullptr; }
};

}  // namespace lockstep::sdk
