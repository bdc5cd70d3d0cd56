/* SPDX-License-Identifier: Apache-2.0
 *
 * The way in. A plugin exports one symbol, the data object `lockstep_plugin_v1`, whose fields can be read
 * before any function of the plugin is called; and it carries an ELF note that is read from the file before
 * dlopen, so that no static initialiser of a plugin of the wrong version ever runs. */
#ifndef LOCKSTEP_ABI_ENTRY_H
#define LOCKSTEP_ABI_ENTRY_H

#include "lockstep/abi/groth16.h"
#include "lockstep/abi/layout.h"
#include "lockstep/abi/memory.h"
#include "lockstep/abi/msm.h"
#include "lockstep/abi/ntt.h"
#include "lockstep/abi/synthesizer.h"

#define LKS_ENTRY_SYMBOL "lockstep_plugin_v1"
#define LKS_ENTRY_MAGIC UINT64_C(0x7031706574736b6c) /* "lkstep1p", little-endian */

typedef struct lks_plugin_entry {
  uint64_t magic; /* LKS_ENTRY_MAGIC */
  uint32_t struct_size;
  uint32_t abi_major;
  uint32_t abi_minor;
  uint32_t reserved;
  const char* id;       /* [a-z0-9_.-]{1,64}: the backend's name, "cpu_reference", "cuda", "com.acme.npu" */
  const char* vendor;   /* for a person */
  const char* version;  /* the plugin's own */
  const char* build_id; /* tells two builds apart; may be "" */

  /* Makes the plugin ready; `host` stays valid until deinit returns. Pairs may follow each other; a second
   * init without deinit is LKS_E_INVALID_ARGUMENT. A missing device or driver is no failure: the plugin loads
   * and its devices say why they are unusable. [init] */
  lks_status (*init)(const lks_host* host, lks_error* error);
  /* Every handle has been released. Leaves no thread and no open file behind. [init] */
  void (*deinit)(void);
  /* The table of an interface, or NULL where it is not offered. Tables are constant from init to deinit.
   * [thread-safe] */
  const void* (*get_interface)(const char* interface_id);
} lks_plugin_entry;

/* The note: section ".note.lockstep", name "Lockstep", type LKS_NOTE_TYPE, description lks_note_description.
 */
#define LKS_NOTE_SECTION ".note.lockstep"
#define LKS_NOTE_NAME "Lockstep"
#define LKS_NOTE_TYPE 1u
#define LKS_NOTE_ID_BYTES 68u

typedef struct lks_note_description {
  uint32_t abi_major;
  uint32_t abi_minor;
  char id[LKS_NOTE_ID_BYTES]; /* NUL-terminated, NUL-padded */
} lks_note_description;

typedef struct lks_note {
  uint32_t name_bytes;        /* sizeof("Lockstep") = 9 */
  uint32_t description_bytes; /* sizeof(lks_note_description) */
  uint32_t type;              /* LKS_NOTE_TYPE */
  char name[12];              /* "Lockstep", padded to a multiple of 4 */
  lks_note_description description;
} lks_note;

LKS_ASSERT_SIZE(lks_plugin_entry, 80);
LKS_ASSERT_SIZE(lks_note_description, 76);
LKS_ASSERT_SIZE(lks_note, 100);

/* Defines the note of a plugin, once, in one source file. `id_text` equals the entry's id. */
#define LKS_DEFINE_NOTE(id_text)                                                                         \
  __attribute__((used, section(LKS_NOTE_SECTION), aligned(4))) static const lks_note lks_plugin_note = { \
      9u,                                                                                                \
      (uint32_t)sizeof(lks_note_description),                                                            \
      LKS_NOTE_TYPE,                                                                                     \
      LKS_NOTE_NAME,                                                                                     \
      {LKS_ABI_MAJOR, LKS_ABI_MINOR, id_text}}

LKS_EXTERN_C_BEGIN
/* The one symbol that a plugin exports; defined by the plugin, found by name by the host. */
extern __attribute__((visibility("default"))) const lks_plugin_entry lockstep_plugin_v1;
LKS_EXTERN_C_END

#endif
