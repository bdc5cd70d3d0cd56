// SPDX-License-Identifier: Apache-2.0
#include "lockstep/backend/cancel.hpp"

#include <array>
#include <mutex>
#include <utility>
#include <vector>

namespace lockstep::backend {
namespace {

constexpr std::uint64_t kSlotMask = CancelTable::kSlots - 1;
static_assert((CancelTable::kSlots & kSlotMask) == 0);

}  // namespace

// A token is (generation * kSlots) | slot, with generations from 1 on. A slot holds twice the generation that
// owns it, plus one once it is cancelled; a released slot holds a generation that no token has yet.
struct CancelTable::State {
  std::array<std::atomic<std::uint64_t>, kSlots> slots{};
  std::mutex mutex;
  std::vector<std::uint32_t> free;
};

CancelTable::CancelTable() : state_(std::make_unique<State>()) {
  state_->free.reserve(kSlots);
  for (std::uint32_t slot = kSlots; slot-- > 0;) {
    state_->slots[slot].store(2);
    state_->free.push_back(slot);
  }
}

CancelTable::~CancelTable() = default;

std::shared_ptr<CancelTable> CancelTable::create() {
  struct Shared : CancelTable {};  // the constructor is not public
  return std::make_shared<Shared>();
}

CancelSource CancelTable::new_source() {
  const std::lock_guard lock(state_->mutex);
  if (state_->free.empty()) return {};
  const std::uint32_t slot = state_->free.back();
  state_->free.pop_back();
  const std::uint64_t generation = state_->slots[slot].load() / 2;
  return {shared_from_this(), generation * kSlots | slot};
}

bool CancelTable::cancelled(CancelToken token) const {
  const std::uint64_t owner = 2 * (token / kSlots);
  return state_->slots[token & kSlotMask].load(std::memory_order_acquire) == owner + 1;
}

void CancelTable::cancel(CancelToken token) {
  std::uint64_t owner = 2 * (token / kSlots);
  state_->slots[token & kSlotMask].compare_exchange_strong(owner, owner + 1);
}

void CancelTable::release(CancelToken token) {
  const auto slot = static_cast<std::uint32_t>(token & kSlotMask);
  const std::lock_guard lock(state_->mutex);
  state_->slots[slot].store(2 * (token / kSlots + 1));
  state_->free.push_back(slot);
}

CancelSource::CancelSource(std::shared_ptr<CancelTable> table, CancelToken token)
    : table_(std::move(table)), token_(token) {}

CancelSource::~CancelSource() {
  if (table_) table_->release(token_);
}

CancelSource::CancelSource(CancelSource&& other) noexcept
    : table_(std::move(other.table_)), token_(std::exchange(other.token_, 0)) {}

CancelSource& CancelSource::operator=(CancelSource&& other) noexcept {
  if (this == &other) return *this;
  if (table_) table_->release(token_);
  table_ = std::move(other.table_);
  token_ = std::exchange(other.token_, 0);
  return *this;
}

void CancelSource::cancel() {
  if (table_) table_->cancel(token_);
}

}  // namespace lockstep::backend
