// SPDX-License-Identifier: Apache-2.0
// Fields, points, subgroup checks, pairings and transforms, as their callers reach them: through the types,
// with the arithmetic chosen at load (LOCKSTEP_ARITHMETIC).
#include <benchmark/benchmark.h>

#include <array>
#include <random>
#include <span>
#include <string>
#include <vector>

#include "lockstep/algebra/batch.hpp"
#include "lockstep/algebra/curves.hpp"
#include "lockstep/algebra/glv.hpp"
#include "lockstep/algebra/ntt_domain.hpp"
#include "lockstep/algebra/point_encoding.hpp"
#include "lockstep/algebra/subgroup.hpp"

namespace lockstep::algebra {
namespace {

template <class F>
F random_element(std::mt19937_64& engine) {
  typename F::Limbs limbs{};
  for (auto& limb : limbs) limb = engine();
  return F::from_standard_unchecked(limbs);
}
template <class F>
F random_value(std::mt19937_64& engine) {
  if constexpr (requires { F::kLimbs; }) {
    return random_element<F>(engine);
  } else {
    return {random_element<typename F::Base>(engine), random_element<typename F::Base>(engine)};
  }
}
template <class G>
JacobianPoint<G> random_point(std::mt19937_64& engine) {
  return JacobianPoint<G>::generator().mul(random_element<typename G::Scalar>(engine));
}

// Each result feeds the next operation.
template <class Value, class Operation>
void chain(benchmark::State& state, Value value, Operation operation) {
  for (auto unused : state) value = operation(value);
  benchmark::DoNotOptimize(value);
}
// The same input each time.
template <class Operation>
void repeat(benchmark::State& state, Operation operation) {
  for (auto unused : state) {
    auto result = operation();
    benchmark::DoNotOptimize(result);
  }
}

template <class F>
void register_field(const std::string& name) {
  std::mt19937_64 engine(1);
  const F a = random_value<F>(engine);
  const F b = random_value<F>(engine);
  const auto add = [&](const char* operation, auto function) {
    benchmark::RegisterBenchmark((name + "/" + operation).c_str(),
                                 [=](benchmark::State& state) { chain(state, a, function); });
  };
  add("add", [=](const F& x) { return x + b; });
  add("sub", [=](const F& x) { return x - b; });
  add("mul", [=](const F& x) { return x * b; });
  add("sqr", [](const F& x) { return x.square(); });
  add("inverse", [](const F& x) { return x.inverse(); });
  add("sqrt", [](const F& x) { return x.square().sqrt().value_or(x); });
}

template <class G>
void register_group(const std::string& name) {
  std::mt19937_64 engine(2);
  const auto p = random_point<G>(engine);
  const auto q = random_point<G>(engine);
  const auto affine = q.to_affine();
  const auto scalar = random_element<typename G::Scalar>(engine);
  const auto add = [&](const char* operation, auto start, auto function) {
    benchmark::RegisterBenchmark((name + "/" + operation).c_str(),
                                 [=](benchmark::State& state) { chain(state, start, function); });
  };
  using Jacobian = JacobianPoint<G>;
  using Xyzz = XyzzPoint<G>;
  add("jacobian_double", p, [](const Jacobian& x) { return x.doubled(); });
  add("jacobian_add", p, [=](const Jacobian& x) { return x.add(q); });
  add("jacobian_add_mixed", p, [=](const Jacobian& x) { return x.add_mixed(affine); });
  add("xyzz_add_mixed", Xyzz::from_affine(p.to_affine()), [=](const Xyzz& x) { return x.add_mixed(affine); });
  add("mul", p, [=](const Jacobian& x) { return x.mul(scalar); });
  if constexpr (requires { typename G::Glv; }) {
    add("mul_glv", p, [=](const Jacobian& x) { return mul_glv(x, scalar); });
    benchmark::RegisterBenchmark((name + "/glv_decompose").c_str(), [=](benchmark::State& state) {
      repeat(state, [&] { return glv_decompose<G>(scalar.to_standard()); });
    });
  }
  benchmark::RegisterBenchmark((name + "/in_subgroup").c_str(), [=](benchmark::State& state) {
    repeat(state, [&] { return in_subgroup(affine); });
  });
}

template <class Curve>
void register_pairing(const std::string& name) {
  std::mt19937_64 engine(3);
  const auto p = random_point<typename Curve::G1>(engine).to_affine();
  const auto q = random_point<typename Curve::G2>(engine).to_affine();
  const auto add = [&](const char* operation, auto function) {
    benchmark::RegisterBenchmark((name + "/" + operation).c_str(),
                                 [=](benchmark::State& state) { repeat(state, function); });
  };
  const auto prepared = Curve::prepare(q);
  add("pairing", [=] { return Curve::pairing(p, q); });
  add("prepare", [=] { return Curve::prepare(q); });
  add("miller_loop", [=] {
    const typename Curve::MillerTerm term{p, &prepared};
    return Curve::miller_loop(std::span(&term, 1));
  });
  add("miller_loop_of_3", [=] {
    const typename Curve::MillerTerm term{p, &prepared};
    const std::array terms{term, term, term};
    return Curve::miller_loop(terms);
  });
  const typename Curve::MillerTerm term{p, &prepared};
  const auto f = Curve::miller_loop(std::span(&term, 1));
  add("final_exponentiation", [=] { return Curve::final_exponentiation(f); });
  add("fp12_mul", [=] { return f * f; });
  add("fp12_square", [=] { return f.square(); });
  add("fp12_cyclotomic_square", [=] { return f.cyclotomic_square(); });
}

template <class Curve>
void transform(benchmark::State& state) {
  using Fr = typename Curve::Fr;
  const auto log_size = static_cast<std::size_t>(state.range(0));
  std::vector<Fr> twiddles(NttDomain<Fr>::twiddle_count(log_size));
  const NttDomain<Fr> domain(log_size, Curve::root_of_unity_snarkjs(log_size), twiddles);
  std::mt19937_64 engine(4);
  std::vector<Fr> values(domain.size());
  for (Fr& value : values) value = random_element<Fr>(engine);
  for (auto unused : state) {
    domain.forward_to_reversed(values);
    domain.inverse_from_reversed(values);
  }
  state.SetItemsProcessed(2 * state.iterations() * static_cast<std::int64_t>(domain.size()));
}

template <class Curve>
void register_curve() {
  const std::string name(Curve::kName);
  register_field<typename Curve::Fp>(name + "/fp");
  register_field<typename Curve::Fr>(name + "/fr");
  register_field<typename Curve::Fp2>(name + "/fp2");
  register_group<typename Curve::G1>(name + "/g1");
  register_group<typename Curve::G2>(name + "/g2");
  register_pairing<Curve>(name);
  benchmark::RegisterBenchmark((name + "/ntt_there_and_back").c_str(), transform<Curve>)
      ->Arg(10)
      ->Arg(16)
      ->Arg(20)
      ->Unit(benchmark::kMillisecond);
}

}  // namespace
}  // namespace lockstep::algebra

int main(int argc, char** argv) {
  lockstep::algebra::register_curve<lockstep::algebra::Bn254>();
  lockstep::algebra::register_curve<lockstep::algebra::Bls12_381>();
  benchmark::AddCustomContext("arithmetic", std::string(lockstep::algebra::kernels::active_name()));
  benchmark::Initialize(&argc, argv);
  if (benchmark::ReportUnrecognizedArguments(argc, argv)) return 1;
  benchmark::RunSpecifiedBenchmarks();
  benchmark::Shutdown();
  return 0;
}
