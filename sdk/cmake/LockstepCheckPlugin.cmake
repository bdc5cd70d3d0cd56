# SPDX-License-Identifier: Apache-2.0
# cmake -D PLUGIN=file -D ID=id -D NM=nm -D OBJCOPY=objcopy -P LockstepCheckPlugin.cmake
#
# Fails unless the module exports the entry symbol and nothing else, and carries the note of that id.

execute_process(COMMAND ${NM} --dynamic --defined-only --format=posix ${PLUGIN}
  OUTPUT_VARIABLE listing COMMAND_ERROR_IS_FATAL ANY)
string(REGEX MATCHALL "[^\n]+" lines "${listing}")
list(TRANSFORM lines REPLACE " .*" "")
if(NOT lines STREQUAL "lockstep_plugin_v1")
  string(REPLACE ";" ", " lines "${lines}")
  message(FATAL_ERROR "${PLUGIN} exports [${lines}], expected lockstep_plugin_v1 alone: is there a "
    "LOCKSTEP_EXPORT_PLUGIN(...) in one of its sources?")
endif()

set(note ${PLUGIN}.note)
execute_process(COMMAND ${OBJCOPY} -O binary --only-section=.note.lockstep ${PLUGIN} ${note}
  COMMAND_ERROR_IS_FATAL ANY)
file(READ ${note} found HEX)
file(REMOVE ${note})
# name_bytes 9, description_bytes 76, type 1, "Lockstep" padded to 12, then major, minor and the id, all
# little-endian (lks_note).
set(header "090000004c000000010000004c6f636b7374657000000000")
string(SUBSTRING "${found}" 0 48 found_header)
if(NOT found_header STREQUAL header)
  message(FATAL_ERROR "${PLUGIN} has no Lockstep note: is there a LOCKSTEP_EXPORT_PLUGIN(...) or a "
    "LKS_DEFINE_NOTE(...) in one of its sources?")
endif()
file(WRITE ${note} "${ID}")
file(READ ${note} expected_id HEX)
file(REMOVE ${note})
string(SUBSTRING "${found}" 64 -1 found_id)
if(NOT found_id MATCHES "^${expected_id}(00)+$")
  message(FATAL_ERROR "the note of ${PLUGIN} names another id than '${ID}', which lockstep_add_plugin was given")
endif()
