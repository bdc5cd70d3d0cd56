// SPDX-License-Identifier: Apache-2.0
#include "lockstep/formats/bellman.hpp"

#include <bit>
#include <numeric>
#include <utility>

#include "bellman_internal.hpp"
#include "fault.hpp"
#include "little_endian.hpp"
#include "lockstep/circuit/density.hpp"
#include "lockstep/formats/file_writer.hpp"
#include "point_reader.hpp"

namespace lockstep::formats {
namespace {

using algebra::Bls12_381;
using groth16::PointEncoding;
using groth16::ProvingKey;
using groth16::Query;
using G1 = Bls12_381::G1;
using G2 = Bls12_381::G2;

constexpr std::uint64_t kG1 = kPointBytes<G1>;
constexpr std::uint64_t kG2 = kPointBytes<G2>;
constexpr std::uint64_t kCountBytes = 4;
constexpr std::uint64_t kHeadBytes = 3 * kG1 + 3 * kG2;

std::uint32_t load_big_endian(const std::byte* bytes) {
  return __builtin_bswap32(load<std::uint32_t>(bytes));
}

/// Steps over one list; `offset` is inside the file or at its end.
Result<BellmanList> read_list(const ByteSource& source, std::string_view name, std::uint64_t point_bytes,
                              std::uint64_t& offset) {
  const std::uint64_t left = source.size() - offset;
  const std::string place = fmt::format("{} at offset {}", name, offset);
  if (left < kCountBytes) {
    return fault(source, place, "a count of 4 bytes", fmt::format("the end of the file after {}", left));
  }
  const std::uint64_t count = load_big_endian(&source.bytes()[offset]);
  if (count > (left - kCountBytes) / point_bytes) {
    return fault(source, place, fmt::format("{} points of {} bytes", count, point_bytes),
                 fmt::format("the end of the file after {} bytes", left - kCountBytes));
  }
  const BellmanList list{.offset = offset + kCountBytes, .count = count};
  offset = list.offset + count * point_bytes;
  return list;
}

/// The head and IC, which parameters and `.vk` share.
Result<BellmanList> read_ic_list(const ByteSource& source, std::uint64_t& offset) {
  if (source.size() < kHeadBytes) {
    return fault(source, "offset 0",
                 fmt::format("the {} bytes of a verifying key's fixed points", kHeadBytes),
                 fmt::format("a file of {} bytes", source.size()));
  }
  offset = kHeadBytes;
  Result<BellmanList> ic = read_list(source, "ic", kG1, offset);
  if (ic && ic->count == 0) {
    return fault(source, fmt::format("ic at offset {}", kHeadBytes), "at least one point", "none");
  }
  return ic;
}

Result<BellmanLayout> find_lists(const ByteSource& source) {
  BellmanLayout layout;
  const Result<BellmanList> ic = read_ic_list(source, layout.end);
  if (!ic) return ic.error();
  layout.ic = *ic;
  struct Wanted {
    std::string_view name;
    std::uint64_t point_bytes;
    BellmanList* place;
  };
  const Wanted all[] = {{"query h", kG1, &layout.h},
                        {"query l", kG1, &layout.l},
                        {"query a", kG1, &layout.a},
                        {"query b_g1", kG1, &layout.b_g1},
                        {"query b_g2", kG2, &layout.b_g2}};
  for (const Wanted& wanted : all) {
    const Result<BellmanList> list = read_list(source, wanted.name, wanted.point_bytes, layout.end);
    if (!list) return list.error();
    *wanted.place = *list;
  }
  return layout;
}

template <class G>
Result<void> read_head_point(const ByteSource& source, std::string_view name, std::uint64_t& offset,
                             algebra::AffinePoint<G>& point) {
  const PointFault wrong =
      read_point<G>(PointEncoding::kBellman, &source.bytes()[offset], Infinity::kRefused, point);
  if (wrong) return fault(source, fmt::format("{} at offset {}", name, offset), wrong.expected, wrong.found);
  offset += kPointBytes<G>;
  return {};
}

/// The fixed points and IC; both lie inside the file.
Result<BellmanVerifyingKey> read_key_points(const ByteSource& source, const BellmanList& ic) {
  BellmanVerifyingKey key;
  std::uint64_t offset = 0;
  if (auto r = read_head_point(source, "alpha_g1", offset, key.alpha_g1); !r) return r.error();
  if (auto r = read_head_point(source, "beta_g1", offset, key.beta_g1); !r) return r.error();
  if (auto r = read_head_point(source, "beta_g2", offset, key.beta_g2); !r) return r.error();
  if (auto r = read_head_point(source, "gamma_g2", offset, key.gamma_g2); !r) return r.error();
  if (auto r = read_head_point(source, "delta_g1", offset, key.delta_g1); !r) return r.error();
  if (auto r = read_head_point(source, "delta_g2", offset, key.delta_g2); !r) return r.error();
  key.ic.resize(ic.count);
  const auto wrong = read_points<G1>(PointEncoding::kBellman, &source.bytes()[ic.offset], Infinity::kRefused,
                                     std::span(key.ic));
  if (wrong)
    return fault(source, fmt::format("ic point {}", wrong->index), wrong->fault.expected, wrong->fault.found);
  return key;
}

/// Whether a list has the number of points that the circuit's would have.
Result<void> expect_count(const ByteSource& source, std::string_view name, const BellmanList& list,
                          std::uint64_t expected) {
  if (list.count == expected) return {};
  return fault(source, name, fmt::format("{} points for this circuit", expected),
               fmt::format("{}: the parameters and the circuit don't belong together", list.count),
               ErrorCode::kMismatch);
}

std::uint64_t size_of_set(const std::vector<std::uint64_t>& set) {
  return std::accumulate(set.begin(), set.end(), std::uint64_t{0}, [](std::uint64_t sum, std::uint64_t word) {
    return sum + static_cast<std::uint64_t>(std::popcount(word));
  });
}

/// All but the verifying key and the densities.
ProvingKey make_key(const ByteSource& source, const BellmanLayout& layout, std::uint64_t domain_size) {
  ProvingKey key;
  key.curve = CurveId::kBls12_381;
  key.encoding = PointEncoding::kBellman;
  key.h_basis = groth16::HBasis::kMonomial;
  key.variable_count = layout.ic.count + layout.l.count;
  key.public_count = layout.ic.count - 1;
  key.domain_log2 = static_cast<std::uint32_t>(std::countr_zero(domain_size));
  key.domain_root = Bls12_381::root_of_unity_bellman(key.domain_log2).to_standard();
  key.alpha_g1 = source.bytes().data();
  key.beta_g1 = key.alpha_g1 + kG1;
  key.beta_g2 = key.beta_g1 + kG1;
  key.delta_g1 = key.beta_g2 + 2 * kG2;  // gamma_g2 stands between
  key.delta_g2 = key.delta_g1 + kG1;
  const auto query = [&](const BellmanList& list) {
    Query result;
    result.points = source.bytes().data() + list.offset;
    result.count = list.count;
    return result;
  };
  key.a = query(layout.a);
  key.b1 = query(layout.b_g1);
  key.b2 = query(layout.b_g2);
  key.l = query(layout.l);
  key.l.first_variable = layout.ic.count;
  key.h = query(layout.h);
  key.storage = source.storage();
  key.origin = source.name();
  return key;
}

Result<ProvingKey> read_parameters(const ByteSource& source, const circuit::CompiledCircuit& circuit) {
  if (circuit.curve != CurveId::kBls12_381) {
    return fault(source, "bellman parameters", "a circuit over bls12_381",
                 fmt::format("one over {}", curve_name(circuit.curve)), ErrorCode::kMismatch);
  }
  const Result<BellmanLayout> layout = find_lists(source);
  if (!layout) return layout.error();
  const std::uint64_t rows = circuit.row_count();
  if (rows > std::uint64_t{1} << (Bls12_381::kTwoAdicity - 1)) {
    return fault(source, "query h", fmt::format("a circuit of at most 2^{} rows", Bls12_381::kTwoAdicity - 1),
                 fmt::format("{}", rows), ErrorCode::kMismatch);
  }
  const std::uint64_t domain_size = std::bit_ceil(rows);
  std::vector<std::uint64_t> in_a = circuit::occurring_variables(circuit, circuit.a);
  std::vector<std::uint64_t> in_b = circuit::occurring_variables(circuit, circuit.b);
  const std::uint64_t inputs = circuit.public_count + 1;
  if (auto r = expect_count(source, "ic", layout->ic, inputs); !r) return r.error();
  if (auto r = expect_count(source, "query h", layout->h, domain_size - 1); !r) return r.error();
  if (auto r = expect_count(source, "query l", layout->l, circuit.variable_count - inputs); !r)
    return r.error();
  if (auto r = expect_count(source, "query a", layout->a, size_of_set(in_a)); !r) return r.error();
  if (auto r = expect_count(source, "query b_g1", layout->b_g1, size_of_set(in_b)); !r) return r.error();
  if (auto r = expect_count(source, "query b_g2", layout->b_g2, size_of_set(in_b)); !r) return r.error();
  Result<BellmanVerifyingKey> verifying_key = read_key_points(source, layout->ic);
  if (!verifying_key) return std::move(verifying_key).error();

  ProvingKey key = make_key(source, *layout, domain_size);
  key.verifying_key = *std::move(verifying_key);
  for (Query* query : {&key.a, &key.b1, &key.b2}) query->density_bits = circuit.variable_count;
  key.a.density = std::move(in_a);
  key.b1.density = in_b;
  key.b2.density = std::move(in_b);
  return key;
}

/// What the lists of a key say of each other when no circuit is at hand.
Result<ProvingKey> read_alone(const ByteSource& source) {
  const Result<BellmanLayout> layout = find_lists(source);
  if (!layout) return layout.error();
  const std::uint64_t domain_size = layout->h.count + 1;
  if (!std::has_single_bit(domain_size)) {
    return fault(source, "query h", "a power of two less 1 as the number of points",
                 fmt::format("{}", layout->h.count));
  }
  const std::uint64_t variables = layout->ic.count + layout->l.count;
  if (layout->a.count < layout->ic.count || layout->a.count > variables) {
    return fault(source, "query a", fmt::format("{} to {} points", layout->ic.count, variables),
                 fmt::format("{}", layout->a.count));
  }
  if (layout->b_g1.count > variables) {
    return fault(source, "query b_g1", fmt::format("at most {} points", variables),
                 fmt::format("{}", layout->b_g1.count));
  }
  if (layout->b_g2.count != layout->b_g1.count) {
    return fault(source, "query b_g2", fmt::format("{} points as in b_g1", layout->b_g1.count),
                 fmt::format("{}", layout->b_g2.count));
  }
  Result<BellmanVerifyingKey> verifying_key = read_key_points(source, layout->ic);
  if (!verifying_key) return std::move(verifying_key).error();
  ProvingKey key = make_key(source, *layout, domain_size);
  key.verifying_key = *std::move(verifying_key);
  return key;
}

template <class G>
Result<void> read_proof_point(const ByteSource& source, const std::string& place, std::uint64_t& offset,
                              algebra::AffinePoint<G>& point) {
  constexpr std::size_t kBytes = algebra::kCompressedPointBytes<G>;
  const std::span<const std::uint8_t, kBytes> octets(as_octets(&source.bytes()[offset]), kBytes);
  PointFault wrong = point_fault(algebra::decode_compressed<G>(octets, point));
  if (!wrong) wrong = membership_fault(point, Infinity::kRefused);
  if (wrong) return fault(source, place, wrong.expected, wrong.found, ErrorCode::kInvalidProof);
  offset += kBytes;
  return {};
}

Result<std::vector<BellmanProof>> read_proofs(const ByteSource& source) {
  if (source.size() == 0 || source.size() % kBellmanProofBytes != 0) {
    return fault(source, "offset 0", fmt::format("proofs of {} bytes each", kBellmanProofBytes),
                 fmt::format("a file of {} bytes", source.size()));
  }
  std::vector<BellmanProof> proofs(source.size() / kBellmanProofBytes);
  std::uint64_t offset = 0;
  for (std::size_t i = 0; i < proofs.size(); ++i) {
    if (auto r = read_proof_point(source, fmt::format("proof {} A", i), offset, proofs[i].a); !r)
      return r.error();
    if (auto r = read_proof_point(source, fmt::format("proof {} B", i), offset, proofs[i].b); !r)
      return r.error();
    if (auto r = read_proof_point(source, fmt::format("proof {} C", i), offset, proofs[i].c); !r)
      return r.error();
  }
  return proofs;
}

template <class G>
Result<void> write_point(FileWriter& file, const algebra::AffinePoint<G>& point) {
  std::array<std::uint8_t, kPointBytes<G>> encoded{};
  algebra::encode_uncompressed<G>(point, encoded);
  return file.write(std::as_bytes(std::span(encoded)));
}

Result<void> write_key(FileWriter& file, const BellmanVerifyingKey& key) {
  if (auto r = write_point<G1>(file, key.alpha_g1); !r) return r;
  if (auto r = write_point<G1>(file, key.beta_g1); !r) return r;
  if (auto r = write_point<G2>(file, key.beta_g2); !r) return r;
  if (auto r = write_point<G2>(file, key.gamma_g2); !r) return r;
  if (auto r = write_point<G1>(file, key.delta_g1); !r) return r;
  if (auto r = write_point<G2>(file, key.delta_g2); !r) return r;
  const std::uint32_t count = __builtin_bswap32(static_cast<std::uint32_t>(key.ic.size()));
  if (auto r = file.write(std::as_bytes(std::span(&count, 1))); !r) return r;
  for (const auto& point : key.ic) {
    if (auto r = write_point<G1>(file, point); !r) return r;
  }
  return file.commit();
}

}  // namespace

Result<BellmanLayout> read_bellman_layout(const ByteSource& source) {
  return guarded(source.name(), [&] { return find_lists(source); });
}

Result<ProvingKey> read_bellman_parameters(const ByteSource& source,
                                           const circuit::CompiledCircuit& circuit) {
  return guarded(source.name(), [&] { return read_parameters(source, circuit); });
}

Result<BellmanList> read_bellman_ic_list(const ByteSource& source) {
  std::uint64_t end = 0;
  return guarded(source.name(), [&] { return read_ic_list(source, end); });
}

Result<ProvingKey> read_bellman_key_alone(const ByteSource& source) {
  return guarded(source.name(), [&] { return read_alone(source); });
}

Result<BellmanVerifyingKey> read_bellman_parameters_vk(const ByteSource& source) {
  return guarded(source.name(), [&]() -> Result<BellmanVerifyingKey> {
    const Result<BellmanLayout> layout = find_lists(source);
    if (!layout) return layout.error();
    return read_key_points(source, layout->ic);
  });
}

Result<BellmanVerifyingKey> read_bellman_vk(const ByteSource& source) {
  return guarded(source.name(), [&]() -> Result<BellmanVerifyingKey> {
    std::uint64_t end = 0;
    const Result<BellmanList> ic = read_ic_list(source, end);
    if (!ic) return ic.error();
    if (end != source.size()) {
      return fault(source, fmt::format("offset {}", end),
                   fmt::format("the end of the file after {} points of ic", ic->count),
                   fmt::format("{} bytes more", source.size() - end));
    }
    return read_key_points(source, *ic);
  });
}

Result<std::vector<BellmanProof>> read_bellman_proofs(const ByteSource& source) {
  return guarded(source.name(), [&] { return read_proofs(source); });
}

std::array<std::byte, kBellmanProofBytes> encode_bellman_proof(const BellmanProof& proof) {
  constexpr std::size_t kHalfG1 = algebra::kCompressedPointBytes<G1>;
  constexpr std::size_t kHalfG2 = algebra::kCompressedPointBytes<G2>;
  std::array<std::uint8_t, kBellmanProofBytes> octets{};
  const std::span<std::uint8_t, kBellmanProofBytes> all(octets);
  algebra::encode_compressed<G1>(proof.a, all.first<kHalfG1>());
  algebra::encode_compressed<G2>(proof.b, all.subspan<kHalfG1, kHalfG2>());
  algebra::encode_compressed<G1>(proof.c, all.last<kHalfG1>());
  return std::bit_cast<std::array<std::byte, kBellmanProofBytes>>(octets);
}

Result<void> write_bellman_vk(const std::filesystem::path& path, const BellmanVerifyingKey& key) {
  return guarded(path.string(), [&]() -> Result<void> {
    Result<FileWriter> file = FileWriter::create(path);
    if (!file) return std::move(file).error();
    return write_key(*file, key);
  });
}

Result<void> write_bellman_proofs(const std::filesystem::path& path, std::span<const BellmanProof> proofs) {
  return guarded(path.string(), [&]() -> Result<void> {
    Result<FileWriter> file = FileWriter::create(path);
    if (!file) return std::move(file).error();
    for (const BellmanProof& proof : proofs) {
      if (auto r = file->write(encode_bellman_proof(proof)); !r) return r;
    }
    return file->commit();
  });
}

}  // namespace lockstep::formats
