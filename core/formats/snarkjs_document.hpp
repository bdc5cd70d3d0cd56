// SPDX-License-Identifier: Apache-2.0
// What snarkjs_json.hpp reads, from JSON that is parsed already.
#pragma once

#include <optional>

#include "json_document.hpp"
#include "lockstep/groth16/proof.hpp"
#include "lockstep/result.hpp"

namespace lockstep::formats {

/// The curve that an object names, nothing where it names none; kMalformed for an unknown curve or a protocol
/// other than groth16.
Result<std::optional<CurveId>> snarkjs_curve(const ByteSource& source, const JsonValue& document);

Result<groth16::AnyVerifyingKey> verification_key_from(const ByteSource& source, const JsonValue& document);
Result<groth16::AnyProof> proof_from(const ByteSource& source, const JsonValue& document, CurveId curve);
Result<groth16::AnyPublicInputs> public_inputs_from(const ByteSource& source, const JsonValue& document,
                                                    CurveId curve);

}  // namespace lockstep::formats
