// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <string_view>

#include "bellman_internal.hpp"
#include "fault.hpp"
#include "json_document.hpp"
#include "lockstep/formats/bellman.hpp"
#include "lockstep/formats/inspect.hpp"
#include "point_reader.hpp"

namespace lockstep::formats {
namespace {

FileKind identify_json(const ByteSource& source) {
  const Result<JsonValue> document = guarded(source.name(), [&] { return parse_json(source); });
  if (!document) return FileKind::kUnknown;
  if (document->is_array()) return FileKind::kPublicJson;
  if (document->find("pi_a") != nullptr) return FileKind::kProofJson;
  if (document->find("vk_alpha_1") != nullptr) return FileKind::kVerificationKeyJson;
  return FileKind::kUnknown;
}

FileKind identify_bellman(const ByteSource& source) {
  constexpr unsigned kCompressed = 0x80;
  if (source.size() % kBellmanProofBytes == 0 &&
      (static_cast<unsigned>(source.bytes()[0]) & kCompressed) != 0) {
    return FileKind::kBellmanProof;
  }
  using G1 = algebra::Bls12_381::G1;
  algebra::AffinePoint<G1> alpha;
  if (source.size() < kPointBytes<G1> ||
      read_point<G1>(groth16::PointEncoding::kBellman, source.bytes().data(), Infinity::kRefused, alpha)) {
    return FileKind::kUnknown;
  }
  // A `.vk` ends with its IC, parameters go on.
  const Result<BellmanList> ic = read_bellman_ic_list(source);
  const bool ends = ic && ic->offset + ic->count * kPointBytes<G1> == source.size();
  return ends ? FileKind::kBellmanVk : FileKind::kBellmanParameters;
}

}  // namespace

std::string_view file_kind_name(FileKind kind) {
  switch (kind) {
    case FileKind::kUnknown:
      return "unknown";
    case FileKind::kR1cs:
      return "r1cs (circom constraint system)";
    case FileKind::kWtns:
      return "wtns (circom witness)";
    case FileKind::kZkey:
      return "zkey (snarkjs proving key)";
    case FileKind::kVerificationKeyJson:
      return "JSON verifying key (snarkjs)";
    case FileKind::kProofJson:
      return "JSON proof (snarkjs)";
    case FileKind::kPublicJson:
      return "JSON public inputs (snarkjs)";
    case FileKind::kBellmanParameters:
      return "parameters (bellman proving key)";
    case FileKind::kBellmanVk:
      return "vk (bellman verifying key)";
    case FileKind::kBellmanProof:
      return "proof (bellman)";
  }
  return "unknown";
}

FileKind identify(const ByteSource& source) {
  if (source.size() == 0) return FileKind::kUnknown;
  const std::string_view text(reinterpret_cast<const char*>(source.bytes().data()), source.size());
  if (text.starts_with("r1cs")) return FileKind::kR1cs;
  if (text.starts_with("wtns")) return FileKind::kWtns;
  if (text.starts_with("zkey")) return FileKind::kZkey;
  if (looks_like_json(source)) return identify_json(source);
  return identify_bellman(source);
}

}  // namespace lockstep::formats
