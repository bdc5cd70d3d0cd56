// SPDX-License-Identifier: Apache-2.0
// Field elements for the tests of this folder; the same sequence in each run.
#pragma once

#include <cstddef>
#include <random>
#include <vector>

namespace lockstep::cpu_reference::testing {

template <class Fr>
class RandomValues {
 public:
  explicit RandomValues(std::uint64_t seed) : engine_(seed) {}

  std::uint64_t word() { return engine_(); }
  Fr element() {
    typename Fr::Limbs limbs;
    do {
      for (auto& limb : limbs) limb = engine_();
      limbs.back() >>= 64 * Fr::kLimbs - Fr::kBits;
    } while (!Fr::is_canonical(limbs));
    return Fr{limbs};
  }
  std::vector<Fr> elements(std::size_t count) {
    std::vector<Fr> values(count);
    for (Fr& value : values) value = element();
    return values;
  }

 private:
  std::mt19937_64 engine_;
};

}  // namespace lockstep::cpu_reference::testing
