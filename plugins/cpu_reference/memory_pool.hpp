// SPDX-License-Identifier: Apache-2.0
// All memory of this backend above a page or two: reserved with the host before it is mapped, kept for the
// next proof, wiped off the critical path where it held secrets.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <new>
#include <span>
#include <utility>

#include "failure.hpp"
#include "lockstep/sdk/host.hpp"
#include "lockstep/sdk/memory.hpp"

namespace lockstep::cpu_reference {

class MemoryPool;

/// One mapping, whole pages, that belongs to whoever holds it; it goes back to the pool with its holder.
class Block {
 public:
  Block() = default;
  Block(Block&& other) noexcept { swap(other); }
  Block& operator=(Block&& other) noexcept {
    Block(std::move(other)).swap(*this);
    return *this;
  }
  ~Block();

  std::byte* data() const { return data_; }
  std::size_t size() const { return size_; }
  bool secret() const { return secret_; }

  /// The first `count` elements. Trivial types only: memory is handed out as it is, zero or left from the
  /// last holder.
  template <class T>
  std::span<T> as(std::size_t count) const {
    return {reinterpret_cast<T*>(data_), count};
  }

 private:
  friend class MemoryPool;
  Block(std::shared_ptr<MemoryPool> pool, std::byte* data, std::size_t size, bool secret)
      : pool_(std::move(pool)), data_(data), size_(size), secret_(secret) {}
  void swap(Block& other) noexcept {
    std::swap(pool_, other.pool_);
    std::swap(data_, other.data_);
    std::swap(size_, other.size_);
    std::swap(secret_, other.secret_);
  }

  std::shared_ptr<MemoryPool> pool_;
  std::byte* data_ = nullptr;
  std::size_t size_ = 0;
  bool secret_ = false;
};

/// [thread-safe]
class MemoryPool : public std::enable_shared_from_this<MemoryPool> {
 public:
  explicit MemoryPool(sdk::Host host) : host_(host) {}
  MemoryPool(const MemoryPool&) = delete;
  MemoryPool& operator=(const MemoryPool&) = delete;
  ~MemoryPool();

  /// At least `bytes`, from the pool where a mapping of at most four times that lies there (best fit), else
  /// mapped afresh. Under pressure (the host refuses, or the system does) the pool is given back first.
  /// Throws Failure.
  Block acquire(std::uint64_t bytes, bool secret);

  /// Gives pooled mappings back, largest first, until at most `keep_bytes` are pooled. Returns whether any
  /// went.
  bool trim(std::uint64_t keep_bytes);

  sdk::MemoryStats stats() const;

 private:
  friend class Block;

  std::byte* take_pooled(std::size_t& bytes);
  std::byte* map_fresh(std::size_t bytes, sdk::Error& why);
  void give_back(std::byte* data, std::size_t bytes, bool secret);
  void keep(std::byte* data, std::size_t bytes);
  void unmap(std::byte* data, std::size_t bytes);

  sdk::Host host_;
  mutable std::mutex mutex_;
  std::multimap<std::size_t, std::byte*> pooled_;
  std::uint64_t pooled_bytes_ = 0;
  std::uint64_t in_use_bytes_ = 0;
  std::uint64_t pending_bytes_ = 0;
  std::uint64_t in_use_count_ = 0;
};

}  // namespace lockstep::cpu_reference
