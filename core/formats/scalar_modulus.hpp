// SPDX-License-Identifier: Apache-2.0
// The primes in a file's head, and what curve they mean.
#pragma once

#include <array>
#include <optional>
#include <span>
#include <string>

#include "fault.hpp"
#include "little_endian.hpp"
#include "lockstep/algebra/curves.hpp"
#include "lockstep/circuit/compiled_circuit.hpp"

namespace lockstep::formats {

inline constexpr std::uint32_t kScalarBytes = 32;
inline constexpr std::array kCurveIds = {CurveId::kBn254, CurveId::kBls12_381};

/// The order r of the curve's groups, standard form.
inline circuit::ScalarLimbs scalar_modulus(CurveId curve) {
  return algebra::with_curve(curve, [](auto c) { return decltype(c)::Fr::modulus(); });
}

inline bool is_below(const circuit::ScalarLimbs& value, const circuit::ScalarLimbs& bound) {
  for (std::size_t i = value.size(); i-- > 0;) {
    if (value[i] != bound[i]) return value[i] < bound[i];
  }
  return false;
}

/// A little-endian number of any width, for messages.
inline std::string hexadecimal(std::span<const std::byte> little_endian) {
  std::string text = "0x";
  for (std::size_t i = little_endian.size(); i-- > 0;) {
    text += fmt::format("{:02x}", static_cast<unsigned>(little_endian[i]));
  }
  return text;
}

/// The curve whose scalar field has the 32-byte little-endian modulus at `prime`.
inline Result<CurveId> curve_of_scalar_modulus(const ByteSource& source, std::string_view place,
                                               std::span<const std::byte> prime) {
  for (const CurveId curve : kCurveIds) {
    if (load<circuit::ScalarLimbs>(prime.data()) == scalar_modulus(curve)) return curve;
  }
  return fault(source, place, "the order of bn254 or bls12_381 as the prime", hexadecimal(prime));
}

}  // namespace lockstep::formats
