// SPDX-License-Identifier: Apache-2.0
// The secrets of a development setup, and how a seed gives them (docs/development-setup.md has the same as a
// specification, for other implementations).
//
// Who knows these values can prove anything under the key that was made with them. A seed is as secret as
// they are.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

#include "lockstep/algebra/curves.hpp"
#include "lockstep/api.hpp"
#include "lockstep/result.hpp"

namespace lockstep::groth16 {

/// 32 bytes, read as written: the first byte of the hexadecimal text is seed[0].
using SetupSeed = std::array<std::uint8_t, 32>;

/// A seed from 1 to 64 hexadecimal digits, either case: a 256-bit number, so that missing digits are zeros on
/// the left. kUsage for anything else. [thread-safe]
LOCKSTEP_API Result<SetupSeed> parse_setup_seed(std::string_view hexadecimal);

/// A seed from the system's random source (OpenSSL RAND_bytes); kInternal when it fails. [thread-safe]
LOCKSTEP_API Result<SetupSeed> random_setup_seed();

/// The toxic waste. Wiped when it goes. None is zero, and tau lies in no domain: tau^(2^s) is not 1 for the
/// curve's two-adicity s, so that no Lagrange denominator vanishes.
template <class Curve>
struct LOCKSTEP_API SetupSecrets {
  using Fr = typename Curve::Fr;

  Fr tau, alpha, beta, gamma, delta;

  SetupSecrets() = default;
  SetupSecrets(const SetupSecrets&) = delete;
  SetupSecrets& operator=(const SetupSecrets&) = delete;
  ~SetupSecrets();
};

extern template struct LOCKSTEP_API SetupSecrets<algebra::Bn254>;
extern template struct LOCKSTEP_API SetupSecrets<algebra::Bls12_381>;

/// Sets the secrets to those of a seed: for each of "tau", "alpha", "beta", "gamma", "delta" and a counter
/// from 0 up, the candidate is
///   SHA-512("lockstep development setup 1" | 0 | curve_name | 0 | name | 0 | counter, 4 bytes LE | seed)
/// read as a little-endian integer and reduced modulo r; the first candidate that is allowed is taken.
/// kInternal when the hash library fails. [thread-safe]
template <class Curve>
LOCKSTEP_API Result<void> derive_setup_secrets(const SetupSeed& seed, SetupSecrets<Curve>& secrets);

}  // namespace lockstep::groth16
