// SPDX-License-Identifier: Apache-2.0
// What a variant of this backend computes: the four algorithms of a Groth16 proof. Everything else (keys,
// memory, sessions, spans, assembly) is the same for both variants.
#pragma once

#include <cstdint>
#include <span>

#include "executor.hpp"
#include "lockstep/algebra/curves.hpp"
#include "lockstep/sdk/circuit_view.hpp"
#include "views.hpp"

namespace lockstep::cpu_reference {

/// The domain of a key and where its H query stands.
template <class Curve>
struct QuotientDomain {
  std::uint32_t log_size = 0;
  typename Curve::Fr root;  ///< primitive 2^log_size-th root of unity
  bool coset_basis = false;
  typename Curve::Fr coset_shift;  ///< with coset_basis; else the variant's own choice serves
};

/// Whether `root` has the order 2^log_size exactly.
template <class Fr>
bool is_primitive_root(const Fr& root, std::uint32_t log_size) {
  Fr power = root;
  for (std::uint32_t i = 1; i < log_size; ++i) power = power.square();
  return log_size == 0 ? power.is_one() : power == -Fr::one();
}

template <class Curve>
class Algorithms {
 public:
  using Fr = typename Curve::Fr;

  virtual ~Algorithms() = default;

  /// Peak of what the functions below take by Executor::scratch, for a domain and a number of variables.
  virtual std::uint64_t scratch_bytes(std::uint32_t domain_log2, std::uint64_t variable_count,
                                      std::uint32_t workers) const = 0;

  /// a = Az, b = Bz, c = Cz (a b row by row where the circuit has no C), one value a row. a, b and c may be
  /// longer than the circuit has rows: the rest becomes zero.
  virtual void evaluate(const sdk::CircuitView& circuit, std::span<const Scalar> witness, std::span<Fr> a,
                        std::span<Fr> b, std::span<Fr> c, Executor& executor) const = 0;

  /// Turns a, b and c (domain size each, values on the domain) into the scalars of the H query, in standard
  /// form, in the memory of a: (a b - c) on the coset, or the coefficients of (a b - c) / Z with a zero in
  /// the last place. b and c are used up.
  virtual void quotient(const QuotientDomain<Curve>& domain, std::span<Fr> a, std::span<Fr> b,
                        std::span<Fr> c, Executor& executor) const = 0;

  /// In place, natural order both ways: out[i] = sum_j in[j] (shift root^i)^j, or its inverse.
  virtual void transform(bool inverse, const Fr& root, const Fr& shift, std::span<Fr> values,
                         Executor& executor) const = 0;

  /// sum scalars[i] points[i]. Points at infinity, equal and opposite ones are all legal.
  virtual typename Curve::G1Jacobian msm_g1(const PointsView<typename Curve::G1>& points,
                                            const ScalarsView& scalars, Executor& executor) const = 0;
  virtual typename Curve::G2Jacobian msm_g2(const PointsView<typename Curve::G2>& points,
                                            const ScalarsView& scalars, Executor& executor) const = 0;
};

}  // namespace lockstep::cpu_reference
