# SPDX-License-Identifier: Apache-2.0
# Settings that every target of this project shares. Include once, from the top-level list file.

set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_C_STANDARD 11)
set(CMAKE_C_STANDARD_REQUIRED ON)
set(CMAKE_C_EXTENSIONS OFF)
set(CMAKE_POSITION_INDEPENDENT_CODE ON)
set(CMAKE_CXX_VISIBILITY_PRESET hidden)
set(CMAKE_C_VISIBILITY_PRESET hidden)
set(CMAKE_VISIBILITY_INLINES_HIDDEN ON)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)

# One folder for programs and one for libraries, laid out as the install tree is, so that a plugin is found
# relative to the library in the build tree too.
set(CMAKE_RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/bin)
set(CMAKE_LIBRARY_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/lib)
set(LOCKSTEP_PLUGIN_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/lib/lockstep/plugins/1)
set(LOCKSTEP_PLUGIN_INSTALL_DIR ${CMAKE_INSTALL_LIBDIR}/lockstep/plugins/1)

# Found from wherever the tree is moved to.
file(RELATIVE_PATH lockstep_bin_to_lib /${CMAKE_INSTALL_BINDIR} /${CMAKE_INSTALL_LIBDIR})
set(CMAKE_INSTALL_RPATH $ORIGIN $ORIGIN/${lockstep_bin_to_lib})
unset(lockstep_bin_to_lib)

find_program(LOCKSTEP_CCACHE ccache)
if(LOCKSTEP_CCACHE)
  set(CMAKE_C_COMPILER_LAUNCHER ${LOCKSTEP_CCACHE})
  set(CMAKE_CXX_COMPILER_LAUNCHER ${LOCKSTEP_CCACHE})
endif()

# Nothing that is built names the folder it was built in.
add_compile_options(-ffile-prefix-map=${PROJECT_SOURCE_DIR}=.)

# Warnings are errors for our own code; `lockstep_warnings` is linked privately, so that consumers keep theirs.
add_library(lockstep_warnings INTERFACE)
target_compile_options(lockstep_warnings INTERFACE
  -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wsign-conversion -Wcast-qual -Wformat=2 -Wundef -Werror
  $<$<COMPILE_LANGUAGE:CXX>:-Wnon-virtual-dtor -Woverloaded-virtual -Wold-style-cast>)

# A sanitizer for the whole build, by its name in -fsanitize=.
set(LOCKSTEP_SANITIZER "" CACHE STRING "Sanitizers of the whole build: empty, address,undefined or thread")
if(LOCKSTEP_SANITIZER)
  add_compile_options(-fsanitize=${LOCKSTEP_SANITIZER} -fno-sanitize-recover=all -fno-omit-frame-pointer)
  add_link_options(-fsanitize=${LOCKSTEP_SANITIZER})
endif()

option(LOCKSTEP_COVERAGE "Instrument for line coverage (gcov)" OFF)
if(LOCKSTEP_COVERAGE)
  add_compile_options(--coverage -fprofile-update=atomic)
  add_link_options(--coverage)
endif()
