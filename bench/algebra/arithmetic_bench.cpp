// SPDX-License-Identifier: Apache-2.0
// One field operation, scalar (portable, mulx/adx) and on eight lanes. "chain": each operation waits for the
// one before; "independent": 16 (lanes: 8) streams that do not wait for each other. Items are field elements.
#include <benchmark/benchmark.h>

#include <array>
#include <cstdint>
#include <random>
#include <string>

#include "lockstep/algebra/curves.hpp"
#include "lockstep/algebra/ifma.hpp"
#include "lockstep/algebra/kernels.hpp"

namespace lockstep::algebra {
namespace {

constexpr std::size_t kStreams = 16;

template <class F>
F random_element(std::mt19937_64& engine) {
  typename F::Limbs limbs{};
  for (auto& limb : limbs) limb = engine();
  return F::from_standard_unchecked(limbs);
}

template <class F>
std::array<F, 8 * kStreams> random_elements() {
  std::mt19937_64 engine(1);
  std::array<F, 8 * kStreams> r;
  for (F& element : r) element = random_element<F>(engine);
  return r;
}

// The routine of a table: which table, and one element or a pair.
template <class F>
const kernels::Kernels<F::kLimbs>* table(bool adx) {
  return adx ? kernels::adx<F::kLimbs>() : &kernels::portable<F::kLimbs>();
}

template <class F, bool kAdx, bool kPair, bool kChain>
void multiply(benchmark::State& state) {
  const auto* kernel = table<F>(kAdx);
  if (kernel == nullptr) return state.SkipWithError("no mulx and adx here");
  const auto mul = kPair ? kernel->mul_fp2 : kernel->mul;
  auto values = random_elements<F>();
  const auto p = F::modulus();
  for (auto unused : state) {
    for (std::size_t i = 0; i < kStreams; ++i) {
      std::uint64_t* r = values[kChain ? 0 : 2 * i].limbs.data();
      mul(r, r, values[2 * kStreams + 2].limbs.data(), p.data(), F::kMontgomeryInverse);
    }
  }
  benchmark::DoNotOptimize(values);
  state.SetItemsProcessed(state.iterations() * std::int64_t{kStreams});
}

template <class F, bool kAdx, bool kPair, bool kChain>
void square_scalar(benchmark::State& state) {
  const auto* kernel = table<F>(kAdx);
  if (kernel == nullptr) return state.SkipWithError("no mulx and adx here");
  const auto sqr = kPair ? kernel->sqr_fp2 : kernel->sqr;
  auto values = random_elements<F>();
  const auto p = F::modulus();
  for (auto unused : state) {
    for (std::size_t i = 0; i < kStreams; ++i) {
      std::uint64_t* r = values[kChain ? 0 : 2 * i].limbs.data();
      sqr(r, r, p.data(), F::kMontgomeryInverse);
    }
  }
  benchmark::DoNotOptimize(values);
  state.SetItemsProcessed(state.iterations() * std::int64_t{kStreams});
}

#if LOCKSTEP_ALGEBRA_IFMA

using ifma::Fp2Lanes;
using ifma::Lanes;

constexpr std::size_t kLaneStreams = 8;

// What is done to one stream, x its value and y another operand.
struct Multiply {
  template <class X>
  LOCKSTEP_IFMA_INLINE static X apply(const X& x, const X& y) {
    return x * y;
  }
};
struct Square {
  template <class X>
  LOCKSTEP_IFMA_INLINE static X apply(const X& x, const X&) {
    return square(x);
  }
};
struct AddReduced {
  template <class X>
  LOCKSTEP_IFMA_INLINE static X apply(const X& x, const X& y) {
    return reduced(x + y);
  }
};
struct SubtractReduced {
  template <class X>
  LOCKSTEP_IFMA_INLINE static X apply(const X& x, const X& y) {
    return reduced(x - y);
  }
};

template <class F>
[[LOCKSTEP_IFMA_TARGET]] void load_value(Lanes<F, 2>& r, const F* elements) {
  r = to_lane_form(ifma::load<F>(ifma::EvenRows{elements->limbs.data(), F::kLimbs}));
}
template <class F>
[[LOCKSTEP_IFMA_TARGET]] void load_value(Fp2Lanes<F, 3>& r, const F* elements) {
  Lanes<F, 2> c0;
  Lanes<F, 2> c1;
  load_value(c0, elements);
  load_value(c1, elements + 8);
  r = Fp2Lanes<F, 2>{c0, c1};
}

template <class X, class Operation, bool kChain>
[[LOCKSTEP_IFMA_TARGET, gnu::noinline]] void run_streams(std::array<X, kLaneStreams>& x, const X& y) {
  for (std::size_t i = 0; i < kLaneStreams; ++i) {
    X& r = x[kChain ? 0 : i];
    r = Operation::apply(r, y);
  }
}

template <class F, class X, class Operation, bool kChain>
void lanes(benchmark::State& state) {
  if (!ifma_enabled()) return state.SkipWithError("no AVX-512 IFMA here");
  const auto elements = random_elements<F>();
  std::array<X, kLaneStreams> x;
  X y;
  for (std::size_t i = 0; i < kLaneStreams; ++i) load_value(x[i], &elements[8 * i]);
  load_value(y, &elements[8 * kLaneStreams]);
  for (auto unused : state) {
    run_streams<X, Operation, kChain>(x, y);
    benchmark::DoNotOptimize(x[0]);
  }
  state.SetItemsProcessed(state.iterations() * std::int64_t{8 * kLaneStreams});
}

// From memory and back, with nothing in between.
template <class F>
[[LOCKSTEP_IFMA_TARGET, gnu::noinline]] void copy_rows(F* target, const F* source) {
  for (std::size_t i = 0; i < kLaneStreams; ++i) {
    ifma::store(ifma::EvenRows{target[8 * i].limbs.data(), F::kLimbs},
                ifma::load<F>(ifma::EvenRows{source[8 * i].limbs.data(), F::kLimbs}));
  }
}

template <class F>
void load_and_store(benchmark::State& state) {
  if (!ifma_enabled()) return state.SkipWithError("no AVX-512 IFMA here");
  const auto source = random_elements<F>();
  auto target = source;
  for (auto unused : state) {
    copy_rows(target.data(), source.data());
    benchmark::DoNotOptimize(target);
  }
  state.SetItemsProcessed(state.iterations() * std::int64_t{8 * kLaneStreams});
}

#endif

// The names say field, code and how operations follow each other.
template <class F>
void register_scalar(const std::string& field) {
  const auto add = [&field](const char* name, auto* function) {
    benchmark::RegisterBenchmark((field + "/" + name).c_str(), function);
  };
  add("mul/portable/chain", multiply<F, false, false, true>);
  add("mul/portable/independent", multiply<F, false, false, false>);
  add("mul/adx/chain", multiply<F, true, false, true>);
  add("mul/adx/independent", multiply<F, true, false, false>);
  add("sqr/adx/chain", square_scalar<F, true, false, true>);
  add("sqr/adx/independent", square_scalar<F, true, false, false>);
}

template <class F>
void register_pairs(const std::string& field) {
  const auto add = [&field](const char* name, auto* function) {
    benchmark::RegisterBenchmark((field + "/" + name).c_str(), function);
  };
  add("mul_fp2/portable/independent", multiply<F, false, true, false>);
  add("mul_fp2/adx/chain", multiply<F, true, true, true>);
  add("mul_fp2/adx/independent", multiply<F, true, true, false>);
  add("sqr_fp2/adx/chain", square_scalar<F, true, true, true>);
  add("sqr_fp2/adx/independent", square_scalar<F, true, true, false>);
#if LOCKSTEP_ALGEBRA_IFMA
  add("mul_fp2/ifma/chain", lanes<F, Fp2Lanes<F, 3>, Multiply, true>);
  add("mul_fp2/ifma/independent", lanes<F, Fp2Lanes<F, 3>, Multiply, false>);
  add("sqr_fp2/ifma/independent", lanes<F, Fp2Lanes<F, 3>, Square, false>);
#endif
}

template <class F>
void register_lanes(const std::string& field) {
#if LOCKSTEP_ALGEBRA_IFMA
  const auto add = [&field](const char* name, auto* function) {
    benchmark::RegisterBenchmark((field + "/" + name).c_str(), function);
  };
  add("mul/ifma/chain", lanes<F, Lanes<F, 2>, Multiply, true>);
  add("mul/ifma/independent", lanes<F, Lanes<F, 2>, Multiply, false>);
  add("sqr/ifma/independent", lanes<F, Lanes<F, 2>, Square, false>);
  add("add_reduced/ifma/independent", lanes<F, Lanes<F, 2>, AddReduced, false>);
  add("sub_reduced/ifma/independent", lanes<F, Lanes<F, 2>, SubtractReduced, false>);
  add("load_store/ifma", load_and_store<F>);
#else
  static_cast<void>(field);
#endif
}

template <class Curve>
void register_curve() {
  const std::string name(Curve::kName);
  register_scalar<typename Curve::Fp>(name + ".fp");
  register_lanes<typename Curve::Fp>(name + ".fp");
  register_pairs<typename Curve::Fp>(name + ".fp");
  register_scalar<typename Curve::Fr>(name + ".fr");
  register_lanes<typename Curve::Fr>(name + ".fr");
}

}  // namespace
}  // namespace lockstep::algebra

int main(int argc, char** argv) {
  benchmark::Initialize(&argc, argv);
  if (benchmark::ReportUnrecognizedArguments(argc, argv)) return 1;
  lockstep::algebra::register_curve<lockstep::algebra::Bls12_381>();
  lockstep::algebra::register_curve<lockstep::algebra::Bn254>();
  benchmark::RunSpecifiedBenchmarks();
  return 0;
}
