// SPDX-License-Identifier: Apache-2.0
// Verification of one proof and of batches, preparation of a key, and whole setups of synthetic circuits
// whose rows have two or three terms in A and one or two in B and C.
#include <benchmark/benchmark.h>
#include <unistd.h>

#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "lockstep/algebra/curves.hpp"
#include "lockstep/groth16/setup.hpp"
#include "lockstep/groth16/verifier.hpp"

namespace lockstep::groth16 {
namespace {

template <class Fr>
Fr random_scalar(std::mt19937_64& engine) {
  typename Fr::Limbs limbs{};
  for (auto& limb : limbs) limb = engine();
  return Fr::from_standard_unchecked(limbs);
}

// A key whose secrets are known, and valid proofs under it made from them.
template <class Curve>
class Statements {
 public:
  using Fr = typename Curve::Fr;

  Statements(std::size_t public_count, std::size_t proof_count) {
    const Fr alpha = next();
    const Fr beta = next();
    const Fr gamma = next();
    const Fr delta = next();
    key_.alpha_g1 = Curve::G1Jacobian::generator().mul(alpha).to_affine();
    key_.beta_g2 = Curve::G2Jacobian::generator().mul(beta).to_affine();
    key_.gamma_g2 = Curve::G2Jacobian::generator().mul(gamma).to_affine();
    key_.delta_g2 = Curve::G2Jacobian::generator().mul(delta).to_affine();
    std::vector<Fr> ic(public_count + 1);
    for (Fr& scalar : ic) {
      scalar = next();
      key_.ic.push_back(Curve::G1Jacobian::generator().mul(scalar).to_affine());
    }
    for (std::size_t j = 0; j < proof_count; ++j) {
      inputs_.emplace_back(public_count);
      Fr statement = ic[0];
      for (std::size_t i = 0; i < public_count; ++i) {
        inputs_.back()[i] = next();
        statement += inputs_.back()[i] * ic[i + 1];
      }
      const Fr a = next();
      const Fr b = next();
      const Fr c = (a * b - alpha * beta - statement * gamma) * delta.inverse();
      proofs_.push_back({Curve::G1Jacobian::generator().mul(a).to_affine(),
                         Curve::G2Jacobian::generator().mul(b).to_affine(),
                         Curve::G1Jacobian::generator().mul(c).to_affine()});
    }
  }

  const VerifyingKey<Curve>& key() const { return key_; }
  const std::vector<Proof<Curve>>& proofs() const { return proofs_; }
  const std::vector<PublicInputs<Curve>>& inputs() const { return inputs_; }

 private:
  Fr next() { return random_scalar<Fr>(engine_); }

  std::mt19937_64 engine_{1};
  VerifyingKey<Curve> key_;
  std::vector<Proof<Curve>> proofs_;
  std::vector<PublicInputs<Curve>> inputs_;
};

template <class Curve>
void prepare_key(benchmark::State& state) {
  const Statements<Curve> statements(static_cast<std::size_t>(state.range(0)), 0);
  for (auto _ : state) benchmark::DoNotOptimize(PreparedVerifyingKey<Curve>::make(statements.key()));
}

template <class Curve>
void verify_one(benchmark::State& state) {
  const Statements<Curve> statements(static_cast<std::size_t>(state.range(0)), 1);
  const auto verifier = PreparedVerifyingKey<Curve>::make(statements.key());
  for (auto _ : state) {
    if (!verifier->verify(statements.proofs()[0], statements.inputs()[0])) state.SkipWithError("invalid");
  }
}

template <class Curve>
void verify_batch(benchmark::State& state) {
  const Statements<Curve> statements(3, static_cast<std::size_t>(state.range(0)));
  const auto verifier = PreparedVerifyingKey<Curve>::make(statements.key());
  for (auto _ : state) {
    const auto bad = verifier->verify_batch(statements.proofs(), statements.inputs());
    if (!bad || !bad->empty()) state.SkipWithError("invalid");
  }
  state.SetItemsProcessed(static_cast<std::int64_t>(state.iterations()) * state.range(0));
}

void add_row(circuit::SparseMatrix& matrix, std::initializer_list<std::uint64_t> variables) {
  for (const std::uint64_t variable : variables) {
    matrix.columns.push_back(static_cast<std::uint32_t>(variable));
    matrix.coefficients.push_back(static_cast<std::uint32_t>(matrix.columns.size() % 2));
  }
  matrix.row_offsets.push_back(matrix.columns.size());
}

template <class Curve>
circuit::CompiledCircuit synthetic_circuit(std::uint64_t constraint_count) {
  using Fr = typename Curve::Fr;
  circuit::CompiledCircuit circuit;
  circuit.curve = Curve::kId;
  circuit.public_count = 2;
  circuit.constraint_count = constraint_count;
  circuit.variable_count = constraint_count + 3;
  circuit.dictionary = {Fr::one().limbs, Fr::from_u64(1ULL << 40).limbs};
  for (std::uint64_t i = 0; i < constraint_count; ++i) {
    if (i % 2 == 0) {
      add_row(circuit.a, {i + 3, 0});
      add_row(circuit.b, {i + 3});
      add_row(circuit.c, {i / 2});
    } else {
      add_row(circuit.a, {i + 1, i + 2, i / 3});
      add_row(circuit.b, {i + 2, i / 2});
      add_row(circuit.c, {i + 3, 1});
    }
  }
  for (std::uint64_t i = 0; i <= circuit.public_count; ++i) {
    add_row(circuit.a, {i});
    add_row(circuit.b, {});
    add_row(circuit.c, {});
  }
  return circuit;
}

template <class Curve, KeyFormat kFormat>
void setup(benchmark::State& state) {
  const auto circuit = synthetic_circuit<Curve>(static_cast<std::uint64_t>(state.range(0)));
  const auto path =
      std::filesystem::temp_directory_path() / ("lockstep-setup-bench-" + std::to_string(::getpid()));
  for (auto _ : state) {
    if (!write_development_key(circuit, kFormat, path)) state.SkipWithError("no key");
  }
  state.counters["file_bytes"] = static_cast<double>(std::filesystem::file_size(path));
  std::filesystem::remove(path);
  state.SetItemsProcessed(static_cast<std::int64_t>(state.iterations()) * state.range(0));
}

using algebra::Bls12_381;
using algebra::Bn254;

BENCHMARK(prepare_key<Bn254>)->Arg(3)->Arg(1000)->Unit(benchmark::kMicrosecond)->UseRealTime();
BENCHMARK(prepare_key<Bls12_381>)->Arg(3)->Arg(1000)->Unit(benchmark::kMicrosecond)->UseRealTime();
BENCHMARK(verify_one<Bn254>)
    ->Arg(0)
    ->Arg(3)
    ->Arg(32)
    ->Arg(1000)
    ->Unit(benchmark::kMicrosecond)
    ->UseRealTime();
BENCHMARK(verify_one<Bls12_381>)
    ->Arg(0)
    ->Arg(3)
    ->Arg(32)
    ->Arg(1000)
    ->Unit(benchmark::kMicrosecond)
    ->UseRealTime();
BENCHMARK(verify_batch<Bn254>)->Arg(1)->Arg(10)->Arg(100)->Unit(benchmark::kMicrosecond)->UseRealTime();
BENCHMARK(verify_batch<Bls12_381>)->Arg(1)->Arg(10)->Arg(100)->Unit(benchmark::kMicrosecond)->UseRealTime();
BENCHMARK(setup<Bn254, KeyFormat::kZkey>)
    ->Arg(30'000)
    ->Arg(250'000)
    ->Unit(benchmark::kMillisecond)
    ->UseRealTime();
BENCHMARK(setup<Bls12_381, KeyFormat::kZkey>)
    ->Arg(30'000)
    ->Arg(250'000)
    ->Unit(benchmark::kMillisecond)
    ->UseRealTime();
BENCHMARK(setup<Bls12_381, KeyFormat::kBellman>)
    ->Arg(30'000)
    ->Arg(250'000)
    ->Unit(benchmark::kMillisecond)
    ->UseRealTime();

}  // namespace
}  // namespace lockstep::groth16

BENCHMARK_MAIN();
