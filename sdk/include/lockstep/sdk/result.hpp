// SPDX-License-Identifier: Apache-2.0
// Errors are values: every fallible function of a plugin returns Result<T>. An Error carries its sentence in
// place, so that making, passing and reporting one needs no memory.
#pragma once

#include <algorithm>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string_view>
#include <type_traits>
#include <utility>
#include <variant>

#include "lockstep/abi/status.h"
#include "lockstep/sdk/phase.hpp"
#include "lockstep/sdk/text.hpp"

namespace lockstep::sdk {

/// The failures of abi/status.h, where each is explained.
enum class Code : std::int32_t {
  kInvalidArgument = LKS_E_INVALID_ARGUMENT,
  kUnsupported = LKS_E_UNSUPPORTED,
  kUnimplemented = LKS_E_UNIMPLEMENTED,
  kOutOfMemory = LKS_E_OUT_OF_MEMORY,
  kOutOfDeviceMemory = LKS_E_OUT_OF_DEVICE_MEMORY,
  kBudget = LKS_E_BUDGET,
  kCancelled = LKS_E_CANCELLED,
  kTimeout = LKS_E_TIMEOUT,
  kDeviceUnavailable = LKS_E_DEVICE_UNAVAILABLE,
  kDeviceLost = LKS_E_DEVICE_LOST,
  kBadKey = LKS_E_BAD_KEY,
  kBadCircuit = LKS_E_BAD_CIRCUIT,
  kBadWitness = LKS_E_BAD_WITNESS,
  kBusy = LKS_E_BUSY,
  kInternal = LKS_E_INTERNAL,
};

/// One failure, with one sentence for a person. Never put a secret (witness, r, s) into it.
class Error {
 public:
  /// The sentence is the parts joined: Error(Code::kBadKey, "query A has ", n, " points, expected ", m).
  template <class... Parts>
  explicit Error(Code code, const Parts&... parts) noexcept
      : code_(code), message_(FixedText<LKS_ERROR_MESSAGE_BYTES>::of(parts...)) {
    if (code == Code::kDeviceLost) flags_ = LKS_ERROR_DEVICE_LOST;
  }

  /// The same call may succeed later, or with a smaller request.
  Error&& retryable() && noexcept {
    flags_ |= LKS_ERROR_RETRYABLE;
    return std::move(*this);
  }
  /// The driver's own number.
  Error&& vendor_code(std::int32_t number) && noexcept {
    vendor_code_ = number;
    return std::move(*this);
  }
  /// The phase in which it happened.
  Error&& in_phase(Phase phase) && noexcept {
    phase_ = phase;
    return std::move(*this);
  }

  Code code() const noexcept { return code_; }
  std::int32_t vendor_code() const noexcept { return vendor_code_; }
  std::uint32_t flags() const noexcept { return flags_; }
  Phase phase() const noexcept { return phase_; }
  std::string_view message() const noexcept { return message_.view(); }

  /// Reads an error that the host has filled in after a call gave `status` (not LKS_OK).
  static Error from_c(lks_status status, const lks_error& error) noexcept {
    Error result(static_cast<Code>(status),
                 std::string_view(error.message, ::strnlen(error.message, sizeof error.message)));
    result.vendor_code_ = error.vendor_code;
    result.flags_ = error.flags;
    result.phase_ = static_cast<Phase>(error.phase);
    return result;
  }

  /// Fills in the caller's struct, as far as its struct_size goes. `to` may be NULL.
  void write_to(lks_error* to) const noexcept {
    if (to == nullptr || to->struct_size < offsetof(lks_error, code)) return;
    lks_error full{};
    full.struct_size = to->struct_size;
    full.code = static_cast<std::int32_t>(code_);
    full.vendor_code = vendor_code_;
    full.flags = flags_;
    full.phase = static_cast<std::uint32_t>(phase_);
    copy_text(full.message, message());
    const std::size_t bytes = std::min<std::size_t>(to->struct_size, sizeof full);
    // A caller whose message field is shorter than ours still reads a terminated string.
    if (bytes > offsetof(lks_error, message)) full.message[bytes - offsetof(lks_error, message) - 1] = '\0';
    std::memcpy(to, &full, bytes);
  }

 private:
  Code code_;
  std::int32_t vendor_code_ = 0;
  std::uint32_t flags_ = 0;
  Phase phase_ = Phase::kNone;
  FixedText<LKS_ERROR_MESSAGE_BYTES> message_;
};

/// A value of type T, or an Error. value() requires has_value(); error() requires !has_value().
template <class T>
class [[nodiscard]] Result {
 public:
  /// From whatever converts to T, so that a unique_ptr of a derived class may be returned as it is.
  template <class U = T>
  requires(std::convertible_to<U, T> && !std::same_as<std::remove_cvref_t<U>, Result> &&
           !std::same_as<std::remove_cvref_t<U>, Error>)
      Result(U&& value)  // NOLINT(google-explicit-constructor): `return value;` is the point
      : state_(std::in_place_index<0>, std::forward<U>(value)) {}
  Result(Error error)  // NOLINT(google-explicit-constructor)
      : state_(std::in_place_index<1>, std::move(error)) {}

  bool has_value() const noexcept { return state_.index() == 0; }
  explicit operator bool() const noexcept { return has_value(); }

  T& value() & { return std::get<0>(state_); }
  const T& value() const& { return std::get<0>(state_); }
  T&& value() && { return std::get<0>(std::move(state_)); }
  T& operator*() & { return value(); }
  const T& operator*() const& { return value(); }
  T&& operator*() && { return std::move(*this).value(); }
  T* operator->() { return &value(); }
  const T* operator->() const { return &value(); }

  const Error& error() const& { return std::get<1>(state_); }
  Error&& error() && { return std::get<1>(std::move(state_)); }

 private:
  std::variant<T, Error> state_;
};

/// Success without a value, or an Error.
template <>
class [[nodiscard]] Result<void> {
 public:
  Result() noexcept = default;
  Result(Error error)  // NOLINT(google-explicit-constructor)
      : state_(std::in_place_index<1>, std::move(error)) {}

  bool has_value() const noexcept { return state_.index() == 0; }
  explicit operator bool() const noexcept { return has_value(); }
  const Error& error() const& { return std::get<1>(state_); }
  Error&& error() && { return std::get<1>(std::move(state_)); }

 private:
  std::variant<std::monostate, Error> state_;
};

}  // namespace lockstep::sdk
