// SPDX-License-Identifier: Apache-2.0
#include "lockstep/timing/intervals.hpp"

#include <gmock/gmock.h>

namespace lockstep::timing {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

TEST(Intervals, UniteJoinsWhatOverlapsOrTouches) {
  EXPECT_THAT(unite({{5, 7}, {0, 2}, {1, 3}, {3, 4}}), ElementsAre(Interval{0, 4}, Interval{5, 7}));
}

TEST(Intervals, EmptyAndBackwardOnesVanish) {
  EXPECT_THAT(unite({{3, 3}, {9, 2}}), IsEmpty());
  EXPECT_EQ(union_length({{3, 3}, {9, 2}, {1, 2}}), 1u);
}

TEST(Intervals, OneInsideAnotherDoesNotShortenIt) {
  EXPECT_THAT(unite({{0, 10}, {2, 3}}), ElementsAre(Interval{0, 10}));
}

TEST(Intervals, UnionCountsCommonTimeOnce) {
  EXPECT_EQ(union_length({{0, 10}, {5, 15}, {20, 25}}), 20u);
}

TEST(Intervals, UncoveredGivesTheHolesInOrder) {
  EXPECT_THAT(uncovered({10, 100}, {{20, 30}, {25, 40}, {90, 120}, {0, 12}}),
              ElementsAre(Interval{12, 20}, Interval{40, 90}));
}

TEST(Intervals, NothingCoversAnythingOutsideTheWhole) {
  EXPECT_THAT(uncovered({10, 20}, {{0, 5}, {30, 40}}), ElementsAre(Interval{10, 20}));
  EXPECT_THAT(uncovered({10, 20}, {{0, 40}}), IsEmpty());
  EXPECT_THAT(uncovered({10, 10}, {}), IsEmpty());
}

}  // namespace
}  // namespace lockstep::timing
