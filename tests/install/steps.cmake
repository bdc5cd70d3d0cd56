# SPDX-License-Identifier: Apache-2.0
# cmake -D STEP=name ... -P steps.cmake: one step of the tests of the installed tree (CMakeLists.txt).
cmake_minimum_required(VERSION 3.25)

set(moved ${WORK}/moved)        # the whole tree, after its move
set(sdk_alone ${WORK}/sdk)      # the component sdk, after its move
set(plugin ${moved}/${LIBDIR}/lockstep/plugins/1/acme.so)

function(run)
  execute_process(COMMAND ${ARGV} COMMAND_ECHO STDOUT COMMAND_ERROR_IS_FATAL ANY)
endfunction()

# Installs to one place and moves the tree to another.
function(install_and_move destination)
  file(REMOVE_RECURSE ${destination} ${destination}-before)
  run(${CMAKE_COMMAND} --install ${BUILD} --prefix ${destination}-before ${ARGN})
  file(RENAME ${destination}-before ${destination})
endfunction()

function(build_outside_project source name prefix)
  file(REMOVE_RECURSE ${WORK}/${name})
  run(${CMAKE_COMMAND} -G Ninja -S ${source} -B ${WORK}/${name} -D CMAKE_PREFIX_PATH=${prefix}
      -D CMAKE_C_COMPILER=${C_COMPILER} -D CMAKE_CXX_COMPILER=${CXX_COMPILER}
      -D CMAKE_CXX_COMPILER_LAUNCHER=${LAUNCHER}
      -D CMAKE_FIND_USE_PACKAGE_REGISTRY=OFF ${ARGN})
  run(${CMAKE_COMMAND} --build ${WORK}/${name})
endfunction()

function(expect_output expected)
  execute_process(COMMAND ${ARGN} OUTPUT_VARIABLE output COMMAND_ECHO STDOUT COMMAND_ERROR_IS_FATAL ANY)
  if(NOT output MATCHES "${expected}")
    message(FATAL_ERROR "expected '${expected}' in the output: ${output}")
  endif()
endfunction()

if(STEP STREQUAL "EverythingIsInstalledAndMoved")
  install_and_move(${moved})
  foreach(file IN ITEMS include/lockstep/abi/entry.h include/lockstep/sdk/sdk.hpp include/lockstep/result.hpp
                        include/lockstep/algebra/curve_id.hpp ${LIBDIR}/liblockstep.so
                        ${LIBDIR}/pkgconfig/lockstep.pc)
    if(NOT EXISTS ${moved}/${file})
      message(FATAL_ERROR "${file} is not installed")
    endif()
  endforeach()

elseif(STEP STREQUAL "TheSdkAloneBuildsTheTemplate")
  install_and_move(${sdk_alone} --component sdk)
  file(GLOB_RECURSE binaries ${sdk_alone}/*.so* ${sdk_alone}/*.a)
  if(binaries)
    message(FATAL_ERROR "the SDK is for any machine, but has binaries: ${binaries}")
  endif()
  build_outside_project(${sdk_alone}/share/lockstep/plugin-template template ${sdk_alone})
  run(${CMAKE_COMMAND} --install ${WORK}/template --prefix ${moved})

elseif(STEP STREQUAL "TheTemplateLoadsAndSaysWhyItIsNotUsable")
  build_outside_project(${SOURCE}/tests/install/loader loader ${sdk_alone})
  expect_output("com.acme.npu 0.1.0.*not usable: this is the plugin template" ${WORK}/loader/load_plugin ${plugin})

elseif(STEP STREQUAL "AProjectFindsTheLibraryAndTheLibraryItsPlugins")
  build_outside_project(${SOURCE}/tests/install/library library ${moved})
  expect_output("found ${plugin} beside the library" ${WORK}/library/use_library)

elseif(STEP STREQUAL "PkgConfigNamesTheMovedTree")
  set(ENV{PKG_CONFIG_PATH} ${moved}/${LIBDIR}/pkgconfig)
  execute_process(COMMAND pkg-config --cflags --libs lockstep
    OUTPUT_VARIABLE flags OUTPUT_STRIP_TRAILING_WHITESPACE COMMAND_ERROR_IS_FATAL ANY)
  separate_arguments(flags UNIX_COMMAND "${flags}")
  run(${CXX_COMPILER} -std=c++20 ${SOURCE}/tests/install/library/use_library.cpp -o ${WORK}/use_pkg_config
      ${flags} -Wl,-rpath,${moved}/${LIBDIR})
  expect_output("found ${plugin} beside the library" ${WORK}/use_pkg_config)

elseif(STEP STREQUAL "TheProgramListsAPluginFromOutside")
  expect_output("com.acme.npu.*this is the plugin template" ${moved}/bin/lockstep backends)

else()
  message(FATAL_ERROR "no step '${STEP}'")
endif()
