// SPDX-License-Identifier: Apache-2.0
#include "lockstep/timing/phase.hpp"

#include <gtest/gtest.h>

#include <set>

namespace lockstep::timing {
namespace {

constexpr Layer kLayers[] = {Layer::kPipeline, Layer::kBackend, Layer::kDevice};

TEST(Phases, EveryNameReadsBackAsItself) {
  for (const Layer layer : kLayers) {
    EXPECT_EQ(layer_from_name(layer_name(layer)), layer);
    for (const Phase phase : canonical_phases(layer)) {
      EXPECT_EQ(phase_from_name(layer, phase_name(phase)), phase) << phase_name(phase);
    }
  }
}

TEST(Phases, NamesOfALayerAreDistinct) {
  for (const Layer layer : kLayers) {
    std::set<std::string_view> names;
    for (const Phase phase : canonical_phases(layer)) names.insert(phase_name(phase));
    EXPECT_EQ(names.size(), canonical_phases(layer).size());
  }
}

TEST(Phases, AreThoseOfTheDesign) {
  EXPECT_EQ(canonical_phases(Layer::kPipeline).size(), 8u);
  EXPECT_EQ(canonical_phases(Layer::kBackend).size(), 12u);
  EXPECT_EQ(canonical_phases(Layer::kDevice).size(), 12u);
}

TEST(Phases, BelongToTheirLayerOnly) {
  EXPECT_TRUE(phase_belongs_to(Phase::kProve, Layer::kPipeline));
  EXPECT_FALSE(phase_belongs_to(Phase::kProve, Layer::kBackend));
  EXPECT_TRUE(phase_belongs_to(Phase::kMsmH, Layer::kDevice));
  EXPECT_FALSE(phase_belongs_to(Phase::kMsmH, Layer::kPipeline));
  EXPECT_FALSE(phase_belongs_to(Phase::kVendor, Layer::kPipeline));
  EXPECT_FALSE(phase_belongs_to(Phase::kReclaim, Layer::kDevice));
}

TEST(Phases, ANameOfAnotherLayerIsUnknown) {
  EXPECT_EQ(phase_from_name(Layer::kPipeline, "msm_h"), std::nullopt);
  EXPECT_EQ(phase_from_name(Layer::kBackend, "prove"), std::nullopt);
  EXPECT_EQ(phase_from_name(Layer::kBackend, ""), std::nullopt);
  EXPECT_EQ(layer_from_name("Backend"), std::nullopt);
}

TEST(Phases, ReleaseIsToldApartByItsLayer) {
  EXPECT_EQ(phase_from_name(Layer::kPipeline, "release"), Phase::kPipelineRelease);
  EXPECT_EQ(phase_from_name(Layer::kBackend, "release"), Phase::kRelease);
}

}  // namespace
}  // namespace lockstep::timing
