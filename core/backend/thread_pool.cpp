// SPDX-License-Identifier: Apache-2.0
#include "lockstep/backend/thread_pool.hpp"

#include <algorithm>
#include <atomic>
#include <exception>

#include "arena.hpp"

namespace lockstep::backend {
namespace {

/// The parts of a loop that its threads share. Indices are handed out by guided self-scheduling: each piece
/// is a share of what is left, at least the grain.
class Loop {
 public:
  Loop(std::uint64_t count, std::uint64_t grain, std::uint32_t threads, const ThreadPool::Body& body,
       const ThreadPool::Stop& stop)
      : count_(count),
        grain_(std::max<std::uint64_t>(grain, 1)),
        threads_(threads),
        body_(body),
        stop_(stop) {}

  /// As many threads as can be given a grain.
  std::uint32_t useful_threads() const {
    return static_cast<std::uint32_t>(std::clamp<std::uint64_t>(count_ / grain_, 1, threads_));
  }

  /// Runs pieces until none is left.
  void work(std::uint32_t worker) {
    // Pairs with the release below: what one worker wrote is seen by the loop's caller, and what the caller
    // wrote before by the workers, whatever the scheduler does in between.
    begun_.load(std::memory_order_acquire);
    std::uint64_t begin = 0;
    std::uint64_t end = 0;
    while (!stopped_.load(std::memory_order_relaxed) && take(begin, end)) {
      if (stop_ && stop_()) {
        left_out_.store(true, std::memory_order_relaxed);
        stopped_.store(true, std::memory_order_relaxed);
        break;
      }
      try {
        body_(begin, end, worker);
      } catch (...) {
        if (!failed_.exchange(true)) failure_ = std::current_exception();
        stopped_.store(true, std::memory_order_relaxed);
      }
    }
    done_.fetch_add(1, std::memory_order_release);
  }

  void begin() { begun_.store(true, std::memory_order_release); }

  /// After every thread has left work(): rethrows what a body threw, else says whether every piece ran.
  bool finish() {
    done_.load(std::memory_order_acquire);
    if (failure_) std::rethrow_exception(failure_);
    return !left_out_.load(std::memory_order_relaxed);
  }

 private:
  static constexpr std::uint64_t kPiecesPerThread = 4;

  const std::uint64_t count_;
  const std::uint64_t grain_;
  const std::uint32_t threads_;
  const ThreadPool::Body& body_;
  const ThreadPool::Stop& stop_;
  std::atomic<std::uint64_t> next_{0};
  std::atomic<std::uint32_t> done_{0};
  std::atomic<bool> begun_{false};
  std::atomic<bool> stopped_{false};
  std::atomic<bool> left_out_{false};
  std::atomic<bool> failed_{false};
  std::exception_ptr failure_;  // written by the thread that set failed_

  bool take(std::uint64_t& begin, std::uint64_t& end) {
    begin = next_.load(std::memory_order_relaxed);
    std::uint64_t left = 0;
    std::uint64_t size = 0;
    do {
      if (begin >= count_) return false;
      left = count_ - begin;
      size = std::max(grain_, left / (threads_ * kPiecesPerThread));
      if (left - std::min(size, left) < grain_) size = left;  // no piece below the grain remains
    } while (!next_.compare_exchange_weak(begin, begin + size, std::memory_order_relaxed));
    end = begin + size;
    return true;
  }
};

}  // namespace

struct ThreadPool::State {
  explicit State(unsigned threads) : count(threads), arena(threads) {}

  std::uint32_t count;
  Arena arena;
};

ThreadPool::ThreadPool(unsigned threads)
    : state_(std::make_unique<State>(threads == 0 ? available_cpus() : std::min(threads, 1024u))) {}

ThreadPool::~ThreadPool() = default;

std::uint32_t ThreadPool::worker_count() const {
  return state_->count;
}

bool ThreadPool::parallel_for(std::uint64_t count, std::uint64_t grain, const Body& body, const Stop& stop) {
  if (count == 0) return true;
  Loop loop(count, grain, state_->count, body, stop);
  loop.begin();
  const auto work = [](void* argument, std::uint32_t worker) { static_cast<Loop*>(argument)->work(worker); };
  state_->arena.run_copies(loop.useful_threads(), work, &loop);
  return loop.finish();
}

void ThreadPool::run(const std::function<void()>& work) {
  state_->arena.run(work);
}

}  // namespace lockstep::backend
