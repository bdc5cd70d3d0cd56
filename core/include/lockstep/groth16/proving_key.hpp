// SPDX-License-Identifier: Apache-2.0
// A proving key as every reader gives it and every backend takes it: points stay where the file has them, in
// the file's own encoding.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "lockstep/algebra/curve_id.hpp"
#include "lockstep/circuit/compiled_circuit.hpp"
#include "lockstep/groth16/proof.hpp"

namespace lockstep::groth16 {

/// The encodings of points in a key; values as in the ABI (LKS_POINTS_...).
enum class PointEncoding : std::uint32_t { kMontgomery = 1, kBellman = 2 };

/// The bases of the H query; values as in the ABI (LKS_H_...).
enum class HBasis : std::uint32_t { kMonomial = 1, kCoset = 2 };

/// The points of one query: `count` points, packed, one per variable that has one.
struct Query {
  const std::byte* points = nullptr;
  std::uint64_t count = 0;
  std::uint64_t first_variable = 0;
  std::vector<std::uint64_t> density;  ///< empty: every variable; else bit i stands for first_variable + i
  std::uint64_t density_bits = 0;
};

/// Structure, counts and sizes have been checked by the reader; points have not (see check_points()).
struct ProvingKey {
  CurveId curve{};
  PointEncoding encoding{};
  HBasis h_basis{};
  std::uint64_t variable_count = 0;  ///< with the constant 1
  std::uint64_t public_count = 0;    ///< without the constant 1
  std::uint32_t domain_log2 = 0;
  circuit::ScalarLimbs
      domain_root{};  ///< standard form: the primitive 2^domain_log2-th root of unity of the key
  circuit::ScalarLimbs coset_shift{};  ///< standard form; kCoset only: squares to domain_root
  const std::byte* alpha_g1 = nullptr;
  const std::byte* beta_g1 = nullptr;
  const std::byte* beta_g2 = nullptr;
  const std::byte* delta_g1 = nullptr;
  const std::byte* delta_g2 = nullptr;
  Query a, b1, b2, l, h;
  AnyVerifyingKey verifying_key;        ///< carried by the key file itself; its points are checked
  std::shared_ptr<const void> storage;  ///< the mapped file
  std::string origin;                   ///< the file's path, for messages
};

}  // namespace lockstep::groth16
