// SPDX-License-Identifier: Apache-2.0
#include "r1cs_builder.hpp"

#include <utility>

namespace lockstep::circuits {

LinearCombination LinearCombination::constant(Int128 value) {
  LinearCombination sum;
  if (value != 0) sum.terms_.push_back({0, value});
  sum.value_ = value;
  return sum;
}

LinearCombination LinearCombination::of_wire(std::uint32_t wire, Int128 value) {
  LinearCombination sum;
  sum.terms_.push_back({wire, 1});
  sum.value_ = value;
  return sum;
}

LinearCombination& LinearCombination::add(const LinearCombination& other, Int128 factor) {
  std::vector<Term> merged;
  merged.reserve(terms_.size() + other.terms_.size());
  auto mine = terms_.begin();
  auto theirs = other.terms_.begin();
  while (mine != terms_.end() || theirs != other.terms_.end()) {
    if (theirs == other.terms_.end() || (mine != terms_.end() && mine->wire < theirs->wire)) {
      merged.push_back(*mine++);
    } else if (mine == terms_.end() || theirs->wire < mine->wire) {
      merged.push_back({theirs->wire, factor * theirs->coefficient});
      ++theirs;
    } else {
      merged.push_back({mine->wire, mine->coefficient + factor * theirs->coefficient});
      ++mine;
      ++theirs;
    }
    if (merged.back().coefficient == 0) merged.pop_back();
  }
  terms_ = std::move(merged);
  value_ += factor * other.value_;
  return *this;
}

bool LinearCombination::is_constant() const {
  return terms_.empty() || (terms_.size() == 1 && terms_.front().wire == 0);
}

LinearCombination R1csBuilder::allocate_public(Int128 value) {
  ++public_count_;
  return allocate(value);
}

LinearCombination R1csBuilder::allocate(Int128 value) {
  values_.push_back(value);
  return LinearCombination::of_wire(wire_count() - 1, value);
}

void R1csBuilder::enforce(const LinearCombination& a, const LinearCombination& b,
                          const LinearCombination& c) {
  constraints_.push_back({a.terms(), b.terms(), c.terms()});
}

LinearCombination R1csBuilder::allocate_bit(bool value) {
  LinearCombination bit = allocate(value ? 1 : 0);
  LinearCombination complement = LinearCombination::constant(1);
  complement.add(bit, -1);
  enforce(bit, complement, {});
  return bit;
}

LinearCombination R1csBuilder::multiply(const LinearCombination& a, const LinearCombination& b) {
  if (a.is_constant() || b.is_constant()) {
    const LinearCombination& variable = a.is_constant() ? b : a;
    return LinearCombination().add(variable, a.is_constant() ? a.value() : b.value());
  }
  LinearCombination product = allocate(a.value() * b.value());
  enforce(a, b, product);
  return product;
}

}  // namespace lockstep::circuits
