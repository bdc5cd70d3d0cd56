// SPDX-License-Identifier: Apache-2.0
// The handles that cross the boundary. A handle is a number that is never used twice, so that one that was
// released, or belongs to something else, is recognised with certainty and nothing is read through it.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <mutex>
#include <unordered_map>
#include <utility>

#include "lockstep/sdk/plugin.hpp"

namespace lockstep::sdk::detail {

/// Logs a breach of the contract by the caller, and returns it as an error.
template <class... Parts>
Error caller_breach(Host host, const char* plugin_id, Code code, const Parts&... parts) noexcept {
  Error error(code, parts...);
  host.log(LogLevel::kError, plugin_id, "the host breaks the plugin contract: ", error.message());
  return error;
}

/// What a handle stands for.
template <class Object>
struct HandleEntry {
  explicit HandleEntry(std::shared_ptr<Object> held) noexcept : object(std::move(held)) {}
  std::shared_ptr<Object> object;
  std::uint64_t references = 1;         // under the table's mutex
  std::atomic<std::uint32_t> users{0};  // calls that run on it; raised under the table's mutex only
  std::atomic<bool> exclusive{false};   // one of them is [session-exclusive]
};

/// Keeps an object alive, and known as in use, while a call runs on it.
template <class Object>
class HandleUse {
 public:
  HandleUse(std::shared_ptr<HandleEntry<Object>> entry, bool exclusive) noexcept
      : entry_(std::move(entry)), exclusive_(exclusive) {}
  HandleUse(HandleUse&& other) noexcept
      : entry_(std::move(other.entry_)), exclusive_(std::exchange(other.exclusive_, false)) {}
  HandleUse& operator=(HandleUse&&) = delete;
  HandleUse(const HandleUse&) = delete;
  HandleUse& operator=(const HandleUse&) = delete;
  ~HandleUse() {
    if (entry_ == nullptr) return;
    if (exclusive_) entry_->exclusive.store(false, std::memory_order_release);
    entry_->users.fetch_sub(1, std::memory_order_release);
  }

  Object& operator*() const noexcept { return *entry_->object; }
  Object* operator->() const noexcept { return entry_->object.get(); }
  const std::shared_ptr<Object>& shared() const noexcept { return entry_->object; }

 private:
  std::shared_ptr<HandleEntry<Object>> entry_;
  bool exclusive_;
};

/// The live handles of one kind; `Opaque` is the C type. Every function is [thread-safe].
template <class Object, class Opaque>
class HandleTable {
 public:
  using Entry = HandleEntry<Object>;
  using Use = HandleUse<Object>;

  /// `kind` names the handles in messages ("buffer"); `tag` < 16 tells kinds apart within the number.
  HandleTable(const char* kind, std::uintptr_t tag, Host host, const char* plugin_id,
              Checking checking) noexcept
      : kind_(kind), tag_(tag), host_(host), plugin_id_(plugin_id), checking_(checking) {}

  /// A new handle with one reference.
  Opaque* add(std::shared_ptr<Object> object) {
    auto entry = std::make_shared<Entry>(std::move(object));
    const std::lock_guard lock(mutex_);
    const std::uintptr_t number = next_ << kTagBits | tag_;
    entries_.emplace(number, std::move(entry));
    ++next_;
    return reinterpret_cast<Opaque*>(number);  // NOLINT(performance-no-int-to-ptr): never dereferenced
  }

  /// For a call that may run beside others on the same object.
  Result<Use> use(const Opaque* handle) { return use_as(handle, false); }
  /// For a [session-exclusive] call: kBusy while another one runs.
  Result<Use> use_exclusive(const Opaque* handle) { return use_as(handle, checking_ != Checking::kOff); }

  Result<void> retain(const Opaque* handle) {
    const std::lock_guard lock(mutex_);
    auto found = find(handle);
    if (!found) return std::move(found).error();
    ++(*found)->references;
    return {};
  }

  /// Drops a reference. The last one ends the handle; the object goes once its other owners have gone.
  Result<void> release(const Opaque* handle) {
    std::shared_ptr<Entry> last;  // destroyed after the lock is given up
    const std::lock_guard lock(mutex_);
    auto found = find(handle);
    if (!found) return std::move(found).error();
    Entry& entry = **found;
    if (entry.references == 1) {
      if (checking_ != Checking::kOff && entry.users.load(std::memory_order_acquire) > 0) {
        return breach(Code::kBusy, "a ", kind_, " is released while a call runs on it");
      }
      last = std::move(*found);
      entries_.erase(number_of(handle));
    }
    --entry.references;
    return {};
  }

  /// Ends every handle; the objects go.
  void clear() noexcept {
    std::unordered_map<std::uintptr_t, std::shared_ptr<Entry>> all;
    const std::lock_guard lock(mutex_);
    all.swap(entries_);
  }

  std::size_t size() const noexcept {
    const std::lock_guard lock(mutex_);
    return entries_.size();
  }
  const char* kind() const noexcept { return kind_; }

 private:
  static constexpr unsigned kTagBits = 4;

  static std::uintptr_t number_of(const Opaque* handle) noexcept {
    return reinterpret_cast<std::uintptr_t>(handle);
  }

  template <class... Parts>
  Error breach(Code code, const Parts&... parts) const noexcept {
    return caller_breach(host_, plugin_id_, code, parts...);
  }

  // Requires the mutex.
  Result<std::shared_ptr<Entry>> find(const Opaque* handle) const {
    if (handle == nullptr) return Error(Code::kInvalidArgument, "the handle of a ", kind_, " is NULL");
    const std::uintptr_t number = number_of(handle);
    if ((number & ((1u << kTagBits) - 1)) != tag_) {
      return breach(Code::kInvalidArgument, "a handle that is none of a ", kind_, " is given as one");
    }
    const auto found = entries_.find(number);
    if (found == entries_.end()) {
      return breach(Code::kInvalidArgument, "the handle of a ", kind_, " was released, or was never given");
    }
    return found->second;
  }

  Result<Use> use_as(const Opaque* handle, bool exclusive) {
    const std::lock_guard lock(mutex_);
    auto found = find(handle);
    if (!found) return std::move(found).error();
    if (exclusive && (*found)->exclusive.exchange(true, std::memory_order_acquire)) {
      return breach(Code::kBusy, "two calls at once on a ", kind_, " that takes one at a time");
    }
    (*found)->users.fetch_add(1, std::memory_order_relaxed);
    return Use(std::move(*found), exclusive);
  }

  const char* kind_;
  std::uintptr_t tag_;
  Host host_;
  const char* plugin_id_;
  Checking checking_;
  mutable std::mutex mutex_;
  std::uintptr_t next_ = 1;
  std::unordered_map<std::uintptr_t, std::shared_ptr<Entry>> entries_;
};

}  // namespace lockstep::sdk::detail
