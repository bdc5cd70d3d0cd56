// SPDX-License-Identifier: Apache-2.0
#pragma once

/// Marks what liblockstep exports; everything else has hidden visibility.
#define LOCKSTEP_API __attribute__((visibility("default")))
