// SPDX-License-Identifier: Apache-2.0
// What a proof must be before its pairings are worth computing.
#pragma once

#include <cstddef>

#include "lockstep/groth16/proof.hpp"
#include "lockstep/result.hpp"

namespace lockstep::groth16 {

// The number of public inputs; A and B not infinity; A, B, C on their curves and in the subgroups.
// kInvalidProof.
template <class Curve>
Result<void> check_proof_form(const VerifyingKey<Curve>& key, const Proof<Curve>& proof,
                              std::size_t input_count);

}  // namespace lockstep::groth16
