// SPDX-License-Identifier: Apache-2.0
// MemoryManager over a plugin's table.
#pragma once

#include <memory>

#include "lockstep/backend/memory_manager.hpp"
#include "plugin_core.hpp"

namespace lockstep::backend {

class PluginBuffer final : public Buffer {
 public:
  PluginBuffer(std::shared_ptr<PluginCore> core, lks_buffer* handle, const BufferRequest& request,
               std::span<std::byte> host_bytes);
  ~PluginBuffer() override;
  PluginBuffer(const PluginBuffer&) = delete;
  PluginBuffer& operator=(const PluginBuffer&) = delete;

  std::uint64_t size_bytes() const override { return request_.size_bytes; }
  std::uint32_t device() const override { return request_.device; }
  MemoryKind kind() const override { return request_.kind; }
  std::span<std::byte> host_bytes() override { return host_bytes_; }
  Result<void> write(std::uint64_t offset, std::span<const std::byte> from) override;
  Result<void> read(std::uint64_t offset, std::span<std::byte> to) const override;

  lks_buffer* handle() const { return handle_; }
  bool is_of(const PluginCore& core) const { return core_.get() == &core; }

 private:
  std::shared_ptr<PluginCore> core_;
  lks_buffer* handle_;
  BufferRequest request_;
  std::span<std::byte> host_bytes_;
};

/// Adapters belong to their Backend; `core` outlives them.
class PluginMemoryManager final : public MemoryManager {
 public:
  explicit PluginMemoryManager(std::shared_ptr<PluginCore> core) : core_(std::move(core)) {}

  Result<std::vector<DeviceInfo>> devices() const override;
  Result<std::unique_ptr<Buffer>> acquire(const BufferRequest& request) override;
  Result<void> register_host(std::uint32_t device, std::span<std::byte> bytes) override;
  Result<void> unregister_host(std::uint32_t device, std::span<std::byte> bytes) override;
  Result<void> trim(std::uint32_t device, std::uint64_t keep_bytes) override;
  Result<MemoryStats> stats(std::uint32_t device) const override;

 private:
  std::shared_ptr<PluginCore> core_;
};

}  // namespace lockstep::backend
