// SPDX-License-Identifier: Apache-2.0
#include "inputs.hpp"

#include <fmt/format.h>

#include <utility>

#include "lockstep/algebra/curves.hpp"
#include "lockstep/formats/bellman.hpp"
#include "lockstep/formats/byte_source.hpp"
#include "lockstep/formats/check_points.hpp"
#include "lockstep/formats/inspect.hpp"
#include "lockstep/formats/r1cs.hpp"
#include "lockstep/formats/wtns.hpp"
#include "lockstep/formats/zkey.hpp"

namespace lockstep::pipeline {
namespace {

using circuit::CompiledCircuit;
using formats::ByteSource;

Error mismatch(const std::string& where, std::string_view what, std::string_view expected,
               std::string_view found) {
  return Error{ErrorCode::kMismatch,
               fmt::format("{}: {}: expected {}, found {}", where, what, expected, found)};
}

/// The r1cs and the zkey are of one circuit as far as their counts tell.
Result<void> match(const std::string& r1cs_name, const CompiledCircuit& r1cs, const groth16::ProvingKey& key,
                   const CompiledCircuit& of_key) {
  if (r1cs.curve != key.curve) {
    return mismatch(r1cs_name, "curve", fmt::format("{} as in {}", curve_name(key.curve), key.origin),
                    curve_name(r1cs.curve));
  }
  const auto equal = [&](std::string_view what, std::uint64_t in_key, std::uint64_t in_r1cs) -> Result<void> {
    if (in_key == in_r1cs) return {};
    return mismatch(r1cs_name, what, fmt::format("{} as in {}", in_key, key.origin), std::to_string(in_r1cs));
  };
  if (auto same = equal("variables", key.variable_count, r1cs.variable_count); !same) return same;
  if (auto same = equal("public inputs", key.public_count, r1cs.public_count); !same) return same;
  return equal("constraints", of_key.constraint_count, r1cs.constraint_count);
}

Result<KeyInputs> read_zkey_inputs(const ProveJob& job, const ByteSource& source) {
  Result<formats::Zkey> zkey = formats::read_zkey(source);
  if (!zkey) return zkey.error();
  KeyInputs inputs;
  if (job.r1cs) {
    const Result<ByteSource> r1cs_source = ByteSource::open(*job.r1cs);
    if (!r1cs_source) return r1cs_source.error();
    Result<CompiledCircuit> r1cs = formats::read_r1cs(*r1cs_source);
    if (!r1cs) return r1cs.error();
    if (auto same = match(job.r1cs->string(), *r1cs, zkey->key, zkey->circuit); !same) return same.error();
    inputs.r1cs = std::make_shared<const CompiledCircuit>(std::move(*r1cs));
  }
  inputs.key = std::make_shared<const groth16::ProvingKey>(std::move(zkey->key));
  inputs.circuit = std::make_shared<const CompiledCircuit>(std::move(zkey->circuit));
  return inputs;
}

Result<KeyInputs> read_bellman_inputs(const ProveJob& job, const ByteSource& source) {
  if (!job.r1cs) {
    return Error{
        ErrorCode::kUsage,
        fmt::format("{}: bellman parameters hold no circuit: expected --r1cs beside them", source.name())};
  }
  const Result<ByteSource> r1cs_source = ByteSource::open(*job.r1cs);
  if (!r1cs_source) return r1cs_source.error();
  Result<CompiledCircuit> r1cs = formats::read_r1cs(*r1cs_source);
  if (!r1cs) return r1cs.error();
  Result<groth16::ProvingKey> key = formats::read_bellman_parameters(source, *r1cs);
  if (!key) return key.error();
  KeyInputs inputs;
  inputs.key = std::make_shared<const groth16::ProvingKey>(std::move(*key));
  inputs.r1cs = std::make_shared<const CompiledCircuit>(std::move(*r1cs));
  inputs.circuit = inputs.r1cs;
  return inputs;
}

/// By content, and by name where the content is neither ecosystem's.
bool is_bellman(const ByteSource& source, const std::filesystem::path& path) {
  const formats::FileKind kind = formats::identify(source);
  return kind == formats::FileKind::kBellmanParameters ||
         (kind == formats::FileKind::kUnknown && path.extension() == ".params");
}

}  // namespace

Result<KeyInputs> read_key_inputs(const ProveJob& job, const JobProgress& progress) {
  const Result<ByteSource> source = ByteSource::open(job.key);
  if (!source) return source.error();
  Result<KeyInputs> inputs =
      !is_bellman(*source, job.key) ? read_zkey_inputs(job, *source) : read_bellman_inputs(job, *source);
  if (!inputs || !job.check_key) return inputs;
  const auto tell = [&](std::uint64_t done, std::uint64_t total) {
    if (progress) progress("check key", done, total);
  };
  if (Result<void> sound = formats::check_points(*inputs->key, tell); !sound) return sound.error();
  return inputs;
}

Result<circuit::Witness> read_witness(const ProveJob& job, const groth16::ProvingKey& key) {
  const Result<ByteSource> source = ByteSource::open(job.witness);
  if (!source) return source.error();
  Result<circuit::Witness> witness = formats::read_wtns(*source);
  if (!witness) return witness;
  if (witness->curve != key.curve) {
    return mismatch(source->name(), "curve", fmt::format("{} as in {}", curve_name(key.curve), key.origin),
                    curve_name(witness->curve));
  }
  if (witness->values.size() != key.variable_count) {
    return mismatch(source->name(), "values", fmt::format("{} as in {}", key.variable_count, key.origin),
                    std::to_string(witness->values.size()));
  }
  return witness;
}

groth16::AnyPublicInputs public_inputs_of(const circuit::Witness& witness, const groth16::ProvingKey& key) {
  return algebra::with_curve(key.curve, [&](auto curve) -> groth16::AnyPublicInputs {
    using Curve = decltype(curve);
    groth16::PublicInputs<Curve> inputs;
    for (const circuit::ScalarLimbs& value : witness.values.subspan(1, key.public_count)) {
      inputs.push_back(Curve::Fr::from_standard_unchecked(value));
    }
    return inputs;
  });
}

}  // namespace lockstep::pipeline
