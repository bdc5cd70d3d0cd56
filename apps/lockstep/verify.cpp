// SPDX-License-Identifier: Apache-2.0
#include <iostream>

#include "lockstep/pipeline/files.hpp"
#include "options.hpp"
#include "terminal.hpp"

namespace lockstep::app {

int run_verify(const VerifyOptions& options) {
  const Result<void> verified = pipeline::verify_files(options.vk, options.public_inputs, options.proof);
  if (verified) {
    std::cout << "valid\n";
    return kExitOk;
  }
  if (verified.error().code != ErrorCode::kInvalidProof) return fail(verified.error());
  std::cout << "invalid\n";
  fail(verified.error());
  return kExitInvalid;
}

}  // namespace lockstep::app
