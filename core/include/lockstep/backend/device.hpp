// SPDX-License-Identifier: Apache-2.0
// Devices and buffers as plain data.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "lockstep/abi/memory.h"
#include "lockstep/algebra/curve_id.hpp"
#include "lockstep/api.hpp"
#include "lockstep/backend/memory_accounts.hpp"

namespace lockstep::backend {

enum class DeviceClass : std::uint32_t {
  kCpu = LKS_DEVICE_CPU,
  kGpu = LKS_DEVICE_GPU,
  kEmulated = LKS_DEVICE_EMULATED,  ///< runs another device's code on the host; never chosen by `auto`
  kOther = LKS_DEVICE_OTHER,
};

/// "cpu", "gpu", "emulated", "other".
LOCKSTEP_API std::string_view device_class_name(DeviceClass device_class);

struct DeviceInfo {
  std::uint32_t ordinal = 0;  ///< within the backend
  DeviceClass device_class = DeviceClass::kOther;
  bool usable = false;
  std::uint32_t curves = 0;  ///< bit (1 << CurveId)
  std::uint64_t memory_total_bytes = 0;
  std::uint64_t memory_free_bytes = 0;
  std::string name{};
  std::string architecture{};
  std::string driver{};
  std::string reason{};  ///< why it is not usable, or empty

  bool supports(CurveId curve) const { return (curves >> static_cast<std::uint32_t>(curve)) & 1u; }
};

struct BufferRequest {
  std::uint32_t device = 0;
  MemoryKind kind = MemoryKind::kPageable;
  std::uint64_t size_bytes = 0;
  bool secret = false;  ///< wiped before anything else can read the memory
  bool zeroed = false;
};

struct MemoryStats {
  std::uint64_t in_use_bytes = 0;
  std::uint64_t pooled_bytes = 0;
  std::uint64_t pending_free_bytes = 0;
  std::uint64_t buffer_count = 0;
};

}  // namespace lockstep::backend
