# SPDX-License-Identifier: Apache-2.0
# cmake -D PROGRAM=abi_layout -D HEADERS=folder -D GOLDEN=file -D FOUND=file -P compare_layout.cmake
execute_process(COMMAND ${PROGRAM} ${HEADERS} OUTPUT_FILE ${FOUND} COMMAND_ERROR_IS_FATAL ANY)
execute_process(COMMAND ${CMAKE_COMMAND} -E compare_files ${GOLDEN} ${FOUND} RESULT_VARIABLE differs)
if(differs)
  execute_process(COMMAND diff -u ${GOLDEN} ${FOUND})
  message(FATAL_ERROR "The ABI's layout is not the frozen one. Version 1 may only grow: append, and raise "
    "LKS_ABI_MINOR. While it is a draft (LKS_ABI_DRAFT), copy ${FOUND} over ${GOLDEN} when the change is meant.")
endif()
