# SPDX-License-Identifier: Apache-2.0
# cmake -D SOURCE=folder -D SDK=folder -D BUILD=folder -D C_COMPILER=program -P run.cmake
# Builds each case of CMakeLists.txt and holds the outcome against what is expected.

function(expect case sentence)
  set(build ${BUILD}/${case})
  file(REMOVE_RECURSE ${build})
  execute_process(
    COMMAND ${CMAKE_COMMAND} -G Ninja -S ${SOURCE} -B ${build} -D SDK=${SDK} -D CASE=${case}
            -D CMAKE_C_COMPILER=${C_COMPILER}
    RESULT_VARIABLE failed OUTPUT_VARIABLE output ERROR_VARIABLE output)
  if(NOT failed)
    execute_process(COMMAND ${CMAKE_COMMAND} --build ${build}
      RESULT_VARIABLE failed OUTPUT_VARIABLE output ERROR_VARIABLE output)
  endif()
  string(REGEX REPLACE "[ \n]+" " " output "${output}")
  if(sentence STREQUAL "")
    if(failed)
      message(FATAL_ERROR "${case} failed: ${output}")
    endif()
  elseif(NOT failed)
    message(FATAL_ERROR "${case} was built, expected a failure: ${sentence}")
  elseif(NOT output MATCHES "${sentence}")
    message(FATAL_ERROR "${case}: expected '${sentence}' in: ${output}")
  endif()
endfunction()

expect(sound "")
if(NOT EXISTS ${BUILD}/sound/plugin.so)
  message(FATAL_ERROR "the module is not called plugin.so")
endif()
expect(other_id "names another id than 'com.example.other'")
expect(longer_id "names another id than 'com.example.c1'")
expect(no_entry "expected lockstep_plugin_v1 alone")
expect(no_note "has no Lockstep note")
expect(undefined_symbol "undefined reference to .nothing_known")
expect(bad_id "is not of the form")
