// SPDX-License-Identifier: Apache-2.0
// A proving key on the CPU: the host's own memory where it is in Montgomery form, a converted copy where it
// is not.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "algorithms.hpp"
#include "lockstep/algebra/curves.hpp"
#include "lockstep/sdk/groth16.hpp"
#include "memory_pool.hpp"

namespace lockstep::cpu_reference {

/// The points of one query and, where variables are left out, the variable of each point.
template <class G>
struct LoadedQuery {
  PointsView<G> points;
  const std::uint32_t* variables = nullptr;  ///< null: first_variable + i
  std::uint64_t first_variable = 0;

  ScalarsView scalars(std::span<const Scalar> values) const {
    return variables != nullptr ? ScalarsView{values.data(), variables, points.count}
                                : ScalarsView{values.data() + first_variable, nullptr, points.count};
  }
};

template <class Curve>
class CpuKey final : public sdk::Key {
 public:
  using G1 = typename Curve::G1;
  using G2 = typename Curve::G2;

  /// Throws Failure and Cancelled; gives kBadKey for a domain or a single point that can't be.
  static sdk::Result<std::unique_ptr<sdk::Key>> load(std::uint32_t device, const sdk::KeyView& view,
                                                     Executor& executor, const sdk::Progress& progress);

  /// Bytes that load() will hold.
  static std::uint64_t resident_bytes(const sdk::KeyView& view);

  QuotientDomain<Curve> domain;
  typename Curve::G1Affine alpha_g1, beta_g1, delta_g1;
  typename Curve::G2Affine beta_g2, delta_g2;
  LoadedQuery<G1> a, b1, l, h;
  LoadedQuery<G2> b2;

 private:
  CpuKey(std::uint32_t device, const sdk::KeyView& view) : sdk::Key(device, view) {}

  template <class G>
  sdk::Result<LoadedQuery<G>> load_query(const sdk::KeyView& view, sdk::Query which, Executor& executor);

  std::vector<Block> blocks_;
};

}  // namespace lockstep::cpu_reference
