// SPDX-License-Identifier: Apache-2.0
#include "lockstep/circuit/compiled_circuit.hpp"

#include <random>

namespace lockstep::circuit {
namespace {

__extension__ using Wide = unsigned __int128;

std::uint64_t fold(std::uint64_t a, std::uint64_t b) {
  const Wide product = Wide{a} * b;
  return static_cast<std::uint64_t>(product) ^ static_cast<std::uint64_t>(product >> 64);
}

// std::array compares by a call of memcmp, which costs more than all the rest of a look-up.
bool same(const ScalarLimbs& a, const ScalarLimbs& b) {
  return ((a[0] ^ b[0]) | (a[1] ^ b[1]) | (a[2] ^ b[2]) | (a[3] ^ b[3])) == 0;
}

}  // namespace

CoefficientDictionary::CoefficientDictionary() {
  std::random_device random;
  for (std::uint64_t& word : hash_key_) word = (std::uint64_t{random()} << 32) | random();
}

std::size_t CoefficientDictionary::hash(const ScalarLimbs& value) const {
  return static_cast<std::size_t>(fold(value[0] ^ hash_key_[0], value[1] ^ hash_key_[1]) +
                                  fold(value[2] ^ hash_key_[2], value[3] ^ hash_key_[3]));
}

std::uint32_t CoefficientDictionary::index_of(const ScalarLimbs& value) {
  if (2 * (values_.size() + 1) > slots_.size()) grow();
  const std::size_t mask = slots_.size() - 1;
  for (std::size_t slot = hash(value) & mask;; slot = (slot + 1) & mask) {
    if (slots_[slot] == 0) {
      values_.push_back(value);
      slots_[slot] = static_cast<std::uint32_t>(values_.size());
      return slots_[slot] - 1;
    }
    if (same(values_[slots_[slot] - 1], value)) return slots_[slot] - 1;
  }
}

void CoefficientDictionary::grow() {
  slots_.assign(slots_.empty() ? 64 : slots_.size() * 2, 0);
  const std::size_t mask = slots_.size() - 1;
  for (std::size_t index = 0; index < values_.size(); ++index) {
    std::size_t slot = hash(values_[index]) & mask;
    while (slots_[slot] != 0) slot = (slot + 1) & mask;
    slots_[slot] = static_cast<std::uint32_t>(index + 1);
  }
}

std::vector<ScalarLimbs> CoefficientDictionary::take() && {
  return std::move(values_);
}

}  // namespace lockstep::circuit
