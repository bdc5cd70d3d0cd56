// SPDX-License-Identifier: Apache-2.0
#include "key.hpp"

#include <optional>

#include "points.hpp"

namespace lockstep::cpu_reference {
namespace {

template <class Fr>
std::optional<Fr> read_scalar(const std::uint8_t* bytes) {
  return Fr::from_bytes_le(std::span<const std::uint8_t, Fr::kBytes>(bytes, Fr::kBytes));
}

/// Whether points can be used where the host has them.
bool lent_as_is(const sdk::KeyView& view, const sdk::QueryView& query) {
  return view.point_encoding == sdk::PointEncoding::kMontgomery && query.points != nullptr;
}

template <class G>
sdk::Result<void> read_single(const sdk::KeyView& view, const char* name, const std::byte* from,
                              algebra::AffinePoint<G>& to) {
  const algebra::DecodeStatus status = decode_point<G>(view.point_encoding, from, to);
  if (status == algebra::DecodeStatus::kOk) return {};
  return sdk::Error(sdk::Code::kBadKey, "point ", name, " of the key ", algebra::decode_status_text(status));
}

/// The domain must be one: its root has exactly the order that it is said to have.
template <class Curve>
sdk::Result<QuotientDomain<Curve>> read_domain(const sdk::KeyView& view) {
  using Fr = typename Curve::Fr;
  QuotientDomain<Curve> domain;
  domain.log_size = view.domain_log2;
  domain.coset_basis = view.h_basis == sdk::HBasis::kCoset;
  if (view.domain_log2 > Curve::kTwoAdicity) {
    return sdk::Error(sdk::Code::kBadKey, "domain of the key is 2^", view.domain_log2,
                      ", expected at most 2^", std::uint64_t{Curve::kTwoAdicity});
  }
  const std::optional<Fr> root = read_scalar<Fr>(view.domain_root);
  if (!root) return sdk::Error(sdk::Code::kBadKey, "domain_root of the key is not below the modulus");
  domain.root = *root;
  if (!is_primitive_root(*root, view.domain_log2)) {
    return sdk::Error(sdk::Code::kBadKey, "domain_root of the key is no primitive root of order 2^",
                      view.domain_log2);
  }
  if (!domain.coset_basis) return domain;
  const std::optional<Fr> shift = read_scalar<Fr>(view.coset_shift);
  if (!shift || shift->is_zero()) {
    return sdk::Error(sdk::Code::kBadKey, "coset_shift of the key is zero or not below the modulus");
  }
  domain.coset_shift = *shift;
  return domain;
}

}  // namespace

template <class Curve>
std::uint64_t CpuKey<Curve>::resident_bytes(const sdk::KeyView& view) {
  std::uint64_t bytes = 0;
  for (const sdk::Query which :
       {sdk::Query::kA, sdk::Query::kB1, sdk::Query::kB2, sdk::Query::kL, sdk::Query::kH}) {
    const sdk::QueryView& query = view.query(which);
    if (!lent_as_is(view, query)) bytes += query.count * view.query_point_bytes(which);
    if (!query.density.empty()) bytes += query.count * sizeof(std::uint32_t);
  }
  return bytes;
}

template <class Curve>
template <class G>
sdk::Result<LoadedQuery<G>> CpuKey<Curve>::load_query(const sdk::KeyView& view, sdk::Query which,
                                                      Executor& executor) {
  const sdk::QueryView& query = view.query(which);
  LoadedQuery<G> loaded;
  loaded.first_variable = which == sdk::Query::kH ? 0 : query.first_variable;
  loaded.points.count = query.count;
  if (lent_as_is(view, query)) {
    loaded.points.data = query.points;
    loaded.points.stride_bytes = query.stride_bytes;
  } else if (query.count > 0) {
    constexpr std::size_t kBytes = sizeof(algebra::AffinePoint<G>);
    const Block& block = blocks_.emplace_back(executor.scratch(query.count * kBytes, false));
    loaded.points.data = block.data();
    if (sdk::Result<void> read = view.read_points(which, 0, query.count, block.data()); !read)
      return read.error();
    const std::uint64_t bad =
        decode_points_in_place<G>(view.point_encoding, block.data(), query.count, executor);
    if (bad < query.count) {
      return sdk::Error(sdk::Code::kBadKey, "point ", bad, " of query ", sdk::query_name(which),
                        " of the key is not canonical or not on the curve");
    }
  }
  if (!query.density.empty() && query.count > 0) {
    const Block& block = blocks_.emplace_back(executor.scratch(query.count * sizeof(std::uint32_t), false));
    const std::span<std::uint32_t> variables = block.as<std::uint32_t>(query.count);
    std::uint64_t next = 0;
    for (std::uint64_t bit = 0; bit < query.density_bits; ++bit) {
      if ((query.density[bit / 64] >> (bit % 64) & 1u) == 0) continue;
      variables[next++] = static_cast<std::uint32_t>(query.first_variable + bit);
    }
    loaded.variables = variables.data();
  }
  return loaded;
}

template <class Curve>
sdk::Result<std::unique_ptr<sdk::Key>> CpuKey<Curve>::load(std::uint32_t device, const sdk::KeyView& view,
                                                           Executor& executor,
                                                           const sdk::Progress& progress) {
  std::unique_ptr<CpuKey> key(new CpuKey(device, view));
  const auto domain = read_domain<Curve>(view);
  if (!domain) return domain.error();
  key->domain = *domain;
  for (const sdk::Result<void>& read : {read_single<G1>(view, "alpha_g1", view.alpha_g1, key->alpha_g1),
                                        read_single<G1>(view, "beta_g1", view.beta_g1, key->beta_g1),
                                        read_single<G1>(view, "delta_g1", view.delta_g1, key->delta_g1),
                                        read_single<G2>(view, "beta_g2", view.beta_g2, key->beta_g2),
                                        read_single<G2>(view, "delta_g2", view.delta_g2, key->delta_g2)}) {
    if (!read) return read.error();
  }
  constexpr std::uint64_t kQueries = 5;
  std::uint64_t done = 0;
  const auto load = [&]<class G>(sdk::Query which, LoadedQuery<G>& to) -> sdk::Result<void> {
    auto loaded = key->template load_query<G>(view, which, executor);
    if (!loaded) return loaded.error();
    to = *loaded;
    progress.tell(++done, kQueries);
    return {};
  };
  if (auto loaded = load(sdk::Query::kA, key->a); !loaded) return loaded.error();
  if (auto loaded = load(sdk::Query::kB1, key->b1); !loaded) return loaded.error();
  if (auto loaded = load(sdk::Query::kB2, key->b2); !loaded) return loaded.error();
  if (auto loaded = load(sdk::Query::kL, key->l); !loaded) return loaded.error();
  if (auto loaded = load(sdk::Query::kH, key->h); !loaded) return loaded.error();
  return std::unique_ptr<sdk::Key>(std::move(key));
}

template class CpuKey<algebra::Bn254>;
template class CpuKey<algebra::Bls12_381>;

}  // namespace lockstep::cpu_reference
