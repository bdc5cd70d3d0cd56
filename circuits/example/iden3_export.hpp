// SPDX-License-Identifier: Apache-2.0
// A built circuit in the files that circom would have written: `.r1cs` version 1 and `.wtns` version 2.
#pragma once

#include <cstdint>
#include <vector>

#include "lockstep/algebra/curve_id.hpp"
#include "r1cs_builder.hpp"

namespace lockstep::circuits {

/// The whole content of a `.r1cs`: sections 2, 1, 3 in circom's order. Public wires are written as outputs.
std::vector<std::uint8_t> r1cs_file(const R1csBuilder& builder, CurveId curve);

/// The whole content of a `.wtns`. Holds the secret assignment.
std::vector<std::uint8_t> wtns_file(const R1csBuilder& builder, CurveId curve);

}  // namespace lockstep::circuits
