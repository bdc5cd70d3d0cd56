// SPDX-License-Identifier: Apache-2.0
#include "lockstep/formats/snarkjs_json.hpp"

#include "fuzz.hpp"

using namespace lockstep;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  for (const CurveId curve : {CurveId::kBn254, CurveId::kBls12_381}) {
    const auto inputs = formats::read_public_json(fuzz::input(data, size), curve);
    if (!inputs) {
      fuzz::require_sentence(inputs.error().message);
      continue;
    }
    const std::string text = formats::public_json(*inputs);
    const auto again = formats::read_public_json(
        fuzz::input(reinterpret_cast<const std::uint8_t*>(text.data()), text.size()), curve);
    fuzz::require(again && *again == *inputs, "public inputs read as they were written");
  }
  return 0;
}
