// SPDX-License-Identifier: Apache-2.0
#include "prover.hpp"

#include <array>
#include <string_view>

#include "circuit.hpp"
#include "failure.hpp"
#include "host_executor.hpp"
#include "key.hpp"
#include "session.hpp"
#include "variants.hpp"

namespace lockstep::cpu_reference {
namespace {

constexpr std::array<std::string_view, 1> kKnownOptions = {"variant"};

template <class Curve>
sdk::Result<const Algorithms<Curve>*> chosen_variant(const sdk::Options& options) {
  if (sdk::Result<void> known = options.expect_among(kKnownOptions); !known) return known.error();
  const std::string_view name = options.get("variant", kDefaultVariant);
  const Algorithms<Curve>* algorithms = variant<Curve>(name);
  if (algorithms != nullptr) return algorithms;
  return sdk::Error(sdk::Code::kUnsupported, "option 'variant': expected fast or textbook, found '", name,
                    "'");
}

}  // namespace

sdk::Result<sdk::Estimate> CpuProver::estimate(std::uint32_t, const sdk::CircuitView&,
                                               const sdk::KeyView& key, const sdk::Options& options) {
  return with_curve(key.curve, [&]<class Curve>(Curve) -> sdk::Result<sdk::Estimate> {
    const auto algorithms = chosen_variant<Curve>(options);
    if (!algorithms) return algorithms.error();
    sdk::Estimate estimate;
    estimate.resident_pageable_bytes = CpuKey<Curve>::resident_bytes(key);
    estimate.session_pageable_bytes = CpuSession<Curve>::peak_bytes(**algorithms, key, host_.worker_count());
    return estimate;
  });
}

sdk::Result<std::unique_ptr<sdk::Key>> CpuProver::key_load(std::uint32_t device, const sdk::KeyView& key,
                                                           sdk::CancelToken cancel,
                                                           const sdk::Progress& progress) {
  return guarded([&]() -> sdk::Result<std::unique_ptr<sdk::Key>> {
    HostExecutor executor(host_, *pool_, cancel.id(), nullptr);
    return with_curve(
        key.curve, [&]<class Curve>(Curve) { return CpuKey<Curve>::load(device, key, executor, progress); });
  });
}

sdk::Result<std::unique_ptr<sdk::Session>> CpuProver::session_create(const sdk::SessionRequest& request) {
  return with_curve(
      request.key->curve(), [&]<class Curve>(Curve) -> sdk::Result<std::unique_ptr<sdk::Session>> {
        const auto algorithms = chosen_variant<Curve>(request.options);
        if (!algorithms) return algorithms.error();
        if (request.circuit->row_count() > std::uint64_t{1} << request.key->domain_log2()) {
          return sdk::Error(sdk::Code::kInvalidArgument, "the circuit has ", request.circuit->row_count(),
                            " rows, more than the key's domain of 2^", request.key->domain_log2());
        }
        return std::unique_ptr<sdk::Session>(
            std::make_unique<CpuSession<Curve>>(host_, pool_, **algorithms, request.circuit, request.key));
      });
}

}  // namespace lockstep::cpu_reference
