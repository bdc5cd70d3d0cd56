// SPDX-License-Identifier: Apache-2.0
// The specification that one can read: each algorithm in the shortest form that is right. The oracle of small
// sizes; a circuit of ten thousand constraints takes it seconds.
#pragma once

#include <algorithm>
#include <bit>
#include <cstring>

#include "../algorithms.hpp"
#include "lockstep/algebra/ntt_domain.hpp"

namespace lockstep::cpu_reference {

template <class Curve>
class Textbook final : public Algorithms<Curve> {
 public:
  using Fr = typename Curve::Fr;

  std::uint64_t scratch_bytes(std::uint32_t domain_log2, std::uint64_t, std::uint32_t) const override {
    return Domain::twiddle_count(domain_log2) * sizeof(Fr);
  }

  void evaluate(const sdk::CircuitView& circuit, std::span<const Scalar> witness, std::span<Fr> a,
                std::span<Fr> b, std::span<Fr> c, Executor& executor) const override {
    executor.run(1, 1, [&](std::uint64_t, std::uint64_t, std::uint32_t) {
      evaluate_matrix(circuit, circuit.a, witness, a);
      evaluate_matrix(circuit, circuit.b, witness, b);
      if (circuit.c) {
        evaluate_matrix(circuit, *circuit.c, witness, c);
      } else {
        for (std::size_t i = 0; i < c.size(); ++i) c[i] = a[i] * b[i];
      }
    });
  }

  // a, b, c agree with polynomials of degree below n on the domain; (AB - C) is divisible by Z = X^n - 1 when
  // the witness satisfies the circuit. On a coset s H, Z is the constant s^n - 1, which is not zero, so that
  // the division is one multiplication.
  void quotient(const QuotientDomain<Curve>& domain, std::span<Fr> a, std::span<Fr> b, std::span<Fr> c,
                Executor& executor) const override {
    const Fr shift = domain.coset_basis ? domain.coset_shift : Fr::non_residue();
    for (std::span<Fr> values : {a, b, c}) {
      transform(true, domain.root, Fr::one(), values, executor);
      transform(false, domain.root, shift, values, executor);
    }
    Fr divisor = Fr::one();
    if (!domain.coset_basis) {
      const std::uint64_t size = a.size();
      divisor = (shift.pow(std::span(&size, 1)) - Fr::one()).inverse();
    }
    for (std::size_t i = 0; i < a.size(); ++i) a[i] = (a[i] * b[i] - c[i]) * divisor;
    if (!domain.coset_basis) transform(true, domain.root, shift, a, executor);
    for (Fr& value : a) value.limbs = value.to_standard();
  }

  void transform(bool inverse, const Fr& root, const Fr& shift, std::span<Fr> values,
                 Executor& executor) const override {
    const auto log_size = static_cast<std::size_t>(std::countr_zero(values.size()));
    const Block twiddles = executor.scratch(Domain::twiddle_count(log_size) * sizeof(Fr), false);
    executor.run(1, 1, [&](std::uint64_t, std::uint64_t, std::uint32_t) {
      const Domain domain(log_size, root, twiddles.template as<Fr>(Domain::twiddle_count(log_size)));
      if (inverse) {
        domain.coset_inverse(values, shift);
      } else {
        domain.coset_forward(values, shift);
      }
    });
  }

  typename Curve::G1Jacobian msm_g1(const PointsView<typename Curve::G1>& points, const ScalarsView& scalars,
                                    Executor& executor) const override {
    return msm<typename Curve::G1>(points, scalars, executor);
  }
  typename Curve::G2Jacobian msm_g2(const PointsView<typename Curve::G2>& points, const ScalarsView& scalars,
                                    Executor& executor) const override {
    return msm<typename Curve::G2>(points, scalars, executor);
  }

 private:
  using Domain = algebra::NttDomain<Fr>;

  static void evaluate_matrix(const sdk::CircuitView& circuit, const sdk::MatrixView& matrix,
                              std::span<const Scalar> witness, std::span<Fr> out) {
    for (std::size_t row = 0; row < out.size(); ++row) {
      out[row] = Fr::zero();
      if (row >= matrix.row_count()) continue;
      for (std::uint64_t entry = matrix.row_offsets[row]; entry < matrix.row_offsets[row + 1]; ++entry) {
        Fr coefficient;
        std::memcpy(&coefficient, circuit.dictionary + matrix.coefficients[entry] * sizeof(Fr), sizeof(Fr));
        out[row] = out[row] + coefficient * Fr::from_standard_unchecked(witness[matrix.columns[entry]]);
      }
    }
  }

  template <class G>
  static algebra::JacobianPoint<G> msm(const PointsView<G>& points, const ScalarsView& scalars,
                                       Executor& executor) {
    algebra::JacobianPoint<G> sum = algebra::JacobianPoint<G>::identity();
    constexpr std::uint64_t kPointsBetweenChecks = 64;  // of whether the job was cancelled
    for (std::uint64_t first = 0; first < scalars.count; first += kPointsBetweenChecks) {
      executor.run(1, 1, [&](std::uint64_t, std::uint64_t, std::uint32_t) {
        for (std::uint64_t i = first; i < std::min(scalars.count, first + kPointsBetweenChecks); ++i) {
          sum = sum.add(algebra::JacobianPoint<G>::from_affine(points[i]).mul(scalars[i]));
        }
      });
    }
    return sum;
  }
};

}  // namespace lockstep::cpu_reference
