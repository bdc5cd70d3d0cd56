// SPDX-License-Identifier: Apache-2.0
#include "lockstep/backend/memory_accounts.hpp"

namespace lockstep::backend {

const char* memory_kind_name(MemoryKind kind) {
  switch (kind) {
    case MemoryKind::kPageable:
      return "pageable";
    case MemoryKind::kPinned:
      return "pinned";
    case MemoryKind::kDevice:
      return "device";
  }
  return "?";
}

void MemoryCounter::set_limit(std::optional<std::uint64_t> bytes) {
  limit_.store(bytes.value_or(UINT64_MAX));
}

std::optional<std::uint64_t> MemoryCounter::limit() const {
  const std::uint64_t bytes = limit_.load();
  if (bytes == UINT64_MAX) return std::nullopt;
  return bytes;
}

bool MemoryCounter::try_add(std::uint64_t bytes) {
  const std::uint64_t limit = limit_.load(std::memory_order_relaxed);
  std::uint64_t before = in_use_.load(std::memory_order_relaxed);
  do {
    if (before > limit || bytes > limit - before) return false;
  } while (!in_use_.compare_exchange_weak(before, before + bytes, std::memory_order_relaxed));
  std::uint64_t peak = peak_.load(std::memory_order_relaxed);
  while (peak < before + bytes &&
         !peak_.compare_exchange_weak(peak, before + bytes, std::memory_order_relaxed)) {
  }
  return true;
}

bool MemoryCounter::subtract(std::uint64_t bytes) {
  std::uint64_t before = in_use_.load(std::memory_order_relaxed);
  std::uint64_t after = 0;
  do {
    after = before >= bytes ? before - bytes : 0;
  } while (!in_use_.compare_exchange_weak(before, after, std::memory_order_relaxed));
  return before >= bytes;
}

bool MemoryAccounts::reserve(MemoryKind kind, std::uint64_t bytes) {
  if (kind == MemoryKind::kDevice) return false;
  if (!host_.try_add(bytes)) return false;
  if ((kind == MemoryKind::kPinned ? pinned_ : pageable_).try_add(bytes)) return true;
  host_.subtract(bytes);
  return false;
}

bool MemoryAccounts::give_back(MemoryKind kind, std::uint64_t bytes) {
  if (kind == MemoryKind::kDevice) return false;
  count_returned(bytes);
  // What was never reserved of this kind must not free room that other reservations hold.
  if (!(kind == MemoryKind::kPinned ? pinned_ : pageable_).subtract(bytes)) return false;
  return host_.subtract(bytes);
}

void MemoryAccounts::reset_peaks() {
  host_.reset_peak();
  pageable_.reset_peak();
  pinned_.reset_peak();
  device_.reset_peak();
}

}  // namespace lockstep::backend
