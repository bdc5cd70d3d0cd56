// SPDX-License-Identifier: Apache-2.0
// The C API over the C++ one: handles, strings and statuses. Nothing is decided here.
#include <algorithm>
#include <array>
#include <cstring>
#include <memory>
#include <mutex>
#include <new>
#include <string>

#include "lockstep/backend/registry.hpp"
#include "lockstep/formats/bellman.hpp"
#include "lockstep/formats/snarkjs_json.hpp"
#include "lockstep/lockstep.h"
#include "lockstep/pipeline/engine.hpp"
#include "lockstep/pipeline/files.hpp"
#include "lockstep/timing/report_json.hpp"
#include "lockstep/version.hpp"

struct lockstep_engine {
  lockstep::pipeline::Engine engine;
  std::once_flag listed;
  std::string backends_json;  // written once, by whoever asks first
};

struct lockstep_proof {
  std::string proof_json;
  std::string public_json;
  std::string report_json;
  std::array<std::byte, lockstep::formats::kBellmanProofBytes> bytes{};
  std::size_t size = 0;  // of bytes; 0 on another curve
};

namespace {

using lockstep::Error;
using lockstep::ErrorCode;
using lockstep::Result;

lockstep_status status_of(ErrorCode code) {
  static_assert(static_cast<int>(ErrorCode::kMalformed) + 1 == LOCKSTEP_E_MALFORMED);
  static_assert(static_cast<int>(ErrorCode::kInternal) + 1 == LOCKSTEP_E_INTERNAL);
  return static_cast<lockstep_status>(code) + 1;
}

lockstep_status report(const Error& error, lockstep_error* to) {
  const lockstep_status status = status_of(error.code);
  if (to != nullptr) {
    to->code = status;
    const std::size_t length = std::min(error.message.size(), sizeof(to->message) - 1);
    std::memcpy(to->message, error.message.data(), length);
    to->message[length] = '\0';
  }
  return status;
}

/// Runs `work`, which gives a Result<void>; an exception becomes an error.
template <class Work>
lockstep_status guarded(lockstep_error* error, Work&& work) {
  try {
    const Result<void> done = work();
    return done ? LOCKSTEP_OK : report(done.error(), error);
  } catch (const std::bad_alloc&) {
    return report({ErrorCode::kOutOfMemory, "out of memory"}, error);
  } catch (const std::exception& exception) {
    return report({ErrorCode::kInternal, exception.what()}, error);
  }
}

/// A caller's options, of whatever version: what the caller doesn't know is zero. kUsage where the caller
/// knows more than this library and uses it.
template <class Options>
Result<void> read_options(const Options* from, Options& to) {
  to = {};
  if (from == nullptr) return {};
  const std::size_t known = std::min<std::size_t>(from->struct_size, sizeof(Options));
  if (known < sizeof(from->struct_size)) return Error{ErrorCode::kUsage, "options: struct_size is not set"};
  const auto* bytes = reinterpret_cast<const unsigned char*>(from);
  if (std::any_of(bytes + known, bytes + from->struct_size, [](unsigned char byte) { return byte != 0; })) {
    return Error{ErrorCode::kUsage, "options: a field is set that this version of the library doesn't know"};
  }
  std::memcpy(&to, from, known);
  return {};
}

Error missing(const char* what) {
  return {ErrorCode::kUsage, std::string(what) + ": expected a value, found NULL"};
}

Result<lockstep::pipeline::ProveJob> job_of(const lockstep_prove_options* given) {
  lockstep_prove_options options;
  if (Result<void> read = read_options(given, options); !read) return read.error();
  if (options.key == nullptr) return missing("options.key");
  if (options.witness == nullptr) return missing("options.witness");
  if ((options.r == nullptr) != (options.s == nullptr)) return missing("options.r and options.s");
  lockstep::pipeline::ProveJob job{.key = options.key, .witness = options.witness};
  if (options.r1cs != nullptr) job.r1cs = options.r1cs;
  if (options.backend != nullptr) job.backend = options.backend;
  job.check_key = options.check_key != 0;
  if (options.r != nullptr) job.blinding = lockstep::pipeline::Blinding{options.r, options.s};
  return job;
}

}  // namespace

const char* lockstep_version(void) {
  static const std::string text = lockstep::version_text();
  return text.c_str();
}

lockstep_status lockstep_engine_create(const lockstep_engine_options* options, lockstep_engine** engine,
                                       lockstep_error* error) {
  return guarded(error, [&]() -> Result<void> {
    if (engine == nullptr) return missing("engine");
    lockstep_engine_options known;
    if (Result<void> read = read_options(options, known); !read) return read;
    lockstep::pipeline::EngineOptions engine_options{.threads = known.threads};
    if (known.plugin != nullptr) engine_options.plugin = known.plugin;
    *engine = new lockstep_engine{
        .engine = lockstep::pipeline::Engine(engine_options), .listed = {}, .backends_json = {}};
    return {};
  });
}

void lockstep_engine_destroy(lockstep_engine* engine) {
  delete engine;
}

const char* lockstep_engine_backends_json(lockstep_engine* engine) {
  const lockstep_status status = guarded(nullptr, [&]() -> Result<void> {
    std::call_once(engine->listed, [&] {
      lockstep::backend::Registry& registry = engine->engine.registry();
      engine->backends_json = lockstep::backend::candidates_to_json(registry.candidates(), registry.search());
    });
    return {};
  });
  return status == LOCKSTEP_OK ? engine->backends_json.c_str() : nullptr;
}

lockstep_status lockstep_prove(lockstep_engine* engine, const lockstep_prove_options* options,
                               lockstep_proof** proof, lockstep_error* error) {
  return guarded(error, [&]() -> Result<void> {
    if (engine == nullptr) return missing("engine");
    if (proof == nullptr) return missing("proof");
    const Result<lockstep::pipeline::ProveJob> job = job_of(options);
    if (!job) return job.error();
    const Result<lockstep::pipeline::Proved> proved = engine->engine.prove(*job);
    if (!proved) return proved.error();
    auto made = std::make_unique<lockstep_proof>();
    made->proof_json = lockstep::formats::proof_json(proved->proof);
    made->public_json = lockstep::formats::public_json(proved->public_inputs);
    made->report_json = lockstep::timing::report_to_json(proved->report);
    if (const auto* on_bls = std::get_if<lockstep::formats::BellmanProof>(&proved->proof)) {
      made->bytes = lockstep::formats::encode_bellman_proof(*on_bls);
      made->size = made->bytes.size();
    }
    *proof = made.release();
    return {};
  });
}

void lockstep_proof_destroy(lockstep_proof* proof) {
  delete proof;
}

const char* lockstep_proof_json(const lockstep_proof* proof) {
  return proof->proof_json.c_str();
}
const char* lockstep_proof_public_json(const lockstep_proof* proof) {
  return proof->public_json.c_str();
}
const char* lockstep_proof_report_json(const lockstep_proof* proof) {
  return proof->report_json.c_str();
}

const uint8_t* lockstep_proof_bytes(const lockstep_proof* proof, size_t* size) {
  if (size != nullptr) *size = proof->size;
  return reinterpret_cast<const uint8_t*>(proof->bytes.data());
}

lockstep_status lockstep_verify(const char* vk, const char* public_inputs, const char* proof,
                                lockstep_error* error) {
  return guarded(error, [&]() -> Result<void> {
    if (vk == nullptr) return missing("vk");
    if (public_inputs == nullptr) return missing("public_inputs");
    if (proof == nullptr) return missing("proof");
    return lockstep::pipeline::verify_files(vk, public_inputs, proof);
  });
}

lockstep_status lockstep_setup(const lockstep_setup_options* options, lockstep_error* error) {
  return guarded(error, [&]() -> Result<void> {
    lockstep_setup_options known;
    if (Result<void> read = read_options(options, known); !read) return read;
    if (known.r1cs == nullptr) return missing("options.r1cs");
    if (known.key == nullptr) return missing("options.key");
    lockstep::pipeline::SetupJob job{.r1cs = known.r1cs, .key = known.key, .threads = known.threads};
    if (known.vk != nullptr) job.verifying_key = known.vk;
    if (known.seed != nullptr) job.seed = known.seed;
    return lockstep::pipeline::setup_files(job);
  });
}
