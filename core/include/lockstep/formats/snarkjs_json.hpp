// SPDX-License-Identifier: Apache-2.0
// snarkjs's JSON files: verification_key.json, proof.json and public.json, both curves.
//
// Numbers are decimal strings without needless zeros. Bare JSON integers (of up to 308 digits) are read too,
// and exactly; numbers with a sign, a fraction or an exponent are not. A point is [x, y, "1"], or [0, 1, 0]
// for infinity (over Fp2 each is a pair [c0, c1]); another z is refused, since peers disagree on what it
// means. "curve" and "protocol" may be missing (rapidsnark writes no curve), but must not contradict. Unknown
// members are ignored; a member that stands twice is not.
//
// Note for users of proofs: Groth16 proofs are malleable. From a valid proof (A, B, C) anyone can make others
// of the same statement, such as (-A, -B, C): a proof is no unique token.
#pragma once

#include <filesystem>
#include <string>

#include "lockstep/api.hpp"
#include "lockstep/formats/byte_source.hpp"
#include "lockstep/groth16/proof.hpp"
#include "lockstep/result.hpp"

namespace lockstep::formats {

/// Reads a verifying key and checks it wholly: points on the curve, in the subgroup and not infinite, nPublic
/// as many as IC has points less one. Any fault is kMalformed. `vk_alphabeta_12` is not used and not read.
/// [thread-safe]
LOCKSTEP_API Result<groth16::AnyVerifyingKey> read_verification_key_json(const ByteSource& source);

/// Reads a proof for a key of `curve`. kMalformed: no proof can be made out; kMismatch: the file names
/// another curve; kInvalidProof: a coordinate not below the modulus, a point off the curve or outside the
/// subgroup, z neither 0 nor 1. Infinite points are let through: it is the pairing check that decides on
/// them. [thread-safe]
LOCKSTEP_API Result<groth16::AnyProof> read_proof_json(const ByteSource& source, CurveId curve);

/// Reads public inputs of a circuit over `curve`, `[]` included. kMalformed: no array of numbers;
/// kInvalidProof: a value not below r. How many there must be is the verifier's to say. [thread-safe]
LOCKSTEP_API Result<groth16::AnyPublicInputs> read_public_json(const ByteSource& source, CurveId curve);

/// The same as text, laid out as snarkjs does. [thread-safe]
LOCKSTEP_API std::string verification_key_json(const groth16::AnyVerifyingKey& key);
LOCKSTEP_API std::string proof_json(const groth16::AnyProof& proof);
LOCKSTEP_API std::string public_json(const groth16::AnyPublicInputs& inputs);

/// Writes such a text as a file, whole or not at all (see FileWriter).
LOCKSTEP_API Result<void> write_text_file(const std::filesystem::path& path, std::string_view text);

}  // namespace lockstep::formats
