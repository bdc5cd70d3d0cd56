// SPDX-License-Identifier: Apache-2.0
#include "lockstep/backend/deferred_queue.hpp"

#include <condition_variable>
#include <cstdint>
#include <deque>
#include <exception>
#include <mutex>
#include <thread>
#include <utility>
#include <vector>

namespace lockstep::backend {
namespace {

struct Item {
  std::function<void()> work;
  std::shared_ptr<timing::Recorder> recorder;
  timing::SpanId span = 0;
  std::uint64_t number = 0;  // 1, 2, 3, ... in order of hand-over
};

void run(Item& item) {
  timing::SpanId reclaim = 0;
  if (item.recorder) {
    reclaim = item.recorder->begin(
        {.parent = item.span, .layer = timing::Layer::kPipeline, .phase = timing::Phase::kReclaim});
  }
  bool failed = false;
  try {
    item.work();
  } catch (...) {  // whatever a plugin may throw
    failed = true;
  }
  if (item.recorder) item.recorder->end(reclaim, {.failed = failed});
}

}  // namespace

struct DeferredQueue::State {
  std::mutex mutex;
  std::condition_variable wake;  // for the thread
  std::condition_variable done;  // for drain()
  std::deque<Item> items;
  std::uint64_t pushed = 0;
  std::vector<std::uint64_t> running;  // numbers: more than one where deferred work drains the queue
  bool stopping = false;
  std::thread thread;

  void work() {
    std::unique_lock lock(mutex);
    for (;;) {
      wake.wait(lock, [&] { return stopping || !items.empty(); });
      if (items.empty()) return;  // stopping, and nothing is left
      run_first(lock);
    }
  }

  void run_first(std::unique_lock<std::mutex>& lock) {
    Item item = std::move(items.front());
    items.pop_front();
    running.push_back(item.number);
    lock.unlock();
    run(item);
    item = {};  // what the work holds goes outside of the lock
    lock.lock();
    running.pop_back();
    done.notify_all();
  }
};

DeferredQueue::DeferredQueue() : state_(std::make_unique<State>()) {}

DeferredQueue::~DeferredQueue() {
  {
    const std::lock_guard lock(state_->mutex);
    state_->stopping = true;
  }
  state_->wake.notify_all();
  if (state_->thread.joinable()) state_->thread.join();
}

bool DeferredQueue::push(std::function<void()> work, std::shared_ptr<timing::Recorder> recorder,
                         timing::SpanId span) {
  try {
    const std::lock_guard lock(state_->mutex);
    if (!state_->thread.joinable()) state_->thread = std::thread([state = state_.get()] { state->work(); });
    state_->items.push_back({std::move(work), std::move(recorder), span, state_->pushed + 1});
    ++state_->pushed;
  } catch (const std::exception&) {  // no memory, or no thread
    return false;
  }
  state_->wake.notify_one();
  return true;
}

void DeferredQueue::drain() {
  std::unique_lock lock(state_->mutex);
  if (std::this_thread::get_id() == state_->thread.get_id()) {
    // Deferred work waits for what was handed over after it: nobody else would run it.
    while (!state_->items.empty()) state_->run_first(lock);
    return;
  }
  const std::uint64_t target = state_->pushed;
  state_->done.wait(lock, [&] {
    const bool waits = !state_->items.empty() && state_->items.front().number <= target;
    return !waits && (state_->running.empty() || state_->running.front() > target);
  });
}

}  // namespace lockstep::backend
