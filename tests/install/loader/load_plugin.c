/* SPDX-License-Identifier: Apache-2.0
 *
 * load_plugin FILE: loads a plugin as a host does, prints who it is and why its devices are not usable. */
#include <dlfcn.h>
#include <stdio.h>
#include <string.h>

#include "lockstep/abi/entry.h"

static void host_log(void* context, uint32_t level, const char* component, const char* message,
                     uint64_t bytes) {
  (void)context;
  fprintf(stderr, "%u %s: %.*s\n", level, component, (int)bytes, message);
}
static uint32_t host_log_enabled(void* context, uint32_t level) {
  (void)context;
  return level >= LKS_LOG_WARN;
}
static uint64_t host_now_ns(void* context) {
  (void)context;
  return 0;
}
static lks_status host_memory_reserve(void* context, uint32_t kind, uint32_t device, uint64_t bytes,
                                      lks_error* error) {
  (void)context, (void)kind, (void)device, (void)bytes, (void)error;
  return LKS_OK;
}
static void host_memory_return(void* context, uint32_t kind, uint32_t device, uint64_t bytes) {
  (void)context, (void)kind, (void)device, (void)bytes;
}
static lks_status host_parallel_for(void* context, uint64_t count, uint64_t grain, lks_parallel_body body,
                                    void* argument, lks_cancel_token cancel) {
  (void)context, (void)grain, (void)cancel;
  if (count > 0) body(argument, 0, count, 0);
  return LKS_OK;
}
static uint32_t host_worker_count(void* context) {
  (void)context;
  return 1;
}
static uint32_t host_cancelled(void* context, lks_cancel_token token) {
  (void)context, (void)token;
  return 0;
}
static lks_span host_span_begin(void* context, lks_span parent, uint32_t phase, const char* name) {
  (void)context, (void)parent, (void)phase, (void)name;
  return 0;
}
static void host_span_end(void* context, lks_span span, const lks_span_facts* facts) {
  (void)context, (void)span, (void)facts;
}
static lks_span host_span_record(void* context, const lks_span_record* record) {
  (void)context, (void)record;
  return 0;
}
static lks_status host_defer(void* context, lks_deferred_work work, void* argument, lks_span parent) {
  (void)context, (void)parent;
  work(argument);
  return LKS_OK;
}

static const lks_host host = {
    .struct_size = sizeof(lks_host),
    .abi_major = LKS_ABI_MAJOR,
    .abi_minor = LKS_ABI_MINOR,
    .log = host_log,
    .log_enabled = host_log_enabled,
    .now_ns = host_now_ns,
    .memory_reserve = host_memory_reserve,
    .memory_return = host_memory_return,
    .parallel_for = host_parallel_for,
    .worker_count = host_worker_count,
    .cancelled = host_cancelled,
    .span_begin = host_span_begin,
    .span_end = host_span_end,
    .span_record = host_span_record,
    .defer = host_defer,
};

static int fail(const char* what, const lks_error* error) {
  fprintf(stderr, "%s: %s\n", what, error->message);
  return 1;
}

int main(int argc, char** argv) {
  if (argc != 2) return 2;
  void* library = dlopen(argv[1], RTLD_NOW | RTLD_LOCAL);
  if (library == NULL) {
    fprintf(stderr, "%s\n", dlerror());
    return 1;
  }
  const lks_plugin_entry* entry = dlsym(library, LKS_ENTRY_SYMBOL);
  if (entry == NULL || entry->magic != LKS_ENTRY_MAGIC || entry->abi_major != LKS_ABI_MAJOR) return 1;
  printf("%s %s by %s\n", entry->id, entry->version, entry->vendor);

  lks_error error = {.struct_size = sizeof error};
  if (entry->init(&host, &error) != LKS_OK) return fail("init", &error);
  const lks_memory* memory = entry->get_interface(LKS_INTERFACE_MEMORY);
  if (memory == NULL || entry->get_interface(LKS_INTERFACE_GROTH16) == NULL) return 1;
  uint32_t count = 0;
  if (memory->device_count(&count, &error) != LKS_OK) return fail("device_count", &error);
  for (uint32_t device = 0; device < count; ++device) {
    lks_device_info info = {.struct_size = sizeof info};
    if (memory->device_info(device, &info, &error) != LKS_OK) return fail("device_info", &error);
    printf("device %u: %s, %s%s\n", device, info.name, info.usable ? "usable" : "not usable: ", info.reason);
  }

  /* A buffer there and back. */
  const lks_buffer_request request = {.struct_size = sizeof request,
                                      .kind = LKS_MEMORY_PAGEABLE,
                                      .flags = LKS_BUFFER_SECRET | LKS_BUFFER_ZEROED,
                                      .size_bytes = 1000};
  lks_buffer* buffer = NULL;
  char text[6] = "";
  if (memory->buffer_acquire(&request, &buffer, &error) != LKS_OK) return fail("buffer_acquire", &error);
  if (memory->copy_to_buffer(buffer, 994, "there", 6, &error) != LKS_OK)
    return fail("copy_to_buffer", &error);
  if (memory->copy_from_buffer(buffer, 994, text, 6, &error) != LKS_OK)
    return fail("copy_from_buffer", &error);
  if (strcmp(text, "there") != 0) return 1;
  if (memory->buffer_release(buffer, &error) != LKS_OK) return fail("buffer_release", &error);
  entry->deinit();
  return 0;
}
