// SPDX-License-Identifier: Apache-2.0
#include "memory_adapter.hpp"

#include <fmt/format.h>

#include "abi_call.hpp"

namespace lockstep::backend {
namespace {

constexpr std::uint32_t kMaxDevices = HostBinding::kMaxDevices;

DeviceClass device_class(std::uint32_t value) {
  switch (value) {
    case LKS_DEVICE_CPU:
      return DeviceClass::kCpu;
    case LKS_DEVICE_GPU:
      return DeviceClass::kGpu;
    case LKS_DEVICE_EMULATED:
      return DeviceClass::kEmulated;
    default:  // a class of a later minor version, too: it is taken by name only
      return DeviceClass::kOther;
  }
}

DeviceInfo to_device(std::uint32_t ordinal, const lks_device_info& raw) {
  DeviceInfo info;
  info.ordinal = ordinal;
  info.device_class = device_class(raw.device_class);
  info.usable = raw.usable == 1;
  info.curves = raw.curves;
  info.memory_total_bytes = raw.memory_total_bytes;
  info.memory_free_bytes = raw.memory_free_bytes;
  info.name = plugin_text(raw.name, sizeof raw.name);
  info.architecture = plugin_text(raw.architecture, sizeof raw.architecture);
  info.driver = plugin_text(raw.driver, sizeof raw.driver);
  info.reason = plugin_text(raw.reason, sizeof raw.reason);
  if (!info.usable && info.reason.empty()) info.reason = "the plugin gives no reason";
  return info;
}

}  // namespace

std::string_view device_class_name(DeviceClass value) {
  switch (value) {
    case DeviceClass::kCpu:
      return "cpu";
    case DeviceClass::kGpu:
      return "gpu";
    case DeviceClass::kEmulated:
      return "emulated";
    case DeviceClass::kOther:
      return "other";
  }
  return "?";
}

PluginBuffer::PluginBuffer(std::shared_ptr<PluginCore> core, lks_buffer* handle, const BufferRequest& request,
                           std::span<std::byte> host_bytes)
    : core_(std::move(core)), handle_(handle), request_(request), host_bytes_(host_bytes) {}

PluginBuffer::~PluginBuffer() {
  AbiError error;
  const lks_status status = call_plugin(core_->memory.buffer_release, handle_, error.out());
  if (status != LKS_OK) {
    core_->log(LogLevel::kError, error.to_error(core_->id(), "releasing a buffer", status).message);
  }
}

Result<void> PluginBuffer::write(std::uint64_t offset, std::span<const std::byte> from) {
  AbiError error;
  const lks_status status =
      call_plugin(core_->memory.copy_to_buffer, handle_, offset, from.data(), from.size(), error.out());
  if (status == LKS_OK) return {};
  return error.to_error(core_->id(), "copying to a buffer", status);
}

Result<void> PluginBuffer::read(std::uint64_t offset, std::span<std::byte> to) const {
  AbiError error;
  const lks_status status =
      call_plugin(core_->memory.copy_from_buffer, handle_, offset, to.data(), to.size(), error.out());
  if (status == LKS_OK) return {};
  return error.to_error(core_->id(), "copying from a buffer", status);
}

Result<std::vector<DeviceInfo>> PluginMemoryManager::devices() const {
  AbiError error;
  std::uint32_t count = 0;
  const lks_status counted = call_plugin(core_->memory.device_count, &count, error.out());
  if (counted != LKS_OK) return error.to_error(core_->id(), "counting devices", counted);
  if (count > kMaxDevices) {
    return Error{ErrorCode::kBackend,
                 fmt::format("{}: reports {} devices, expected at most {}", core_->id(), count, kMaxDevices)};
  }
  std::vector<DeviceInfo> devices;
  for (std::uint32_t ordinal = 0; ordinal < count; ++ordinal) {
    lks_device_info raw{};
    raw.struct_size = sizeof raw;
    AbiError device_error;
    const lks_status status = call_plugin(core_->memory.device_info, ordinal, &raw, device_error.out());
    if (status != LKS_OK) {
      return device_error.to_error(core_->id(), fmt::format("describing device {}", ordinal), status);
    }
    devices.push_back(to_device(ordinal, raw));
  }
  return devices;
}

Result<std::unique_ptr<Buffer>> PluginMemoryManager::acquire(const BufferRequest& request) {
  lks_buffer_request raw{};
  raw.struct_size = sizeof raw;
  raw.device = request.device;
  raw.kind = static_cast<std::uint32_t>(request.kind);
  raw.flags = (request.secret ? LKS_BUFFER_SECRET : 0) | (request.zeroed ? LKS_BUFFER_ZEROED : 0);
  raw.size_bytes = request.size_bytes;
  lks_buffer* handle = nullptr;
  AbiError error;
  const std::string doing =
      fmt::format("acquiring {} bytes of {} memory", request.size_bytes, memory_kind_name(request.kind));
  const lks_status status = call_plugin(core_->memory.buffer_acquire, &raw, &handle, error.out());
  if (status != LKS_OK) return error.to_error(core_->id(), doing, status);
  if (handle == nullptr)
    return Error{ErrorCode::kBackend, fmt::format("{}: {} gave no buffer", core_->id(), doing)};

  lks_buffer_info info{};
  info.struct_size = sizeof info;
  const lks_status described = call_plugin(core_->memory.buffer_info, handle, &info, error.out());
  auto* const address = static_cast<std::byte*>(info.host_address);
  const bool visible = described == LKS_OK && address != nullptr;
  auto buffer = std::make_unique<PluginBuffer>(
      core_, handle, request, visible ? std::span(address, request.size_bytes) : std::span<std::byte>());
  if (described != LKS_OK) return error.to_error(core_->id(), "describing a buffer", described);
  if (info.size_bytes < request.size_bytes) {
    return Error{ErrorCode::kBackend,
                 fmt::format("{}: {} gave {} bytes", core_->id(), doing, info.size_bytes)};
  }
  return std::unique_ptr<Buffer>(std::move(buffer));
}

Result<void> PluginMemoryManager::register_host(std::uint32_t device, std::span<std::byte> bytes) {
  AbiError error;
  const lks_status status =
      call_plugin(core_->memory.host_register, device, bytes.data(), bytes.size(), error.out());
  if (status == LKS_OK) return {};
  return error.to_error(core_->id(), "pinning host memory", status);
}

Result<void> PluginMemoryManager::unregister_host(std::uint32_t device, std::span<std::byte> bytes) {
  AbiError error;
  const lks_status status = call_plugin(core_->memory.host_unregister, device, bytes.data(), error.out());
  if (status == LKS_OK) return {};
  return error.to_error(core_->id(), "unpinning host memory", status);
}

Result<void> PluginMemoryManager::trim(std::uint32_t device, std::uint64_t keep_bytes) {
  AbiError error;
  const lks_status status = call_plugin(core_->memory.trim, device, keep_bytes, error.out());
  if (status == LKS_OK) return {};
  return error.to_error(core_->id(), "trimming pooled memory", status);
}

Result<MemoryStats> PluginMemoryManager::stats(std::uint32_t device) const {
  lks_memory_stats raw{};
  raw.struct_size = sizeof raw;
  AbiError error;
  const lks_status status = call_plugin(core_->memory.stats, device, &raw, error.out());
  if (status != LKS_OK) return error.to_error(core_->id(), "asking for memory statistics", status);
  MemoryStats stats;
  stats.in_use_bytes = raw.in_use_bytes;
  stats.pooled_bytes = raw.pooled_bytes;
  stats.pending_free_bytes = raw.pending_free_bytes;
  stats.buffer_count = raw.buffer_count;
  return stats;
}

}  // namespace lockstep::backend
