// SPDX-License-Identifier: Apache-2.0
// A development key as a snarkjs zkey: sections 1 to 10 in order, each of a size known beforehand.
#include <fmt/format.h>

#include <array>
#include <bit>
#include <cstring>
#include <utility>

#include "key_material.hpp"
#include "lockstep/algebra/curves.hpp"
#include "lockstep/algebra/point_encoding.hpp"

namespace lockstep::groth16 {
namespace {

constexpr std::uint64_t kCoefficientBytes = 44;  // matrix, row, variable, value
constexpr std::uint64_t kCircuitHashBytes = 64;

// Little-endian numbers and field elements, gathered and handed to the sink in pieces.
class LittleEndianOutput {
 public:
  explicit LittleEndianOutput(const ByteSink& sink) : sink_(sink) { bytes_.reserve(2 * kPiece); }

  void number(std::uint64_t value, std::size_t size) {
    for (std::size_t i = 0; i < size; ++i) bytes_.push_back(static_cast<std::byte>(value >> (8 * i)));
  }
  void u32(std::uint64_t value) { number(value, 4); }
  void limbs(std::span<const std::uint64_t> limbs) {
    for (const std::uint64_t limb : limbs) number(limb, 8);
  }
  template <class G>
  void point(const algebra::AffinePoint<G>& point) {
    std::array<std::uint8_t, algebra::kZkeyPointBytes<G>> encoded{};
    algebra::encode_zkey<G>(point, encoded);
    for (const std::uint8_t byte : encoded) bytes_.push_back(static_cast<std::byte>(byte));
  }
  void section(std::uint32_t id, std::uint64_t size) {
    u32(id);
    number(size, 8);
  }
  Result<void> flush_if_large() {
    if (bytes_.size() < kPiece) return {};
    return flush();
  }
  Result<void> flush() {
    Result<void> written = sink_(bytes_);
    bytes_.clear();
    return written;
  }

 private:
  static constexpr std::size_t kPiece = std::size_t{1} << 20;
  const ByteSink& sink_;
  std::vector<std::byte> bytes_;
};

template <class Curve>
void write_header(LittleEndianOutput& out, const KeyMaterial<Curve>& material,
                  const VerifyingKey<Curve>& key) {
  using Fp = typename Curve::Fp;
  using Fr = typename Curve::Fr;
  out.u32(Fp::kBytes);
  out.limbs(Fp::modulus());
  out.u32(Fr::kBytes);
  out.limbs(Fr::modulus());
  out.u32(material.variable_count());
  out.u32(key.public_count());
  out.u32(material.domain().size());
  out.point(key.alpha_g1);
  out.point(key.beta_g1);
  out.point(key.beta_g2);
  out.point(key.gamma_g2);
  out.point(key.delta_g1);
  out.point(key.delta_g2);
}

// Row by row, the terms of A, then those of B; values times R^2, as snarkjs has them.
template <class Curve>
Result<void> write_coefficients(LittleEndianOutput& out, const circuit::CompiledCircuit& circuit) {
  using Fr = typename Curve::Fr;
  std::vector<Fr> values;
  values.reserve(circuit.dictionary.size());
  // Montgomery form is the value times R; in Montgomery form again it is the value times R^2.
  for (const circuit::ScalarLimbs& value : circuit.dictionary)
    values.push_back(Fr::from_standard_unchecked(value));
  const std::array<const circuit::SparseMatrix*, 2> matrices{&circuit.a, &circuit.b};
  for (std::uint64_t row = 0; row < circuit.row_count(); ++row) {
    for (std::uint32_t m = 0; m < 2; ++m) {
      const circuit::SparseMatrix& matrix = *matrices[m];
      for (std::uint64_t e = matrix.row_offsets[row]; e < matrix.row_offsets[row + 1]; ++e) {
        out.u32(m);
        out.u32(row);
        out.u32(matrix.columns[e]);
        out.limbs(values[matrix.coefficients[e]].limbs);
      }
    }
    if (Result<void> written = out.flush_if_large(); !written) return written;
  }
  return {};
}

template <class G>
void encode(const algebra::AffinePoint<G>& point, std::span<std::byte> bytes) {
  const std::span<std::uint8_t, algebra::kZkeyPointBytes<G>> encoded(
      reinterpret_cast<std::uint8_t*>(bytes.data()), algebra::kZkeyPointBytes<G>);
  algebra::encode_zkey<G>(point, encoded);
}

}  // namespace

template <class Curve>
Result<AnyVerifyingKey> write_zkey_of(const circuit::CompiledCircuit& circuit,
                                      const SetupSecrets<Curve>& secrets, const SetupOptions& options,
                                      const ByteSink& sink) {
  using Fr = typename Curve::Fr;
  using G1 = typename Curve::G1;
  using G2 = typename Curve::G2;
  constexpr std::uint64_t kG1Bytes = algebra::kZkeyPointBytes<G1>;
  constexpr std::uint64_t kG2Bytes = algebra::kZkeyPointBytes<G2>;

  // snarkjs never has a domain of one place.
  const auto log2_size = std::max(1U, static_cast<unsigned>(std::bit_width(circuit.row_count() - 1)));
  if (log2_size + 1 > Curve::kTwoAdicity) {
    return Error{ErrorCode::kUsage,
                 fmt::format("setup: expected at most 2^{} rows for a zkey over {}, found {}",
                             Curve::kTwoAdicity - 1, Curve::kName, circuit.row_count())};
  }
  const std::uint64_t variables = circuit.variable_count;
  const std::uint64_t inputs = circuit.public_count + 1;
  const std::uint64_t terms = circuit.a.entry_count() + circuit.b.entry_count();
  if (terms > 0xffffffffU) {
    return Error{
        ErrorCode::kUsage,
        fmt::format("setup: expected at most 2^32 - 1 terms in A and B for a zkey, found {}", terms)};
  }
  const EvaluationDomain<Fr> domain{log2_size, Curve::root_of_unity_snarkjs(log2_size)};
  const EvaluationDomain<Fr> doubled{log2_size + 1, Curve::root_of_unity_snarkjs(log2_size + 1)};
  const std::uint64_t g1_count = 3 * variables + domain.size();
  WorkMeter meter(options.progress, g1_count - inputs + kG2Work * variables);

  const KeyMaterial<Curve> material(circuit, secrets, domain, g1_count, variables);
  const VerifyingKey<Curve> key = material.verifying_key();

  LittleEndianOutput out(sink);
  for (const char c : {'z', 'k', 'e', 'y'}) out.number(static_cast<std::uint8_t>(c), 1);
  out.u32(1);   // version
  out.u32(10);  // sections
  out.section(1, 4);
  out.u32(1);  // Groth16
  out.section(2, 4 + Curve::Fp::kBytes + 4 + Fr::kBytes + 12 + 3 * kG1Bytes + 3 * kG2Bytes);
  write_header<Curve>(out, material, key);
  out.section(3, inputs * kG1Bytes);
  for (const auto& point : key.ic) out.point(point);
  out.section(4, 4 + terms * kCoefficientBytes);
  out.u32(terms);
  if (Result<void> written = write_coefficients<Curve>(out, circuit); !written)
    return std::move(written).error();

  const auto stream_g1 = [&](std::uint32_t section, std::uint64_t count, const auto& fill) -> Result<void> {
    out.section(section, count * kG1Bytes);
    if (Result<void> written = out.flush(); !written) return written;
    return stream_multiples<G1>(material.g1_table(), count, fill, kG1Bytes, encode<G1>, 1, sink, meter);
  };
  const auto stream_g2 = [&](std::uint32_t section, std::uint64_t count, const auto& fill) -> Result<void> {
    out.section(section, count * kG2Bytes);
    if (Result<void> written = out.flush(); !written) return written;
    return stream_multiples<G2>(material.g2_table(), count, fill, kG2Bytes, encode<G2>, kG2Work, sink, meter);
  };
  const auto copy_from = [](std::span<const Fr> source) {
    return [source](std::uint64_t first, std::span<Fr> scalars) {
      std::ranges::copy(source.subspan(first, scalars.size()), scalars.begin());
    };
  };
  const auto combined = [&](std::uint64_t first, std::span<Fr> scalars) {
    material.combine(inputs + first, material.delta_inverse(), scalars);
  };
  const auto odd_lagrange = [&](std::uint64_t first, std::span<Fr> scalars) {
    Wiped<Fr> scratch(scalars.size());
    lagrange_at<Fr>(doubled, secrets.tau, material.delta_inverse(), 2 * first + 1, 2, scalars, scratch);
  };
  Result<void> done = stream_g1(5, variables, copy_from(material.a()));
  if (done) done = stream_g1(6, variables, copy_from(material.b()));
  if (done) done = stream_g2(7, variables, copy_from(material.b()));
  if (done) done = stream_g1(8, variables - inputs, combined);
  if (done) done = stream_g1(9, domain.size(), odd_lagrange);
  // No ceremony: the circuit's hash is left zero, and there are no contributions.
  out.section(10, kCircuitHashBytes + 4);
  for (std::uint64_t i = 0; i < kCircuitHashBytes; ++i) out.number(0, 1);
  out.u32(0);
  if (done) done = out.flush();
  if (!done) return std::move(done).error();
  return AnyVerifyingKey{key};
}

template Result<AnyVerifyingKey> write_zkey_of(const circuit::CompiledCircuit&,
                                               const SetupSecrets<algebra::Bn254>&, const SetupOptions&,
                                               const ByteSink&);
template Result<AnyVerifyingKey> write_zkey_of(const circuit::CompiledCircuit&,
                                               const SetupSecrets<algebra::Bls12_381>&, const SetupOptions&,
                                               const ByteSink&);

}  // namespace lockstep::groth16
