# SPDX-License-Identifier: Apache-2.0
# lockstep_add_plugin(<target> ID <id> [VERSION <version>] [UNLOADABLE] [NO_INSTALL] SOURCES <source>...)
#
# A backend as a loadable module that a host finds: one exported symbol, everything else hidden, no undefined
# symbols, no soname, no "lib" prefix. The sources get LOCKSTEP_PLUGIN_ID and LOCKSTEP_PLUGIN_VERSION as string
# literals for PluginInfo. After the link the exported symbol and the ELF note are checked.
#
#   ID          [a-z0-9_.-]{1,64}: the backend's name ("com.acme.npu")
#   VERSION     the plugin's own; default: PROJECT_VERSION
#   UNLOADABLE  leaves out -z nodelete, for tests that unload it
#   NO_INSTALL  for plugins of tests
#
# The module is built into LOCKSTEP_PLUGIN_OUTPUT_DIRECTORY, where that is set, and installed to
# LOCKSTEP_PLUGIN_INSTALL_DIR (default: ${CMAKE_INSTALL_LIBDIR}/lockstep/plugins/1, where a host of that prefix
# looks).

function(lockstep_add_plugin target)
  cmake_parse_arguments(PARSE_ARGV 1 arg "UNLOADABLE;NO_INSTALL" "ID;VERSION" "SOURCES")
  if(arg_UNPARSED_ARGUMENTS)
    message(FATAL_ERROR "lockstep_add_plugin(${target}): unexpected: ${arg_UNPARSED_ARGUMENTS}")
  endif()
  string(LENGTH "${arg_ID}" id_length)
  if(NOT arg_ID MATCHES "^[a-z0-9_.-]+$" OR id_length GREATER 64)
    message(FATAL_ERROR "lockstep_add_plugin(${target}): ID '${arg_ID}' is not of the form [a-z0-9_.-]{1,64}")
  endif()
  if(NOT arg_SOURCES)
    message(FATAL_ERROR "lockstep_add_plugin(${target}): no SOURCES")
  endif()
  if(NOT arg_VERSION)
    set(arg_VERSION ${PROJECT_VERSION})
  endif()

  add_library(${target} MODULE ${arg_SOURCES})
  target_link_libraries(${target} PRIVATE lockstep::sdk)
  if(CMAKE_CXX_COMPILER)  # a plugin in C needs the headers under abi/ alone
    target_compile_features(${target} PRIVATE cxx_std_20)
  endif()
  target_compile_definitions(${target} PRIVATE
    LOCKSTEP_PLUGIN_ID="${arg_ID}" LOCKSTEP_PLUGIN_VERSION="${arg_VERSION}")
  set_target_properties(${target} PROPERTIES
    PREFIX "" NO_SONAME ON POSITION_INDEPENDENT_CODE ON
    C_VISIBILITY_PRESET hidden CXX_VISIBILITY_PRESET hidden VISIBILITY_INLINES_HIDDEN ON
    LINK_DEPENDS ${CMAKE_CURRENT_FUNCTION_LIST_DIR}/plugin.map)
  # A GNU_UNIQUE symbol would keep the module mapped after dlclose.
  target_compile_options(${target} PRIVATE $<$<COMPILE_LANG_AND_ID:CXX,GNU>:-fno-gnu-unique>)
  target_link_options(${target} PRIVATE
    LINKER:--version-script=${CMAKE_CURRENT_FUNCTION_LIST_DIR}/plugin.map LINKER:--exclude-libs,ALL)
  # clang links a sanitizer's runtime into the program alone, so that a module has undefined symbols by design.
  if(NOT (CMAKE_CXX_COMPILER_ID MATCHES "Clang" AND
          (LOCKSTEP_SANITIZER OR "${CMAKE_C_FLAGS} ${CMAKE_CXX_FLAGS}" MATCHES "-fsanitize=")))
    target_link_options(${target} PRIVATE LINKER:-z,defs)
  endif()
  if(NOT arg_UNLOADABLE)
    target_link_options(${target} PRIVATE LINKER:-z,nodelete)
  endif()
  if(LOCKSTEP_PLUGIN_OUTPUT_DIRECTORY)
    set_target_properties(${target} PROPERTIES LIBRARY_OUTPUT_DIRECTORY ${LOCKSTEP_PLUGIN_OUTPUT_DIRECTORY})
  endif()

  add_custom_command(TARGET ${target} POST_BUILD VERBATIM
    COMMAND ${CMAKE_COMMAND} -D PLUGIN=$<TARGET_FILE:${target}> -D ID=${arg_ID}
            -D NM=${CMAKE_NM} -D OBJCOPY=${CMAKE_OBJCOPY} -P ${CMAKE_CURRENT_FUNCTION_LIST_DIR}/LockstepCheckPlugin.cmake)

  if(NOT arg_NO_INSTALL)
    if(NOT LOCKSTEP_PLUGIN_INSTALL_DIR)
      include(GNUInstallDirs)
      set(LOCKSTEP_PLUGIN_INSTALL_DIR ${CMAKE_INSTALL_LIBDIR}/lockstep/plugins/1)
    endif()
    install(TARGETS ${target} LIBRARY DESTINATION ${LOCKSTEP_PLUGIN_INSTALL_DIR} COMPONENT plugins)
  endif()
endfunction()
