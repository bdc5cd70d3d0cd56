// SPDX-License-Identifier: Apache-2.0
#include "lockstep/backend/host_services.hpp"

#include <mutex>
#include <shared_mutex>
#include <unordered_map>

namespace lockstep::backend {

struct HostServices::State {
  explicit State(HostOptions given)
      : options(std::move(given)),
        log(options.log_level, options.log_sink),
        threads(options.threads),
        cancel(CancelTable::create()) {
    memory.set_host_limit(options.host_limit_bytes);
    memory.set_pinned_limit(options.pinned_limit_bytes);
  }

  HostOptions options;
  Log log;
  MemoryAccounts memory;
  ThreadPool threads;
  std::shared_ptr<CancelTable> cancel;
  mutable std::shared_mutex recorders_mutex;
  std::unordered_map<std::uint32_t, std::weak_ptr<timing::Recorder>> recorders;  // by tag
  std::uint32_t next_tag = 1;
  DeferredQueue deferred;  // last: its work may use all of the above
};

HostServices::HostServices() = default;
HostServices::~HostServices() = default;

std::shared_ptr<HostServices> HostServices::create(HostOptions options) {
  struct Shared : HostServices {};  // the constructor is not public
  auto services = std::make_shared<Shared>();
  services->state_ = std::make_unique<State>(std::move(options));
  return services;
}

Log& HostServices::log() {
  return state_->log;
}
MemoryAccounts& HostServices::memory() {
  return state_->memory;
}
ThreadPool& HostServices::threads() {
  return state_->threads;
}
DeferredQueue& HostServices::deferred() {
  return state_->deferred;
}
CancelSource HostServices::new_cancel_source() {
  return state_->cancel->new_source();
}
bool HostServices::cancelled(CancelToken token) const {
  return state_->cancel->cancelled(token);
}
const HostOptions& HostServices::options() const {
  return state_->options;
}

std::shared_ptr<timing::Recorder> HostServices::new_recorder(std::size_t capacity) {
  const std::unique_lock lock(state_->recorders_mutex);
  std::erase_if(state_->recorders, [](const auto& entry) { return entry.second.expired(); });
  const std::uint32_t tag = state_->next_tag++;
  if (state_->next_tag == 0) state_->next_tag = 1;
  auto recorder = std::make_shared<timing::Recorder>(timing::RecorderOptions{
      .tag = tag, .capacity = capacity, .returned_bytes = [services = weak_from_this()] {
        const auto alive = services.lock();
        return alive ? alive->memory().returned_bytes() : 0;
      }});
  state_->recorders[tag] = recorder;
  return recorder;
}

std::shared_ptr<timing::Recorder> HostServices::recorder_of(timing::SpanId span) const {
  const std::shared_lock lock(state_->recorders_mutex);
  const auto found = state_->recorders.find(static_cast<std::uint32_t>(span >> 32));
  return found == state_->recorders.end() ? nullptr : found->second.lock();
}

}  // namespace lockstep::backend
