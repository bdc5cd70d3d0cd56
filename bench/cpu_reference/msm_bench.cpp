// SPDX-License-Identifier: Apache-2.0
// Multi-scalar multiplication of the fast variant on two threads, with random scalars below the modulus and
// with those of a witness (half 0 or 1, most others short).
#include <benchmark/benchmark.h>

#include <cstdint>
#include <random>
#include <span>
#include <type_traits>
#include <vector>

#include "fast/msm.hpp"
#include "lockstep/algebra/batch.hpp"
#include "lockstep/algebra/curves.hpp"
#include "test_executor.hpp"

namespace lockstep::cpu_reference {
namespace {

constexpr std::uint32_t kThreads = 2;

enum class Scalars : std::uint8_t { kRandom, kWitness };

template <class G>
const std::vector<algebra::AffinePoint<G>>& points_of(std::size_t count) {
  using Jacobian = algebra::JacobianPoint<G>;
  static std::vector<algebra::AffinePoint<G>> points;
  if (points.size() == count) return points;
  std::vector<Jacobian> multiples(count);
  Jacobian point = Jacobian::generator();
  for (Jacobian& multiple : multiples) {
    multiple = point;
    point = point.add_mixed(G::generator());
  }
  points.resize(count);
  std::vector<typename G::Field> scratch(count);
  algebra::batch_to_affine<Jacobian>(multiples, points, scratch);
  return points;
}

std::vector<Scalar> scalars_of(std::size_t count, Scalars kind) {
  std::mt19937_64 random(1);
  std::vector<Scalar> scalars(count);
  for (Scalar& scalar : scalars) {
    for (std::uint64_t& word : scalar) word = random();
    scalar[3] >>= 3;
    scalar[3] %= 0x3064000000000000;
    if (kind == Scalars::kRandom) continue;
    const std::uint64_t draw = random() % 100;
    if (draw < 90) scalar = {draw < 60 ? random() % 2 : random() >> 32, 0, 0, 0};
  }
  return scalars;
}

template <class G>
void msm(benchmark::State& state, Scalars kind, MsmKernel kernel) {
  const std::size_t count = std::size_t{1} << state.range(0);
  const auto& points = points_of<G>(count);
  const std::vector<Scalar> scalars = scalars_of(count, kind);
  testing::TestExecutor executor(kThreads);
  for (auto _ : state) {
    auto sum = msm_fast<G>({reinterpret_cast<const std::byte*>(points.data()), count},
                           {scalars.data(), nullptr, count}, executor, kernel);
    benchmark::DoNotOptimize(sum);
  }
  state.counters["points_per_second"] = benchmark::Counter(
      static_cast<double>(count) * static_cast<double>(state.iterations()), benchmark::Counter::kIsRate);
}

template <class G>
void add(const char* name) {
  const auto add_one = [&](const char* suffix, Scalars kind, MsmKernel kernel) {
    benchmark::RegisterBenchmark((std::string(name) + suffix).c_str(), msm<G>, kind, kernel)
        ->DenseRange(14, 20, 2)
        ->Unit(benchmark::kMillisecond)
        ->MeasureProcessCPUTime()
        ->UseRealTime();
  };
  add_one("/random", Scalars::kRandom, MsmKernel::kBest);
  add_one("/random/portable", Scalars::kRandom, MsmKernel::kPortable);
  add_one("/witness", Scalars::kWitness, MsmKernel::kBest);
}

}  // namespace
}  // namespace lockstep::cpu_reference

int main(int argc, char** argv) {
  namespace algebra = lockstep::algebra;
  benchmark::Initialize(&argc, argv);
  if (benchmark::ReportUnrecognizedArguments(argc, argv)) return 1;
  lockstep::cpu_reference::add<algebra::Bn254::G1>("msm_g1_bn254");
  lockstep::cpu_reference::add<algebra::Bls12_381::G1>("msm_g1_bls12_381");
  lockstep::cpu_reference::add<algebra::Bn254::G2>("msm_g2_bn254");
  lockstep::cpu_reference::add<algebra::Bls12_381::G2>("msm_g2_bls12_381");
  benchmark::RunSpecifiedBenchmarks();
  return 0;
}
