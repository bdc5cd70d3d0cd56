// SPDX-License-Identifier: Apache-2.0
#include "abi_call.hpp"

#include <fmt/format.h>

#include <cstring>

namespace lockstep::backend {
namespace {

struct StatusWords {
  ErrorCode code;
  std::string_view words;
};

StatusWords words_of(lks_status status) {
  switch (status) {
    case LKS_E_INVALID_ARGUMENT:
      return {ErrorCode::kBackend, "invalid argument"};
    case LKS_E_UNSUPPORTED:
      return {ErrorCode::kBackend, "not supported"};
    case LKS_E_UNIMPLEMENTED:
      return {ErrorCode::kBackend, "not implemented"};
    case LKS_E_OUT_OF_MEMORY:
      return {ErrorCode::kOutOfMemory, "out of host memory"};
    case LKS_E_OUT_OF_DEVICE_MEMORY:
      return {ErrorCode::kOutOfMemory, "out of device memory"};
    case LKS_E_BUDGET:
      return {ErrorCode::kOutOfMemory, "over the memory budget"};
    case LKS_E_CANCELLED:
      return {ErrorCode::kCancelled, "cancelled"};
    case LKS_E_TIMEOUT:
      return {ErrorCode::kBackend, "timed out"};
    case LKS_E_DEVICE_UNAVAILABLE:
      return {ErrorCode::kBackend, "device not available"};
    case LKS_E_DEVICE_LOST:
      return {ErrorCode::kBackend, "device lost"};
    case LKS_E_BAD_KEY:
      return {ErrorCode::kMalformed, "bad key"};
    case LKS_E_BAD_CIRCUIT:
      return {ErrorCode::kMalformed, "bad circuit"};
    case LKS_E_BAD_WITNESS:
      return {ErrorCode::kMalformed, "bad witness"};
    case LKS_E_BUSY:
      return {ErrorCode::kBackend, "busy"};
    case LKS_E_INTERNAL:
      return {ErrorCode::kBackend, "a fault of the backend"};
    default:
      return {ErrorCode::kBackend, "an unknown status"};
  }
}

std::optional<timing::Phase> phase_of(std::uint32_t phase) {
  for (const timing::Layer layer : {timing::Layer::kPipeline, timing::Layer::kBackend}) {
    for (const timing::Phase known : timing::canonical_phases(layer)) {
      if (static_cast<std::uint32_t>(known) == phase) return known;
    }
  }
  return std::nullopt;
}

}  // namespace

std::string plugin_text(const char* text, std::size_t capacity) {
  std::string copy(text, strnlen(text, capacity));
  for (char& c : copy) {
    if (static_cast<unsigned char>(c) < 0x20 || c == 0x7f) c = '?';
  }
  return copy;
}

std::string plugin_text(const char* text) {
  constexpr std::size_t kMaxBytes = 256;
  return text == nullptr ? std::string() : plugin_text(text, kMaxBytes);
}

BackendFailure AbiError::failure(lks_status status) const {
  BackendFailure failure;
  failure.status = status;
  failure.vendor_code = raw_.vendor_code;
  failure.retryable = (raw_.flags & LKS_ERROR_RETRYABLE) != 0;
  failure.device_lost = status == LKS_E_DEVICE_LOST || (raw_.flags & LKS_ERROR_DEVICE_LOST) != 0;
  failure.phase = phase_of(raw_.phase);
  return failure;
}

Error AbiError::to_error(std::string_view backend, std::string_view doing, lks_status status) const {
  const StatusWords status_words = words_of(status);
  const BackendFailure told = failure(status);
  std::string facts(status_words.words);
  if (status < LKS_OK || status > LKS_E_INTERNAL) facts += fmt::format(" {}", status);
  if (told.vendor_code != 0) facts += fmt::format(", driver code {}", told.vendor_code);
  if (told.phase) facts += fmt::format(", in {}", timing::phase_name(*told.phase));
  const std::string said = plugin_text(raw_.message, sizeof raw_.message);
  const std::string sentence = said.empty() ? facts : fmt::format("{} ({})", said, facts);
  return {status_words.code, fmt::format("{}: {} failed: {}", backend, doing, sentence)};
}

}  // namespace lockstep::backend
