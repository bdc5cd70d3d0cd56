// SPDX-License-Identifier: Apache-2.0
// One proof at a time: the phases of a Groth16 proof, in order, each with its span in both layers.
#pragma once

#include <memory>

#include "algorithms.hpp"
#include "circuit.hpp"
#include "key.hpp"
#include "lockstep/sdk/groth16.hpp"
#include "memory_pool.hpp"

namespace lockstep::cpu_reference {

template <class Curve>
class CpuSession final : public sdk::Session {
 public:
  CpuSession(sdk::Host host, std::shared_ptr<MemoryPool> pool, const Algorithms<Curve>& algorithms,
             std::shared_ptr<sdk::Circuit> circuit, std::shared_ptr<sdk::Key> key)
      : host_(host),
        pool_(std::move(pool)),
        algorithms_(algorithms),
        circuit_(std::move(circuit)),
        key_(std::move(key)) {}

  sdk::Result<sdk::Proof> prove(const sdk::ProveJob& job) override;

  /// Peak of what prove() takes for a witness that is one array of field elements.
  static std::uint64_t peak_bytes(const Algorithms<Curve>& algorithms, const sdk::KeyView& key,
                                  std::uint32_t workers);

 private:
  sdk::Host host_;
  std::shared_ptr<MemoryPool> pool_;
  const Algorithms<Curve>& algorithms_;
  std::shared_ptr<sdk::Circuit> circuit_;
  std::shared_ptr<sdk::Key> key_;
};

}  // namespace lockstep::cpu_reference
