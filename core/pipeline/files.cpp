// SPDX-License-Identifier: Apache-2.0
#include "lockstep/pipeline/files.hpp"

#include <fmt/format.h>

#include <utility>

#include "lockstep/backend/thread_pool.hpp"
#include "lockstep/formats/bellman.hpp"
#include "lockstep/formats/byte_source.hpp"
#include "lockstep/formats/file_writer.hpp"
#include "lockstep/formats/inspect.hpp"
#include "lockstep/formats/r1cs.hpp"
#include "lockstep/formats/snarkjs_json.hpp"
#include "lockstep/groth16/setup.hpp"
#include "lockstep/groth16/verifier.hpp"

namespace lockstep::pipeline {
namespace {

using formats::ByteSource;

Error bad_name(const std::filesystem::path& path, std::string_view what, std::string_view expected) {
  return Error{ErrorCode::kUsage,
               fmt::format("{}: name of the {}: expected it to end in {}, found {}", path.string(), what,
                           expected, path.extension().empty() ? "no extension" : path.extension().string())};
}

/// Both ecosystems' files are told apart by content, and by name where the content is neither.
bool is_bellman(const ByteSource& source, const std::filesystem::path& path, formats::FileKind kind,
                std::string_view extension) {
  const formats::FileKind found = formats::identify(source);
  return found == kind || (found == formats::FileKind::kUnknown && path.extension() == extension);
}

Result<groth16::AnyVerifyingKey> read_verifying_key(const std::filesystem::path& path) {
  const Result<ByteSource> source = ByteSource::open(path);
  if (!source) return source.error();
  if (!is_bellman(*source, path, formats::FileKind::kBellmanVk, ".vk")) {
    return formats::read_verification_key_json(*source);
  }
  Result<formats::BellmanVerifyingKey> key = formats::read_bellman_vk(*source);
  if (!key) return key.error();
  return groth16::AnyVerifyingKey(std::move(*key));
}

Result<groth16::AnyProof> read_proof(const std::filesystem::path& path, CurveId curve) {
  const Result<ByteSource> source = ByteSource::open(path);
  if (!source) return source.error();
  if (!is_bellman(*source, path, formats::FileKind::kBellmanProof, ".bin")) {
    return formats::read_proof_json(*source, curve);
  }
  if (curve != CurveId::kBls12_381) {
    return Error{ErrorCode::kMismatch,
                 fmt::format("{}: curve: expected {} as the verifying key, found the 192-byte "
                             "encoding of bls12_381",
                             path.string(), curve_name(curve))};
  }
  const Result<std::vector<formats::BellmanProof>> proofs = formats::read_bellman_proofs(*source);
  if (!proofs) return proofs.error();
  if (proofs->size() != 1) {
    return Error{ErrorCode::kMalformed,
                 fmt::format("{}: expected one proof of 192 bytes, found {}", path.string(), proofs->size())};
  }
  return groth16::AnyProof(proofs->front());
}

Result<groth16::AnyPublicInputs> read_public_inputs(const std::filesystem::path& path, CurveId curve) {
  const Result<ByteSource> source = ByteSource::open(path);
  if (!source) return source.error();
  return formats::read_public_json(*source, curve);
}

Result<void> write_verifying_key(const std::filesystem::path& path, const groth16::AnyVerifyingKey& key) {
  using BlsKey = groth16::VerifyingKey<algebra::Bls12_381>;
  return path.extension() == ".vk" ? formats::write_bellman_vk(path, std::get<BlsKey>(key))
                                   : formats::write_text_file(path, formats::verification_key_json(key));
}

}  // namespace

Result<void> verify_files(const std::filesystem::path& verifying_key,
                          const std::filesystem::path& public_inputs, const std::filesystem::path& proof) {
  const Result<groth16::AnyVerifyingKey> key = read_verifying_key(verifying_key);
  if (!key) return key.error();
  const Result<groth16::Verifier> verifier = groth16::Verifier::make(*key);
  if (!verifier) return verifier.error();
  const Result<groth16::AnyPublicInputs> inputs = read_public_inputs(public_inputs, verifier->curve());
  const Result<groth16::AnyProof> read = read_proof(proof, verifier->curve());
  // What can't be read at all outweighs what is read and illegal.
  for (const Error* error : {inputs ? nullptr : &inputs.error(), read ? nullptr : &read.error()}) {
    if (error != nullptr && error->code != ErrorCode::kInvalidProof) return *error;
  }
  if (!inputs) return inputs.error();
  if (!read) return read.error();
  return verifier->verify(*read, *inputs);
}

Result<void> setup_files(const SetupJob& job,
                         const std::function<void(std::uint64_t done, std::uint64_t total)>& progress) {
  const bool bellman = job.key.extension() == ".params";
  if (!bellman && job.key.extension() != ".zkey") return bad_name(job.key, "key", ".zkey or .params");
  if (job.verifying_key) {
    const bool vk = job.verifying_key->extension() == ".vk";
    if (!vk && job.verifying_key->extension() != ".json")
      return bad_name(*job.verifying_key, "verifying key", ".json or .vk");
    if (vk && !bellman) return bad_name(*job.verifying_key, "verifying key of a zkey", ".json");
  }
  groth16::SetupOptions options;
  if (job.seed) {
    const auto seed = groth16::parse_setup_seed(*job.seed);
    if (!seed) return seed.error();
    options.seed = *seed;
  }
  options.progress = [&](std::uint64_t done, std::uint64_t total) {
    if (progress) progress(done, total);
    return true;
  };
  const Result<ByteSource> source = ByteSource::open(job.r1cs);
  if (!source) return source.error();
  const Result<circuit::CompiledCircuit> circuit = formats::read_r1cs(*source);
  if (!circuit) return circuit.error();
  if (job.verifying_key) {  // before the long work, and before there is a key without it
    if (const auto writable = formats::FileWriter::create(*job.verifying_key); !writable)
      return writable.error();
  }

  Result<groth16::AnyVerifyingKey> key = Error{};
  backend::ThreadPool threads(job.threads);
  threads.run([&] {
    key = groth16::write_development_key(
        *circuit, bellman ? groth16::KeyFormat::kBellman : groth16::KeyFormat::kZkey, job.key, options);
  });
  if (!key) {
    // What setup refuses is the circuit; it does not know the circuit's name.
    const Error& error = key.error();
    if (error.code != ErrorCode::kUsage) return error;
    return Error{error.code, fmt::format("{}: {}", job.r1cs.string(), error.message)};
  }
  return job.verifying_key ? write_verifying_key(*job.verifying_key, *key) : Result<void>{};
}

}  // namespace lockstep::pipeline
