// SPDX-License-Identifier: Apache-2.0
// Points of a key file, decoded and checked.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "lockstep/algebra/point_encoding.hpp"
#include "lockstep/algebra/subgroup.hpp"
#include "lockstep/groth16/proving_key.hpp"
#include "lockstep/result.hpp"
#include "parallel.hpp"

namespace lockstep::formats {

inline const std::uint8_t* as_octets(const std::byte* bytes) {
  return reinterpret_cast<const std::uint8_t*>(bytes);
}

/// Both encodings of a key take x | y, packed.
template <class G>
inline constexpr std::size_t kPointBytes = sizeof(algebra::AffinePoint<G>);

/// Whether infinity is a legal value.
enum class Infinity { kLegal, kRefused };

/// What is wrong with a point, as the two halves of a sentence.
struct PointFault {
  std::string_view expected;  ///< empty: nothing is wrong
  std::string_view found;

  explicit operator bool() const { return !expected.empty(); }
};

inline PointFault point_fault(algebra::DecodeStatus status) {
  using algebra::DecodeStatus;
  switch (status) {
    case DecodeStatus::kOk:
      return {};
    case DecodeStatus::kNotCanonical:
      return {"coordinates below the modulus q", "one that is not below it"};
    case DecodeStatus::kNotOnCurve:
      return {"a point on the curve", "a point that is not on it"};
    case DecodeStatus::kNotInSubgroup:
      return {"a point in the subgroup of order r", "a point that is not in the subgroup"};
    case DecodeStatus::kBadFlags:
      return {"flag bits that fit the point's encoding", "other ones"};
  }
  return {"a point", "something else"};
}

/// What is wrong with a decoded point beyond its encoding.
template <class G>
PointFault membership_fault(const algebra::AffinePoint<G>& point, Infinity infinity) {
  if (point.is_infinity()) {
    return infinity == Infinity::kLegal ? PointFault{}
                                        : PointFault{"a finite point", "the point at infinity"};
  }
  return point_fault(algebra::in_subgroup(point) ? algebra::DecodeStatus::kOk
                                                 : algebra::DecodeStatus::kNotInSubgroup);
}

/// Decodes the point at `bytes` (kPointBytes<G> of them) and checks it wholly.
template <class G>
PointFault read_point(groth16::PointEncoding encoding, const std::byte* bytes, Infinity infinity,
                      algebra::AffinePoint<G>& point) {
  const std::span<const std::uint8_t, kPointBytes<G>> octets(as_octets(bytes), kPointBytes<G>);
  algebra::DecodeStatus status = algebra::DecodeStatus::kBadFlags;
  if (encoding == groth16::PointEncoding::kMontgomery) {
    status = algebra::decode_zkey<G>(octets, point);
  } else if constexpr (algebra::encoding_detail::kSpareBits<typename G::Field> >= 3) {
    status = algebra::decode_uncompressed<G>(octets, point);
  }
  if (const PointFault fault = point_fault(status)) return fault;
  return membership_fault(point, infinity);
}

struct IndexedFault {
  std::uint64_t index = 0;
  PointFault fault;
};

/// read_point() for a packed list, on all threads where it is long; the first fault, if any.
template <class G>
std::optional<IndexedFault> read_points(groth16::PointEncoding encoding, const std::byte* bytes,
                                        Infinity infinity, std::span<algebra::AffinePoint<G>> points) {
  constexpr std::size_t kChunkPoints = 256;
  std::vector<std::optional<IndexedFault>> faults((points.size() + kChunkPoints - 1) / kChunkPoints);
  for_each_chunk(faults.size(), [&](std::size_t chunk) {
    for (std::size_t i = chunk * kChunkPoints; i < std::min((chunk + 1) * kChunkPoints, points.size()); ++i) {
      const PointFault wrong = read_point<G>(encoding, bytes + i * kPointBytes<G>, infinity, points[i]);
      if (!wrong) continue;
      faults[chunk] = IndexedFault{i, wrong};
      return;
    }
  });
  for (const std::optional<IndexedFault>& found : faults) {
    if (found) return found;
  }
  return std::nullopt;
}

}  // namespace lockstep::formats
