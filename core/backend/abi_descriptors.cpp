// SPDX-License-Identifier: Apache-2.0
#include "abi_descriptors.hpp"

#include <fmt/format.h>

#include <cstring>

#include "lockstep/algebra/curves.hpp"

namespace lockstep::backend {
namespace {

static_assert(__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__, "limbs are passed as little-endian bytes");

lks_matrix describe(const circuit::SparseMatrix& matrix) {
  lks_matrix to{};
  to.row_offsets = matrix.row_offsets.data();
  to.columns = matrix.columns.data();
  to.coefficients = matrix.coefficients.data();
  to.row_count = matrix.row_count();
  to.entry_count = matrix.entry_count();
  return to;
}

lks_query describe(const groth16::Query& query, std::uint64_t point_bytes) {
  lks_query to{};
  to.points = query.points;
  to.count = query.count;
  to.stride_bytes = point_bytes;
  to.first_variable = query.first_variable;
  if (!query.density.empty()) {
    to.density = query.density.data();
    to.density_bits = query.density_bits;
  }
  return to;
}

const std::uint8_t* bytes_of(const circuit::ScalarLimbs& limbs) {
  return reinterpret_cast<const std::uint8_t*>(limbs.data());
}

std::uint64_t coordinate_bytes(CurveId curve) {
  return algebra::with_curve(curve, [](auto c) -> std::uint64_t { return decltype(c)::Fp::kBytes; });
}

/// The `index`-th coordinate of a packed encoding of width Fp.
template <class Fp>
std::optional<Fp> coordinate(const std::uint8_t* bytes, std::size_t index) {
  typename Fp::Limbs limbs;
  std::memcpy(limbs.data(), bytes + index * Fp::kBytes, Fp::kBytes);
  return Fp::from_standard(limbs);
}

template <class Curve>
std::optional<groth16::Proof<Curve>> read_points(const lks_groth16_proof& proof) {
  using Fp = typename Curve::Fp;
  const auto ax = coordinate<Fp>(proof.a, 0), ay = coordinate<Fp>(proof.a, 1);
  const auto bx0 = coordinate<Fp>(proof.b, 0), bx1 = coordinate<Fp>(proof.b, 1);
  const auto by0 = coordinate<Fp>(proof.b, 2), by1 = coordinate<Fp>(proof.b, 3);
  const auto cx = coordinate<Fp>(proof.c, 0), cy = coordinate<Fp>(proof.c, 1);
  if (!ax || !ay || !bx0 || !bx1 || !by0 || !by1 || !cx || !cy) return std::nullopt;
  groth16::Proof<Curve> points;
  points.a.x = *ax;
  points.a.y = *ay;
  points.b.x.c0 = *bx0;
  points.b.x.c1 = *bx1;
  points.b.y.c0 = *by0;
  points.b.y.c1 = *by1;
  points.c.x = *cx;
  points.c.y = *cy;
  return points;
}

}  // namespace

CircuitDescriptor::CircuitDescriptor(const circuit::CompiledCircuit& circuit)
    : a_(describe(circuit.a)), b_(describe(circuit.b)), c_(describe(circuit.c)) {
  circuit_.struct_size = sizeof circuit_;
  circuit_.curve = static_cast<std::uint32_t>(circuit.curve);
  circuit_.flags = circuit.c_is_product ? LKS_CIRCUIT_C_IS_PRODUCT : 0;
  circuit_.variable_count = circuit.variable_count;
  circuit_.public_count = circuit.public_count;
  circuit_.dictionary = circuit.dictionary.data();
  circuit_.dictionary_count = circuit.dictionary.size();
  circuit_.a = &a_;
  circuit_.b = &b_;
  circuit_.c = circuit.c_is_product ? nullptr : &c_;
}

WitnessDescriptor::WitnessDescriptor(const circuit::Witness& witness, bool is_public) {
  segment_.struct_size = sizeof segment_;
  segment_.kind = LKS_WITNESS_FIELD;
  segment_.count = witness.values.size();
  segment_.data = witness.values.data();
  segment_.stride_bytes = LKS_SCALAR_BYTES;
  witness_.struct_size = sizeof witness_;
  witness_.flags = is_public ? LKS_WITNESS_PUBLIC : 0;
  witness_.variable_count = witness.values.size();
  witness_.segments = &segment_;
  witness_.segment_count = 1;
  witness_.segment_stride_bytes = sizeof segment_;
}

KeyDescriptor::KeyDescriptor(const groth16::ProvingKey& key) {
  const std::uint64_t g1 = 2 * coordinate_bytes(key.curve);
  const std::uint64_t g2 = 4 * coordinate_bytes(key.curve);
  a_ = describe(key.a, g1);
  b1_ = describe(key.b1, g1);
  b2_ = describe(key.b2, g2);
  l_ = describe(key.l, g1);
  h_ = describe(key.h, g1);
  key_.struct_size = sizeof key_;
  key_.curve = static_cast<std::uint32_t>(key.curve);
  key_.point_encoding = static_cast<std::uint32_t>(key.encoding);
  key_.h_basis = static_cast<std::uint32_t>(key.h_basis);
  key_.variable_count = key.variable_count;
  key_.public_count = key.public_count;
  key_.domain_log2 = key.domain_log2;
  key_.domain_root = bytes_of(key.domain_root);
  key_.coset_shift = key.h_basis == groth16::HBasis::kCoset ? bytes_of(key.coset_shift) : nullptr;
  key_.alpha_g1 = key.alpha_g1;
  key_.beta_g1 = key.beta_g1;
  key_.beta_g2 = key.beta_g2;
  key_.delta_g1 = key.delta_g1;
  key_.delta_g2 = key.delta_g2;
  key_.a = &a_;
  key_.b1 = &b1_;
  key_.b2 = &b2_;
  key_.l = &l_;
  key_.h = &h_;
}

OptionsDescriptor::OptionsDescriptor(const Options& options) {
  options_.reserve(options.size());
  for (const auto& [key, value] : options) options_.push_back({key.c_str(), value.c_str()});
}

Result<groth16::AnyProof> read_proof(const lks_groth16_proof& proof, CurveId curve,
                                     const std::string& backend) {
  if (proof.curve != static_cast<std::uint32_t>(curve)) {
    return Error{ErrorCode::kBackend, fmt::format("{}: gave a proof on curve {}, expected {}", backend,
                                                  proof.curve, curve_name(curve))};
  }
  return algebra::with_curve(curve, [&](auto c) -> Result<groth16::AnyProof> {
    auto points = read_points<decltype(c)>(proof);
    if (!points) {
      return Error{ErrorCode::kBackend,
                   fmt::format("{}: gave a proof with a coordinate that is not below the modulus", backend)};
    }
    return groth16::AnyProof(*points);
  });
}

}  // namespace lockstep::backend
