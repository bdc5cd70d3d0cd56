// SPDX-License-Identifier: Apache-2.0
#include <iostream>

#include "lockstep/pipeline/engine.hpp"
#include "options.hpp"
#include "terminal.hpp"

namespace lockstep::app {

int run_backends(const BackendsOptions& options) {
  pipeline::EngineOptions engine_options;
  if (!options.plugin.empty()) engine_options.plugin = options.plugin;
  pipeline::Engine engine(engine_options);
  backend::Registry& registry = engine.registry();
  const auto candidates = registry.candidates();
  std::cout << (options.json ? backend::candidates_to_json(candidates, registry.search())
                             : backend::format_candidates(candidates, registry.search()))
            << '\n';
  return kExitOk;
}

}  // namespace lockstep::app
