// SPDX-License-Identifier: Apache-2.0
// Gaps over the limit, each with what stands beside it.
#pragma once

#include <vector>

#include "lockstep/timing/analysis.hpp"
#include "span_tree.hpp"

namespace lockstep::timing {

/// From an analysis whose unattributed times and layer gaps are there.
std::vector<NamedGap> name_gaps(const SpanTree& tree, const Analysis& analysis, const GapLimit& limit);

}  // namespace lockstep::timing
