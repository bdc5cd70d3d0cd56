// SPDX-License-Identifier: Apache-2.0
// Points as bytes. Two families:
//
//   zkey        (snarkjs; both curves) affine x | y, each coordinate little-endian and in MONTGOMERY form
//   with
//               R = 2^(64 limbs); Fp2 is c0 | c1; infinity is all zero.
//   bellman     (Zcash, Filecoin; BLS12-381) big-endian, standard form; Fp2 is c1 | c0. Uncompressed x | y,
//               compressed x alone. The top three bits of the first byte are flags: 0x80 compressed, 0x40
//               infinity (all other bits are then zero), 0x20 y is the lexicographically larger of the two
//               roots (compressed points other than infinity only). Source: zkcrypto/pairing,
//               src/bls12_381/README.md.
//
// Each valid point has exactly one encoding in each format. Decoding checks flags, canonical coordinates and
// the curve equation, in this order; it leaves membership of the subgroup to in_subgroup (subgroup.hpp). A
// point is written only when the status is kOk. Everything is [thread-safe] and allocates nothing.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

#include "lockstep/algebra/field.hpp"
#include "lockstep/algebra/fp2.hpp"
#include "lockstep/algebra/point.hpp"

namespace lockstep::algebra {

enum class DecodeStatus : std::uint8_t { kOk, kNotCanonical, kNotOnCurve, kNotInSubgroup, kBadFlags };

// The fault as the end of a sentence, for example "is not on the curve".
constexpr std::string_view decode_status_text(DecodeStatus status) {
  switch (status) {
    case DecodeStatus::kOk:
      return "is valid";
    case DecodeStatus::kNotCanonical:
      return "has a coordinate that is not below the modulus";
    case DecodeStatus::kNotOnCurve:
      return "is not on the curve";
    case DecodeStatus::kNotInSubgroup:
      return "is not in the subgroup of prime order";
    case DecodeStatus::kBadFlags:
      return "has flag bits that contradict each other or its contents";
  }
  return "has an unknown status";
}

// Sizes in bytes: BN254 G1 64, G2 128; BLS12-381 G1 96, G2 192. Compressed: half.
template <class G>
inline constexpr std::size_t kZkeyPointBytes = sizeof(AffinePoint<G>);
template <class G>
inline constexpr std::size_t kUncompressedPointBytes = sizeof(AffinePoint<G>);
template <class G>
inline constexpr std::size_t kCompressedPointBytes = sizeof(typename G::Field);

namespace encoding_detail {

inline constexpr std::uint8_t kCompressedFlag = 0x80;
inline constexpr std::uint8_t kInfinityFlag = 0x40;
inline constexpr std::uint8_t kLargerFlag = 0x20;
inline constexpr std::uint8_t kFlags = kCompressedFlag | kInfinityFlag | kLargerFlag;

// Montgomery limbs, little-endian bytes. False when not canonical.
template <class P>
constexpr bool read_montgomery(std::span<const std::uint8_t> bytes, Field<P>& out) {
  typename Field<P>::Limbs limbs{};
  for (std::size_t i = 0; i < limbs.size(); ++i) {
    for (std::size_t j = 0; j < 8; ++j) limbs[i] |= std::uint64_t{bytes[8 * i + j]} << (8 * j);
  }
  out.limbs = limbs;
  return Field<P>::is_canonical(limbs);
}
template <class Base>
constexpr bool read_montgomery(std::span<const std::uint8_t> bytes, Fp2<Base>& out) {
  const bool low = read_montgomery(bytes.first(Base::kBytes), out.c0);
  return read_montgomery(bytes.subspan(Base::kBytes), out.c1) && low;
}

template <class P>
constexpr void write_montgomery(const Field<P>& value, std::span<std::uint8_t> bytes) {
  for (std::size_t i = 0; i < Field<P>::kBytes; ++i) {
    bytes[i] = static_cast<std::uint8_t>(value.limbs[i / 8] >> (8 * (i % 8)));
  }
}
template <class Base>
constexpr void write_montgomery(const Fp2<Base>& value, std::span<std::uint8_t> bytes) {
  write_montgomery(value.c0, bytes.first(Base::kBytes));
  write_montgomery(value.c1, bytes.subspan(Base::kBytes));
}

// Standard form, big-endian bytes; `clear` are bits of the first byte to read as zero. False when not
// canonical.
template <class P>
constexpr bool read_standard(std::span<const std::uint8_t> bytes, std::uint8_t clear, Field<P>& out) {
  std::array<std::uint8_t, Field<P>::kBytes> copy{};
  std::copy_n(bytes.begin(), copy.size(), copy.begin());
  copy[0] = static_cast<std::uint8_t>(copy[0] & ~clear);
  const auto value = Field<P>::from_bytes_be(copy);
  if (value) out = *value;
  return value.has_value();
}
template <class Base>
constexpr bool read_standard(std::span<const std::uint8_t> bytes, std::uint8_t clear, Fp2<Base>& out) {
  return read_standard(bytes.first(Base::kBytes), clear, out.c1) &&
         read_standard(bytes.subspan(Base::kBytes), 0, out.c0);
}

template <class P>
constexpr void write_standard(const Field<P>& value, std::span<std::uint8_t> bytes) {
  value.to_bytes_be(bytes.template first<Field<P>::kBytes>());
}
template <class Base>
constexpr void write_standard(const Fp2<Base>& value, std::span<std::uint8_t> bytes) {
  write_standard(value.c1, bytes.first(Base::kBytes));
  write_standard(value.c0, bytes.subspan(Base::kBytes));
}

// Whether the three flag bits fit over a coordinate.
template <class F>
inline constexpr std::size_t kSpareBits = 8 * F::kBytes - F::kBits;
template <class Base>
inline constexpr std::size_t kSpareBits<Fp2<Base>> = kSpareBits<Base>;

template <class G>
constexpr DecodeStatus read_infinity(std::span<const std::uint8_t> bytes, std::uint8_t first,
                                     AffinePoint<G>& out) {
  const bool rest_is_zero =
      std::all_of(bytes.begin() + 1, bytes.end(), [](std::uint8_t b) { return b == 0; });
  if (bytes[0] != first || !rest_is_zero) return DecodeStatus::kBadFlags;
  out = AffinePoint<G>::infinity();
  return DecodeStatus::kOk;
}

}  // namespace encoding_detail

template <class G>
constexpr DecodeStatus decode_zkey(std::span<const std::uint8_t, kZkeyPointBytes<G>> bytes,
                                   AffinePoint<G>& out) {
  constexpr std::size_t kHalf = kZkeyPointBytes<G> / 2;
  AffinePoint<G> point;
  if (!encoding_detail::read_montgomery(bytes.template first<kHalf>(), point.x) ||
      !encoding_detail::read_montgomery(bytes.template last<kHalf>(), point.y)) {
    return DecodeStatus::kNotCanonical;
  }
  if (!point.is_on_curve()) return DecodeStatus::kNotOnCurve;
  out = point;
  return DecodeStatus::kOk;
}

template <class G>
constexpr void encode_zkey(const AffinePoint<G>& point, std::span<std::uint8_t, kZkeyPointBytes<G>> bytes) {
  constexpr std::size_t kHalf = kZkeyPointBytes<G> / 2;
  encoding_detail::write_montgomery(point.x, bytes.template first<kHalf>());
  encoding_detail::write_montgomery(point.y, bytes.template last<kHalf>());
}

template <class G>
constexpr DecodeStatus decode_uncompressed(std::span<const std::uint8_t, kUncompressedPointBytes<G>> bytes,
                                           AffinePoint<G>& out) {
  namespace detail = encoding_detail;
  static_assert(detail::kSpareBits<typename G::Field> >= 3, "no room for the flags on this curve");
  constexpr std::size_t kHalf = kUncompressedPointBytes<G> / 2;
  if ((bytes[0] & detail::kCompressedFlag) != 0) return DecodeStatus::kBadFlags;
  if ((bytes[0] & detail::kInfinityFlag) != 0) {
    return detail::read_infinity<G>(bytes, detail::kInfinityFlag, out);
  }
  if ((bytes[0] & detail::kLargerFlag) != 0) return DecodeStatus::kBadFlags;
  AffinePoint<G> point;
  if (!detail::read_standard(bytes.template first<kHalf>(), 0, point.x) ||
      !detail::read_standard(bytes.template last<kHalf>(), 0, point.y)) {
    return DecodeStatus::kNotCanonical;
  }
  // (0, 0) without the flag is no encoding of infinity
  if (point.is_infinity() || !point.is_on_curve()) return DecodeStatus::kNotOnCurve;
  out = point;
  return DecodeStatus::kOk;
}

template <class G>
constexpr void encode_uncompressed(const AffinePoint<G>& point,
                                   std::span<std::uint8_t, kUncompressedPointBytes<G>> bytes) {
  constexpr std::size_t kHalf = kUncompressedPointBytes<G> / 2;
  encoding_detail::write_standard(point.x, bytes.template first<kHalf>());
  encoding_detail::write_standard(point.y, bytes.template last<kHalf>());
  if (point.is_infinity()) bytes[0] = encoding_detail::kInfinityFlag;
}

template <class G>
constexpr DecodeStatus decode_compressed(std::span<const std::uint8_t, kCompressedPointBytes<G>> bytes,
                                         AffinePoint<G>& out) {
  namespace detail = encoding_detail;
  static_assert(detail::kSpareBits<typename G::Field> >= 3, "no room for the flags on this curve");
  if ((bytes[0] & detail::kCompressedFlag) == 0) return DecodeStatus::kBadFlags;
  if ((bytes[0] & detail::kInfinityFlag) != 0) {
    return detail::read_infinity<G>(bytes, detail::kCompressedFlag | detail::kInfinityFlag, out);
  }
  AffinePoint<G> point;
  if (!detail::read_standard(std::span<const std::uint8_t>(bytes), detail::kFlags, point.x)) {
    return DecodeStatus::kNotCanonical;
  }
  const auto root = (point.x.square() * point.x + G::b()).sqrt();
  if (!root) return DecodeStatus::kNotOnCurve;
  const bool larger = (bytes[0] & detail::kLargerFlag) != 0;
  // the groups have no point with y = 0: their orders, times the cofactors, are odd
  point.y = root->is_lexicographically_larger() == larger ? *root : -*root;
  out = point;
  return DecodeStatus::kOk;
}

template <class G>
constexpr void encode_compressed(const AffinePoint<G>& point,
                                 std::span<std::uint8_t, kCompressedPointBytes<G>> bytes) {
  namespace detail = encoding_detail;
  detail::write_standard(point.x, std::span<std::uint8_t>(bytes));
  std::uint8_t flags = detail::kCompressedFlag;
  if (point.is_infinity()) flags |= detail::kInfinityFlag;
  if (point.y.is_lexicographically_larger()) flags |= detail::kLargerFlag;
  bytes[0] = static_cast<std::uint8_t>(bytes[0] | flags);
}

}  // namespace lockstep::algebra
