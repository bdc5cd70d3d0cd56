// SPDX-License-Identifier: Apache-2.0
#include "lockstep/groth16/key_checks.hpp"

#include <fmt/format.h>
#include <oneapi/tbb/blocked_range.h>
#include <oneapi/tbb/parallel_reduce.h>

#include <algorithm>
#include <array>
#include <string>

#include "lockstep/algebra/curves.hpp"
#include "lockstep/algebra/subgroup.hpp"

namespace lockstep::groth16 {
namespace {

// What is wrong with the point, as the end of a sentence; empty when it is good.
template <class G>
std::string_view fault_of(const algebra::AffinePoint<G>& point) {
  if (point.is_infinity()) return "is infinity";
  if (!point.is_on_curve()) return "is not on the curve";
  if (!algebra::in_subgroup(point)) return "is not in the subgroup of prime order";
  return {};
}

Error bad_point(std::string_view name, std::string_view fault) {
  return {ErrorCode::kMalformed, fmt::format("verifying key: {} {}", name, fault)};
}

template <class G>
std::size_t first_bad(const std::vector<algebra::AffinePoint<G>>& points) {
  using Range = tbb::blocked_range<std::size_t>;
  return tbb::parallel_reduce(
      Range(0, points.size(), 16), points.size(),
      [&](const Range& range, std::size_t found) {
        for (std::size_t i = range.begin(); i != range.end() && i < found; ++i) {
          if (!fault_of(points[i]).empty()) return i;
        }
        return found;
      },
      [](std::size_t a, std::size_t b) { return std::min(a, b); });
}

// e(in_g1, generator) = e(generator, in_g2)?
template <class Curve>
bool same_multiple(const typename Curve::G1Affine& in_g1, const typename Curve::G2Affine& in_g2) {
  const auto generator = Curve::prepare(Curve::G2::generator());
  const auto prepared = Curve::prepare(in_g2);
  const std::array<typename Curve::MillerTerm, 2> terms{
      {{in_g1, &generator}, {-Curve::G1::generator(), &prepared}}};
  return Curve::final_exponentiation(Curve::miller_loop(terms)).is_one();
}

template <class Curve>
std::string first_difference(const VerifyingKey<Curve>& a, const VerifyingKey<Curve>& b) {
  if (a.alpha_g1 != b.alpha_g1) return "alpha";
  if (a.beta_g2 != b.beta_g2) return "beta";
  if (a.gamma_g2 != b.gamma_g2) return "gamma";
  if (a.delta_g2 != b.delta_g2) return "delta";
  if (a.ic.size() != b.ic.size()) return fmt::format("IC ({} points and {})", a.ic.size(), b.ic.size());
  const auto [place, unused] = std::ranges::mismatch(a.ic, b.ic);
  return place == a.ic.end() ? std::string() : fmt::format("IC point {}", place - a.ic.begin());
}

}  // namespace

template <class Curve>
Result<void> check_verifying_key(const VerifyingKey<Curve>& key) {
  if (key.ic.empty())
    return Error{ErrorCode::kMalformed, "verifying key: expected at least one IC point, found none"};
  if (const auto fault = fault_of(key.alpha_g1); !fault.empty()) return bad_point("alpha", fault);
  if (const auto fault = fault_of(key.beta_g2); !fault.empty()) return bad_point("beta", fault);
  if (const auto fault = fault_of(key.gamma_g2); !fault.empty()) return bad_point("gamma", fault);
  if (const auto fault = fault_of(key.delta_g2); !fault.empty()) return bad_point("delta", fault);
  if (const std::size_t i = first_bad(key.ic); i < key.ic.size()) {
    return bad_point(fmt::format("IC point {}", i), fault_of(key.ic[i]));
  }
  return {};
}

Result<void> check_verifying_key(const AnyVerifyingKey& key) {
  return std::visit([](const auto& known) { return check_verifying_key(known); }, key);
}

Result<void> check_matching_groups(const AnyVerifyingKey& any) {
  return std::visit(
      []<class Curve>(const VerifyingKey<Curve>& key) -> Result<void> {
        if (!key.beta_g1.is_infinity() && !same_multiple<Curve>(key.beta_g1, key.beta_g2)) {
          return bad_point("beta in G1", "is not the same multiple of the generator as in G2");
        }
        if (!key.delta_g1.is_infinity() && !same_multiple<Curve>(key.delta_g1, key.delta_g2)) {
          return bad_point("delta in G1", "is not the same multiple of the generator as in G2");
        }
        return {};
      },
      any);
}

Result<void> check_same_verifying_key(const AnyVerifyingKey& a, std::string_view a_name,
                                      const AnyVerifyingKey& b, std::string_view b_name) {
  const auto differ = [&](std::string_view what) {
    return Error{
        ErrorCode::kMismatch,
        fmt::format("{} and {} are different verifying keys: they differ in {}", a_name, b_name, what)};
  };
  return std::visit(
      [&]<class Curve>(const VerifyingKey<Curve>& first) -> Result<void> {
        const auto* second = std::get_if<VerifyingKey<Curve>>(&b);
        if (second == nullptr) return differ("the curve");
        const std::string difference = first_difference(first, *second);
        if (!difference.empty()) return differ(difference);
        return {};
      },
      a);
}

template LOCKSTEP_API Result<void> check_verifying_key(const VerifyingKey<algebra::Bn254>&);
template LOCKSTEP_API Result<void> check_verifying_key(const VerifyingKey<algebra::Bls12_381>&);

}  // namespace lockstep::groth16
