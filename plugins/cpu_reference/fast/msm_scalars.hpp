// SPDX-License-Identifier: Apache-2.0
// What kind of scalar it is: that decides what it costs.
#pragma once

#include <cstdint>

#include "../views.hpp"
#include "lockstep/algebra/wide.hpp"

namespace lockstep::cpu_reference {

enum class ScalarKind : std::uint8_t { kZero, kOne, kShort, kLong };

/// kOne and kShort stand for a magnitude, negative or not.
struct SortedScalar {
  ScalarKind kind;
  bool negative;
  std::uint64_t magnitude;  ///< but for kLong
};

/// Short scalars are below 2^kShortBits.
inline constexpr unsigned kShortBits = 63;

/// `scalar` is below the modulus of Fr, in standard form.
template <class Fr>
SortedScalar sort_scalar(const Scalar& scalar) {
  const auto sorted = [](std::uint64_t magnitude, bool negative) -> SortedScalar {
    if (magnitude == 0) return {ScalarKind::kZero, false, 0};
    if (magnitude == 1) return {ScalarKind::kOne, negative, 1};
    if (magnitude >> kShortBits != 0) return {ScalarKind::kLong, false, 0};
    return {ScalarKind::kShort, negative, magnitude};
  };
  if ((scalar[1] | scalar[2] | scalar[3]) == 0) return sorted(scalar[0], false);
  constexpr auto kModulus = Fr::modulus();
  if (scalar[3] != kModulus[3]) return {ScalarKind::kLong, false, 0};
  Scalar opposite{};
  algebra::wide::sub<4>(opposite, kModulus, scalar);
  if ((opposite[1] | opposite[2] | opposite[3]) != 0) return {ScalarKind::kLong, false, 0};
  return sorted(opposite[0], true);
}

}  // namespace lockstep::cpu_reference
