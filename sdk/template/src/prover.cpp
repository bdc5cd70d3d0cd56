// SPDX-License-Identifier: Apache-2.0
#include "prover.hpp"

namespace acme {

sdk::Result<sdk::Estimate> Prover::estimate(std::uint32_t, const sdk::CircuitView&, const sdk::KeyView&,
                                            const sdk::Options& options) {
  // An option that is not known is refused, never ignored.
  if (auto known = options.expect_among({}); !known) return std::move(known).error();
  return sdk::Error(sdk::Code::kUnimplemented, "the template has no memory plan");
}

sdk::Result<std::unique_ptr<sdk::Key>> Prover::key_load(std::uint32_t, const sdk::KeyView&, sdk::CancelToken,
                                                        const sdk::Progress&) {
  return sdk::Error(sdk::Code::kUnimplemented, "the template does not load keys");
}

sdk::Result<std::unique_ptr<sdk::Session>> Prover::session_create(const sdk::SessionRequest&) {
  return sdk::Error(sdk::Code::kUnimplemented, "the template does not prove");
}

}  // namespace acme
