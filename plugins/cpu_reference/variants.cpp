// SPDX-License-Identifier: Apache-2.0
#include "variants.hpp"

#include "textbook/textbook.hpp"

namespace lockstep::cpu_reference {

template <class Curve>
const Algorithms<Curve>* variant(std::string_view name) {
  static const Textbook<Curve> textbook;
  if (name == "textbook") return &textbook;
  if (name == "fast") return &textbook;
  return nullptr;
}

template const Algorithms<algebra::Bn254>* variant(std::string_view);
template const Algorithms<algebra::Bls12_381>* variant(std::string_view);

}  // namespace lockstep::cpu_reference
