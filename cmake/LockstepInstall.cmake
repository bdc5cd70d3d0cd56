# SPDX-License-Identifier: Apache-2.0
# What is installed, by component:
#   sdk      the contract of a backend: headers and find_package(LockstepSDK); no binary, any machine
#   runtime  liblockstep and the program, its manual and completion
#   plugins  the backends (lockstep_add_plugin installs them)
#   devel    headers, the static algebra library, find_package(Lockstep), lockstep.pc
# Every file finds the others relative to itself: the tree may be moved.
include(CMakePackageConfigHelpers)

# ---- sdk ----
set(sdk_package_dir ${CMAKE_INSTALL_DATADIR}/cmake/LockstepSDK)
install(TARGETS lockstep_sdk EXPORT LockstepSDKTargets)
install(EXPORT LockstepSDKTargets NAMESPACE lockstep:: DESTINATION ${sdk_package_dir} COMPONENT sdk)
install(DIRECTORY sdk/include/ DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} COMPONENT sdk)
install(DIRECTORY sdk/template/ DESTINATION ${CMAKE_INSTALL_DATADIR}/lockstep/plugin-template COMPONENT sdk)
install(FILES sdk/cmake/LockstepSDKConfig.cmake sdk/cmake/LockstepAddPlugin.cmake
              sdk/cmake/LockstepCheckPlugin.cmake sdk/cmake/plugin.map
        DESTINATION ${sdk_package_dir} COMPONENT sdk)
# The package has the version of the ABI, for a plugin is written against that.
file(STRINGS sdk/include/lockstep/abi/version.h abi_numbers REGEX "#define LKS_ABI_(MAJOR|MINOR) ")
string(REGEX REPLACE "[^;]*MAJOR ([0-9]+)u;[^;]*MINOR ([0-9]+)u" "\\1.\\2" LOCKSTEP_ABI_VERSION "${abi_numbers}")
write_basic_package_version_file(${PROJECT_BINARY_DIR}/LockstepSDKConfigVersion.cmake
  VERSION ${LOCKSTEP_ABI_VERSION} COMPATIBILITY SameMajorVersion ARCH_INDEPENDENT)
install(FILES ${PROJECT_BINARY_DIR}/LockstepSDKConfigVersion.cmake DESTINATION ${sdk_package_dir} COMPONENT sdk)

# ---- runtime ----
install(TARGETS lockstep EXPORT LockstepTargets
  LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT runtime NAMELINK_COMPONENT devel)
if(TARGET lockstep-cli)
  install(TARGETS lockstep-cli RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR} COMPONENT runtime)
endif()
find_program(LOCKSTEP_SCDOC scdoc)
set(manual_source ${PROJECT_SOURCE_DIR}/packaging/man/lockstep.1.scd)
if(LOCKSTEP_SCDOC AND EXISTS ${manual_source})
  add_custom_command(OUTPUT ${PROJECT_BINARY_DIR}/lockstep.1 DEPENDS ${manual_source} VERBATIM
    COMMAND sh -c "exec \"$0\" < \"$1\" > \"$2\"" ${LOCKSTEP_SCDOC} ${manual_source} ${PROJECT_BINARY_DIR}/lockstep.1)
  add_custom_target(manual ALL DEPENDS ${PROJECT_BINARY_DIR}/lockstep.1)
  install(FILES ${PROJECT_BINARY_DIR}/lockstep.1 DESTINATION ${CMAKE_INSTALL_MANDIR}/man1 COMPONENT runtime)
endif()
if(EXISTS ${PROJECT_SOURCE_DIR}/packaging/completion/lockstep.bash)
  install(FILES packaging/completion/lockstep.bash
    DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions RENAME lockstep COMPONENT runtime)
endif()
install(FILES LICENSE DESTINATION ${CMAKE_INSTALL_DOCDIR} COMPONENT runtime)

# ---- devel ----
set(package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/Lockstep)
install(TARGETS lockstep_algebra EXPORT LockstepTargets
  ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT devel)
install(EXPORT LockstepTargets NAMESPACE lockstep:: DESTINATION ${package_dir} COMPONENT devel)
install(DIRECTORY core/include/ algebra/include/ DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} COMPONENT devel)
configure_package_config_file(cmake/LockstepConfig.cmake.in ${PROJECT_BINARY_DIR}/LockstepConfig.cmake
  INSTALL_DESTINATION ${package_dir})
# While the major version is 0, a minor version may break its users.
if(PROJECT_VERSION_MAJOR EQUAL 0)
  set(compatibility SameMinorVersion)
else()
  set(compatibility SameMajorVersion)
endif()
write_basic_package_version_file(${PROJECT_BINARY_DIR}/LockstepConfigVersion.cmake COMPATIBILITY ${compatibility})
install(FILES ${PROJECT_BINARY_DIR}/LockstepConfig.cmake ${PROJECT_BINARY_DIR}/LockstepConfigVersion.cmake
  DESTINATION ${package_dir} COMPONENT devel)

file(RELATIVE_PATH pkgconfig_to_prefix /${CMAKE_INSTALL_LIBDIR}/pkgconfig /)
configure_file(cmake/lockstep.pc.in ${PROJECT_BINARY_DIR}/lockstep.pc @ONLY)
install(FILES ${PROJECT_BINARY_DIR}/lockstep.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig COMPONENT devel)
