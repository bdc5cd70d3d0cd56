// SPDX-License-Identifier: Apache-2.0
// A small circuit, its witness and its key, as a host would lend them to a plugin. Their numbers are sound in
// structure alone: no proof follows from them.
#pragma once

#include <array>
#include <cstdint>

#include "fake_host.hpp"
#include "lockstep/abi/data.h"

namespace lockstep::sdk::testing {

/// BN254, z = (1, one public input, two auxiliary), one constraint and two input rows, no C matrix.
struct CircuitSample {
  CircuitSample() { link(); }
  CircuitSample(const CircuitSample& other) { *this = other; }
  CircuitSample& operator=(const CircuitSample& other) {
    a_offsets = other.a_offsets;
    a_columns = other.a_columns;
    b_coefficients = other.b_coefficients;
    link();
    return *this;
  }
  ~CircuitSample() = default;

  std::array<std::uint64_t, 4> a_offsets = {0, 1, 2, 3};
  std::array<std::uint32_t, 3> a_columns = {2, 0, 1};
  std::array<std::uint32_t, 3> a_coefficients = {0, 0, 0};
  std::array<std::uint64_t, 4> b_offsets = {0, 1, 1, 1};
  std::array<std::uint32_t, 1> b_columns = {3};
  std::array<std::uint32_t, 1> b_coefficients = {0};
  std::array<std::uint64_t, 4> dictionary = {1, 0, 0, 0};
  lks_matrix a{};
  lks_matrix b{};
  lks_circuit circuit{};

 private:
  void link() {
    a = {a_offsets.data(), a_columns.data(), a_coefficients.data(), 3, 3};
    b = {b_offsets.data(), b_columns.data(), b_coefficients.data(), 3, 1};
    circuit = {};
    circuit.struct_size = sizeof circuit;
    circuit.curve = LKS_CURVE_BN254;
    circuit.flags = LKS_CIRCUIT_C_IS_PRODUCT;
    circuit.variable_count = 4;
    circuit.public_count = 1;
    circuit.dictionary = dictionary.data();
    circuit.dictionary_count = 1;
    circuit.a = &a;
    circuit.b = &b;
  }
};

/// z = (1, 0, 7, 9): two bits, then two field elements.
struct WitnessSample {
  WitnessSample() {
    fields[0] = 7;
    fields[32] = 9;
    segments[0] = {sizeof(lks_witness_segment), LKS_WITNESS_BITS, 0, 2, &bits, 0};
    segments[1] = {sizeof(lks_witness_segment), LKS_WITNESS_FIELD, 2, 2, fields.data(), 32};
    witness = {sizeof witness, LKS_WITNESS_PUBLIC, 4, segments.data(), 2, sizeof(lks_witness_segment)};
  }
  WitnessSample(const WitnessSample&) = delete;
  WitnessSample& operator=(const WitnessSample&) = delete;
  ~WitnessSample() = default;

  std::uint64_t bits = 1;
  std::array<std::uint8_t, 64> fields{};
  std::array<lks_witness_segment, 2> segments{};
  lks_witness witness{};
};

/// A key of CircuitSample's shape: domain 4, H by coset, B with two of four variables.
struct KeySample {
  KeySample() {
    a = {points.data(), 4, 64, 0, nullptr, 0};
    b1 = {points.data(), 2, 64, 0, &density, 4};
    b2 = {points.data(), 2, 128, 0, &density, 4};
    l = {points.data(), 2, 64, 2, nullptr, 0};
    h = {points.data(), 4, 64, 0, nullptr, 0};
    key.struct_size = sizeof key;
    key.curve = LKS_CURVE_BN254;
    key.point_encoding = LKS_POINTS_MONTGOMERY;
    key.h_basis = LKS_H_COSET;
    key.variable_count = 4;
    key.public_count = 1;
    key.domain_log2 = 2;
    key.domain_root = scalar.data();
    key.coset_shift = scalar.data();
    key.alpha_g1 = key.beta_g1 = key.beta_g2 = key.delta_g1 = key.delta_g2 = points.data();
    key.a = &a;
    key.b1 = &b1;
    key.b2 = &b2;
    key.l = &l;
    key.h = &h;
  }
  KeySample(const KeySample&) = delete;
  KeySample& operator=(const KeySample&) = delete;
  ~KeySample() = default;

  std::array<std::uint8_t, 512> points{};
  std::array<std::uint8_t, 32> scalar{};
  std::uint64_t density = 0b1001;
  lks_query a{};
  lks_query b1{};
  lks_query b2{};
  lks_query l{};
  lks_query h{};
  lks_groth16_key key{};
};

}  // namespace lockstep::sdk::testing
