// SPDX-License-Identifier: Apache-2.0
// The curves this engine knows, as a value that files and interfaces can carry.
#pragma once

#include <cstdint>
#include <string_view>

namespace lockstep {

// The numbers are part of the plugin ABI: never renumber.
enum class CurveId : std::uint32_t { kBn254 = 1, kBls12_381 = 2 };

// Name in our own interfaces, "bn254" or "bls12_381"; empty for a value that is no curve.
constexpr std::string_view curve_name(CurveId id) {
  switch (id) {
    case CurveId::kBn254:
      return "bn254";
    case CurveId::kBls12_381:
      return "bls12_381";
  }
  return {};
}

}  // namespace lockstep
