// SPDX-License-Identifier: Apache-2.0
// The writers of snarkjs_json.hpp: the order of members and the layout are snarkjs's (one space a level).
#include <nlohmann/json.hpp>
#include <variant>

#include "fault.hpp"
#include "lockstep/algebra/curves.hpp"
#include "lockstep/formats/file_writer.hpp"
#include "lockstep/formats/snarkjs_json.hpp"

namespace lockstep::formats {
namespace {

using Json = nlohmann::ordered_json;

template <class P>
Json number(const algebra::Field<P>& value) {
  return value.to_decimal();
}
template <class Base>
Json number(const algebra::Fp2<Base>& value) {
  return Json::array({number(value.c0), number(value.c1)});
}

template <class G>
Json point(const algebra::AffinePoint<G>& point) {
  using Field = typename G::Field;
  if (point.is_infinity())
    return Json::array({number(Field::zero()), number(Field::one()), number(Field::zero())});
  return Json::array({number(point.x), number(point.y), number(Field::one())});
}

template <class Tower>
Json number(const algebra::Fp6<Tower>& value) {
  return Json::array({number(value.c0), number(value.c1), number(value.c2)});
}

std::string text_of(const Json& document) {
  return document.dump(1);
}

template <class Curve>
std::string text_of(const groth16::VerifyingKey<Curve>& key) {
  const typename Curve::Fp12 alpha_beta = Curve::pairing(key.alpha_g1, key.beta_g2);
  Json document;
  document["protocol"] = "groth16";
  document["curve"] = Curve::kSnarkjsName;
  document["nPublic"] = key.public_count();
  document["vk_alpha_1"] = point(key.alpha_g1);
  document["vk_beta_2"] = point(key.beta_g2);
  document["vk_gamma_2"] = point(key.gamma_g2);
  document["vk_delta_2"] = point(key.delta_g2);
  document["vk_alphabeta_12"] = Json::array({number(alpha_beta.c0), number(alpha_beta.c1)});
  document["IC"] = Json::array();
  for (const auto& ic : key.ic) document["IC"].push_back(point(ic));
  return text_of(document);
}

template <class Curve>
std::string text_of(const groth16::Proof<Curve>& proof) {
  Json document;
  document["pi_a"] = point(proof.a);
  document["pi_b"] = point(proof.b);
  document["pi_c"] = point(proof.c);
  document["protocol"] = "groth16";
  document["curve"] = Curve::kSnarkjsName;
  return text_of(document);
}

}  // namespace

std::string verification_key_json(const groth16::AnyVerifyingKey& key) {
  return std::visit([](const auto& k) { return text_of(k); }, key);
}

std::string proof_json(const groth16::AnyProof& proof) {
  return std::visit([](const auto& p) { return text_of(p); }, proof);
}

std::string public_json(const groth16::AnyPublicInputs& inputs) {
  return std::visit(
      [](const auto& values) {
        Json document = Json::array();
        for (const auto& value : values) document.push_back(number(value));
        return text_of(document);
      },
      inputs);
}

Result<void> write_text_file(const std::filesystem::path& path, std::string_view text) {
  return guarded(path.string(), [&]() -> Result<void> {
    Result<FileWriter> file = FileWriter::create(path);
    if (!file) return std::move(file).error();
    if (Result<void> written = file->write(text); !written) return written;
    return file->commit();
  });
}

}  // namespace lockstep::formats
