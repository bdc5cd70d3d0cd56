// SPDX-License-Identifier: Apache-2.0
// The C table of "lockstep.memory/1" over MemoryManager and Buffer.
#pragma once

#include "lockstep/sdk/detail/runtime.hpp"

namespace lockstep::sdk::detail {

inline Result<BufferRequest> read_buffer_request(const lks_buffer_request* given) noexcept {
  const auto request = read_input(given, "request");
  if (!request) return request.error();
  if (request->kind < LKS_MEMORY_PAGEABLE || request->kind > LKS_MEMORY_DEVICE) {
    return Error(Code::kUnsupported, "memory kind ", request->kind, " is not known");
  }
  if ((request->flags & ~(LKS_BUFFER_SECRET | LKS_BUFFER_ZEROED)) != 0) {
    return Error(Code::kUnsupported, "request.flags has unknown bits: ", request->flags);
  }
  if (request->size_bytes == 0) return Error(Code::kInvalidArgument, "request.size_bytes is 0");
  return BufferRequest{.device = request->device,
                       .kind = static_cast<MemoryKind>(request->kind),
                       .secret = (request->flags & LKS_BUFFER_SECRET) != 0,
                       .zeroed = (request->flags & LKS_BUFFER_ZEROED) != 0,
                       .size_bytes = request->size_bytes};
}

inline Result<void> check_range(const Buffer& buffer, std::uint64_t offset, std::uint64_t bytes,
                                const void* host_memory) noexcept {
  if (offset > buffer.size_bytes() || bytes > buffer.size_bytes() - offset) {
    return Error(Code::kInvalidArgument, "a copy of ", bytes, " bytes at offset ", offset,
                 " passes the end of a buffer of ", buffer.size_bytes());
  }
  if (host_memory == nullptr && bytes > 0) return Error(Code::kInvalidArgument, "host memory is NULL");
  return {};
}

template <class P>
struct MemoryTable {
  static lks_status device_count(std::uint32_t* count, lks_error* error) noexcept {
    return call<P>(error, [&](Runtime& runtime) -> Result<void> {
      if (auto checked = check_pointer(count, "count"); !checked) return checked;
      const auto found = runtime.plugin->memory()->device_count();
      if (!found) return found.error();
      *count = *found;
      return {};
    });
  }

  static lks_status device_info(std::uint32_t device, lks_device_info* info, lks_error* error) noexcept {
    return call<P>(error, [&](Runtime& runtime) -> Result<void> {
      if (auto checked = check_output(info, "info"); !checked) return checked;
      if (auto checked = runtime.check_device(device); !checked) return checked;
      const auto found = runtime.plugin->memory()->device_info(device);
      if (!found) return found.error();
      lks_device_info out{};
      out.device_class = static_cast<std::uint32_t>(found->device_class);
      out.usable = found->reason.empty() ? 1 : 0;
      out.curves = found->curves;
      out.memory_total_bytes = found->memory_total_bytes;
      out.memory_free_bytes = found->memory_free_bytes;
      copy_text(out.name, found->name);
      copy_text(out.architecture, found->architecture);
      copy_text(out.driver, found->driver);
      copy_text(out.reason, found->reason);
      write_output(info, out);
      return {};
    });
  }

  static lks_status buffer_acquire(const lks_buffer_request* request, lks_buffer** buffer,
                                   lks_error* error) noexcept {
    return call<P>(error, [&](Runtime& runtime) -> Result<void> {
      if (auto checked = check_pointer(buffer, "buffer"); !checked) return checked;
      const auto wanted = read_buffer_request(request);
      if (!wanted) return wanted.error();
      if (auto checked = runtime.check_device(wanted->device); !checked) return checked;
      auto made = runtime.plugin->memory()->buffer_acquire(*wanted);
      if (!made) return std::move(made).error();
      *buffer = runtime.buffers.add(std::move(*made));
      return {};
    });
  }

  static lks_status buffer_release(lks_buffer* buffer, lks_error* error) noexcept {
    return call<P>(error, [&](Runtime& runtime) { return runtime.buffers.release(buffer); });
  }

  static lks_status buffer_info(const lks_buffer* buffer, lks_buffer_info* info, lks_error* error) noexcept {
    return call<P>(error, [&](Runtime& runtime) -> Result<void> {
      if (auto checked = check_output(info, "info"); !checked) return checked;
      const auto use = runtime.buffers.use(buffer);
      if (!use) return use.error();
      const BufferRequest& request = (*use)->request();
      lks_buffer_info out{};
      out.device = request.device;
      out.kind = static_cast<std::uint32_t>(request.kind);
      out.flags = (request.secret ? LKS_BUFFER_SECRET : 0u) | (request.zeroed ? LKS_BUFFER_ZEROED : 0u);
      out.size_bytes = request.size_bytes;
      out.host_address = (*use)->host_address();
      write_output(info, out);
      return {};
    });
  }

  static lks_status copy_to_buffer(lks_buffer* to, std::uint64_t offset, const void* from,
                                   std::uint64_t bytes, lks_error* error) noexcept {
    return call<P>(error, [&](Runtime& runtime) -> Result<void> {
      const auto use = runtime.buffers.use_exclusive(to);
      if (!use) return use.error();
      if (auto checked = check_range(**use, offset, bytes, from); !checked) return checked;
      if (bytes == 0) return {};
      return (*use)->write(offset, {static_cast<const std::byte*>(from), bytes});
    });
  }

  static lks_status copy_from_buffer(const lks_buffer* from, std::uint64_t offset, void* to,
                                     std::uint64_t bytes, lks_error* error) noexcept {
    return call<P>(error, [&](Runtime& runtime) -> Result<void> {
      const auto use = runtime.buffers.use_exclusive(from);
      if (!use) return use.error();
      if (auto checked = check_range(**use, offset, bytes, to); !checked) return checked;
      if (bytes == 0) return {};
      return (*use)->read(offset, {static_cast<std::byte*>(to), bytes});
    });
  }

  static lks_status host_register(std::uint32_t device, void* address, std::uint64_t bytes,
                                  lks_error* error) noexcept {
    return call<P>(error, [&](Runtime& runtime) -> Result<void> {
      if (auto checked = check_pointer(address, "address"); !checked) return checked;
      if (bytes == 0) return Error(Code::kInvalidArgument, "bytes is 0");
      if (auto checked = runtime.check_device(device); !checked) return checked;
      return runtime.plugin->memory()->host_register(device, {static_cast<std::byte*>(address), bytes});
    });
  }

  static lks_status host_unregister(std::uint32_t device, void* address, lks_error* error) noexcept {
    return call<P>(error, [&](Runtime& runtime) -> Result<void> {
      if (auto checked = check_pointer(address, "address"); !checked) return checked;
      if (auto checked = runtime.check_device(device); !checked) return checked;
      return runtime.plugin->memory()->host_unregister(device, static_cast<std::byte*>(address));
    });
  }

  static lks_status trim(std::uint32_t device, std::uint64_t keep_bytes, lks_error* error) noexcept {
    return call<P>(error, [&](Runtime& runtime) -> Result<void> {
      if (auto checked = runtime.check_device(device); !checked) return checked;
      return runtime.plugin->memory()->trim(device, keep_bytes);
    });
  }

  static lks_status stats(std::uint32_t device, lks_memory_stats* stats, lks_error* error) noexcept {
    return call<P>(error, [&](Runtime& runtime) -> Result<void> {
      if (auto checked = check_output(stats, "stats"); !checked) return checked;
      if (auto checked = runtime.check_device(device); !checked) return checked;
      const auto found = runtime.plugin->memory()->stats(device);
      if (!found) return found.error();
      lks_memory_stats out{};
      out.in_use_bytes = found->in_use_bytes;
      out.pooled_bytes = found->pooled_bytes;
      out.pending_free_bytes = found->pending_free_bytes;
      out.buffer_count = found->buffer_count;
      write_output(stats, out);
      return {};
    });
  }

  static lks_memory table() noexcept {
    return {.struct_size = sizeof(lks_memory),
            .reserved = 0,
            .device_count = device_count,
            .device_info = device_info,
            .buffer_acquire = buffer_acquire,
            .buffer_release = buffer_release,
            .buffer_info = buffer_info,
            .copy_to_buffer = copy_to_buffer,
            .copy_from_buffer = copy_from_buffer,
            .host_register = host_register,
            .host_unregister = host_unregister,
            .trim = trim,
            .stats = stats};
  }
};

}  // namespace lockstep::sdk::detail
