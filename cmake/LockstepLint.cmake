# SPDX-License-Identifier: Apache-2.0
# Targets: lint-format, lint-spdx, lint-tidy, and lint for the first two.
add_custom_target(lint-format COMMAND ${PROJECT_SOURCE_DIR}/scripts/lint-format VERBATIM)
add_custom_target(lint-spdx COMMAND ${PROJECT_SOURCE_DIR}/scripts/lint-spdx VERBATIM)
# clang-tidy wants the commands of a clang build; configuring one is enough.
add_custom_target(lint-tidy
  COMMAND ${CMAKE_COMMAND} --preset clang
  COMMAND ${PROJECT_SOURCE_DIR}/scripts/lint_tidy.py ${PROJECT_SOURCE_DIR}/build/clang
  WORKING_DIRECTORY ${PROJECT_SOURCE_DIR} USES_TERMINAL VERBATIM)
add_custom_target(lint)
add_dependencies(lint lint-format lint-spdx)
