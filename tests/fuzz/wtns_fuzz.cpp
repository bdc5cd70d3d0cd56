// SPDX-License-Identifier: Apache-2.0
#include "lockstep/formats/wtns.hpp"

#include "fuzz.hpp"
#include "lockstep/algebra/curves.hpp"

using namespace lockstep;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const auto witness = formats::read_wtns(fuzz::input(data, size));
  if (!witness) {
    fuzz::require_sentence(witness.error().message);
    return 0;
  }
  algebra::with_curve(witness->curve, [&](auto curve) {
    for (const circuit::ScalarLimbs& value : witness->values) {
      fuzz::require(decltype(curve)::Fr::is_canonical(value), "a value is below the prime");
    }
  });
  fuzz::require(witness->values[0] == circuit::ScalarLimbs{1, 0, 0, 0}, "value 0 is 1");
  return 0;
}
