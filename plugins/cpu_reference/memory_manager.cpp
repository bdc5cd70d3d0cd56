// SPDX-License-Identifier: Apache-2.0
#include "memory_manager.hpp"

#include <cstring>
#include <fstream>
#include <string>
#include <utility>

#include "lockstep/algebra/kernels.hpp"

namespace lockstep::cpu_reference {
namespace {

class CpuBuffer final : public sdk::Buffer {
 public:
  CpuBuffer(const sdk::BufferRequest& request, Block block)
      : sdk::Buffer(request), block_(std::move(block)) {}

  std::byte* host_address() const noexcept override { return block_.data(); }
  sdk::Result<void> write(std::uint64_t offset, std::span<const std::byte> from) override {
    std::memcpy(block_.data() + offset, from.data(), from.size());
    return {};
  }
  sdk::Result<void> read(std::uint64_t offset, std::span<std::byte> to) const override {
    std::memcpy(to.data(), block_.data() + offset, to.size());
    return {};
  }

 private:
  Block block_;
};

/// The value of `key` in a "key : value" file of /proc, or nothing.
std::string proc_value(const char* file, const std::string& key) {
  std::ifstream in(file);
  for (std::string line; std::getline(in, line);) {
    if (line.compare(0, key.size(), key) != 0) continue;
    const std::size_t colon = line.find(':');
    if (colon == std::string::npos) continue;
    const std::size_t first = line.find_first_not_of(" \t", colon + 1);
    return first == std::string::npos ? std::string() : line.substr(first);
  }
  return {};
}

std::uint64_t memory_bytes(const std::string& key) {
  const std::string kibibytes = proc_value("/proc/meminfo", key);
  return 1024 * std::strtoull(kibibytes.c_str(), nullptr, 10);
}

}  // namespace

sdk::Result<sdk::DeviceInfo> CpuMemoryManager::device_info(std::uint32_t) {
  sdk::DeviceInfo info;
  info.device_class = sdk::DeviceClass::kCpu;
  info.curves = sdk::curve_bit(sdk::Curve::kBn254) | sdk::curve_bit(sdk::Curve::kBls12_381);
  info.memory_total_bytes = memory_bytes("MemTotal");
  info.memory_free_bytes = memory_bytes("MemAvailable");
  info.name = proc_value("/proc/cpuinfo", "model name");
  if (info.name.empty()) info.name = "CPU";
  info.architecture = std::string("x86-64+").append(algebra::kernels::active_name());
  return info;
}

sdk::Result<std::unique_ptr<sdk::Buffer>> CpuMemoryManager::buffer_acquire(
    const sdk::BufferRequest& request) {
  // Every kind of memory is the same here: the device is the host.
  return guarded([&]() -> sdk::Result<std::unique_ptr<sdk::Buffer>> {
    Block block = pool_->acquire(request.size_bytes, request.secret);
    if (request.zeroed) std::memset(block.data(), 0, request.size_bytes);
    return std::unique_ptr<sdk::Buffer>(std::make_unique<CpuBuffer>(request, std::move(block)));
  });
}

sdk::Result<void> CpuMemoryManager::trim(std::uint32_t, std::uint64_t keep_bytes) {
  pool_->trim(keep_bytes);
  return {};
}

sdk::Result<sdk::MemoryStats> CpuMemoryManager::stats(std::uint32_t) {
  return pool_->stats();
}

}  // namespace lockstep::cpu_reference
