// SPDX-License-Identifier: Apache-2.0
#include "lockstep/formats/snarkjs_json.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <utility>

#include "fault.hpp"
#include "json_document.hpp"
#include "lockstep/algebra/curves.hpp"
#include "point_reader.hpp"
#include "scalar_modulus.hpp"
#include "snarkjs_document.hpp"

namespace lockstep::formats {
namespace {

using groth16::AnyProof;
using groth16::AnyPublicInputs;
using groth16::AnyVerifyingKey;
using groth16::Proof;
using groth16::PublicInputs;
using groth16::VerifyingKey;

/// Reads values of one document. `illegal` is the code for values that are well-formed and yet not legal.
class Reader {
 public:
  Reader(const ByteSource& source, ErrorCode illegal) : source_(source), illegal_(illegal) {}

  Error malformed(std::string_view place, std::string_view expected, std::string_view found) const {
    return fault(source_, place, expected, found);
  }
  Error illegal(std::string_view place, std::string_view expected, std::string_view found) const {
    return fault(source_, place, expected, found, illegal_);
  }

  template <class Field>
  Result<void> read(const JsonValue& value, const std::string& place, Field& number) const {
    const bool is_number = value.kind == JsonValue::Kind::kString || value.kind == JsonValue::Kind::kNumber;
    if (!is_number) return malformed(place, "a decimal number", kind_name(value.kind));
    if (!is_decimal(value.text)) return malformed(place, "a decimal number", in_quotes(value.text));
    const std::optional<Field> read = Field::from_decimal(value.text);
    if (!read) return illegal(place, "a number below the modulus", in_quotes(value.text));
    number = *read;
    return {};
  }

  template <class Base>
  Result<void> read(const JsonValue& value, const std::string& place, algebra::Fp2<Base>& number) const {
    if (Result<void> sized = check_array(value, place, 2); !sized) return sized;
    if (Result<void> c0 = read(value.children[0].value, place + "[0]", number.c0); !c0) return c0;
    return read(value.children[1].value, place + "[1]", number.c1);
  }

  template <class G>
  Result<void> read_point(const JsonValue* value, const std::string& place, Infinity infinity,
                          algebra::AffinePoint<G>& point) const {
    using Field = typename G::Field;
    if (value == nullptr) return malformed(place, "a point", "none");
    if (Result<void> sized = check_array(*value, place, 3); !sized) return sized;
    Field z;
    if (auto r = read(value->children[0].value, place + "[0]", point.x); !r) return r;
    if (auto r = read(value->children[1].value, place + "[1]", point.y); !r) return r;
    if (auto r = read(value->children[2].value, place + "[2]", z); !r) return r;
    if (z.is_zero()) {
      if (!point.x.is_zero() || point.y != Field::one()) {
        return illegal(place, "x = 0 and y = 1 where z = 0 (infinity)", "other ones");
      }
      point = algebra::AffinePoint<G>::infinity();
    } else if (z != Field::one()) {
      return illegal(place + "[2]", "z = 1 (or 0 for infinity)", "another z");
    } else if (point.is_infinity() || !point.is_on_curve()) {
      const PointFault wrong = point_fault(algebra::DecodeStatus::kNotOnCurve);
      return illegal(place, wrong.expected, wrong.found);
    }
    const PointFault wrong = membership_fault(point, infinity);
    if (wrong) return illegal(place, wrong.expected, wrong.found);
    return {};
  }

  Result<void> check_array(const JsonValue& value, const std::string& place, std::size_t size) const {
    if (!value.is_array())
      return malformed(place, fmt::format("an array of {}", size), kind_name(value.kind));
    if (value.children.size() != size) {
      return malformed(place, fmt::format("{} elements", size), fmt::format("{}", value.children.size()));
    }
    return {};
  }

 private:
  static bool is_decimal(std::string_view text) {
    return !text.empty() && (text.size() == 1 || text.front() != '0') &&
           std::all_of(text.begin(), text.end(), [](char c) { return c >= '0' && c <= '9'; });
  }

  const ByteSource& source_;
  ErrorCode illegal_;
};

template <class Curve>
Result<AnyVerifyingKey> read_key(const ByteSource& source, const JsonValue& document) {
  const Reader reader(source, ErrorCode::kMalformed);
  VerifyingKey<Curve> key;
  using R = Infinity;
  if (auto r = reader.read_point(document.find("vk_alpha_1"), "vk_alpha_1", R::kRefused, key.alpha_g1); !r)
    return r.error();
  if (auto r = reader.read_point(document.find("vk_beta_2"), "vk_beta_2", R::kRefused, key.beta_g2); !r)
    return r.error();
  if (auto r = reader.read_point(document.find("vk_gamma_2"), "vk_gamma_2", R::kRefused, key.gamma_g2); !r)
    return r.error();
  if (auto r = reader.read_point(document.find("vk_delta_2"), "vk_delta_2", R::kRefused, key.delta_g2); !r)
    return r.error();
  const JsonValue* ic = document.find("IC");
  if (ic == nullptr || !ic->is_array() || ic->children.empty()) {
    return reader.malformed("IC", "an array of at least one point",
                            ic == nullptr    ? "none"
                            : ic->is_array() ? "an empty array"
                                             : kind_name(ic->kind));
  }
  key.ic.resize(ic->children.size());
  for (std::size_t i = 0; i < key.ic.size(); ++i) {
    const auto point =
        reader.read_point(&ic->children[i].value, fmt::format("IC[{}]", i), R::kRefused, key.ic[i]);
    if (!point) return point.error();
  }
  const JsonValue* count = document.find("nPublic");
  if (count != nullptr && count->text != fmt::format("{}", key.public_count())) {
    return reader.malformed(
        "nPublic", fmt::format("{}, as IC has {} points", key.public_count(), key.ic.size()),
        count->text.empty() ? std::string(kind_name(count->kind)) : in_quotes(count->text));
  }
  return AnyVerifyingKey(std::move(key));
}

template <class Curve>
Result<AnyProof> read_proof(const ByteSource& source, const JsonValue& document) {
  const Reader reader(source, ErrorCode::kInvalidProof);
  Proof<Curve> proof;
  if (auto r = reader.read_point(document.find("pi_a"), "pi_a", Infinity::kLegal, proof.a); !r)
    return r.error();
  if (auto r = reader.read_point(document.find("pi_b"), "pi_b", Infinity::kLegal, proof.b); !r)
    return r.error();
  if (auto r = reader.read_point(document.find("pi_c"), "pi_c", Infinity::kLegal, proof.c); !r)
    return r.error();
  return AnyProof(proof);
}

template <class Curve>
Result<AnyPublicInputs> read_inputs(const ByteSource& source, const JsonValue& document) {
  const Reader reader(source, ErrorCode::kInvalidProof);
  if (!document.is_array()) return reader.malformed("JSON", "an array of numbers", kind_name(document.kind));
  PublicInputs<Curve> inputs(document.children.size());
  for (std::size_t i = 0; i < inputs.size(); ++i) {
    const auto r = reader.read(document.children[i].value, fmt::format("[{}]", i), inputs[i]);
    if (!r) return r.error();
  }
  return AnyPublicInputs(std::move(inputs));
}

}  // namespace

Result<std::optional<CurveId>> snarkjs_curve(const ByteSource& source, const JsonValue& document) {
  if (!document.is_object()) return fault(source, "JSON", "an object", kind_name(document.kind));
  const JsonValue* protocol = document.find("protocol");
  if (protocol != nullptr && protocol->text != "groth16") {
    return fault(source, "protocol", "\"groth16\"",
                 protocol->kind == JsonValue::Kind::kString ? "another protocol" : kind_name(protocol->kind));
  }
  const JsonValue* name = document.find("curve");
  if (name == nullptr) return std::optional<CurveId>();
  for (const CurveId id : kCurveIds) {
    const auto known = algebra::with_curve(id, [](auto curve) { return decltype(curve)::kSnarkjsName; });
    if (name->kind == JsonValue::Kind::kString && name->text == known) return std::optional(id);
  }
  return fault(source, "curve", "\"bn128\" or \"bls12381\"",
               name->kind == JsonValue::Kind::kString ? "another curve" : kind_name(name->kind));
}

Result<AnyVerifyingKey> verification_key_from(const ByteSource& source, const JsonValue& document) {
  const auto named = snarkjs_curve(source, document);
  if (!named) return named.error();
  // A key that names no curve is of the one that its first point lies on.
  CurveId curve = CurveId::kBn254;
  if (*named) {
    curve = **named;
  } else {
    algebra::Bn254::G1Affine alpha;
    const Reader reader(source, ErrorCode::kMalformed);
    const bool on_bn254 =
        reader.read_point(document.find("vk_alpha_1"), "vk_alpha_1", Infinity::kRefused, alpha).has_value();
    if (!on_bn254) curve = CurveId::kBls12_381;
  }
  return algebra::with_curve(curve, [&](auto c) { return read_key<decltype(c)>(source, document); });
}

Result<AnyProof> proof_from(const ByteSource& source, const JsonValue& document, CurveId curve) {
  const auto named = snarkjs_curve(source, document);
  if (!named) return named.error();
  if (*named && **named != curve) {
    return fault(source, "curve", fmt::format("{}, the key's curve", curve_name(curve)), curve_name(**named),
                 ErrorCode::kMismatch);
  }
  return algebra::with_curve(curve, [&](auto c) { return read_proof<decltype(c)>(source, document); });
}

Result<AnyPublicInputs> public_inputs_from(const ByteSource& source, const JsonValue& document,
                                           CurveId curve) {
  return algebra::with_curve(curve, [&](auto c) { return read_inputs<decltype(c)>(source, document); });
}

namespace {

template <class Read>
auto read_document(const ByteSource& source, Read&& read) {
  return guarded(source.name(), [&]() -> decltype(read(std::declval<const JsonValue&>())) {
    const Result<JsonValue> document = parse_json(source);
    if (!document) return document.error();
    return read(*document);
  });
}

}  // namespace

Result<AnyVerifyingKey> read_verification_key_json(const ByteSource& source) {
  return read_document(source,
                       [&](const JsonValue& document) { return verification_key_from(source, document); });
}

Result<AnyProof> read_proof_json(const ByteSource& source, CurveId curve) {
  return read_document(source,
                       [&](const JsonValue& document) { return proof_from(source, document, curve); });
}

Result<AnyPublicInputs> read_public_json(const ByteSource& source, CurveId curve) {
  return read_document(
      source, [&](const JsonValue& document) { return public_inputs_from(source, document, curve); });
}

}  // namespace lockstep::formats
