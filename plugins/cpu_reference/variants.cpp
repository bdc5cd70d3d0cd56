// SPDX-License-Identifier: Apache-2.0
#include "variants.hpp"

#include "fast/fast.hpp"
#include "textbook/textbook.hpp"

namespace lockstep::cpu_reference {

template <class Curve>
const Algorithms<Curve>* variant(std::string_view name) {
  static const Textbook<Curve> textbook;
  static const Fast<Curve> fast;
  if (name == "textbook") return &textbook;
  if (name == "fast") return &fast;
  return nullptr;
}

template const Algorithms<algebra::Bn254>* variant(std::string_view);
template const Algorithms<algebra::Bls12_381>* variant(std::string_view);

}  // namespace lockstep::cpu_reference
