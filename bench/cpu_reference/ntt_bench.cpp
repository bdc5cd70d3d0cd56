// SPDX-License-Identifier: Apache-2.0
// Transforms and the quotient on two threads. Argument: log2 of the size. CPU is that of the process, all
// threads; beside gnark-crypto compare the real time of ToReversed with its FFT(values, fft.DIF).
#include <benchmark/benchmark.h>

#include <random>
#include <string>
#include <vector>

#include "fast/quotient.hpp"
#include "lockstep/algebra/curves.hpp"
#include "test_executor.hpp"

namespace lockstep::cpu_reference {
namespace {

constexpr std::uint32_t kThreads = 2;

template <class Fr>
std::vector<Fr> random_elements(std::size_t count) {
  std::mt19937_64 random(1);
  std::vector<Fr> values(count);
  for (Fr& value : values) {
    for (auto& limb : value.limbs) limb = random();
    value.limbs.back() >>= 65 - Fr::kBits % 64;  // below a power of two that is below the modulus
  }
  return values;
}

/// From natural to reversed order, over a table that is there.
template <class Curve, NttArithmetic kArithmetic>
void to_reversed(benchmark::State& state) {
  using Fr = typename Curve::Fr;
  const auto log_size = static_cast<std::uint32_t>(state.range(0));
  testing::TestExecutor executor(kThreads);
  const ParallelNtt<Fr> ntt(log_size, Curve::root_of_unity_snarkjs(log_size), kArithmetic, executor);
  std::vector<Fr> values = random_elements<Fr>(ntt.size());
  for (auto _ : state) ntt.to_reversed(false, values);
}

/// All transforms of a proof in the coset basis, the table included.
template <class Curve, NttArithmetic kArithmetic>
void quotient(benchmark::State& state) {
  using Fr = typename Curve::Fr;
  const auto log_size = static_cast<std::uint32_t>(state.range(0));
  testing::TestExecutor executor(kThreads);
  const QuotientDomain<Curve> domain{.log_size = log_size,
                                     .root = Curve::root_of_unity_snarkjs(log_size),
                                     .coset_basis = true,
                                     .coset_shift = Curve::root_of_unity_snarkjs(log_size + 1)};
  std::vector<Fr> a = random_elements<Fr>(std::size_t{1} << log_size);
  std::vector<Fr> b = a;
  std::vector<Fr> c = a;
  for (auto _ : state) quotient_fast<Curve>(domain, a, b, c, executor, kArithmetic);
}

template <class Curve, NttArithmetic kArithmetic>
void add_benchmarks(const std::string& name) {
  const std::string suffix = std::string("/") + std::string(Curve::kName) + "/" + name;
  const auto settle = [](benchmark::internal::Benchmark* added) {
    added->Arg(15)->Arg(18)->Arg(20)->Unit(benchmark::kMillisecond)->MeasureProcessCPUTime()->UseRealTime();
  };
  settle(benchmark::RegisterBenchmark(("ToReversed" + suffix).c_str(), to_reversed<Curve, kArithmetic>));
  settle(benchmark::RegisterBenchmark(("Quotient" + suffix).c_str(), quotient<Curve, kArithmetic>));
}

}  // namespace
}  // namespace lockstep::cpu_reference

int main(int argc, char** argv) {
  using namespace lockstep;
  using cpu_reference::NttArithmetic;
  cpu_reference::add_benchmarks<algebra::Bn254, NttArithmetic::kScalar>("scalar");
  cpu_reference::add_benchmarks<algebra::Bls12_381, NttArithmetic::kScalar>("scalar");
  if (algebra::ifma_enabled()) {
    cpu_reference::add_benchmarks<algebra::Bn254, NttArithmetic::kIfma>("ifma");
    cpu_reference::add_benchmarks<algebra::Bls12_381, NttArithmetic::kIfma>("ifma");
  }
  benchmark::Initialize(&argc, argv);
  benchmark::RunSpecifiedBenchmarks();
}
