// SPDX-License-Identifier: Apache-2.0
// A query of a key as a stream: scalars in, encoded points out, in order, without ever holding the whole
// query.
#pragma once

#include <oneapi/tbb/enumerable_thread_specific.h>
#include <oneapi/tbb/parallel_pipeline.h>
#include <oneapi/tbb/task_arena.h>

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "fixed_base.hpp"
#include "lockstep/result.hpp"
#include "wiped.hpp"

namespace lockstep::groth16 {

// Takes bytes in order.
using ByteSink = std::function<Result<void>(std::span<const std::byte>)>;

// Counts work towards a caller's progress function; work is in units of one G1 point.
class WorkMeter {
 public:
  WorkMeter(std::function<bool(std::uint64_t, std::uint64_t)> callback, std::uint64_t total)
      : callback_(std::move(callback)), total_(total) {}

  // False when the caller wants no more. [session-exclusive]
  bool advance(std::uint64_t work) {
    done_ += work;
    return !callback_ || callback_(done_, total_);
  }

 private:
  std::function<bool(std::uint64_t, std::uint64_t)> callback_;
  std::uint64_t done_ = 0;
  std::uint64_t total_;
};

inline constexpr std::size_t kStreamChunk = 2048;  // an inversion costs about 2 % of a chunk's additions
inline constexpr std::uint64_t kG2Work = 3;        // a G2 addition in G1 additions

// Writes scalar(i) B for i = 0 .. count - 1, each as `point_bytes` bytes.
//   fill(first, scalars)     sets scalars[j] to the scalar of first + j; thread-safe
//   encode(point, bytes)     writes one affine point to bytes[0 .. point_bytes); thread-safe
//   sink                     called in order, by one thread at a time
// The first error of the sink, or kCancelled from the meter, ends the stream. May throw std::bad_alloc.
template <class G, class Fill, class Encode>
Result<void> stream_multiples(const FixedBaseTable<G>& table, std::uint64_t count, const Fill& fill,
                              std::size_t point_bytes, const Encode& encode, std::uint64_t work_per_point,
                              const ByteSink& sink, WorkMeter& meter) {
  using Table = FixedBaseTable<G>;
  struct Workspace {
    Wiped<typename Table::Scalar> scalars;
    std::vector<typename Table::Affine> points;
    typename Table::Scratch scratch;
  };
  struct Chunk {
    std::size_t count = 0;
    std::vector<std::byte> bytes;
  };

  tbb::enumerable_thread_specific<Workspace> workspaces;
  std::optional<Error> error;         // the last stage's alone
  std::atomic<bool> stopped = false;  // tells the first stage
  std::uint64_t next = 0;
  const auto take = [&](tbb::flow_control& control) -> std::uint64_t {
    if (next >= count || stopped) {
      control.stop();
      return 0;
    }
    return std::exchange(next, next + kStreamChunk);
  };
  const auto compute = [&](std::uint64_t first) {
    Workspace& mine = workspaces.local();
    Chunk chunk;
    chunk.count = static_cast<std::size_t>(std::min<std::uint64_t>(kStreamChunk, count - first));
    mine.scalars.resize(chunk.count);
    mine.points.resize(chunk.count);
    fill(first, std::span(mine.scalars));
    table.multiply(mine.scalars, mine.points, mine.scratch);
    chunk.bytes.resize(chunk.count * point_bytes);
    for (std::size_t i = 0; i < chunk.count; ++i) {
      encode(mine.points[i], std::span(chunk.bytes).subspan(i * point_bytes, point_bytes));
    }
    return chunk;
  };
  const auto deliver = [&](const Chunk& chunk) {
    if (stopped) return;
    if (Result<void> written = sink(chunk.bytes); !written) {
      error = std::move(written).error();
    } else if (!meter.advance(chunk.count * work_per_point)) {
      error = Error{ErrorCode::kCancelled, "the setup was cancelled"};
    }
    stopped = error.has_value();
  };
  const auto threads = static_cast<std::size_t>(tbb::this_task_arena::max_concurrency());
  tbb::parallel_pipeline(2 * threads,
                         tbb::make_filter<void, std::uint64_t>(tbb::filter_mode::serial_in_order, take) &
                             tbb::make_filter<std::uint64_t, Chunk>(tbb::filter_mode::parallel, compute) &
                             tbb::make_filter<Chunk, void>(tbb::filter_mode::serial_in_order, deliver));
  if (error) return *std::move(error);
  return {};
}

}  // namespace lockstep::groth16
