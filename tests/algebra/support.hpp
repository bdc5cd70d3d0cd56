// SPDX-License-Identifier: Apache-2.0
// What the algebra tests share: the lists of types, reproducible random values, GMP integers.
#pragma once

#include <gmp.h>
#include <gtest/gtest.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <random>
#include <string>
#include <vector>

#include "lockstep/algebra/curves.hpp"

namespace lockstep::algebra::testing {

using AllFields = ::testing::Types<Bn254::Fp, Bn254::Fr, Bls12_381::Fp, Bls12_381::Fr>;
using AllBaseFields = ::testing::Types<Bn254::Fp, Bls12_381::Fp>;
using AllScalarFields = ::testing::Types<Bn254::Fr, Bls12_381::Fr>;
using AllGroups = ::testing::Types<Bn254::G1, Bn254::G2, Bls12_381::G1, Bls12_381::G2>;
using AllCurves = ::testing::Types<Bn254, Bls12_381>;

// The same sequence in each run, so that a failure can be repeated.
class Random {
 public:
  std::uint64_t word() { return engine_(); }

  template <class F>
  requires requires { F::kLimbs; }
  F element() {
    typename F::Limbs limbs{};
    do {
      for (auto& limb : limbs) limb = word();
      limbs.back() >>= 64 * F::kLimbs - F::kBits;
    } while (!F::is_canonical(limbs));
    return F{limbs};
  }
  template <class F>
  requires requires { F::one().c2; }
  F element() {
    using Base = typename F::Base;
    return {element<Base>(), element<Base>(), element<Base>()};
  }
  template <class F>
  requires(
      requires { F::one().c1; } && !requires { F::one().c2; }) F element() {
    using Base = typename F::Base;
    return {element<Base>(), element<Base>()};
  }

  // A point of the subgroup.
  template <class G>
  JacobianPoint<G> point() {
    return JacobianPoint<G>::generator().mul(element<typename G::Scalar>());
  }
  // A point of the curve, most likely outside the subgroup where there is a cofactor.
  template <class G>
  AffinePoint<G> curve_point() {
    for (;;) {
      const auto x = element<typename G::Field>();
      if (const auto y = (x.square() * x + G::b()).sqrt()) return {x, *y};
    }
  }

 private:
  std::mt19937_64 engine_{20240229};
};

// 0, 1, 2, p - 1, p - 2, (p - 1)/2, (p + 1)/2, R mod p and its negative, then random elements.
template <class F>
std::vector<F> interesting_elements(Random& random, std::size_t random_count) {
  const F half = F::one().halved();
  std::vector<F> values = {F::zero(),
                           F::one(),
                           F::from_u64(2),
                           -F::one(),
                           -F::from_u64(2),
                           half,
                           -half,
                           F{F::from_u64(1).limbs},
                           -F{F::one().limbs},
                           F{wide::from_u64<F::kLimbs>(1)},
                           -F{wide::from_u64<F::kLimbs>(1)}};
  for (std::size_t i = 0; i < random_count; ++i) values.push_back(random.element<F>());
  return values;
}

// An integer of GMP that releases itself.
class Integer {
 public:
  Integer() { mpz_init(value_); }
  explicit Integer(unsigned long value) { mpz_init_set_ui(value_, value); }
  Integer(const Integer& other) { mpz_init_set(value_, other.value_); }
  Integer& operator=(const Integer& other) {
    mpz_set(value_, other.value_);
    return *this;
  }
  ~Integer() { mpz_clear(value_); }

  template <std::size_t N>
  static Integer from(const std::array<std::uint64_t, N>& limbs) {
    Integer r;
    mpz_import(r.value_, N, -1, 8, 0, 0, limbs.data());
    return r;
  }
  template <class F>
  static Integer from_element(const F& element) {
    return from(element.to_standard());
  }
  template <std::size_t N>
  std::array<std::uint64_t, N> limbs() const {
    std::array<std::uint64_t, N> r{};
    EXPECT_LE(mpz_sizeinbase(value_, 2), 64 * N);
    mpz_export(r.data(), nullptr, -1, 8, 0, 0, value_);
    return r;
  }
  std::vector<std::uint64_t> all_limbs() const {
    std::vector<std::uint64_t> r((mpz_sizeinbase(value_, 2) + 63) / 64);
    mpz_export(r.data(), nullptr, -1, 8, 0, 0, value_);
    return r;
  }
  std::string decimal() const {
    std::string r(mpz_sizeinbase(value_, 10) + 2, '\0');
    mpz_get_str(r.data(), 10, value_);
    r.resize(r.find('\0'));
    return r;
  }

  mpz_ptr get() { return value_; }
  mpz_srcptr get() const { return value_; }

  friend Integer operator+(const Integer& a, const Integer& b) { return apply(mpz_add, a, b); }
  friend Integer operator-(const Integer& a, const Integer& b) { return apply(mpz_sub, a, b); }
  friend Integer operator*(const Integer& a, const Integer& b) { return apply(mpz_mul, a, b); }
  friend Integer operator/(const Integer& a, const Integer& b) { return apply(mpz_fdiv_q, a, b); }
  friend Integer operator%(const Integer& a, const Integer& b) { return apply(mpz_fdiv_r, a, b); }
  friend bool operator==(const Integer& a, const Integer& b) { return mpz_cmp(a.value_, b.value_) == 0; }

 private:
  template <class Function>
  static Integer apply(Function function, const Integer& a, const Integer& b) {
    Integer r;
    function(r.value_, a.value_, b.value_);
    return r;
  }
  mpz_t value_;
};

}  // namespace lockstep::algebra::testing
