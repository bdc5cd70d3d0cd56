// SPDX-License-Identifier: Apache-2.0
// Known answers come from an independent implementation of docs/development-setup.md (Python, hashlib).
#include "lockstep/groth16/setup_secrets.hpp"

#include <gtest/gtest.h>

#include <string>

namespace lockstep::groth16 {
namespace {

SetupSeed counting_seed() {
  SetupSeed seed{};
  for (std::size_t i = 0; i < seed.size(); ++i) seed[i] = static_cast<std::uint8_t>(i);
  return seed;
}

TEST(SetupSecrets, OfASeedAreTheSpecifiedOnesOnBn254) {
  SetupSecrets<algebra::Bn254> secrets;
  ASSERT_TRUE(derive_setup_secrets(counting_seed(), secrets));
  EXPECT_EQ(secrets.tau.to_decimal(),
            "19716163193541723778166442072096694850238639233030807948356231243897683699183");
  EXPECT_EQ(secrets.alpha.to_decimal(),
            "17552255863339319750219553256007248250479848900750716907689646200369601789948");
  EXPECT_EQ(secrets.beta.to_decimal(),
            "15304733892963069168370307982781823701298226993274765249425647004767157519459");
  EXPECT_EQ(secrets.gamma.to_decimal(),
            "14732377904810569073993531027866702092707684165085282641183013334952972511085");
  EXPECT_EQ(secrets.delta.to_decimal(),
            "2501531973902565381683137120455244063907785047169068864806018674000796728001");
}

TEST(SetupSecrets, OfASeedAreTheSpecifiedOnesOnBls12_381) {
  SetupSecrets<algebra::Bls12_381> secrets;
  ASSERT_TRUE(derive_setup_secrets(counting_seed(), secrets));
  EXPECT_EQ(secrets.tau.to_decimal(),
            "31347446529416862217921437734398487058979137212801352346684404327813621509347");
  EXPECT_EQ(secrets.alpha.to_decimal(),
            "38393708794124472006623028627518047116846110210487025469014399288675069082115");
  EXPECT_EQ(secrets.beta.to_decimal(),
            "47995689624551581953830237058853372937172497920989273320736945570002289978489");
  EXPECT_EQ(secrets.gamma.to_decimal(),
            "38729293950434326205586096578001955717092346897437211661875948513538151193967");
  EXPECT_EQ(secrets.delta.to_decimal(),
            "34015844726290125007297186089485961613545708610930947234599647300752224742344");
}

TEST(SetupSeed, IsReadAsANumberOfUpTo64Digits) {
  SetupSeed expected{};
  expected[31] = 0xaf;
  expected[30] = 0x03;
  const auto seed = parse_setup_seed("3aF");
  ASSERT_TRUE(seed);
  EXPECT_EQ(*seed, expected);
  const auto full = parse_setup_seed("000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f");
  ASSERT_TRUE(full);
  EXPECT_EQ(*full, counting_seed());
}

TEST(SetupSeed, OfOtherTextIsRefused) {
  for (const std::string& text :
       {std::string(), std::string(65, '0'), std::string("0x12"), std::string("12 ")}) {
    const auto seed = parse_setup_seed(text);
    ASSERT_FALSE(seed) << text;
    EXPECT_EQ(seed.error().code, ErrorCode::kUsage);
  }
}

TEST(SetupSeed, FromTheSystemIsNeverTheSameTwice) {
  const auto first = random_setup_seed();
  const auto second = random_setup_seed();
  ASSERT_TRUE(first);
  ASSERT_TRUE(second);
  EXPECT_NE(*first, *second);
}

}  // namespace
}  // namespace lockstep::groth16
