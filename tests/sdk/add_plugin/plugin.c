/* SPDX-License-Identifier: Apache-2.0 */
#include <stddef.h>

#include "lockstep/abi/entry.h"

#ifndef WITHOUT_NOTE
LKS_DEFINE_NOTE("com.example.c");
#endif

#ifdef CALLS_NOTHING_KNOWN
void nothing_known(void);
#else
static void nothing_known(void) {}
#endif

/* Not marked as hidden: the version script keeps it inside. */
lks_status plugin_init(const lks_host* host, lks_error* error);
lks_status plugin_init(const lks_host* host, lks_error* error) {
  (void)host;
  (void)error;
  nothing_known();
  return LKS_OK;
}

static void plugin_deinit(void) {}

static const void* plugin_get_interface(const char* id) {
  (void)id;
  return NULL;
}

const lks_plugin_entry lockstep_plugin_v1 = {
    LKS_ENTRY_MAGIC,
    sizeof(lks_plugin_entry),
    LKS_ABI_MAJOR,
    LKS_ABI_MINOR,
    0,
    LOCKSTEP_PLUGIN_ID,
    "example",
    LOCKSTEP_PLUGIN_VERSION,
    "",
    plugin_init,
    plugin_deinit,
    plugin_get_interface,
};
