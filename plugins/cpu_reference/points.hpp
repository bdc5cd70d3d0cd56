// SPDX-License-Identifier: Apache-2.0
// Points of the host in whichever encoding, as points that the algorithms take.
#pragma once

#include <atomic>
#include <cstring>
#include <span>

#include "executor.hpp"
#include "lockstep/algebra/point_encoding.hpp"
#include "lockstep/sdk/curve.hpp"
#include "views.hpp"

namespace lockstep::cpu_reference {

/// One point of the key's own encoding. Refused are coordinates that are not canonical and points off the
/// curve.
template <class G>
algebra::DecodeStatus decode_point(sdk::PointEncoding encoding, const std::byte* from,
                                   algebra::AffinePoint<G>& to) {
  constexpr std::size_t kBytes = sizeof(algebra::AffinePoint<G>);
  const std::span<const std::uint8_t, kBytes> bytes(reinterpret_cast<const std::uint8_t*>(from), kBytes);
  if (encoding == sdk::PointEncoding::kMontgomery) return algebra::decode_zkey<G>(bytes, to);
  // Of the curves here, only BLS12-381 has bellman's encoding; the adapter has checked.
  if constexpr (sizeof(typename G::Field) % 48 == 0) {
    return algebra::decode_uncompressed<G>(bytes, to);
  } else {
    return algebra::DecodeStatus::kBadFlags;
  }
}

/// Decodes `count` packed points where they stand. Gives the index of one that is refused, or `count`. Throws
/// Cancelled.
template <class G>
std::uint64_t decode_points_in_place(sdk::PointEncoding encoding, std::byte* points, std::uint64_t count,
                                     Executor& executor) {
  constexpr std::uint64_t kGrain = 1 << 10;
  constexpr std::size_t kBytes = sizeof(algebra::AffinePoint<G>);
  std::atomic<std::uint64_t> bad{count};
  executor.run(count, kGrain, [&](std::uint64_t begin, std::uint64_t end, std::uint32_t) {
    for (std::uint64_t i = begin; i < end; ++i) {
      algebra::AffinePoint<G> point;
      if (decode_point<G>(encoding, points + i * kBytes, point) != algebra::DecodeStatus::kOk) {
        bad = i;
        return;
      }
      std::memcpy(points + i * kBytes, &point, kBytes);
    }
  });
  return bad;
}

}  // namespace lockstep::cpu_reference
