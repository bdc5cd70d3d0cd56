// SPDX-License-Identifier: Apache-2.0
#include "lockstep/circuit/compiled_circuit.hpp"

namespace lockstep::circuit {
namespace {

std::size_t hash(const ScalarLimbs& value) {
  // Montgomery values are spread evenly but for small structure in the top limb; one multiplication mixes
  // enough.
  const std::uint64_t mixed =
      (value[0] ^ (value[1] * 0x9e3779b97f4a7c15u) ^ (value[2] << 7) ^ value[3]) * 0xff51afd7ed558ccdu;
  return static_cast<std::size_t>(mixed >> 20);
}

}  // namespace

std::uint32_t CoefficientDictionary::index_of(const ScalarLimbs& value) {
  if (2 * (values_.size() + 1) > slots_.size()) grow();
  const std::size_t mask = slots_.size() - 1;
  for (std::size_t slot = hash(value) & mask;; slot = (slot + 1) & mask) {
    if (slots_[slot] == 0) {
      values_.push_back(value);
      slots_[slot] = static_cast<std::uint32_t>(values_.size());
      return slots_[slot] - 1;
    }
    if (values_[slots_[slot] - 1] == value) return slots_[slot] - 1;
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
