// SPDX-License-Identifier: Apache-2.0
#include "memory.hpp"

#include <cstring>
#include <new>
#include <utility>

namespace acme {
namespace {

struct Free {
  void operator()(std::byte* memory) const noexcept { ::operator delete (memory, std::align_val_t{64}); }
};
using HostMemory = std::unique_ptr<std::byte, Free>;

// Overwrites what was a secret. The compiler must not leave it out because nobody reads the memory again.
void wipe(std::byte* memory, std::uint64_t bytes) noexcept {
  std::memset(memory, 0, bytes);
  __asm__ __volatile__("" : : "r"(memory) : "memory");
}

// A buffer in host memory. A real device has a second class, for its own memory.
class HostBuffer final : public sdk::Buffer {
 public:
  HostBuffer(const sdk::BufferRequest& request, sdk::Host host, sdk::Reservation reservation,
             HostMemory memory, std::atomic<std::uint64_t>& in_use_bytes,
             std::atomic<std::uint64_t>& buffer_count)
      : Buffer(request),
        host_(host),
        reservation_(std::move(reservation)),
        memory_(std::move(memory)),
        in_use_bytes_(in_use_bytes),
        buffer_count_(buffer_count) {
    in_use_bytes_ += size_bytes();
    ++buffer_count_;
  }

  // Wiping and unmapping take time that the caller should not pay: a thread of the host does both. The
  // reservation goes last, when the memory is really gone.
  ~HostBuffer() override {
    in_use_bytes_ -= size_bytes();
    --buffer_count_;
    host_.defer([reservation = std::move(reservation_), memory = std::move(memory_),
                 secret = request().secret, bytes = size_bytes()]() mutable {
      if (secret) wipe(memory.get(), bytes);
      memory.reset();
    });
  }

  std::byte* host_address() const noexcept override { return memory_.get(); }

  sdk::Result<void> write(std::uint64_t offset, std::span<const std::byte> from) override {
    std::memcpy(memory_.get() + offset, from.data(), from.size());
    return {};
  }
  sdk::Result<void> read(std::uint64_t offset, std::span<std::byte> to) const override {
    std::memcpy(to.data(), memory_.get() + offset, to.size());
    return {};
  }

 private:
  sdk::Host host_;
  sdk::Reservation reservation_;
  HostMemory memory_;
  std::atomic<std::uint64_t>& in_use_bytes_;
  std::atomic<std::uint64_t>& buffer_count_;
};

}  // namespace

sdk::Result<std::uint32_t> Memory::device_count() {
  return 1u;
}

sdk::Result<sdk::DeviceInfo> Memory::device_info(std::uint32_t) {
  sdk::DeviceInfo info;
  info.device_class = sdk::DeviceClass::kOther;
  info.name = "Acme NPU";
  info.architecture = "npu-1";
  // Empty it, and set `curves`, once the device proves.
  info.reason = "this is the plugin template: there is no code for a device yet";
  return info;
}

sdk::Result<std::unique_ptr<sdk::Buffer>> Memory::buffer_acquire(const sdk::BufferRequest& request) {
  if (request.kind != sdk::MemoryKind::kPageable) {
    return sdk::Error(sdk::Code::kUnsupported, "this device has pageable memory only");
  }
  // Reserve first: a budget that is refused is not exceeded, not even for a moment.
  auto reservation = host_.reserve(request.kind, request.size_bytes);
  if (!reservation) return std::move(reservation).error();
  HostMemory memory(static_cast<std::byte*>(::operator new (request.size_bytes, std::align_val_t{64})));
  if (request.zeroed) std::memset(memory.get(), 0, request.size_bytes);
  return std::make_unique<HostBuffer>(request, host_, std::move(*reservation), std::move(memory),
                                      in_use_bytes_, buffer_count_);
}

sdk::Result<void> Memory::trim(std::uint32_t, std::uint64_t) {
  return {};
}  // nothing is pooled

sdk::Result<sdk::MemoryStats> Memory::stats(std::uint32_t) {
  sdk::MemoryStats stats;
  stats.in_use_bytes = in_use_bytes_;
  stats.buffer_count = buffer_count_;
  return stats;
}

}  // namespace acme
