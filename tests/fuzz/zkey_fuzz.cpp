// SPDX-License-Identifier: Apache-2.0
#include "lockstep/formats/zkey.hpp"

#include "fuzz.hpp"

using namespace lockstep;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const auto zkey = formats::read_zkey(fuzz::input(data, size));
  if (!zkey) {
    fuzz::require_sentence(zkey.error().message);
    return 0;
  }
  fuzz::require_sound(zkey->circuit);
  const groth16::ProvingKey& key = zkey->key;
  fuzz::require(key.variable_count == zkey->circuit.variable_count,
                "key and circuit have the same variables");
  fuzz::require(zkey->circuit.row_count() <= key.h.count, "the domain has room for every row");
  return 0;
}
