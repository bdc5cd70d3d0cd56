// SPDX-License-Identifier: Apache-2.0
// The data of a proof as the algorithms see it.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>

#include "lockstep/algebra/point.hpp"

namespace lockstep::cpu_reference {

/// 32 bytes of Fr in standard form, below the modulus.
using Scalar = std::array<std::uint64_t, 4>;

/// Points of a query in Montgomery form, little-endian, x | y: the memory of an AffinePoint, at any address.
/// Coordinates of a key that was not checked may be anything; no algorithm may crash on them.
template <class G>
struct PointsView {
  const std::byte* data = nullptr;
  std::uint64_t count = 0;
  std::uint64_t stride_bytes = sizeof(algebra::AffinePoint<G>);

  algebra::AffinePoint<G> operator[](std::uint64_t i) const {
    algebra::AffinePoint<G> point;
    std::memcpy(&point, data + i * stride_bytes, sizeof point);
    return point;
  }
};

/// The scalars that belong to a query's points: values[index[i]], or values[i] where there is no index.
struct ScalarsView {
  const Scalar* values = nullptr;
  const std::uint32_t* index = nullptr;
  std::uint64_t count = 0;

  const Scalar& operator[](std::uint64_t i) const { return values[index != nullptr ? index[i] : i]; }
};

}  // namespace lockstep::cpu_reference
