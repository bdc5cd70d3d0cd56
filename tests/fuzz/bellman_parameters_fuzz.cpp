// SPDX-License-Identifier: Apache-2.0
#include "lockstep/formats/bellman.hpp"

#include "../core/formats/example_circuit.hpp"
#include "fuzz.hpp"
#include "lockstep/formats/check_points.hpp"
#include "lockstep/formats/r1cs.hpp"

using namespace lockstep;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const circuit::CompiledCircuit circuit =
      *formats::read_r1cs(test::source_of(test::example_r1cs<algebra::Bls12_381>()));
  const auto key = formats::read_bellman_parameters(fuzz::input(data, size), circuit);
  if (!key) {
    fuzz::require_sentence(key.error().message);
    return 0;
  }
  fuzz::require(key->a.count == 4 && key->b1.count == 2 && key->b2.count == 2,
                "queries are as the circuit says");
  const auto sound = formats::check_points(*key);
  if (!sound) fuzz::require_sentence(sound.error().message);
  return 0;
}
