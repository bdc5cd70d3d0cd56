// SPDX-License-Identifier: Apache-2.0
#include "lockstep/formats/inspect.hpp"

#include <array>
#include <bit>
#include <variant>

#include "bellman_internal.hpp"
#include "fault.hpp"
#include "json_document.hpp"
#include "little_endian.hpp"
#include "lockstep/formats/bellman.hpp"
#include "lockstep/formats/iden3_container.hpp"
#include "lockstep/formats/r1cs.hpp"
#include "lockstep/formats/wtns.hpp"
#include "lockstep/formats/zkey.hpp"
#include "scalar_modulus.hpp"
#include "snarkjs_document.hpp"

namespace lockstep::formats {
namespace {

/// Names of sections by id, from 1.
constexpr std::array<std::string_view, 5> kR1csSections = {"header", "constraints", "labels", "custom gates",
                                                           "custom gate uses"};
constexpr std::array<std::string_view, 2> kWtnsSections = {"header", "values"};
constexpr std::array<std::string_view, 10> kZkeySections = {
    "protocol", "header", "IC", "coefficients", "A", "B1", "B2", "C", "H", "contributions"};
constexpr std::uint64_t kCircuitHashBytes = 64;

template <class Value>
void add_fact(Inspection& inspection, std::string name, const Value& value) {
  inspection.facts.emplace_back(std::move(name), fmt::format("{}", value));
}

/// The table is sound: the reader has read it before.
Result<void> add_sections(const ByteSource& source, std::string_view magic, std::uint32_t version,
                          std::span<const std::string_view> names, Inspection& inspection) {
  const Result<SectionTable> table = read_section_table(source, magic, version);
  if (!table) return table.error();
  for (const Section& section : table->sections) {
    const std::string_view name = section.id - 1 < names.size() ? names[section.id - 1] : "unknown";
    inspection.sections.push_back({fmt::format("{} ({})", section.id, name), section.offset, section.size});
  }
  if (table->end != source.size())
    add_fact(inspection, "bytes beyond the last section", source.size() - table->end);
  return {};
}

void add_circuit_facts(const circuit::CompiledCircuit& circuit, Inspection& inspection) {
  add_fact(inspection, "constraints", circuit.constraint_count);
  add_fact(inspection, "variables", circuit.variable_count);
  add_fact(inspection, "public inputs", circuit.public_count);
  add_fact(inspection, "terms in A", circuit.a.entry_count());
  add_fact(inspection, "terms in B", circuit.b.entry_count());
  if (!circuit.c_is_product) add_fact(inspection, "terms in C", circuit.c.entry_count());
  add_fact(inspection, "distinct coefficients", circuit.dictionary.size());
}

void add_key_facts(const groth16::ProvingKey& key, Inspection& inspection) {
  add_fact(inspection, "domain", fmt::format("2^{}", key.domain_log2));
  add_fact(inspection, "points", key.a.count + key.b1.count + key.b2.count + key.l.count + key.h.count);
}

Result<void> inspect_r1cs(const ByteSource& source, Inspection& inspection) {
  const Result<circuit::CompiledCircuit> circuit = read_r1cs(source);
  if (!circuit) return circuit.error();
  const Result<R1csHeader> header = read_r1cs_header(source);
  if (!header) return header.error();
  inspection.curve = circuit->curve;
  add_circuit_facts(*circuit, inspection);
  add_fact(inspection, "public outputs", header->public_output_count);
  add_fact(inspection, "private inputs", header->private_input_count);
  add_fact(inspection, "labels", header->label_count);
  return add_sections(source, "r1cs", 1, kR1csSections, inspection);
}

Result<void> inspect_wtns(const ByteSource& source, Inspection& inspection) {
  const Result<circuit::Witness> witness = read_wtns(source);
  if (!witness) return witness.error();
  inspection.curve = witness->curve;
  add_fact(inspection, "values", witness->values.size());
  return add_sections(source, "wtns", 2, kWtnsSections, inspection);
}

Result<void> inspect_zkey(const ByteSource& source, const PointProgress& progress, Inspection& inspection) {
  const Result<Zkey> zkey = read_zkey(source);
  if (!zkey) return zkey.error();
  inspection.curve = zkey->key.curve;
  if (Result<void> sound = check_points(zkey->key, progress); !sound) return sound;
  add_circuit_facts(zkey->circuit, inspection);
  add_key_facts(zkey->key, inspection);
  if (Result<void> added = add_sections(source, "zkey", 1, kZkeySections, inspection); !added) return added;
  const Result<SectionTable> table = read_section_table(source, "zkey", 1);
  if (!table) return table.error();
  const Section* ceremony = table->find(static_cast<std::uint32_t>(ZkeySection::kContributions));
  if (ceremony != nullptr && ceremony->size >= kCircuitHashBytes + 4) {
    add_fact(inspection, "contributions",
             load<std::uint32_t>(&source.bytes()[ceremony->offset + kCircuitHashBytes]));
  }
  return {};
}

Result<void> inspect_verification_key(const ByteSource& source, const JsonValue& document,
                                      Inspection& inspection) {
  const Result<groth16::AnyVerifyingKey> key = verification_key_from(source, document);
  if (!key) return key.error();
  std::visit(
      [&]<class Curve>(const groth16::VerifyingKey<Curve>& k) {
        inspection.curve = Curve::kId;
        add_fact(inspection, "public inputs", k.public_count());
      },
      *key);
  return {};
}

/// A proof that names no curve may be of either: the first on whose curve it is sound.
Result<void> inspect_proof(const ByteSource& source, const JsonValue& document, Inspection& inspection) {
  const Result<std::optional<CurveId>> named = snarkjs_curve(source, document);
  if (!named) return named.error();
  std::optional<Error> first;
  for (const CurveId curve : kCurveIds) {
    if (*named && **named != curve) continue;
    const Result<groth16::AnyProof> proof = proof_from(source, document, curve);
    if (proof) {
      inspection.curve = curve;
      return {};
    }
    if (!first) first = proof.error();
  }
  return *first;
}

Result<void> inspect_public(const ByteSource& source, const JsonValue& document, Inspection& inspection) {
  const Result<groth16::AnyPublicInputs> smaller = public_inputs_from(source, document, CurveId::kBn254);
  const Result<groth16::AnyPublicInputs> larger = public_inputs_from(source, document, CurveId::kBls12_381);
  if (!larger) return larger.error();
  if (!smaller) inspection.curve = CurveId::kBls12_381;
  add_fact(inspection, "public inputs", document.children.size());
  return {};
}

void add_list(std::string name, const BellmanList& list, std::uint64_t point_bytes, Inspection& inspection) {
  add_fact(inspection, "points in " + name, list.count);
  inspection.sections.push_back({std::move(name), list.offset, list.count * point_bytes});
}

Result<void> inspect_bellman_parameters(const ByteSource& source, const PointProgress& progress,
                                        Inspection& inspection) {
  constexpr std::uint64_t kG1 = sizeof(algebra::Bls12_381::G1Affine);
  constexpr std::uint64_t kG2 = sizeof(algebra::Bls12_381::G2Affine);
  const Result<BellmanLayout> layout = read_bellman_layout(source);
  if (!layout) return layout.error();
  const Result<groth16::ProvingKey> key = read_bellman_key_alone(source);
  if (!key) return key.error();
  if (Result<void> sound = check_points(*key, progress); !sound) return sound;
  inspection.curve = key->curve;
  add_fact(inspection, "variables", key->variable_count);
  add_fact(inspection, "public inputs", key->public_count);
  add_key_facts(*key, inspection);
  add_list("ic", layout->ic, kG1, inspection);
  add_list("h", layout->h, kG1, inspection);
  add_list("l", layout->l, kG1, inspection);
  add_list("a", layout->a, kG1, inspection);
  add_list("b_g1", layout->b_g1, kG1, inspection);
  add_list("b_g2", layout->b_g2, kG2, inspection);
  if (layout->end != source.size()) add_fact(inspection, "bytes beyond b_g2", source.size() - layout->end);
  return {};
}

Result<void> inspect_bellman_vk(const ByteSource& source, Inspection& inspection) {
  const Result<BellmanVerifyingKey> key = read_bellman_vk(source);
  if (!key) return key.error();
  inspection.curve = CurveId::kBls12_381;
  add_fact(inspection, "public inputs", key->public_count());
  return {};
}

Result<void> inspect_bellman_proof(const ByteSource& source, Inspection& inspection) {
  const Result<std::vector<BellmanProof>> proofs = read_bellman_proofs(source);
  if (!proofs) return proofs.error();
  inspection.curve = CurveId::kBls12_381;
  add_fact(inspection, "proofs", proofs->size());
  return {};
}

Result<void> inspect_kind(const ByteSource& source, const PointProgress& progress, Inspection& inspection) {
  const auto with_document = [&](auto&& read) -> Result<void> {
    const Result<JsonValue> document = parse_json(source);
    if (!document) return document.error();
    return read(source, *document, inspection);
  };
  switch (inspection.kind) {
    case FileKind::kR1cs:
      return inspect_r1cs(source, inspection);
    case FileKind::kWtns:
      return inspect_wtns(source, inspection);
    case FileKind::kZkey:
      return inspect_zkey(source, progress, inspection);
    case FileKind::kVerificationKeyJson:
      return with_document(inspect_verification_key);
    case FileKind::kProofJson:
      return with_document(inspect_proof);
    case FileKind::kPublicJson:
      return with_document(inspect_public);
    case FileKind::kBellmanParameters:
      return inspect_bellman_parameters(source, progress, inspection);
    case FileKind::kBellmanVk:
      return inspect_bellman_vk(source, inspection);
    case FileKind::kBellmanProof:
      return inspect_bellman_proof(source, inspection);
    case FileKind::kUnknown:
      break;
  }
  if (looks_like_json(source)) {
    return with_document([](const ByteSource& s, const JsonValue&, Inspection&) -> Result<void> {
      return fault(s, "JSON", "a verifying key, a proof or public inputs", "none of their members");
    });
  }
  const std::span<const std::byte> start = source.bytes().first(std::min<std::size_t>(source.size(), 8));
  return fault(source, "offset 0", "an r1cs, wtns or zkey file, snarkjs JSON, or a bellman file",
               "none of them, beginning with " + show_octets(start));
}

}  // namespace

Result<Inspection> inspect(const ByteSource& source, const PointProgress& progress) {
  return guarded(source.name(), [&]() -> Result<Inspection> {
    Inspection inspection;
    inspection.kind = identify(source);
    if (Result<void> sound = inspect_kind(source, progress, inspection); !sound) return sound.error();
    return inspection;
  });
}

}  // namespace lockstep::formats
