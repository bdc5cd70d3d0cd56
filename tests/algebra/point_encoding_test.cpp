// SPDX-License-Identifier: Apache-2.0
// Points as bytes: published encodings, round trips, and what must be refused.
#include "lockstep/algebra/point_encoding.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <string_view>

#include "support.hpp"

namespace lockstep::algebra::testing {
namespace {

std::vector<std::uint8_t> bytes_of_hex(std::string_view hex) {
  const auto digit = [](char c) { return static_cast<std::uint8_t>(c <= '9' ? c - '0' : c - 'a' + 10); };
  std::vector<std::uint8_t> r(hex.size() / 2);
  for (std::size_t i = 0; i < r.size(); ++i) {
    r[i] = static_cast<std::uint8_t>(16 * digit(hex[2 * i]) + digit(hex[2 * i + 1]));
  }
  return r;
}

template <class G>
using ZkeyBytes = std::array<std::uint8_t, kZkeyPointBytes<G>>;
template <class G>
using UncompressedBytes = std::array<std::uint8_t, kUncompressedPointBytes<G>>;
template <class G>
using CompressedBytes = std::array<std::uint8_t, kCompressedPointBytes<G>>;

template <class F>
struct BaseOf {
  using Type = F;
};
template <class F>
struct BaseOf<Fp2<F>> {
  using Type = F;
};

// Spans of const, as the decoders take them.
template <class G>
DecodeStatus from_zkey(const ZkeyBytes<G>& bytes, AffinePoint<G>& out) {
  return decode_zkey<G>(bytes, out);
}
template <class G>
DecodeStatus from_uncompressed(const UncompressedBytes<G>& bytes, AffinePoint<G>& out) {
  return decode_uncompressed<G>(bytes, out);
}
template <class G>
DecodeStatus from_compressed(const CompressedBytes<G>& bytes, AffinePoint<G>& out) {
  return decode_compressed<G>(bytes, out);
}

template <class G>
class ZkeyEncodingTest : public ::testing::Test {
 protected:
  Random random_;
};
TYPED_TEST_SUITE(ZkeyEncodingTest, AllGroups);

TYPED_TEST(ZkeyEncodingTest, IsTheMemoryOfThePointAndRoundTrips) {
  using G = TypeParam;
  for (int i = 0; i < 4; ++i) {
    const auto point = i == 0 ? AffinePoint<G>::infinity() : this->random_.template point<G>().to_affine();
    ZkeyBytes<G> bytes{};
    encode_zkey<G>(point, bytes);
    EXPECT_EQ(std::memcmp(bytes.data(), &point, sizeof point), 0);
    AffinePoint<G> decoded = G::generator();
    EXPECT_EQ(from_zkey<G>(bytes, decoded), DecodeStatus::kOk);
    EXPECT_EQ(decoded, point);
  }
}

TYPED_TEST(ZkeyEncodingTest, RefusesEachCoordinateAtTheModulus) {
  using G = TypeParam;
  using Fp = typename BaseOf<typename G::Field>::Type;
  for (std::size_t at = 0; at < kZkeyPointBytes<G>; at += Fp::kBytes) {
    ZkeyBytes<G> bytes{};
    encode_zkey<G>(G::generator(), bytes);
    std::memcpy(bytes.data() + at, Fp::modulus().data(), Fp::kBytes);
    AffinePoint<G> decoded = AffinePoint<G>::infinity();
    EXPECT_EQ(from_zkey<G>(bytes, decoded), DecodeStatus::kNotCanonical);
    std::fill_n(bytes.begin() + static_cast<std::ptrdiff_t>(at), Fp::kBytes, std::uint8_t{0xff});
    EXPECT_EQ(from_zkey<G>(bytes, decoded), DecodeStatus::kNotCanonical);
    EXPECT_TRUE(decoded.is_infinity()) << "a refused point must not be written";
  }
}

TYPED_TEST(ZkeyEncodingTest, RefusesAPointOffTheCurve) {
  using G = TypeParam;
  AffinePoint<G> off = G::generator();
  off.x += G::Field::one();
  ZkeyBytes<G> bytes{};
  encode_zkey<G>(off, bytes);
  AffinePoint<G> decoded;
  EXPECT_EQ(from_zkey<G>(bytes, decoded), DecodeStatus::kNotOnCurve);
}

template <class G>
class BellmanEncodingTest : public ::testing::Test {
 protected:
  using Point = AffinePoint<G>;
  Random random_;

  UncompressedBytes<G> uncompressed(const Point& point) {
    UncompressedBytes<G> bytes{};
    encode_uncompressed<G>(point, bytes);
    return bytes;
  }
  CompressedBytes<G> compressed(const Point& point) {
    CompressedBytes<G> bytes{};
    encode_compressed<G>(point, bytes);
    return bytes;
  }
  DecodeStatus status(const UncompressedBytes<G>& bytes) {
    Point point;
    return from_uncompressed<G>(bytes, point);
  }
  DecodeStatus status(const CompressedBytes<G>& bytes) {
    Point point;
    return from_compressed<G>(bytes, point);
  }
};
using BellmanGroups = ::testing::Types<Bls12_381::G1, Bls12_381::G2>;
TYPED_TEST_SUITE(BellmanEncodingTest, BellmanGroups);

TYPED_TEST(BellmanEncodingTest, RoundTripsBothRootsAndInfinity) {
  using G = TypeParam;
  for (int i = 0; i < 12; ++i) {
    auto point = i == 0 ? AffinePoint<G>::infinity() : this->random_.template point<G>().to_affine();
    for (int sign = 0; sign < 2; ++sign, point = -point) {
      AffinePoint<G> decoded = G::generator();
      EXPECT_EQ(from_uncompressed<G>(this->uncompressed(point), decoded), DecodeStatus::kOk);
      EXPECT_EQ(decoded, point);
      decoded = G::generator();
      EXPECT_EQ(from_compressed<G>(this->compressed(point), decoded), DecodeStatus::kOk);
      EXPECT_EQ(decoded, point);
    }
  }
}

TYPED_TEST(BellmanEncodingTest, FlagsThatContradictAreRefused) {
  using G = TypeParam;
  auto bytes = this->uncompressed(G::generator());
  for (const int flag : {0x80, 0x20, 0x40, 0xe0}) {
    auto bad = bytes;
    bad[0] = static_cast<std::uint8_t>(bad[0] | flag);
    EXPECT_EQ(this->status(bad), DecodeStatus::kBadFlags) << flag;
  }
  auto compressed = this->compressed(G::generator());
  compressed[0] = static_cast<std::uint8_t>(compressed[0] & 0x7f);
  EXPECT_EQ(this->status(compressed), DecodeStatus::kBadFlags);
  compressed[0] = static_cast<std::uint8_t>(compressed[0] | 0xc0);
  EXPECT_EQ(this->status(compressed), DecodeStatus::kBadFlags);
}

TYPED_TEST(BellmanEncodingTest, InfinityHasOneEncodingOnly) {
  using G = TypeParam;
  const auto infinity = this->uncompressed(AffinePoint<G>::infinity());
  EXPECT_EQ(infinity[0], 0x40);
  const auto compressed = this->compressed(AffinePoint<G>::infinity());
  EXPECT_EQ(compressed[0], 0xc0);
  for (const std::size_t at : {std::size_t{1}, infinity.size() - 1}) {
    auto bad = infinity;
    bad[at] = 1;
    EXPECT_EQ(this->status(bad), DecodeStatus::kBadFlags);
  }
  for (const std::size_t at : {std::size_t{1}, compressed.size() - 1}) {
    auto bad = compressed;
    bad[at] = 1;
    EXPECT_EQ(this->status(bad), DecodeStatus::kBadFlags);
  }
  auto bad = infinity;
  bad[0] = 0x60;
  EXPECT_EQ(this->status(bad), DecodeStatus::kBadFlags);
  auto bad_compressed = compressed;
  bad_compressed[0] = 0xe0;
  EXPECT_EQ(this->status(bad_compressed), DecodeStatus::kBadFlags);
  EXPECT_EQ(this->status(UncompressedBytes<G>{}), DecodeStatus::kNotOnCurve) << "(0, 0) without the flag";
}

TYPED_TEST(BellmanEncodingTest, CoordinatesAtTheModulusAreRefused) {
  using G = TypeParam;
  constexpr std::size_t kBaseBytes = Bls12_381::Fp::kBytes;
  std::array<std::uint8_t, kBaseBytes> modulus{};
  (-Bls12_381::Fp::one()).to_bytes_be(modulus);
  modulus.back() = static_cast<std::uint8_t>(modulus.back() + 1);
  for (std::size_t at = 0; at < kUncompressedPointBytes<G>; at += kBaseBytes) {
    auto bytes = this->uncompressed(G::generator());
    std::copy(modulus.begin(), modulus.end(), bytes.begin() + static_cast<std::ptrdiff_t>(at));
    EXPECT_EQ(this->status(bytes), DecodeStatus::kNotCanonical);
  }
  for (std::size_t at = 0; at < kCompressedPointBytes<G>; at += kBaseBytes) {
    auto bytes = this->compressed(G::generator());
    std::copy(modulus.begin(), modulus.end(), bytes.begin() + static_cast<std::ptrdiff_t>(at));
    bytes[0] = static_cast<std::uint8_t>(bytes[0] | 0x80);
    EXPECT_EQ(this->status(bytes), DecodeStatus::kNotCanonical);
  }
}

TYPED_TEST(BellmanEncodingTest, PointsOffTheCurveAreRefused) {
  using G = TypeParam;
  AffinePoint<G> off = G::generator();
  off.y += G::Field::one();
  EXPECT_EQ(this->status(this->uncompressed(off)), DecodeStatus::kNotOnCurve);
  AffinePoint<G> without_root{G::Field::one(), G::Field::one()};
  while ((without_root.x.square() * without_root.x + G::b()).sqrt()) without_root.x += G::Field::one();
  EXPECT_EQ(this->status(this->compressed(without_root)), DecodeStatus::kNotOnCurve);
}

TEST(BellmanEncoding, OfTheGeneratorsIsThePublishedOne) {
  // zkcrypto/pairing, src/bls12_381/tests: second entries of the files of multiples of the generators.
  constexpr std::string_view kG1 =
      "17f1d3a73197d7942695638c4fa9ac0fc3688c4f9774b905a14e3a3f171bac586c55e83ff97a1aeffb3af00adb22c6bb"
      "08b3f481e3aaa0f1a09e30ed741d8ae4fcf5e095d5d00af600db18cb2c04b3edd03cc744a2888ae40caa232946c5e7e1";
  constexpr std::string_view kG2 =
      "13e02b6052719f607dacd3a088274f65596bd0d09920b61ab5da61bbdc7f5049334cf11213945d57e5ac7d055d042b7e"
      "024aa2b2f08f0a91260805272dc51051c6e47ad4fa403b02b4510b647ae3d1770bac0326a805bbefd48056c8c121bdb8"
      "0606c4a02ea734cc32acd2b02bc28b99cb3e287e85a763af267492ab572e99ab3f370d275cec1da1aaa9075ff05f79be"
      "0ce5d527727d6e118cc9cdc6da2e351aadfd9baa8cbdd3a76d429a695160d12c923ac9cc3baca289e193548608b82801";
  UncompressedBytes<Bls12_381::G1> g1{};
  encode_uncompressed<Bls12_381::G1>(Bls12_381::G1::generator(), g1);
  EXPECT_TRUE(std::ranges::equal(g1, bytes_of_hex(kG1)));
  UncompressedBytes<Bls12_381::G2> g2{};
  encode_uncompressed<Bls12_381::G2>(Bls12_381::G2::generator(), g2);
  EXPECT_TRUE(std::ranges::equal(g2, bytes_of_hex(kG2)));
  // Both generators have the smaller root, so the compressed first byte is that of x with 0x80.
  CompressedBytes<Bls12_381::G1> g1_compressed{};
  encode_compressed<Bls12_381::G1>(Bls12_381::G1::generator(), g1_compressed);
  EXPECT_TRUE(std::ranges::equal(g1_compressed, bytes_of_hex("97" + std::string(kG1.substr(2, 94)))));
  CompressedBytes<Bls12_381::G2> g2_compressed{};
  encode_compressed<Bls12_381::G2>(Bls12_381::G2::generator(), g2_compressed);
  EXPECT_TRUE(std::ranges::equal(g2_compressed, bytes_of_hex("93" + std::string(kG2.substr(2, 190)))));
}

TEST(DecodeStatus, HasAWordForEachValue) {
  std::vector<std::string_view> words;
  for (const auto status : {DecodeStatus::kOk, DecodeStatus::kNotCanonical, DecodeStatus::kNotOnCurve,
                            DecodeStatus::kNotInSubgroup, DecodeStatus::kBadFlags}) {
    words.push_back(decode_status_text(status));
  }
  std::ranges::sort(words);
  EXPECT_EQ(std::ranges::adjacent_find(words), words.end());
}

}  // namespace
}  // namespace lockstep::algebra::testing
