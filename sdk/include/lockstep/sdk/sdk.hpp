// SPDX-License-Identifier: Apache-2.0
// The whole of the C++ adapter: derive from Plugin and the interfaces it offers, implement, export.
#pragma once

#include "lockstep/sdk/export.hpp"
#include "lockstep/sdk/host.hpp"
#include "lockstep/sdk/plugin.hpp"
#include "lockstep/sdk/spans.hpp"
