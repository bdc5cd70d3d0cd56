// SPDX-License-Identifier: Apache-2.0
// Uses the installed library, and prints which plugins it finds.
#include <iostream>

#include "lockstep/algebra/bn254.hpp"
#include "lockstep/backend/discovery.hpp"

int main() {
  using Fr = lockstep::algebra::Bn254::Fr;
  const Fr five = Fr::from_u64(5);
  if (!(five * five.inverse()).is_one()) {
    std::cerr << "5 / 5 is not 1\n";
    return 1;
  }
  for (const auto& found : lockstep::backend::discover(lockstep::backend::default_search())) {
    if (!found.refusal.empty()) {
      std::cerr << found.file << ": " << found.refusal << "\n";
      return 1;
    }
    const bool relative = found.source == lockstep::backend::PluginSource::kRelative;
    std::cout << "found " << found.file.string() << (relative ? " beside the library\n" : " elsewhere\n");
  }
  return 0;
}
