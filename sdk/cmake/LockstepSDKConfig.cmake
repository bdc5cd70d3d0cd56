# SPDX-License-Identifier: Apache-2.0
# find_package(LockstepSDK 1): lockstep::sdk, the headers of the plugin contract, and lockstep_add_plugin().
# The version is that of the plugin ABI.
include(${CMAKE_CURRENT_LIST_DIR}/LockstepSDKTargets.cmake)
include(${CMAKE_CURRENT_LIST_DIR}/LockstepAddPlugin.cmake)
