// SPDX-License-Identifier: Apache-2.0
#include "lockstep/formats/snarkjs_json.hpp"

#include "fuzz.hpp"

using namespace lockstep;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const auto key = formats::read_verification_key_json(fuzz::input(data, size));
  if (!key) {
    fuzz::require_sentence(key.error().message);
    fuzz::require(key.error().code == ErrorCode::kMalformed, "any fault of a key is malformed");
    return 0;
  }
  const std::string text = formats::verification_key_json(*key);
  const auto again = formats::read_verification_key_json(
      fuzz::input(reinterpret_cast<const std::uint8_t*>(text.data()), text.size()));
  fuzz::require(again && formats::verification_key_json(*again) == text, "a key reads as it was written");
  return 0;
}
