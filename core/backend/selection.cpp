// SPDX-License-Identifier: Apache-2.0
#include "selection.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "lockstep/timing/report_table.hpp"

namespace lockstep::backend {
namespace {

using timing::format_bytes;

constexpr std::string_view kFallbackId = "cpu_reference";

Error refusal(std::string message) {
  return {ErrorCode::kBackend, std::move(message)};
}

/// `available` is the device's free memory where the choice is free, all of it where the caller has chosen:
/// what others hold now they may give back.
std::string refuse_by_memory(const Candidate& candidate, const Estimate& estimate, std::uint64_t available) {
  const HostServices& services = candidate.backend->services();
  const std::uint64_t device_limit = services.options().device_limit_bytes.value_or(UINT64_MAX);
  if (estimate.device_bytes() > std::min(available, device_limit)) {
    return fmt::format("the job needs {} of device memory, of {}", format_bytes(estimate.device_bytes()),
                       format_bytes(std::min(available, device_limit)));
  }
  const std::uint64_t host_limit = services.options().host_limit_bytes.value_or(UINT64_MAX);
  if (estimate.host_bytes() > host_limit) {
    return fmt::format("the job needs {} of host memory, of {} allowed", format_bytes(estimate.host_bytes()),
                       format_bytes(host_limit));
  }
  return {};
}

/// Why a device can't do the job; "" and the estimate where it can.
std::string refuse_device(const Candidate& candidate, const DeviceInfo& device,
                          const Requirements& requirements, bool by_name, std::optional<Estimate>& estimate) {
  if (!device.usable) return device.reason;
  if (requirements.curve && !device.supports(*requirements.curve)) {
    return fmt::format("does not support curve {}", curve_name(*requirements.curve));
  }
  if (requirements.circuit == nullptr || requirements.key == nullptr) return {};
  const Result<Estimate> bytes = candidate.backend->prover()->estimate(
      device.ordinal, *requirements.circuit, *requirements.key, requirements.options);
  if (!bytes) return bytes.error().message;
  estimate = *bytes;
  // A CPU's memory is the host's, and under the host's limit.
  const bool own_memory = device.device_class != DeviceClass::kCpu && device.memory_total_bytes != 0;
  const std::uint64_t available = !own_memory ? UINT64_MAX
                                  : by_name   ? device.memory_total_bytes
                                              : device.memory_free_bytes;
  return refuse_by_memory(candidate, *bytes, available);
}

std::string describe(const DeviceInfo& device) {
  return fmt::format("device {} ({})", device.ordinal, device.name);
}

std::string refuse_backend(const Candidate& candidate) {
  if (candidate.backend == nullptr) return candidate.reason;
  if (candidate.backend->prover() == nullptr) return fmt::format("offers no {}", LKS_INTERFACE_GROTH16);
  if (candidate.backend->synthesizer() == nullptr)
    return fmt::format("offers no {}", LKS_INTERFACE_SYNTHESIZER);
  return {};
}

}  // namespace

void refresh(Candidate& candidate) {
  candidate.reason.clear();
  Result<std::vector<DeviceInfo>> devices = candidate.backend->memory().devices();
  if (!devices) {
    candidate.devices.clear();
    candidate.reason = devices.error().message;
    return;
  }
  candidate.devices = *std::move(devices);
  const bool any = std::any_of(candidate.devices.begin(), candidate.devices.end(),
                               [](const DeviceInfo& device) { return device.usable; });
  if (any) return;
  candidate.reason = candidate.devices.empty()
                         ? "it sees no device"
                         : fmt::format("no usable device: {}", candidate.devices.front().reason);
}

Result<Selection> choose_device(const Candidate& candidate, std::optional<std::uint32_t> ordinal,
                                const Requirements& requirements) {
  if (const std::string why = refuse_backend(candidate); !why.empty()) return refusal(why);
  if (candidate.devices.empty()) return refusal(candidate.reason);
  if (ordinal && *ordinal >= candidate.devices.size()) {
    return refusal(fmt::format("it has no device {}, only {}", *ordinal, candidate.devices.size()));
  }
  std::string reasons;
  for (const DeviceInfo& device : candidate.devices) {
    if (ordinal && device.ordinal != *ordinal) continue;
    Selection selection{candidate.backend, device, {}, {}};
    const std::string why = refuse_device(candidate, device, requirements, true, selection.estimate);
    if (why.empty()) {
      selection.reason = ordinal ? fmt::format("so was {}", describe(device))
                                 : fmt::format("{} is its first that can do the job", describe(device));
      return selection;
    }
    reasons += fmt::format("{}{}: {}", reasons.empty() ? "" : "; ", describe(device), why);
  }
  return refusal(reasons);
}

Result<Selection> choose_automatically(const std::vector<Candidate>& candidates,
                                       const Requirements& requirements) {
  std::optional<Selection> best;
  std::string reasons;  // why no GPU that was seen is used
  for (const Candidate& candidate : candidates) {
    if (candidate.id.empty() || candidate.id == kFallbackId) continue;
    const std::string unusable = refuse_backend(candidate);
    if (!unusable.empty()) {
      reasons += fmt::format("{}{}: {}", reasons.empty() ? "" : "; ", candidate.id, unusable);
      continue;
    }
    for (const DeviceInfo& device : candidate.devices) {
      if (device.device_class != DeviceClass::kGpu) continue;
      Selection selection{candidate.backend, device, {}, {}};
      const std::string why = refuse_device(candidate, device, requirements, false, selection.estimate);
      if (!why.empty()) {
        reasons +=
            fmt::format("{}{} {}: {}", reasons.empty() ? "" : "; ", candidate.id, describe(device), why);
      } else if (!best || device.memory_total_bytes > best->device.memory_total_bytes) {
        best = std::move(selection);
      }
    }
  }
  if (best) {
    best->reason = fmt::format("auto: {} {} is the usable GPU with the most memory", best->backend->info().id,
                               describe(best->device));
    return *std::move(best);
  }
  const std::string no_gpu =
      reasons.empty() ? "no GPU backend was found" : fmt::format("no GPU is usable ({})", reasons);
  for (const Candidate& candidate : candidates) {
    if (candidate.id != kFallbackId) continue;
    Result<Selection> selection = choose_device(candidate, std::nullopt, requirements);
    if (!selection)
      return refusal(
          fmt::format("auto: {}, and {} can't be used: {}", no_gpu, kFallbackId, selection.error().message));
    selection->reason = fmt::format("auto: {}, so {} {}", no_gpu, kFallbackId, describe(selection->device));
    return selection;
  }
  return refusal(fmt::format("auto: {}, and {} was not found", no_gpu, kFallbackId));
}

}  // namespace lockstep::backend
