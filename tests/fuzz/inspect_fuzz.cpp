// SPDX-License-Identifier: Apache-2.0
#include "lockstep/formats/inspect.hpp"

#include "fuzz.hpp"

using namespace lockstep;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const auto inspection = formats::inspect(fuzz::input(data, size));
  if (!inspection) fuzz::require_sentence(inspection.error().message);
  return 0;
}
