// SPDX-License-Identifier: Apache-2.0
// Cancelling a job across the plugin boundary: tokens are numbers, so that a stale one is harmless.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>

#include "lockstep/api.hpp"

namespace lockstep::backend {

/// 0 never fires.
using CancelToken = std::uint64_t;

class CancelTable;

/// Owns one token; a token whose source is gone never fires again. Movable.
class LOCKSTEP_API CancelSource {
 public:
  CancelSource() = default;  ///< token 0
  ~CancelSource();
  CancelSource(CancelSource&& other) noexcept;
  CancelSource& operator=(CancelSource&& other) noexcept;

  CancelToken token() const { return token_; }
  void cancel();  ///< [thread-safe]

 private:
  friend class CancelTable;
  CancelSource(std::shared_ptr<CancelTable> table, CancelToken token);
  std::shared_ptr<CancelTable> table_;
  CancelToken token_ = 0;
};

/// The tokens that are alive, at most kSlots at a time. [thread-safe], lookups are lock-free
class LOCKSTEP_API CancelTable : public std::enable_shared_from_this<CancelTable> {
 public:
  static constexpr std::uint32_t kSlots = 1024;
  static std::shared_ptr<CancelTable> create();
  ~CancelTable();

  /// A fresh source; its token is 0 (it can't be cancelled) when every slot is taken.
  CancelSource new_source();
  bool cancelled(CancelToken token) const;

 private:
  friend class CancelSource;
  CancelTable();
  void cancel(CancelToken token);
  void release(CancelToken token);
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace lockstep::backend
