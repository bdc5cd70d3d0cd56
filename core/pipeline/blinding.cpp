// SPDX-License-Identifier: Apache-2.0
#include "blinding.hpp"

#include <fmt/format.h>
#include <openssl/crypto.h>
#include <openssl/rand.h>

#include "lockstep/algebra/curves.hpp"

namespace lockstep::pipeline {
namespace {

template <class Fr>
Result<circuit::ScalarLimbs> parse_scalar(const char* name, const std::string& text) {
  const std::optional<Fr> value = Fr::from_decimal(text);
  if (!value) {
    return Error{ErrorCode::kUsage,
                 fmt::format("--{}: expected a decimal number below the order of the curve's groups", name)};
  }
  return value->to_standard();
}

/// Uniform by rejection: draws as many bits as the modulus has until the number is below it.
template <class Fr>
Result<circuit::ScalarLimbs> random_scalar() {
  constexpr std::uint64_t kTopMask = ~std::uint64_t{0} >> (64 * Fr::kLimbs - Fr::kBits);
  circuit::ScalarLimbs limbs{};
  do {
    if (RAND_priv_bytes(reinterpret_cast<unsigned char*>(limbs.data()), sizeof(limbs)) != 1) {
      return Error{ErrorCode::kInternal,
                   "the system's random generator gave no bytes for the blinding scalars"};
    }
    limbs.back() &= kTopMask;
  } while (!Fr::is_canonical(limbs));
  return limbs;
}

template <class Fr>
Result<BlindingScalars> scalars_of(const std::optional<Blinding>& given) {
  BlindingScalars scalars;
  for (auto [name, text, to] : {std::tuple{"r", given ? &given->r : nullptr, &scalars.r},
                                std::tuple{"s", given ? &given->s : nullptr, &scalars.s}}) {
    Result<circuit::ScalarLimbs> scalar =
        text != nullptr ? parse_scalar<Fr>(name, *text) : random_scalar<Fr>();
    if (!scalar) return scalar.error();
    *to = *scalar;
    OPENSSL_cleanse(scalar->data(), sizeof(*scalar));
  }
  return scalars;
}

}  // namespace

BlindingScalars::~BlindingScalars() {
  OPENSSL_cleanse(r.data(), sizeof(r));
  OPENSSL_cleanse(s.data(), sizeof(s));
}

Result<BlindingScalars> make_blinding(CurveId curve, const std::optional<Blinding>& given) {
  return algebra::with_curve(curve, [&](auto tag) { return scalars_of<typename decltype(tag)::Fr>(given); });
}

}  // namespace lockstep::pipeline
