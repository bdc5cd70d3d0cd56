// SPDX-License-Identifier: Apache-2.0
// The variants by name, and the step from the ABI's curve to a type.
#pragma once

#include <string_view>
#include <utility>

#include "algorithms.hpp"
#include "lockstep/algebra/curves.hpp"
#include "lockstep/sdk/curve.hpp"

namespace lockstep::cpu_reference {

inline constexpr std::string_view kDefaultVariant = "fast";

/// "fast" or "textbook"; null for another name. Lives as long as the program.
template <class Curve>
const Algorithms<Curve>* variant(std::string_view name);

template <class F>
decltype(auto) with_curve(sdk::Curve curve, F&& f) {
  return algebra::with_curve(static_cast<CurveId>(curve), std::forward<F>(f));
}

}  // namespace lockstep::cpu_reference
