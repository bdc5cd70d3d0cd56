// SPDX-License-Identifier: Apache-2.0
// The C face of the host services, one for each plugin. No exception may leave these functions: a plugin has
// no way to see it.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <string_view>

#include "lockstep/backend/host_services.hpp"

namespace lockstep::backend {
namespace {

using timing::Layer;
using timing::Phase;

/// `message` cut to fit; `error` may be null or shorter than this host's.
lks_status fail(lks_error* error, lks_status code, std::string_view message) {
  if (error == nullptr || error->struct_size < offsetof(lks_error, message) + 1) return code;
  error->code = code;
  error->vendor_code = 0;
  error->flags = 0;
  error->phase = 0;
  error->reserved = 0;
  const std::size_t room =
      std::min<std::size_t>(error->struct_size - offsetof(lks_error, message), LKS_ERROR_MESSAGE_BYTES);
  const std::size_t bytes = std::min(room - 1, message.size());
  std::memcpy(error->message, message.data(), bytes);
  error->message[bytes] = '\0';
  return code;
}

/// A phase that a plugin may use. One that this host does not know (a newer minor version has it) is kept as
/// a vendor span with a name of its own.
Phase plugin_phase(Layer layer, std::uint32_t phase, std::string& name) {
  const auto known = static_cast<Phase>(phase);
  if (timing::phase_belongs_to(known, layer)) return known;
  name = "x-phase-" + std::to_string(phase);
  return Phase::kVendor;
}

/// The fields of a facts struct that the plugin knows of; the rest are zero.
template <class T>
T cut(const T* from) {
  T copy{};
  if (from != nullptr && from->struct_size >= sizeof(std::uint32_t)) {
    std::memcpy(&copy, from, std::min<std::size_t>(from->struct_size, sizeof copy));
  }
  return copy;
}

timing::SpanFacts span_facts(timing::Recorder& recorder, Layer layer, std::uint32_t flags,
                             std::uint32_t fused_with) {
  timing::SpanFacts facts;
  facts.failed = (flags & LKS_SPAN_FAILED) != 0;
  if ((flags & LKS_SPAN_FUSED) == 0) return facts;
  const std::span<const Phase> phases = timing::canonical_phases(layer);
  const auto target = static_cast<Phase>(fused_with);
  if (std::find(phases.begin(), phases.end(), target) != phases.end()) {
    facts.fused_with = target;
  } else {
    recorder.note_misuse(fmt::format("a {} span is fused with phase {}, which is none of its layer",
                                     timing::layer_name(layer), fused_with));
  }
  return facts;
}

}  // namespace

struct HostBinding::State {
  std::shared_ptr<HostServices> services;
  std::string plugin_id;
  std::array<MemoryCounter, kMaxDevices> devices;
  lks_host table{};

  static State& of(void* context) { return *static_cast<State*>(context); }

  static void log(void* context, std::uint32_t level, const char* component, const char* message,
                  std::uint64_t bytes) noexcept try {
    State& self = of(context);
    const auto at = static_cast<LogLevel>(std::min<std::uint32_t>(level, LKS_LOG_ERROR));
    if (message == nullptr || !self.services->log().enabled(at)) return;
    const std::string from = component == nullptr || *component == '\0' || self.plugin_id == component
                                 ? self.plugin_id
                                 : self.plugin_id + '/' + component;
    self.services->log().write(at, from, {message, bytes});
  } catch (...) {  // no memory for a message: it is lost
  }

  static std::uint32_t log_enabled(void* context, std::uint32_t level) noexcept {
    return level <= LKS_LOG_ERROR && of(context).services->log().enabled(static_cast<LogLevel>(level)) ? 1
                                                                                                       : 0;
  }

  static std::uint64_t now_ns(void*) noexcept { return timing::now_ns(); }

  static lks_status memory_reserve(void* context, std::uint32_t kind, std::uint32_t device,
                                   std::uint64_t bytes, lks_error* error) noexcept try {
    State& self = of(context);
    MemoryAccounts& accounts = self.services->memory();
    if (kind == LKS_MEMORY_DEVICE) {
      if (device >= kMaxDevices) return fail(error, LKS_E_INVALID_ARGUMENT, "no such device");
      MemoryCounter& counter = self.devices[device];
      if (!counter.try_add(bytes)) {
        return fail(error, LKS_E_BUDGET,
                    fmt::format("{} bytes of memory of device {} are over the limit of {} with {} in use",
                                bytes, device, counter.limit().value_or(UINT64_MAX), counter.in_use()));
      }
      if (!accounts.device().try_add(bytes)) {
        counter.subtract(bytes);
        return fail(error, LKS_E_BUDGET, "device memory beyond 2^64 bytes");
      }
      return LKS_OK;
    }
    if (kind != LKS_MEMORY_PAGEABLE && kind != LKS_MEMORY_PINNED) {
      return fail(error, LKS_E_INVALID_ARGUMENT, fmt::format("{} is no kind of memory", kind));
    }
    if (accounts.reserve(static_cast<MemoryKind>(kind), bytes)) return LKS_OK;
    return fail(error, LKS_E_BUDGET,
                fmt::format("{} bytes of {} memory are over the limit of {} of host memory with {} in use",
                            bytes, memory_kind_name(static_cast<MemoryKind>(kind)),
                            accounts.host().limit().value_or(UINT64_MAX), accounts.host().in_use()));
  } catch (...) {
    return LKS_E_BUDGET;  // no memory for the message itself
  }

  static void memory_return(void* context, std::uint32_t kind, std::uint32_t device,
                            std::uint64_t bytes) noexcept try {
    State& self = of(context);
    MemoryAccounts& accounts = self.services->memory();
    bool sound = false;
    if (kind == LKS_MEMORY_DEVICE) {
      sound = device < kMaxDevices && self.devices[device].subtract(bytes);
      if (sound) accounts.device().subtract(bytes);
      accounts.count_returned(bytes);
    } else if (kind == LKS_MEMORY_PAGEABLE || kind == LKS_MEMORY_PINNED) {
      sound = accounts.give_back(static_cast<MemoryKind>(kind), bytes);
    }
    if (!sound) {
      self.services->log().write(
          LogLevel::kError, self.plugin_id,
          fmt::format("returned {} bytes of memory of kind {} that it had not reserved", bytes, kind));
    }
  } catch (...) {  // no memory for a message: it is lost
  }

  static lks_status parallel_for(void* context, std::uint64_t count, std::uint64_t grain,
                                 lks_parallel_body body, void* argument, lks_cancel_token cancel) noexcept
      try {
    if (body == nullptr) return LKS_E_INVALID_ARGUMENT;
    HostServices& services = *of(context).services;
    ThreadPool::Stop stop;
    if (cancel != 0) stop = [&services, cancel] { return services.cancelled(cancel); };
    const auto piece = [body, argument](std::uint64_t begin, std::uint64_t end, std::uint32_t worker) {
      body(argument, begin, end, worker);
    };
    return services.threads().parallel_for(count, grain, piece, stop) ? LKS_OK : LKS_E_CANCELLED;
  } catch (const std::bad_alloc&) {
    return LKS_E_OUT_OF_MEMORY;
  } catch (...) {  // a body that threw, though it must not
    return LKS_E_INTERNAL;
  }

  static std::uint32_t worker_count(void* context) noexcept {
    return of(context).services->threads().worker_count();
  }

  static std::uint32_t cancelled(void* context, lks_cancel_token token) noexcept {
    return of(context).services->cancelled(token) ? 1 : 0;
  }

  static lks_span span_begin(void* context, lks_span parent, std::uint32_t phase, const char* name) noexcept
      try {
    const auto recorder = of(context).services->recorder_of(parent);
    if (!recorder) return 0;
    std::string text = name == nullptr ? "" : name;
    const Phase known = plugin_phase(Layer::kBackend, phase, text);
    return recorder->begin({.parent = parent, .layer = Layer::kBackend, .phase = known, .name = text});
  } catch (...) {
    return 0;
  }

  static void span_end(void* context, lks_span span, const lks_span_facts* given) noexcept try {
    const auto recorder = of(context).services->recorder_of(span);
    if (!recorder) return;
    const lks_span_facts facts = cut(given);
    timing::SpanFacts told = span_facts(*recorder, Layer::kBackend, facts.flags, facts.fused_with);
    told.bytes_to_device = facts.bytes_to_device;
    told.bytes_from_device = facts.bytes_from_device;
    recorder->end(span, told);
  } catch (...) {
  }

  static lks_span span_record(void* context, const lks_span_record* given) noexcept try {
    const lks_span_record record = cut(given);
    const auto recorder = of(context).services->recorder_of(record.parent);
    if (!recorder) return 0;
    if (record.layer != LKS_LAYER_BACKEND && record.layer != LKS_LAYER_DEVICE) {
      recorder->note_misuse(
          fmt::format("the plugin told of a span of layer {}, which is not its own", record.layer));
      return 0;
    }
    const auto layer = static_cast<Layer>(record.layer);
    std::string name = record.name == nullptr ? "" : record.name;
    const Phase phase = plugin_phase(layer, record.phase, name);
    timing::SpanRecord told;
    told.start.parent = record.parent;
    told.start.layer = layer;
    told.start.phase = phase;
    told.start.name = name;
    told.start.device = record.device;
    told.start.start_ns = record.start_ns;
    told.end_ns = record.end_ns;
    told.facts = span_facts(*recorder, layer, record.flags, record.fused_with);
    told.facts.bytes_to_device = record.bytes_to_device;
    told.facts.bytes_from_device = record.bytes_from_device;
    if (layer == Layer::kDevice) told.busy_ns = record.busy_ns;
    return recorder->record(told);
  } catch (...) {
    return 0;
  }

  static lks_status defer(void* context, lks_deferred_work work, void* argument, lks_span parent) noexcept
      try {
    if (work == nullptr) return LKS_E_INVALID_ARGUMENT;
    HostServices& services = *of(context).services;
    const bool taken =
        services.deferred().push([work, argument] { work(argument); }, services.recorder_of(parent), parent);
    return taken ? LKS_OK : LKS_E_OUT_OF_MEMORY;
  } catch (...) {
    return LKS_E_OUT_OF_MEMORY;
  }
};

HostBinding::HostBinding(std::shared_ptr<HostServices> services, std::string plugin_id)
    : state_(std::make_unique<State>()) {
  state_->services = std::move(services);
  state_->plugin_id = std::move(plugin_id);
  for (MemoryCounter& counter : state_->devices) {
    counter.set_limit(state_->services->options().device_limit_bytes);
  }
  lks_host& table = state_->table;
  table.struct_size = sizeof table;
  table.abi_major = LKS_ABI_MAJOR;
  table.abi_minor = LKS_ABI_MINOR;
  table.context = state_.get();
  table.log = &State::log;
  table.log_enabled = &State::log_enabled;
  table.now_ns = &State::now_ns;
  table.memory_reserve = &State::memory_reserve;
  table.memory_return = &State::memory_return;
  table.parallel_for = &State::parallel_for;
  table.worker_count = &State::worker_count;
  table.cancelled = &State::cancelled;
  table.span_begin = &State::span_begin;
  table.span_end = &State::span_end;
  table.span_record = &State::span_record;
  table.defer = &State::defer;
}

HostBinding::~HostBinding() = default;

const lks_host* HostBinding::table() const {
  return &state_->table;
}
HostServices& HostBinding::services() const {
  return *state_->services;
}

const MemoryCounter& HostBinding::device_memory(std::uint32_t device) const {
  return state_->devices.at(device);
}

}  // namespace lockstep::backend
