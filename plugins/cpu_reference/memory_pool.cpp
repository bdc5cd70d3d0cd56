// SPDX-License-Identifier: Apache-2.0
#include "memory_pool.hpp"

#include <sys/mman.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <utility>

namespace lockstep::cpu_reference {
namespace {

constexpr std::size_t kPageBytes = 4096;
/// Unmapped at most this much at a time: one huge munmap stalls every other thread's page faults.
constexpr std::size_t kUnmapSliceBytes = std::size_t{64} << 20;
/// Larger mappings ask for huge pages, which make their first touch cheap.
constexpr std::size_t kHugePageBytes = std::size_t{2} << 20;

/// A pooled mapping serves a request of at least this fraction of its size. Phases of a proof want different
/// sizes: a strict fit would keep a mapping for each of them.
constexpr std::size_t kMostWaste = 4;

std::size_t whole_pages(std::uint64_t bytes) {
  return (bytes + kPageBytes - 1) / kPageBytes * kPageBytes;
}

/// The mapping behind `wipe` is never read again before it is written: a plain memset could be left out.
void wipe(std::byte* data, std::size_t bytes) {
  ::explicit_bzero(data, bytes);
}

}  // namespace

Block::~Block() {
  if (data_ != nullptr) pool_->give_back(data_, size_, secret_);
}

MemoryPool::~MemoryPool() {
  trim(0);
}

Block MemoryPool::acquire(std::uint64_t bytes, bool secret) {
  std::size_t size = whole_pages(bytes == 0 ? 1 : bytes);
  std::byte* data = take_pooled(size);
  sdk::Error why(sdk::Code::kOutOfMemory, "host memory is exhausted");
  if (data == nullptr) data = map_fresh(size, why);
  if (data == nullptr && trim(0)) data = map_fresh(size, why);
  if (data == nullptr) throw Failure{std::move(why)};
  const std::lock_guard lock(mutex_);
  in_use_bytes_ += size;
  ++in_use_count_;
  return Block(shared_from_this(), data, size, secret);
}

std::byte* MemoryPool::take_pooled(std::size_t& bytes) {
  const std::lock_guard lock(mutex_);
  const auto found = pooled_.lower_bound(bytes);
  if (found == pooled_.end() || found->first > kMostWaste * bytes) return nullptr;
  std::byte* data = found->second;
  bytes = found->first;
  pooled_bytes_ -= bytes;
  pooled_.erase(found);
  return data;
}

std::byte* MemoryPool::map_fresh(std::size_t bytes, sdk::Error& why) {
  const lks_host& host = host_.table();
  lks_error refusal{};
  refusal.struct_size = sizeof refusal;
  const lks_status status = host.memory_reserve(host.context, LKS_MEMORY_PAGEABLE, 0, bytes, &refusal);
  if (status != LKS_OK) {
    why = sdk::Error::from_c(status, refusal);
    return nullptr;
  }
  void* data = ::mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (data == MAP_FAILED) {
    host.memory_return(host.context, LKS_MEMORY_PAGEABLE, 0, bytes);
    why = sdk::Error(sdk::Code::kOutOfMemory, "the system gave no ", bytes, " bytes: ", std::strerror(errno));
    return nullptr;
  }
  if (bytes >= kHugePageBytes) static_cast<void>(::madvise(data, bytes, MADV_HUGEPAGE));
  return static_cast<std::byte*>(data);
}

void MemoryPool::give_back(std::byte* data, std::size_t bytes, bool secret) {
  {
    const std::lock_guard lock(mutex_);
    in_use_bytes_ -= bytes;
    --in_use_count_;
    if (secret) pending_bytes_ += bytes;
  }
  if (!secret) return keep(data, bytes);
  host_.defer([pool = shared_from_this(), data, bytes] {
    wipe(data, bytes);
    {
      const std::lock_guard lock(pool->mutex_);
      pool->pending_bytes_ -= bytes;
    }
    pool->keep(data, bytes);
  });
}

void MemoryPool::keep(std::byte* data, std::size_t bytes) {
  try {
    const std::lock_guard lock(mutex_);
    pooled_.emplace(bytes, data);
    pooled_bytes_ += bytes;
  } catch (const std::bad_alloc&) {
    unmap(data, bytes);
  }
}

bool MemoryPool::trim(std::uint64_t keep_bytes) {
  bool any = false;
  for (;;) {
    std::pair<std::size_t, std::byte*> largest;
    {
      const std::lock_guard lock(mutex_);
      if (pooled_bytes_ <= keep_bytes || pooled_.empty()) return any;
      const auto last = std::prev(pooled_.end());
      largest = *last;
      pooled_bytes_ -= last->first;
      pooled_.erase(last);
    }
    unmap(largest.second, largest.first);
    any = true;
  }
}

void MemoryPool::unmap(std::byte* data, std::size_t bytes) {
  for (std::size_t offset = 0; offset < bytes; offset += kUnmapSliceBytes) {
    const std::size_t slice = std::min(kUnmapSliceBytes, bytes - offset);
    ::munmap(data + offset, slice);
    host_.table().memory_return(host_.table().context, LKS_MEMORY_PAGEABLE, 0, slice);
  }
}

sdk::MemoryStats MemoryPool::stats() const {
  const std::lock_guard lock(mutex_);
  return {.in_use_bytes = in_use_bytes_,
          .pooled_bytes = pooled_bytes_,
          .pending_free_bytes = pending_bytes_,
          .buffer_count = in_use_count_};
}

}  // namespace lockstep::cpu_reference
