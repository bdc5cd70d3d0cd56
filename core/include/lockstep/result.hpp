// SPDX-License-Identifier: Apache-2.0
// Errors are values. Every fallible function of Lockstep returns Result<T>; no exception crosses a public
// function, and a library's exceptions are caught where the library is called.
#pragma once

#include <cassert>
#include <cstdint>
#include <string>
#include <utility>
#include <variant>

namespace lockstep {

/// What kind of failure it is. A caller branches on this; a person reads Error::message.
enum class ErrorCode : std::uint32_t {
  kMalformed,     ///< an input can't be parsed, or breaks its format's rules
  kIo,            ///< a file can't be opened, read, mapped or written
  kInvalidProof,  ///< well-formed, but not a valid proof for the key and the public inputs
  kUnsatisfied,   ///< the witness does not satisfy the circuit
  kMismatch,      ///< inputs that don't belong together (curves, counts)
  kUsage,         ///< the caller's request makes no sense
  kBackend,       ///< a backend failed, or none is usable
  kOutOfMemory,   ///< memory or a memory budget is exhausted
  kCancelled,     ///< the caller cancelled
  kInternal,      ///< a fault of Lockstep itself
};

/// One failure, with one sentence for a person: what was read, where, what was expected, what was found.
struct Error {
  ErrorCode code = ErrorCode::kInternal;
  std::string message;
};

/// A value of type T, or an Error. value() requires has_value(); error() requires !has_value().
template <class T>
class [[nodiscard]] Result {
 public:
  // NOLINTNEXTLINE(google-explicit-constructor): `return value;` and `return error;` are the point
  Result(T value) : state_(std::in_place_index<0>, std::move(value)) {}
  // NOLINTNEXTLINE(google-explicit-constructor)
  Result(Error error) : state_(std::in_place_index<1>, std::move(error)) {}

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
  Result() = default;
  // NOLINTNEXTLINE(google-explicit-constructor)
  Result(Error error) : state_(std::in_place_index<1>, std::move(error)) {}

  bool has_value() const noexcept { return state_.index() == 0; }
  explicit operator bool() const noexcept { return has_value(); }
  const Error& error() const& { return std::get<1>(state_); }
  Error&& error() && { return std::get<1>(std::move(state_)); }

 private:
  std::variant<std::monostate, Error> state_;
};

}  // namespace lockstep
