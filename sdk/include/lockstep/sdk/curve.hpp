// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "lockstep/abi/data.h"
#include "lockstep/abi/msm.h"
#include "lockstep/sdk/result.hpp"

namespace lockstep::sdk {

enum class Curve : std::uint32_t { kBn254 = LKS_CURVE_BN254, kBls12_381 = LKS_CURVE_BLS12_381 };
enum class Group : std::uint32_t { kG1 = LKS_GROUP_G1, kG2 = LKS_GROUP_G2 };
enum class PointEncoding : std::uint32_t {
  kMontgomery = LKS_POINTS_MONTGOMERY,
  kBellman = LKS_POINTS_BELLMAN,
};

/// Bit of a curve in lks_device_info.curves.
constexpr std::uint32_t curve_bit(Curve curve) noexcept {
  return 1u << static_cast<std::uint32_t>(curve);
}

/// Bytes of a coordinate's field: 32 or 48.
constexpr std::size_t coordinate_bytes(Curve curve) noexcept {
  return curve == Curve::kBn254 ? 32 : 48;
}

/// Bytes of an affine point, x | y, in every encoding.
constexpr std::size_t point_bytes(Curve curve, Group group) noexcept {
  return coordinate_bytes(curve) * (group == Group::kG1 ? 2 : 4);
}

/// A scalar of Fr: 4 little-endian 64-bit limbs, in the form that the field's documentation says. Its address
/// has no alignment.
using ScalarBytes = std::span<const std::uint8_t, LKS_SCALAR_BYTES>;

inline Result<Curve> read_curve(std::uint32_t curve) noexcept {
  if (curve != LKS_CURVE_BN254 && curve != LKS_CURVE_BLS12_381) {
    return Error(Code::kUnsupported, "curve ", curve, " is not known");
  }
  return static_cast<Curve>(curve);
}

inline Result<Group> read_group(std::uint32_t group) noexcept {
  if (group != LKS_GROUP_G1 && group != LKS_GROUP_G2) {
    return Error(Code::kInvalidArgument, "group ", group, " is neither G1 (1) nor G2 (2)");
  }
  return static_cast<Group>(group);
}

inline Result<PointEncoding> read_point_encoding(std::uint32_t encoding, Curve curve) noexcept {
  switch (encoding) {
    case LKS_POINTS_MONTGOMERY:
      return PointEncoding::kMontgomery;
    case LKS_POINTS_BELLMAN:
      if (curve == Curve::kBls12_381) return PointEncoding::kBellman;
      return Error(Code::kUnsupported, "bellman's point encoding exists for BLS12-381 only");
    default:
      return Error(Code::kUnsupported, "point encoding ", encoding, " is not known");
  }
}

/// `bytes` behind a pointer that must not be NULL.
inline Result<ScalarBytes> read_scalar(const void* scalar, const char* name) noexcept {
  if (scalar == nullptr) return Error(Code::kInvalidArgument, name, " is NULL");
  return ScalarBytes(static_cast<const std::uint8_t*>(scalar), LKS_SCALAR_BYTES);
}

}  // namespace lockstep::sdk
