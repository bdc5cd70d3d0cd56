// SPDX-License-Identifier: Apache-2.0
#include "lockstep/formats/snarkjs_json.hpp"

#include "fuzz.hpp"

using namespace lockstep;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  for (const CurveId curve : {CurveId::kBn254, CurveId::kBls12_381}) {
    const auto proof = formats::read_proof_json(fuzz::input(data, size), curve);
    if (!proof) {
      fuzz::require_sentence(proof.error().message);
      continue;
    }
    const std::string text = formats::proof_json(*proof);
    const auto again = formats::read_proof_json(
        fuzz::input(reinterpret_cast<const std::uint8_t*>(text.data()), text.size()), curve);
    fuzz::require(again && *again == *proof, "a proof reads as it was written");
  }
  return 0;
}
