// SPDX-License-Identifier: Apache-2.0
#include "lockstep/formats/bellman.hpp"

#include "fuzz.hpp"

using namespace lockstep;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const auto key = formats::read_bellman_vk(fuzz::input(data, size));
  if (!key) {
    fuzz::require_sentence(key.error().message);
    return 0;
  }
  fuzz::require(size == 868 + 96 * key->ic.size(), "a key is as long as its count says");
  return 0;
}
