// SPDX-License-Identifier: Apache-2.0
// A development key as bellman's parameters file: counts are four bytes big-endian, points uncompressed.
#include <fmt/format.h>

#include <array>
#include <bit>
#include <utility>

#include "key_material.hpp"
#include "lockstep/algebra/curves.hpp"
#include "lockstep/algebra/point_encoding.hpp"
#include "lockstep/circuit/density.hpp"

namespace lockstep::groth16 {
namespace {

using Curve = algebra::Bls12_381;
using Fr = Curve::Fr;
using G1 = Curve::G1;
using G2 = Curve::G2;
constexpr std::uint64_t kG1Bytes = algebra::kUncompressedPointBytes<G1>;
constexpr std::uint64_t kG2Bytes = algebra::kUncompressedPointBytes<G2>;

template <class G>
void encode(const algebra::AffinePoint<G>& point, std::span<std::byte> bytes) {
  const std::span<std::uint8_t, algebra::kUncompressedPointBytes<G>> encoded(
      reinterpret_cast<std::uint8_t*>(bytes.data()), algebra::kUncompressedPointBytes<G>);
  algebra::encode_uncompressed<G>(point, encoded);
}

class BigEndianOutput {
 public:
  void u32(std::uint64_t value) {
    for (unsigned shift = 32; shift > 0; shift -= 8)
      bytes_.push_back(static_cast<std::byte>(value >> (shift - 8)));
  }
  template <class G>
  void point(const algebra::AffinePoint<G>& point) {
    bytes_.resize(bytes_.size() + algebra::kUncompressedPointBytes<G>);
    encode<G>(point, std::span(bytes_).last(algebra::kUncompressedPointBytes<G>));
  }
  std::span<const std::byte> bytes() const { return bytes_; }

 private:
  std::vector<std::byte> bytes_;
};

// The members of a set of variables, ascending.
std::vector<std::uint32_t> members(const std::vector<std::uint64_t>& set, std::uint64_t variable_count) {
  std::vector<std::uint32_t> list;
  for (std::uint64_t i = 0; i < variable_count; ++i) {
    if (circuit::contains(set, i)) list.push_back(static_cast<std::uint32_t>(i));
  }
  return list;
}

}  // namespace

Result<AnyVerifyingKey> write_bellman_parameters_of(const circuit::CompiledCircuit& circuit,
                                                    const SetupSecrets<Curve>& secrets,
                                                    const SetupOptions& options, const ByteSink& sink) {
  const auto log2_size = static_cast<unsigned>(std::bit_width(circuit.row_count() - 1));
  const std::uint64_t variables = circuit.variable_count;
  const std::uint64_t inputs = circuit.public_count + 1;
  if (log2_size > Curve::kTwoAdicity || circuit.row_count() > 0xffffffffU) {
    return Error{ErrorCode::kUsage,
                 fmt::format("setup: expected at most 2^32 - 1 rows for bellman parameters, found {}",
                             circuit.row_count())};
  }
  const EvaluationDomain<Fr> domain{log2_size, Curve::root_of_unity_bellman(log2_size)};

  std::vector<std::uint32_t> in_a;
  std::vector<std::uint32_t> in_b;
  {
    const std::vector<std::uint64_t> a = circuit::occurring_variables(circuit, circuit.a);
    const std::vector<std::uint64_t> b = circuit::occurring_variables(circuit, circuit.b);
    const std::vector<std::uint64_t> c = circuit::occurring_variables(circuit, circuit.c);
    for (std::uint64_t i = inputs; i < variables; ++i) {
      if (!circuit::contains(a, i) && !circuit::contains(b, i) && !circuit::contains(c, i)) {
        return Error{ErrorCode::kUsage,
                     fmt::format("setup: variable {} occurs in no constraint: bellman parameters "
                                 "have no room for its point",
                                 i)};
      }
    }
    in_a = members(a, variables);
    in_b = members(b, variables);
  }
  const std::uint64_t h_count = domain.size() - 1;
  const std::uint64_t l_count = variables - inputs;
  const std::uint64_t g1_count = inputs + h_count + l_count + in_a.size() + in_b.size();
  WorkMeter meter(options.progress, h_count + l_count + in_a.size() + in_b.size() + kG2Work * in_b.size());

  const KeyMaterial<Curve> material(circuit, secrets, domain, g1_count, in_b.size());
  const VerifyingKey<Curve> key = material.verifying_key();

  BigEndianOutput head;
  head.point(key.alpha_g1);
  head.point(key.beta_g1);
  head.point(key.beta_g2);
  head.point(key.gamma_g2);
  head.point(key.delta_g1);
  head.point(key.delta_g2);
  head.u32(key.ic.size());
  for (const auto& point : key.ic) head.point(point);
  const auto count_of = [&](std::uint64_t count) {
    BigEndianOutput bytes;
    bytes.u32(count);
    return sink(bytes.bytes());
  };
  const auto stream_g1 = [&](std::uint64_t count, const auto& fill) -> Result<void> {
    if (Result<void> written = count_of(count); !written) return written;
    return stream_multiples<G1>(material.g1_table(), count, fill, kG1Bytes, encode<G1>, 1, sink, meter);
  };
  const auto pick = [](std::span<const Fr> source, const std::vector<std::uint32_t>& chosen) {
    return [source, &chosen](std::uint64_t first, std::span<Fr> scalars) {
      for (std::size_t j = 0; j < scalars.size(); ++j) scalars[j] = source[chosen[first + j]];
    };
  };
  const Fr vanishing_over_delta = vanishing_at<Fr>(domain, secrets.tau) * material.delta_inverse();
  const auto powers_of_tau = [&](std::uint64_t first, std::span<Fr> scalars) {
    Fr power = vanishing_over_delta * secrets.tau.pow(std::array<std::uint64_t, 1>{first});
    for (Fr& scalar : scalars) {
      scalar = power;
      power *= secrets.tau;
    }
  };
  const auto combined = [&](std::uint64_t first, std::span<Fr> scalars) {
    material.combine(inputs + first, material.delta_inverse(), scalars);
  };
  Result<void> done = sink(head.bytes());
  if (done) done = stream_g1(h_count, powers_of_tau);
  if (done) done = stream_g1(l_count, combined);
  if (done) done = stream_g1(in_a.size(), pick(material.a(), in_a));
  if (done) done = stream_g1(in_b.size(), pick(material.b(), in_b));
  if (done) done = count_of(in_b.size());
  if (done) {
    done = stream_multiples<G2>(material.g2_table(), in_b.size(), pick(material.b(), in_b), kG2Bytes,
                                encode<G2>, kG2Work, sink, meter);
  }
  if (!done) return std::move(done).error();
  return AnyVerifyingKey{key};
}

}  // namespace lockstep::groth16
