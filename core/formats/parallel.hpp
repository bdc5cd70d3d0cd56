// SPDX-License-Identifier: Apache-2.0
// Work over chunks on the process's one thread pool.
#pragma once

#include <tbb/blocked_range.h>
#include <tbb/parallel_for.h>

#include <cstddef>

namespace lockstep::formats {

/// body(0) .. body(count - 1), in any order, several at once where there is more than one.
template <class Body>
void for_each_chunk(std::size_t count, Body&& body) {
  if (count == 1) return body(std::size_t{0});
  tbb::parallel_for(std::size_t{0}, count, [&](std::size_t i) { body(i); });
}

}  // namespace lockstep::formats
