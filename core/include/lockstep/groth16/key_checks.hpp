// SPDX-License-Identifier: Apache-2.0
// Whether a verifying key can be sound, and whether two are the same.
#pragma once

#include <string_view>

#include "lockstep/api.hpp"
#include "lockstep/groth16/proof.hpp"
#include "lockstep/result.hpp"

namespace lockstep::groth16 {

/// kMalformed, with the name of a bad point: no IC point; alpha, beta, gamma, delta or an IC point at
/// infinity (a part of the statement would be unbound), off its curve or outside its subgroup. beta and delta
/// in G1, which verification doesn't use, may be missing (infinity). Uses all threads of the calling thread's
/// oneTBB arena. [thread-safe]
template <class Curve>
LOCKSTEP_API Result<void> check_verifying_key(const VerifyingKey<Curve>& key);
LOCKSTEP_API Result<void> check_verifying_key(const AnyVerifyingKey& key);

/// kMalformed when beta or delta in G1, where the key has them, is not the same multiple of the generator as
/// in G2: no proof made with such a key is valid. For a key that check_verifying_key passed. [thread-safe]
LOCKSTEP_API Result<void> check_matching_groups(const AnyVerifyingKey& key);

/// Success when both verify the same proofs: equal curves, alpha, beta, gamma, delta and IC. kMismatch with
/// the first difference; the names say in the message which keys these are. [thread-safe]
LOCKSTEP_API Result<void> check_same_verifying_key(const AnyVerifyingKey& a, std::string_view a_name,
                                                   const AnyVerifyingKey& b, std::string_view b_name);

}  // namespace lockstep::groth16
