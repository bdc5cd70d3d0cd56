// SPDX-License-Identifier: Apache-2.0
// One small circuit in all its files, over any curve:
//
//   variables    1, out (public), x (public), y, t
//   constraints  x * y = t,   (t + 3) * (2 t) = out - x
//
// and its witness for x = 3, y = 4: t = 12, out = 15 * 24 + 3 = 363. The points of its keys are multiples of
// the generators, some of them infinite: good enough for readers, not for proofs.
#pragma once

#include <array>
#include <vector>

#include "byte_builder.hpp"
#include "lockstep/algebra/curves.hpp"
#include "lockstep/algebra/point_encoding.hpp"

namespace lockstep::test {

struct Term {
  std::uint32_t variable;
  std::int64_t coefficient;
};
using Row = std::vector<Term>;
struct Constraint {
  Row a, b, c;
};

inline std::vector<Constraint> example_constraints() {
  return {{{{2, 1}}, {{3, 1}}, {{4, 1}}}, {{{0, 3}, {4, 1}}, {{4, 2}}, {{1, 1}, {2, -1}}}};
}
inline constexpr std::uint32_t kExampleVariables = 5;
inline constexpr std::uint32_t kExamplePublic = 2;
inline constexpr std::uint32_t kExampleDomain = 8;
inline constexpr std::array<std::uint64_t, 5> kExampleWitness = {1, 363, 3, 4, 12};

template <class Fr>
Fr field_element(std::int64_t value) {
  return value < 0 ? -Fr::from_u64(static_cast<std::uint64_t>(-value))
                   : Fr::from_u64(static_cast<std::uint64_t>(value));
}

template <class Curve>
Bytes& put_row(Bytes& bytes, const Row& row) {
  bytes.u32(row.size());
  for (const Term& term : row) {
    bytes.u32(term.variable).limbs(field_element<typename Curve::Fr>(term.coefficient).to_standard());
  }
  return bytes;
}

template <class Curve>
Container example_r1cs(const std::vector<Constraint>& constraints = example_constraints()) {
  Container file{.magic = "r1cs", .version = 1, .sections = {}, .claimed_count = {}};
  Bytes rows;
  for (const Constraint& constraint : constraints) {
    put_row<Curve>(rows, constraint.a);
    put_row<Curve>(rows, constraint.b);
    put_row<Curve>(rows, constraint.c);
  }
  Bytes header;
  header.u32(32)
      .limbs(Curve::Fr::modulus())
      .u32(kExampleVariables)
      .u32(1)
      .u32(1)
      .u32(1)
      .u64(kExampleVariables);
  header.u32(constraints.size());
  Bytes labels;
  for (std::uint64_t i = 0; i < kExampleVariables; ++i) labels.u64(i);
  file.sections = {{2, rows, {}}, {1, header, {}}, {3, labels, {}}};  // circom's order
  return file;
}

template <class Curve>
Container example_wtns() {
  Container file{.magic = "wtns", .version = 2, .sections = {}, .claimed_count = {}};
  Bytes header;
  header.u32(32).limbs(Curve::Fr::modulus()).u32(kExampleWitness.size());
  Bytes values;
  for (const std::uint64_t value : kExampleWitness) values.u64(value).zeros(24);
  file.sections = {{1, header, {}}, {2, values, {}}};
  return file;
}

/// k times the generator.
template <class G>
algebra::AffinePoint<G> multiple(std::uint64_t k) {
  const std::array<std::uint64_t, 1> scalar{k};
  return algebra::JacobianPoint<G>::generator().mul(scalar).to_affine();
}

template <class G>
Bytes& put_zkey_point(Bytes& bytes, const algebra::AffinePoint<G>& point) {
  std::array<std::uint8_t, algebra::kZkeyPointBytes<G>> encoded{};
  algebra::encode_zkey<G>(point, encoded);
  return bytes.raw(std::as_bytes(std::span(encoded)));
}

/// One coefficient of section 4; the file has the value times R^2.
template <class Curve>
Bytes& put_zkey_coefficient(Bytes& bytes, std::uint32_t matrix, std::uint32_t row, const Term& term) {
  using Fr = typename Curve::Fr;
  const Fr times_r{field_element<Fr>(term.coefficient)};
  return bytes.u32(matrix)
      .u32(row)
      .u32(term.variable)
      .limbs(Fr::from_standard_unchecked(times_r.limbs).limbs);
}

template <class Curve>
Container example_zkey() {
  using G1 = typename Curve::G1;
  using G2 = typename Curve::G2;
  Container file{.magic = "zkey", .version = 1, .sections = {}, .claimed_count = {}};
  Bytes header;
  header.u32(Curve::Fp::kBytes).limbs(Curve::Fp::modulus()).u32(32).limbs(Curve::Fr::modulus());
  header.u32(kExampleVariables).u32(kExamplePublic).u32(kExampleDomain);
  put_zkey_point(header, multiple<G1>(2));  // alpha1
  put_zkey_point(header, multiple<G1>(3));  // beta1
  put_zkey_point(header, multiple<G2>(3));  // beta2
  put_zkey_point(header, multiple<G2>(5));  // gamma2
  put_zkey_point(header, multiple<G1>(7));  // delta1
  put_zkey_point(header, multiple<G2>(7));  // delta2

  const std::vector<Constraint> constraints = example_constraints();
  Bytes coefficients;
  std::uint32_t count = 0;
  for (std::uint32_t row = 0; row < constraints.size(); ++row) {
    for (const Term& term : constraints[row].a)
      put_zkey_coefficient<Curve>(coefficients, 0, row, term), ++count;
    for (const Term& term : constraints[row].b)
      put_zkey_coefficient<Curve>(coefficients, 1, row, term), ++count;
  }
  for (std::uint32_t i = 0; i <= kExamplePublic; ++i, ++count) {
    put_zkey_coefficient<Curve>(coefficients, 0, static_cast<std::uint32_t>(constraints.size()) + i, {i, 1});
  }
  Bytes counted;
  counted.u32(count).raw(coefficients.data);

  const auto points = [](std::uint64_t first, std::uint64_t size, auto group) {
    using G = decltype(group);
    Bytes bytes;
    for (std::uint64_t i = 0; i < size; ++i) put_zkey_point(bytes, multiple<G>(first + i));
    return bytes;
  };
  Bytes b1, b2;
  for (std::uint64_t i = 0; i < kExampleVariables; ++i) {
    // Variables that do not occur in B have an infinite point.
    put_zkey_point(b1, i >= 3 ? multiple<G1>(40 + i) : algebra::AffinePoint<G1>::infinity());
    put_zkey_point(b2, i >= 3 ? multiple<G2>(40 + i) : algebra::AffinePoint<G2>::infinity());
  }
  file.sections = {{1, Bytes().u32(1), {}},
                   {2, header, {}},
                   {4, counted, {}},
                   {3, points(20, kExamplePublic + 1, G1{}), {}},
                   {9, points(60, kExampleDomain, G1{}), {}},
                   {8, points(50, kExampleVariables - kExamplePublic - 1, G1{}), {}},
                   {5, points(30, kExampleVariables, G1{}), {}},
                   {6, b1, {}},
                   {7, b2, {}},
                   {10, Bytes().zeros(64).u32(0), {}}};
  return file;
}

}  // namespace lockstep::test
