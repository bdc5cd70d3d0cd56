// SPDX-License-Identifier: Apache-2.0
#include "lockstep/groth16/setup_secrets.hpp"

#include <openssl/crypto.h>
#include <openssl/evp.h>
#include <openssl/rand.h>

#include <cstddef>
#include <memory>
#include <optional>
#include <string>

namespace lockstep::groth16 {
namespace {

using Digest = std::array<std::uint8_t, 64>;

constexpr std::string_view kDomainSeparator = "lockstep development setup 1";

std::optional<std::uint8_t> hex_digit(char c) {
  if (c >= '0' && c <= '9') return static_cast<std::uint8_t>(c - '0');
  if (c >= 'a' && c <= 'f') return static_cast<std::uint8_t>(c - 'a' + 10);
  if (c >= 'A' && c <= 'F') return static_cast<std::uint8_t>(c - 'A' + 10);
  return std::nullopt;
}

bool candidate_digest(std::string_view curve, std::string_view name, std::uint32_t counter,
                      const SetupSeed& seed, Digest& digest) {
  struct Free {
    void operator()(EVP_MD_CTX* context) const { EVP_MD_CTX_free(context); }
  };
  const std::unique_ptr<EVP_MD_CTX, Free> context(EVP_MD_CTX_new());
  if (!context || EVP_DigestInit_ex(context.get(), EVP_sha512(), nullptr) != 1) return false;
  const auto absorb = [&](const void* data, std::size_t size) {
    return EVP_DigestUpdate(context.get(), data, size) == 1;
  };
  const std::uint8_t zero = 0;
  bool good = true;
  for (const std::string_view text : {kDomainSeparator, curve, name}) {
    good = good && absorb(text.data(), text.size()) && absorb(&zero, 1);
  }
  std::array<std::uint8_t, 4> counter_bytes{};
  for (std::size_t i = 0; i < 4; ++i) counter_bytes[i] = static_cast<std::uint8_t>(counter >> (8 * i));
  good = good && absorb(counter_bytes.data(), counter_bytes.size()) && absorb(seed.data(), seed.size());
  unsigned size = 0;
  return good && EVP_DigestFinal_ex(context.get(), digest.data(), &size) == 1 && size == digest.size();
}

// The digest as a little-endian integer modulo r.
template <class Fr>
Fr reduce(const Digest& digest) {
  typename Fr::Limbs low{};
  typename Fr::Limbs high{};
  for (std::size_t i = 0; i < 32; ++i) {
    low[i / 8] |= std::uint64_t{digest[i]} << (8 * (i % 8));
    high[i / 8] |= std::uint64_t{digest[32 + i]} << (8 * (i % 8));
  }
  // R = 2^256, and R in Montgomery form is R^2.
  const Fr value =
      Fr::from_standard_unchecked(low) + Fr::from_standard_unchecked(high) * Fr{Fr::kMontgomeryRadixSquared};
  OPENSSL_cleanse(low.data(), sizeof(low));
  OPENSSL_cleanse(high.data(), sizeof(high));
  return value;
}

template <class Fr>
bool in_some_domain(Fr value) {
  for (std::size_t i = 0; i < Fr::kTwoAdicity; ++i) value = value.square();
  return value.is_one();
}

}  // namespace

Result<SetupSeed> parse_setup_seed(std::string_view hexadecimal) {
  SetupSeed seed{};
  if (hexadecimal.empty() || hexadecimal.size() > 2 * seed.size()) {
    return Error{ErrorCode::kUsage, "the seed must have 1 to 64 hexadecimal digits, it has " +
                                        std::to_string(hexadecimal.size())};
  }
  for (std::size_t i = 0; i < hexadecimal.size(); ++i) {
    const char c = hexadecimal[hexadecimal.size() - 1 - i];
    const std::optional<std::uint8_t> digit = hex_digit(c);
    if (!digit)
      return Error{ErrorCode::kUsage, "the seed must be hexadecimal digits, another character was found"};
    std::uint8_t& byte = seed[seed.size() - 1 - i / 2];
    byte = static_cast<std::uint8_t>(byte | *digit << (4 * (i % 2)));
  }
  return seed;
}

Result<SetupSeed> random_setup_seed() {
  SetupSeed seed{};
  if (RAND_bytes(seed.data(), static_cast<int>(seed.size())) != 1) {
    return Error{ErrorCode::kInternal, "the system's random source failed (RAND_bytes)"};
  }
  return seed;
}

template <class Curve>
SetupSecrets<Curve>::~SetupSecrets() {
  for (Fr* secret : {&tau, &alpha, &beta, &gamma, &delta}) OPENSSL_cleanse(secret, sizeof(Fr));
}

template <class Curve>
Result<void> derive_setup_secrets(const SetupSeed& seed, SetupSecrets<Curve>& secrets) {
  using Fr = typename Curve::Fr;
  struct Named {
    std::string_view name;
    Fr* secret;
  };
  Digest digest{};
  for (const Named& named :
       {Named{"tau", &secrets.tau}, Named{"alpha", &secrets.alpha}, Named{"beta", &secrets.beta},
        Named{"gamma", &secrets.gamma}, Named{"delta", &secrets.delta}}) {
    bool allowed = false;
    for (std::uint32_t counter = 0; !allowed; ++counter) {
      if (!candidate_digest(Curve::kName, named.name, counter, seed, digest)) {
        return Error{ErrorCode::kInternal, "the hash library failed (SHA-512)"};
      }
      *named.secret = reduce<Fr>(digest);
      allowed = !named.secret->is_zero() && (named.secret != &secrets.tau || !in_some_domain(secrets.tau));
    }
  }
  OPENSSL_cleanse(digest.data(), digest.size());
  return {};
}

template struct SetupSecrets<algebra::Bn254>;
template struct SetupSecrets<algebra::Bls12_381>;
template LOCKSTEP_API Result<void> derive_setup_secrets(const SetupSeed&, SetupSecrets<algebra::Bn254>&);
template LOCKSTEP_API Result<void> derive_setup_secrets(const SetupSeed&, SetupSecrets<algebra::Bls12_381>&);

}  // namespace lockstep::groth16
