// SPDX-License-Identifier: Apache-2.0
// A Groth16 proving key as the host lends it (lks_groth16_key), in C++ types.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>

#include "lockstep/sdk/curve.hpp"
#include "lockstep/sdk/structs.hpp"

namespace lockstep::sdk {

enum class HBasis : std::uint32_t {
  kMonomial = LKS_H_MONOMIAL,  ///< scalars: the coefficients of the quotient (a b - c) / Z
  kCoset = LKS_H_COSET,        ///< scalars: a b - c at coset_shift * root^i, not divided by Z
};

/// The five queries, in the order of lks_groth16_key.read.
enum class Query : std::uint32_t { kA = 0, kB1 = 1, kB2 = 2, kL = 3, kH = 4 };

constexpr const char* query_name(Query query) noexcept {
  constexpr std::array<const char*, 5> kNames = {"A", "B1", "B2", "L", "H"};
  return kNames[static_cast<std::size_t>(query)];
}

/// Points of one query, in order of variables; one for each variable whose density bit is set.
struct QueryView {
  const std::byte* points = nullptr;  ///< not aligned; nullptr: only by KeyView::read_points, during key_load
  std::uint64_t count = 0;
  std::uint64_t stride_bytes = 0;
  std::uint64_t first_variable = 0;        ///< of density bit 0; unused for H
  std::span<const std::uint64_t> density;  ///< empty: all; else density_bits bits, least significant first
  std::uint64_t density_bits = 0;
};

/// All pointers are the host's, lent until the last reference to the key is gone. Encodings of the points:
/// abi/data.h. domain_root and coset_shift are Fr in STANDARD form.
struct KeyView {
  Curve curve = Curve::kBn254;
  PointEncoding point_encoding = PointEncoding::kMontgomery;
  HBasis h_basis = HBasis::kCoset;
  std::uint64_t variable_count = 0;
  std::uint64_t public_count = 0;
  std::uint32_t domain_log2 = 0;
  const std::uint8_t* domain_root = nullptr;  ///< 32 bytes
  const std::uint8_t* coset_shift = nullptr;  ///< 32 bytes; nullptr for kMonomial
  const std::byte* alpha_g1 = nullptr;
  const std::byte* beta_g1 = nullptr;
  const std::byte* beta_g2 = nullptr;
  const std::byte* delta_g1 = nullptr;
  const std::byte* delta_g2 = nullptr;
  std::array<QueryView, 5> queries;
  std::int32_t (*read)(void* context, std::uint32_t query, std::uint64_t first, std::uint64_t count,
                       void* to) = nullptr;
  void* read_context = nullptr;

  const QueryView& query(Query which) const noexcept { return queries[static_cast<std::size_t>(which)]; }
  std::size_t query_point_bytes(Query which) const noexcept {
    return point_bytes(curve, which == Query::kB2 ? Group::kG2 : Group::kG1);
  }
  std::uint64_t domain_size() const noexcept { return std::uint64_t{1} << domain_log2; }

  /// Copies points [first, first + count) of a query to `to`, packed. During key_load only. [thread-safe]
  Result<void> read_points(Query which, std::uint64_t first, std::uint64_t count,
                           std::byte* to) const noexcept {
    const QueryView& from = query(which);
    const std::size_t size = query_point_bytes(which);
    if (first > from.count || count > from.count - first) {
      return Error(Code::kInvalidArgument, "points past the end of query ", query_name(which));
    }
    if (from.points == nullptr) {
      const lks_status status =
          count == 0 ? LKS_OK : read(read_context, static_cast<std::uint32_t>(which), first, count, to);
      if (status == LKS_OK) return {};
      return Error(static_cast<Code>(status), "the host could not read query ", query_name(which),
                   " of the key");
    }
    for (std::uint64_t i = 0; i < count; ++i) {
      std::memcpy(to + i * size, from.points + (first + i) * from.stride_bytes, size);
    }
    return {};
  }
};

namespace detail {

/// Number of density bits that are set; bits past the last are not counted.
inline std::uint64_t density_population(const QueryView& query) noexcept {
  std::uint64_t set = 0;
  for (std::uint64_t word = 0; word < query.density.size(); ++word) {
    std::uint64_t bits = query.density[word];
    const std::uint64_t left = query.density_bits - 64 * word;
    if (left < 64) bits &= (std::uint64_t{1} << left) - 1;
    set += static_cast<std::uint64_t>(std::popcount(bits));
  }
  return set;
}

inline Result<QueryView> view_query(const lks_query* given, Query which, const KeyView& key) noexcept {
  const char* name = query_name(which);
  if (given == nullptr) return Error(Code::kInvalidArgument, "query ", name, " of the key is NULL");
  const lks_query& query = *given;
  if (query.count > 0 && query.points == nullptr && key.read == nullptr) {
    return Error(Code::kInvalidArgument, "query ", name, " of the key has neither points nor a reader");
  }
  const std::size_t size = key.query_point_bytes(which);
  if (query.points != nullptr && query.stride_bytes < size) {
    return Error(Code::kBadKey, "stride of query ", name, " is ", query.stride_bytes, ", expected at least ",
                 size);
  }
  QueryView view{.points = static_cast<const std::byte*>(query.points),
                 .count = query.count,
                 .stride_bytes = query.stride_bytes,
                 .first_variable = query.first_variable,
                 .density = {},
                 .density_bits = 0};
  std::uint64_t expected = 0;
  if (which == Query::kH) {
    expected = key.h_basis == HBasis::kCoset ? key.domain_size() : key.domain_size() - 1;
    if (query.density != nullptr) return Error(Code::kBadKey, "query H of the key has a density");
  } else {
    const std::uint64_t first = which == Query::kL ? key.public_count + 1 : 0;
    if (query.first_variable != first) {
      return Error(Code::kBadKey, "query ", name, " of the key begins at variable ", query.first_variable,
                   ", expected ", first);
    }
    expected = key.variable_count - first;
    if (query.density != nullptr) {
      if (query.density_bits != expected) {
        return Error(Code::kBadKey, "density of query ", name, " has ", query.density_bits,
                     " bits, expected ", expected);
      }
      view.density = {query.density, (query.density_bits + 63) / 64};
      view.density_bits = query.density_bits;
      expected = density_population(view);
    }
  }
  if (query.count != expected) {
    return Error(Code::kBadKey, "query ", name, " of the key has ", query.count, " points, expected ",
                 expected);
  }
  return view;
}

}  // namespace detail

/// Reads the description and checks that it does not contradict itself: sizes, NULLs, counts, densities. The
/// points are not looked at.
inline Result<KeyView> view_key(const lks_groth16_key* given) noexcept {
  const auto read = read_input(given, "key");
  if (!read) return read.error();
  const lks_groth16_key& key = *read;
  const auto curve = read_curve(key.curve);
  if (!curve) return curve.error();
  const auto encoding = read_point_encoding(key.point_encoding, *curve);
  if (!encoding) return encoding.error();
  if (key.h_basis != LKS_H_MONOMIAL && key.h_basis != LKS_H_COSET) {
    return Error(Code::kUnsupported, "basis ", key.h_basis, " of the H query is not known");
  }
  // 2^32 bounds the variables (columns are 32 bits wide) and both fields' two-adicity.
  if (key.domain_log2 > 32) return Error(Code::kBadKey, "domain of the key is 2^", key.domain_log2);
  if (key.variable_count == 0 || key.variable_count > std::uint64_t{1} << 32 ||
      key.public_count >= key.variable_count) {
    return Error(Code::kBadKey, "key has ", key.public_count, " public inputs of ", key.variable_count,
                 " variables");
  }
  if (key.domain_root == nullptr) return Error(Code::kInvalidArgument, "key.domain_root is NULL");
  if (key.h_basis == LKS_H_COSET && key.coset_shift == nullptr) {
    return Error(Code::kInvalidArgument, "key.coset_shift is NULL");
  }
  for (const void* point : {key.alpha_g1, key.beta_g1, key.beta_g2, key.delta_g1, key.delta_g2}) {
    if (point == nullptr)
      return Error(Code::kInvalidArgument, "one of the five single points of the key is NULL");
  }
  KeyView view{.curve = *curve,
               .point_encoding = *encoding,
               .h_basis = static_cast<HBasis>(key.h_basis),
               .variable_count = key.variable_count,
               .public_count = key.public_count,
               .domain_log2 = key.domain_log2,
               .domain_root = key.domain_root,
               .coset_shift = key.h_basis == LKS_H_COSET ? key.coset_shift : nullptr,
               .alpha_g1 = static_cast<const std::byte*>(key.alpha_g1),
               .beta_g1 = static_cast<const std::byte*>(key.beta_g1),
               .beta_g2 = static_cast<const std::byte*>(key.beta_g2),
               .delta_g1 = static_cast<const std::byte*>(key.delta_g1),
               .delta_g2 = static_cast<const std::byte*>(key.delta_g2),
               .queries = {},
               .read = key.read,
               .read_context = key.read_context};
  const std::array<const lks_query*, 5> queries = {key.a, key.b1, key.b2, key.l, key.h};
  for (std::size_t i = 0; i < queries.size(); ++i) {
    const auto query = detail::view_query(queries[i], static_cast<Query>(i), view);
    if (!query) return query.error();
    view.queries[i] = *query;
  }
  return view;
}

}  // namespace lockstep::sdk
