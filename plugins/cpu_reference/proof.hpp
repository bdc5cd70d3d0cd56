// SPDX-License-Identifier: Apache-2.0
// Points on their way out: affine coordinates in standard form, little-endian, packed; infinity is all zero.
#pragma once

#include <cstdint>
#include <span>

#include "lockstep/algebra/point.hpp"
#include "lockstep/sdk/groth16.hpp"

namespace lockstep::cpu_reference {

template <class Fp>
void encode_coordinate(const Fp& value, std::uint8_t*& to) {
  value.to_bytes_le(std::span<std::uint8_t, Fp::kBytes>(to, Fp::kBytes));
  to += Fp::kBytes;
}

template <class Fp2>
requires requires(Fp2 value) {
  value.c0;
}
void encode_coordinate(const Fp2& value, std::uint8_t*& to) {
  encode_coordinate(value.c0, to);
  encode_coordinate(value.c1, to);
}

/// Writes sizeof(point) bytes.
template <class G>
void encode_point(const algebra::AffinePoint<G>& point, std::uint8_t* to) {
  encode_coordinate(point.x, to);
  encode_coordinate(point.y, to);
}

template <class Curve>
sdk::Proof encode_proof(const typename Curve::G1Affine& a, const typename Curve::G2Affine& b,
                        const typename Curve::G1Affine& c) {
  sdk::Proof proof;
  encode_point(a, proof.a.data());
  encode_point(b, proof.b.data());
  encode_point(c, proof.c.data());
  return proof;
}

}  // namespace lockstep::cpu_reference
