// SPDX-License-Identifier: Apache-2.0
// The optional interfaces "lockstep.msm/1" and "lockstep.ntt/1", to derive from: with them a proof that
// differs can be traced to the primitive.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

#include "lockstep/abi/msm.h"
#include "lockstep/abi/ntt.h"
#include "lockstep/sdk/curve.hpp"
#include "lockstep/sdk/host.hpp"

namespace lockstep::sdk {

struct MsmJob {
  Curve curve = Curve::kBn254;
  Group group = Group::kG1;
  PointEncoding point_encoding = PointEncoding::kMontgomery;
  const std::byte* points = nullptr;  ///< count points, not aligned
  std::uint64_t point_stride_bytes = 0;
  const std::byte* scalars = nullptr;  ///< count x 32 bytes, Fr STANDARD form, not aligned
  std::uint64_t count = 0;             ///< may be 0: the sum is infinity
  CancelToken cancel;
  SpanId parent = 0;
};

class Msm {
 public:
  Msm() = default;
  Msm(const Msm&) = delete;
  Msm& operator=(const Msm&) = delete;
  virtual ~Msm() = default;

  /// Writes the affine sum, encoded as a point of a Proof; `sum` has the group's size. [thread-safe]
  virtual Result<void> msm(std::uint32_t device, const MsmJob& job, std::span<std::uint8_t> sum) = 0;
};

enum class NttDirection : std::uint32_t {
  kForward = LKS_NTT_FORWARD,  ///< coefficients to values: out[i] = sum_j in[j] (shift root^i)^j
  kInverse = LKS_NTT_INVERSE,
};

struct NttJob {
  Curve curve = Curve::kBn254;
  NttDirection direction = NttDirection::kForward;
  std::uint32_t domain_log2 = 0;
  ScalarBytes root;                  ///< STANDARD form, a primitive 2^domain_log2-th root of unity
  std::optional<ScalarBytes> shift;  ///< STANDARD form, not 0; absent: 1
  CancelToken cancel;
  SpanId parent = 0;
};

class Ntt {
 public:
  Ntt() = default;
  Ntt(const Ntt&) = delete;
  Ntt& operator=(const Ntt&) = delete;
  virtual ~Ntt() = default;

  /// In place, natural order both ways: 2^domain_log2 x 32 bytes, Fr MONTGOMERY form. [thread-safe]
  virtual Result<void> ntt(std::uint32_t device, const NttJob& job, std::span<std::byte> values) = 0;
};

}  // namespace lockstep::sdk
