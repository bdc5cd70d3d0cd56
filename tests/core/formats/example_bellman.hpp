// SPDX-License-Identifier: Apache-2.0
// The example circuit's key in bellman's format, list by list so that a test can break each.
#pragma once

#include "example_keys.hpp"

namespace lockstep::test {

template <class G>
Bytes& put_uncompressed(Bytes& bytes, const algebra::AffinePoint<G>& point) {
  std::array<std::uint8_t, algebra::kUncompressedPointBytes<G>> encoded{};
  algebra::encode_uncompressed<G>(point, encoded);
  return bytes.raw(std::as_bytes(std::span(encoded)));
}

template <class G>
std::vector<algebra::AffinePoint<G>> multiples(std::uint64_t first, std::size_t count) {
  std::vector<algebra::AffinePoint<G>> points;
  for (std::size_t i = 0; i < count; ++i) points.push_back(multiple<G>(first + i));
  return points;
}

struct BellmanFile {
  using Curve = algebra::Bls12_381;
  using G1 = Curve::G1;
  using G2 = Curve::G2;

  groth16::VerifyingKey<Curve> key = example_verifying_key<Curve>(kExamplePublic);
  std::vector<Curve::G1Affine> h = multiples<G1>(60, kExampleDomain - 1);
  std::vector<Curve::G1Affine> l = multiples<G1>(50, 2);     // y and t
  std::vector<Curve::G1Affine> a = multiples<G1>(30, 4);     // 1, out, x and t
  std::vector<Curve::G1Affine> b_g1 = multiples<G1>(40, 2);  // y and t
  std::vector<Curve::G2Affine> b_g2 = multiples<G2>(40, 2);

  Bytes build_key() const {
    Bytes bytes;
    put_uncompressed<G1>(bytes, key.alpha_g1);
    put_uncompressed<G1>(bytes, key.beta_g1);
    put_uncompressed<G2>(bytes, key.beta_g2);
    put_uncompressed<G2>(bytes, key.gamma_g2);
    put_uncompressed<G1>(bytes, key.delta_g1);
    put_uncompressed<G2>(bytes, key.delta_g2);
    put_list<G1>(bytes, key.ic);
    return bytes;
  }
  Bytes build() const {
    Bytes bytes = build_key();
    put_list<G1>(bytes, h);
    put_list<G1>(bytes, l);
    put_list<G1>(bytes, a);
    put_list<G1>(bytes, b_g1);
    put_list<G2>(bytes, b_g2);
    return bytes;
  }

 private:
  template <class G>
  static void put_list(Bytes& bytes, const std::vector<algebra::AffinePoint<G>>& points) {
    bytes.u32_be(points.size());
    for (const auto& point : points) put_uncompressed<G>(bytes, point);
  }
};

}  // namespace lockstep::test
