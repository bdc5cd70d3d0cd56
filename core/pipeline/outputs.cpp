// SPDX-License-Identifier: Apache-2.0
#include "outputs.hpp"

#include <fmt/format.h>

#include <string>
#include <utility>
#include <vector>

#include "lockstep/algebra/curves.hpp"
#include "lockstep/formats/bellman.hpp"
#include "lockstep/formats/file_writer.hpp"
#include "lockstep/formats/snarkjs_json.hpp"

namespace lockstep::pipeline {
namespace {

using formats::FileWriter;

bool is_binary(const std::filesystem::path& path) {
  return path.extension() == ".bin";
}

Error bad_extension(const std::filesystem::path& path) {
  return Error{
      ErrorCode::kUsage,
      fmt::format("{}: name of the proof: expected it to end in .json or .bin, found {}", path.string(),
                  path.extension().empty() ? "no extension" : path.extension().string())};
}

}  // namespace

Result<void> check_outputs(const ProveJob& job) {
  if (job.proof_output && !is_binary(*job.proof_output) && job.proof_output->extension() != ".json") {
    return bad_extension(*job.proof_output);
  }
  if (job.proof_output && job.public_output &&
      job.proof_output->lexically_normal() == job.public_output->lexically_normal()) {
    return Error{ErrorCode::kUsage,
                 fmt::format("{}: expected a file each for proof and public inputs, found one",
                             job.proof_output->string())};
  }
  for (const auto& path : {job.proof_output, job.public_output}) {
    if (!path) continue;
    if (const auto writable = FileWriter::create(*path); !writable) return writable.error();
  }
  return {};
}

Result<void> check_outputs_on(const ProveJob& job, CurveId curve) {
  if (job.proof_output && is_binary(*job.proof_output) && curve != CurveId::kBls12_381) {
    return Error{
        ErrorCode::kUsage,
        fmt::format(
            "{}: the 192-byte encoding is bls12_381's: expected a name that ends in .json for a proof "
            "on {}",
            job.proof_output->string(), curve_name(curve))};
  }
  return {};
}

Result<void> write_outputs(const ProveJob& job, const Proved& proved) {
  // Both are on the disk before either has its name.
  std::vector<FileWriter> files;
  if (job.proof_output) {
    Result<FileWriter> file = FileWriter::create(*job.proof_output);
    if (!file) return file.error();
    const Result<void> written =
        is_binary(*job.proof_output)
            ? file->write(formats::encode_bellman_proof(std::get<formats::BellmanProof>(proved.proof)))
            : file->write(formats::proof_json(proved.proof));
    if (!written) return written;
    files.push_back(*std::move(file));
  }
  if (job.public_output) {
    Result<FileWriter> file = FileWriter::create(*job.public_output);
    if (!file) return file.error();
    if (Result<void> written = file->write(formats::public_json(proved.public_inputs)); !written)
      return written;
    files.push_back(*std::move(file));
  }
  for (FileWriter& file : files) {
    if (Result<void> named = file.commit(); !named) return named;
  }
  return {};
}

}  // namespace lockstep::pipeline
