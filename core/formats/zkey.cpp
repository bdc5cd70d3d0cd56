// SPDX-License-Identifier: Apache-2.0
#include "lockstep/formats/zkey.hpp"

#include <bit>
#include <utility>

#include "fault.hpp"
#include "little_endian.hpp"
#include "lockstep/algebra/curves.hpp"
#include "lockstep/formats/iden3_container.hpp"
#include "point_reader.hpp"
#include "scalar_modulus.hpp"
#include "zkey_coefficients.hpp"

namespace lockstep::formats {
namespace {

using groth16::AnyVerifyingKey;
using groth16::PointEncoding;
using groth16::ProvingKey;
using groth16::Query;
using groth16::VerifyingKey;

constexpr std::uint32_t kGroth16Protocol = 1;
constexpr std::string_view kHeaderPlace = "section 2 (header)";
constexpr std::string_view kIcPlace = "section 3 (IC)";

Result<Section> require(const ByteSource& source, const SectionTable& table, ZkeySection id,
                        std::string_view name) {
  const auto number = static_cast<std::uint32_t>(id);
  if (const Section* section = table.find(number)) return *section;
  return fault(source, fmt::format("section {} ({})", number, name), "a section", "none");
}

/// A number of the header: its width (u32), then as many bytes.
struct Prime {
  std::span<const std::byte> bytes;
};

Result<Prime> read_prime(const ByteSource& source, std::span<const std::byte>& rest, std::string_view name) {
  if (rest.size() < 4)
    return fault(source, kHeaderPlace, fmt::format("the width of {}", name), "the section's end");
  const auto width = load<std::uint32_t>(rest.data());
  rest = rest.subspan(4);
  if (width > rest.size()) {
    return fault(source, kHeaderPlace, fmt::format("{} bytes of {}", width, name),
                 fmt::format("the section's end after {}", rest.size()));
  }
  const Prime prime{rest.first(width)};
  rest = rest.subspan(width);
  return prime;
}

template <class Field>
bool is_modulus_of(const Prime& prime) {
  return prime.bytes.size() == Field::kBytes &&
         load<typename Field::Limbs>(prime.bytes.data()) == Field::modulus();
}

/// The curve whose q and r these are.
Result<CurveId> curve_of(const ByteSource& source, const Prime& q, const Prime& r) {
  for (const CurveId id : kCurveIds) {
    const auto [has_q, has_r] = algebra::with_curve(id, [&](auto curve) {
      using Curve = decltype(curve);
      return std::pair(is_modulus_of<typename Curve::Fp>(q), is_modulus_of<typename Curve::Fr>(r));
    });
    if (has_q && has_r) return id;
    if (has_q) {
      return fault(source, kHeaderPlace, fmt::format("the r of {} beside its q", curve_name(id)),
                   hexadecimal(r.bytes.first(std::min<std::size_t>(r.bytes.size(), kScalarBytes))));
    }
  }
  return fault(source, kHeaderPlace, "the q of bn254 or bls12_381",
               hexadecimal(q.bytes.first(std::min<std::size_t>(q.bytes.size(), 2 * kScalarBytes))));
}

/// A zkey whose sections are all there and have the sizes that its header says.
struct Layout {
  ZkeyCounts counts;
  const std::byte* header_points = nullptr;  ///< alpha1, beta1, beta2, gamma2, delta1, delta2
  Section ic, coefficients, a, b1, b2, l, h;
};

Result<void> check_domain(const ByteSource& source, const ZkeyCounts& counts) {
  const std::uint64_t largest = algebra::with_curve(
      counts.curve, [](auto curve) { return std::uint64_t{1} << (decltype(curve)::kTwoAdicity - 1); });
  if (!std::has_single_bit(counts.domain_size) || counts.domain_size > largest) {
    return fault(source, kHeaderPlace, fmt::format("a power of two up to {} as the domain size", largest),
                 fmt::format("{}", counts.domain_size));
  }
  if (counts.domain_size < counts.public_count + 1) {
    return fault(source, kHeaderPlace,
                 fmt::format("a domain of at least {} rows for the public inputs", counts.public_count + 1),
                 fmt::format("{}", counts.domain_size));
  }
  return {};
}

Result<Section> require_size(const ByteSource& source, const SectionTable& table, ZkeySection id,
                             std::string_view name, std::uint64_t count, std::uint64_t point_bytes) {
  Result<Section> section = require(source, table, id, name);
  if (section && section->size != count * point_bytes) {
    return fault(source, fmt::format("section {} ({})", static_cast<std::uint32_t>(id), name),
                 fmt::format("{} bytes for {} points", count * point_bytes, count),
                 fmt::format("{}", section->size));
  }
  return section;
}

template <class Curve>
Result<void> find_sections(const ByteSource& source, const SectionTable& table, Layout& layout) {
  constexpr std::uint64_t kG1 = kPointBytes<typename Curve::G1>;
  constexpr std::uint64_t kG2 = kPointBytes<typename Curve::G2>;
  const ZkeyCounts& counts = layout.counts;
  struct Wanted {
    ZkeySection id;
    std::string_view name;
    std::uint64_t count;
    std::uint64_t point_bytes;
    Section* place;
  };
  const Wanted all[] = {
      {ZkeySection::kIc, "IC", counts.public_count + 1, kG1, &layout.ic},
      {ZkeySection::kA, "A", counts.variable_count, kG1, &layout.a},
      {ZkeySection::kB1, "B1", counts.variable_count, kG1, &layout.b1},
      {ZkeySection::kB2, "B2", counts.variable_count, kG2, &layout.b2},
      {ZkeySection::kL, "C", counts.variable_count - counts.public_count - 1, kG1, &layout.l},
      {ZkeySection::kH, "H", counts.domain_size, kG1, &layout.h},
  };
  for (const Wanted& wanted : all) {
    const Result<Section> section =
        require_size(source, table, wanted.id, wanted.name, wanted.count, wanted.point_bytes);
    if (!section) return section.error();
    *wanted.place = *section;
  }
  const Result<Section> coefficients = require(source, table, ZkeySection::kCoefficients, "coefficients");
  if (!coefficients) return coefficients.error();
  layout.coefficients = *coefficients;
  return {};
}

Result<Layout> read_layout(const ByteSource& source) {
  const Result<SectionTable> table = read_section_table(source, "zkey", 1);
  if (!table) return table.error();
  const Result<Section> protocol = require(source, *table, ZkeySection::kProtocol, "protocol");
  if (!protocol) return protocol.error();
  const std::span<const std::byte> bytes = source.bytes();
  if (protocol->size != 4 || load<std::uint32_t>(&bytes[protocol->offset]) != kGroth16Protocol) {
    return fault(source, "section 1 (protocol)", "protocol 1 (Groth16)",
                 protocol->size == 4
                     ? fmt::format("protocol {}", load<std::uint32_t>(&bytes[protocol->offset]))
                     : fmt::format("{} bytes", protocol->size));
  }
  const Result<Section> header = require(source, *table, ZkeySection::kHeader, "header");
  if (!header) return header.error();
  std::span<const std::byte> rest = bytes.subspan(header->offset, header->size);
  const Result<Prime> q = read_prime(source, rest, "q");
  if (!q) return q.error();
  const Result<Prime> r = read_prime(source, rest, "r");
  if (!r) return r.error();
  const Result<CurveId> curve = curve_of(source, *q, *r);
  if (!curve) return curve.error();

  const std::uint64_t points = algebra::with_curve(*curve, [](auto c) -> std::uint64_t {
    return 3 * kPointBytes<typename decltype(c)::G1> + 3 * kPointBytes<typename decltype(c)::G2>;
  });
  if (rest.size() != 3 * 4 + points) {
    return fault(source, kHeaderPlace, fmt::format("{} bytes", header->size - rest.size() + 12 + points),
                 fmt::format("{}", header->size));
  }
  Layout layout;
  layout.counts = {.curve = *curve,
                   .variable_count = load<std::uint32_t>(&rest[0]),
                   .public_count = load<std::uint32_t>(&rest[4]),
                   .domain_size = load<std::uint32_t>(&rest[8])};
  layout.header_points = rest.data() + 12;
  if (layout.counts.public_count >= layout.counts.variable_count) {
    return fault(source, kHeaderPlace,
                 fmt::format("more variables than the {} public ones", layout.counts.public_count),
                 fmt::format("{}", layout.counts.variable_count));
  }
  if (Result<void> sound = check_domain(source, layout.counts); !sound) return sound.error();
  const Result<void> found =
      algebra::with_curve(*curve, [&](auto c) { return find_sections<decltype(c)>(source, *table, layout); });
  if (!found) return found.error();
  return layout;
}

template <class G>
Result<void> read_header_point(const ByteSource& source, std::string_view name, const std::byte*& at,
                               algebra::AffinePoint<G>& point) {
  const PointFault wrong = read_point<G>(PointEncoding::kMontgomery, at, Infinity::kRefused, point);
  if (wrong) return fault(source, fmt::format("{} {}", kHeaderPlace, name), wrong.expected, wrong.found);
  at += kPointBytes<G>;
  return {};
}

template <class Curve>
Result<VerifyingKey<Curve>> read_verifying_key(const ByteSource& source, const Layout& layout) {
  VerifyingKey<Curve> key;
  const std::byte* at = layout.header_points;
  if (auto r = read_header_point(source, "alpha1", at, key.alpha_g1); !r) return r.error();
  if (auto r = read_header_point(source, "beta1", at, key.beta_g1); !r) return r.error();
  if (auto r = read_header_point(source, "beta2", at, key.beta_g2); !r) return r.error();
  if (auto r = read_header_point(source, "gamma2", at, key.gamma_g2); !r) return r.error();
  if (auto r = read_header_point(source, "delta1", at, key.delta_g1); !r) return r.error();
  if (auto r = read_header_point(source, "delta2", at, key.delta_g2); !r) return r.error();
  key.ic.resize(layout.counts.public_count + 1);
  const auto wrong =
      read_points<typename Curve::G1>(PointEncoding::kMontgomery, source.bytes().data() + layout.ic.offset,
                                      Infinity::kRefused, std::span(key.ic));
  if (wrong) {
    return fault(source, fmt::format("{} point {}", kIcPlace, wrong->index), wrong->fault.expected,
                 wrong->fault.found);
  }
  return key;
}

Result<AnyVerifyingKey> read_any_verifying_key(const ByteSource& source, const Layout& layout) {
  return algebra::with_curve(layout.counts.curve, [&](auto curve) -> Result<AnyVerifyingKey> {
    auto key = read_verifying_key<decltype(curve)>(source, layout);
    if (!key) return std::move(key).error();
    return AnyVerifyingKey(*std::move(key));
  });
}

template <class Curve>
void fill_key(const ByteSource& source, const Layout& layout, ProvingKey& key) {
  constexpr std::uint64_t kG1 = kPointBytes<typename Curve::G1>;
  constexpr std::uint64_t kG2 = kPointBytes<typename Curve::G2>;
  const ZkeyCounts& counts = layout.counts;
  const auto query = [&](const Section& section, std::uint64_t point_bytes, std::uint64_t first_variable) {
    Query result;
    result.points = source.bytes().data() + section.offset;
    result.count = section.size / point_bytes;
    result.first_variable = first_variable;
    return result;
  };
  key.domain_log2 = static_cast<std::uint32_t>(std::countr_zero(counts.domain_size));
  const auto root = Curve::root_of_unity_snarkjs(key.domain_log2 + 1);
  key.coset_shift = root.to_standard();
  key.domain_root = root.square().to_standard();
  key.alpha_g1 = layout.header_points;
  key.beta_g1 = key.alpha_g1 + kG1;
  key.beta_g2 = key.beta_g1 + kG1;
  key.delta_g1 = key.beta_g2 + 2 * kG2;  // gamma2 stands between
  key.delta_g2 = key.delta_g1 + kG1;
  key.a = query(layout.a, kG1, 0);
  key.b1 = query(layout.b1, kG1, 0);
  key.b2 = query(layout.b2, kG2, 0);
  key.l = query(layout.l, kG1, counts.public_count + 1);
  key.h = query(layout.h, kG1, 0);
}

Result<Zkey> read(const ByteSource& source) {
  const Result<Layout> layout = read_layout(source);
  if (!layout) return layout.error();
  Result<circuit::CompiledCircuit> circuit =
      read_zkey_coefficients(source, layout->coefficients, layout->counts);
  if (!circuit) return std::move(circuit).error();
  Result<AnyVerifyingKey> verifying_key = read_any_verifying_key(source, *layout);
  if (!verifying_key) return std::move(verifying_key).error();

  ProvingKey key;
  key.curve = layout->counts.curve;
  key.encoding = PointEncoding::kMontgomery;
  key.h_basis = groth16::HBasis::kCoset;
  key.variable_count = layout->counts.variable_count;
  key.public_count = layout->counts.public_count;
  algebra::with_curve(key.curve, [&](auto curve) { fill_key<decltype(curve)>(source, *layout, key); });
  key.verifying_key = *std::move(verifying_key);
  key.storage = source.storage();
  key.origin = source.name();
  return Zkey{.key = std::move(key), .circuit = *std::move(circuit)};
}

}  // namespace

Result<Zkey> read_zkey(const ByteSource& source) {
  return guarded(source.name(), [&] { return read(source); });
}

Result<AnyVerifyingKey> read_zkey_verifying_key(const ByteSource& source) {
  return guarded(source.name(), [&]() -> Result<AnyVerifyingKey> {
    const Result<Layout> layout = read_layout(source);
    if (!layout) return layout.error();
    return read_any_verifying_key(source, *layout);
  });
}

}  // namespace lockstep::formats
