// SPDX-License-Identifier: Apache-2.0
// A prover for tests, straight from the equations: what a key is good for is shown by its proofs.
//   A = alpha + sum z_i A_i + r delta,  B = beta + sum z_i B_i + s delta,
//   C = sum_aux z_i L_i + sum h_i H_i + s A + r B1 - r s delta
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "example_circuits.hpp"
#include "lockstep/algebra/ntt_domain.hpp"
#include "lockstep/algebra/point_encoding.hpp"
#include "lockstep/circuit/density.hpp"
#include "lockstep/groth16/proving_key.hpp"
#include "multi_scalar.hpp"

namespace lockstep::groth16 {

template <class Curve>
class PlainProver {
 public:
  using Fr = typename Curve::Fr;
  using G1 = typename Curve::G1;
  using G2 = typename Curve::G2;

  PlainProver(const ProvingKey& key, const ExampleCircuit<Curve>& example) : key_(key), example_(example) {}

  Proof<Curve> prove(const Fr& r, const Fr& s) const {
    const std::vector<Fr>& z = example_.z;
    const auto delta_g1 = point<G1>(key_.delta_g1);
    const auto a = sum<G1>(key_.a, z).add_mixed(point<G1>(key_.alpha_g1)).add(delta_g1.mul(r)).to_affine();
    const auto b1 = sum<G1>(key_.b1, z).add_mixed(point<G1>(key_.beta_g1)).add(delta_g1.mul(s)).to_affine();
    const auto b2 = sum<G2>(key_.b2, z)
                        .add_mixed(point<G2>(key_.beta_g2))
                        .add(point<G2>(key_.delta_g2).mul(s))
                        .to_affine();
    const auto c = sum<G1>(key_.l, z)
                       .add(sum<G1>(key_.h, h_scalars()))
                       .add(jacobian(a).mul(s))
                       .add(jacobian(b1).mul(r))
                       .add(delta_g1.mul(-(r * s)))
                       .to_affine();
    return {a, b2, c};
  }

  PublicInputs<Curve> inputs() const {
    return {example_.z.begin() + 1, example_.z.begin() + 1 + static_cast<std::ptrdiff_t>(key_.public_count)};
  }

 private:
  template <class G>
  static algebra::JacobianPoint<G> jacobian(const algebra::AffinePoint<G>& p) {
    return algebra::JacobianPoint<G>::from_affine(p);
  }

  // A point of the key that converts to both kinds.
  template <class G>
  struct KeyPoint : algebra::AffinePoint<G> {
    algebra::JacobianPoint<G> mul(const Fr& scalar) const { return jacobian<G>(*this).mul(scalar); }
  };
  template <class G>
  KeyPoint<G> point(const std::byte* bytes) const {
    KeyPoint<G> result;
    const std::span<const std::uint8_t, algebra::kZkeyPointBytes<G>> encoded(
        reinterpret_cast<const std::uint8_t*>(bytes), algebra::kZkeyPointBytes<G>);
    algebra::DecodeStatus status = algebra::DecodeStatus::kBadFlags;
    if (key_.encoding == PointEncoding::kMontgomery) {
      status = algebra::decode_zkey<G>(encoded, result);
    } else if constexpr (Curve::kId == CurveId::kBls12_381) {
      status = algebra::decode_uncompressed<G>(encoded, result);
    }
    EXPECT_EQ(status, algebra::DecodeStatus::kOk);
    return result;
  }

  // Sum over the query's points, each times the scalar of its variable.
  template <class G>
  algebra::JacobianPoint<G> sum(const Query& query, const std::vector<Fr>& scalars) const {
    std::vector<algebra::AffinePoint<G>> points;
    std::vector<typename Fr::Limbs> chosen;
    for (std::uint64_t i = query.first_variable; points.size() < query.count; ++i) {
      if (!query.density.empty() && !circuit::contains(query.density, i - query.first_variable)) continue;
      points.push_back(point<G>(query.points + points.size() * algebra::kZkeyPointBytes<G>));
      chosen.push_back(scalars.at(i).to_standard());
    }
    return multi_scalar<G, Fr::kLimbs>(points, chosen, Fr::kBits);
  }

  std::vector<Fr> row_products(const circuit::SparseMatrix& matrix) const {
    std::vector<Fr> values(std::size_t{1} << key_.domain_log2);
    for (std::size_t row = 0; row < matrix.row_count(); ++row) {
      for (std::uint64_t e = matrix.row_offsets[row]; e < matrix.row_offsets[row + 1]; ++e) {
        values[row] +=
            Fr{example_.circuit.dictionary[matrix.coefficients[e]]} * example_.z[matrix.columns[e]];
      }
    }
    return values;
  }

  // Coset basis: A B - C on the odd coset with C = A B row by row. Monomial: the coefficients of (A B - C) /
  // Z.
  std::vector<Fr> h_scalars() const {
    const bool coset = key_.h_basis == HBasis::kCoset;
    std::vector<Fr> twiddles(std::size_t{1} << key_.domain_log2);
    const algebra::NttDomain<Fr> domain(key_.domain_log2, *Fr::from_standard(key_.domain_root), twiddles);
    const Fr shift = coset ? *Fr::from_standard(key_.coset_shift) : Fr::from_u64(5);
    std::vector<Fr> a = row_products(example_.circuit.a);
    std::vector<Fr> b = row_products(example_.circuit.b);
    std::vector<Fr> c = row_products(example_.circuit.c);
    for (std::size_t i = 0; coset && i < c.size(); ++i) c[i] = a[i] * b[i];
    for (std::vector<Fr>* values : {&a, &b, &c}) {
      domain.inverse(*values);
      domain.coset_forward(*values, shift);
    }
    for (std::size_t i = 0; i < a.size(); ++i) a[i] = a[i] * b[i] - c[i];
    if (coset) return a;
    const Fr z_inverse = (shift.pow(std::array<std::uint64_t, 1>{a.size()}) - Fr::one()).inverse();
    for (Fr& value : a) value *= z_inverse;
    domain.coset_inverse(a, shift);
    a.pop_back();  // the quotient's degree is at most n - 2
    return a;
  }

  const ProvingKey& key_;
  const ExampleCircuit<Curve>& example_;
};

}  // namespace lockstep::groth16
