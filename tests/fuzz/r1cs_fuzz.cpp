// SPDX-License-Identifier: Apache-2.0
#include "lockstep/formats/r1cs.hpp"

#include "fuzz.hpp"

using namespace lockstep;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const auto circuit = formats::read_r1cs(fuzz::input(data, size));
  if (circuit) {
    fuzz::require_sound(*circuit);
  } else {
    fuzz::require_sentence(circuit.error().message);
  }
  return 0;
}
