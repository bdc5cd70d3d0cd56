// SPDX-License-Identifier: Apache-2.0
#include "arena.hpp"

#include <oneapi/tbb/global_control.h>
#include <oneapi/tbb/parallel_for.h>
#include <oneapi/tbb/task_arena.h>

#include <algorithm>

namespace lockstep::backend {

// oneTBB starts no more threads than the machine has CPUs unless it is told to: a pool of eight threads on
// two CPUs must have eight, so that what depends on their number can be tested anywhere. The limit is of the
// whole process, whose other users of oneTBB keep theirs: it is only ever raised.
struct Arena::State {
  explicit State(std::uint32_t threads)
      : control(kLimit, std::max<std::size_t>(threads, tbb::global_control::active_value(kLimit))),
        arena(static_cast<int>(threads)) {}

  static constexpr auto kLimit = tbb::global_control::max_allowed_parallelism;
  tbb::global_control control;
  tbb::task_arena arena;
};

Arena::Arena(std::uint32_t threads) : state_(std::make_unique<State>(threads)) {}
Arena::~Arena() = default;

void Arena::run_copies(std::uint32_t copies, void (*work)(void* argument, std::uint32_t worker),
                       void* argument) {
  state_->arena.execute([&] {
    const auto call = [work, argument] {
      work(argument, static_cast<std::uint32_t>(tbb::this_task_arena::current_thread_index()));
    };
    if (copies == 1) return call();
    // Isolated: while this thread waits for the others it must not take a piece of an outer loop, whose
    // scratch space of this worker is in use further up its stack.
    tbb::this_task_arena::isolate([&] {
      tbb::parallel_for(
          std::uint32_t{0}, copies, [&](std::uint32_t) { call(); }, tbb::simple_partitioner());
    });
  });
}

void Arena::run(const std::function<void()>& work) {
  state_->arena.execute(work);
}

}  // namespace lockstep::backend
