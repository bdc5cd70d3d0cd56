// SPDX-License-Identifier: Apache-2.0
#include "lockstep/formats/bellman.hpp"

#include <algorithm>

#include "fuzz.hpp"

using namespace lockstep;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const auto proofs = formats::read_bellman_proofs(fuzz::input(data, size));
  if (!proofs) {
    fuzz::require_sentence(proofs.error().message);
    return 0;
  }
  const auto bytes = std::as_bytes(std::span(data, size));
  for (std::size_t i = 0; i < proofs->size(); ++i) {
    const auto encoded = formats::encode_bellman_proof((*proofs)[i]);
    fuzz::require(std::ranges::equal(encoded, bytes.subspan(i * encoded.size(), encoded.size())),
                  "a proof has one encoding");
  }
  return 0;
}
