// SPDX-License-Identifier: Apache-2.0
#include "lockstep/formats/r1cs.hpp"

#include <algorithm>
#include <array>

#include "coefficient_chunks.hpp"
#include "fault.hpp"
#include "little_endian.hpp"
#include "lockstep/formats/iden3_container.hpp"
#include "parallel.hpp"
#include "scalar_modulus.hpp"

namespace lockstep::formats {
namespace {

using circuit::CompiledCircuit;
using circuit::ScalarLimbs;
using circuit::SparseMatrix;

constexpr std::uint32_t kHeader = 1;
constexpr std::uint32_t kConstraints = 2;
constexpr std::uint32_t kLabels = 3;
constexpr std::uint32_t kCustomGates = 4;
constexpr std::uint32_t kCustomGateUses = 5;

constexpr std::uint64_t kHeaderBytes = 4 + kScalarBytes + 4 * 4 + 8 + 4;
constexpr std::uint64_t kTermBytes = 4 + kScalarBytes;
constexpr std::uint64_t kLeastConstraintBytes = 3 * 4;
constexpr std::uint64_t kLabelBytes = 8;
constexpr std::array<char, 3> kMatrixNames = {'A', 'B', 'C'};
/// Constraints that one task reads: some hundred kilobytes.
constexpr std::uint64_t kChunkConstraints = 4096;

Result<Section> require(const ByteSource& source, const SectionTable& table, std::uint32_t id,
                        std::string_view name) {
  if (const Section* section = table.find(id)) return *section;
  return fault(source, fmt::format("section {} ({})", id, name), "a section", "none");
}

Result<R1csHeader> parse_header(const ByteSource& source, const SectionTable& table) {
  const Result<Section> section = require(source, table, kHeader, "header");
  if (!section) return section.error();
  constexpr std::string_view kPlace = "section 1 (header)";
  const std::byte* at = source.bytes().data() + section->offset;
  if (section->size >= 4 && load<std::uint32_t>(at) != kScalarBytes) {
    return fault(source, kPlace, fmt::format("field elements of {} bytes", kScalarBytes),
                 fmt::format("{}", load<std::uint32_t>(at)));
  }
  if (section->size != kHeaderBytes) {
    return fault(source, kPlace, fmt::format("{} bytes", kHeaderBytes), fmt::format("{}", section->size));
  }
  const Result<CurveId> curve = curve_of_scalar_modulus(source, kPlace, {at + 4, kScalarBytes});
  if (!curve) return curve.error();
  at += 4 + kScalarBytes;
  const R1csHeader header{.curve = *curve,
                          .wire_count = load<std::uint32_t>(at),
                          .public_output_count = load<std::uint32_t>(at + 4),
                          .public_input_count = load<std::uint32_t>(at + 8),
                          .private_input_count = load<std::uint32_t>(at + 12),
                          .label_count = load<std::uint64_t>(at + 16),
                          .constraint_count = load<std::uint32_t>(at + 24)};
  if (header.public_count() >= header.wire_count) {
    return fault(source, kPlace, fmt::format("more wires than its {} public ones", header.public_count()),
                 fmt::format("{}", header.wire_count));
  }
  // Rows are made for public wires, so their number must be worth the file's size.
  const Section* labels = table.find(kLabels);
  if (labels != nullptr && labels->size != kLabelBytes * header.wire_count) {
    return fault(source, "section 3 (labels)",
                 fmt::format("{} bytes for {} wires", kLabelBytes * header.wire_count, header.wire_count),
                 fmt::format("{}", labels->size));
  }
  if (header.wire_count > source.size()) {
    return fault(source, kPlace, fmt::format("at most {} wires in a file of so many bytes", source.size()),
                 fmt::format("{}", header.wire_count));
  }
  return header;
}

Result<void> refuse_custom_gates(const ByteSource& source, const SectionTable& table) {
  for (const std::uint32_t id : {kCustomGates, kCustomGateUses}) {
    const Section* section = table.find(id);
    if (section == nullptr || section->size == 0) continue;
    const std::string place = fmt::format("section {} (custom gates)", id);
    if (section->size < 4)
      return fault(source, place, "a count of 4 bytes", fmt::format("{} bytes", section->size));
    const auto count = load<std::uint32_t>(source.bytes().data() + section->offset);
    if (count != 0) {
      return fault(source, place, "no custom gates (Groth16 has none)",
                   fmt::format("{} custom gates", count));
    }
  }
  return {};
}

/// What a chunk of constraints found wrong first.
struct TermFault {
  std::uint64_t constraint = 0;
  std::size_t matrix = 0;
  std::uint32_t wire = 0;
  bool wire_out_of_range = false;
};

class Reader {
 public:
  Reader(const ByteSource& source, const R1csHeader& header, const Section& section)
      : source_(source),
        header_(header),
        section_(section),
        bytes_(source.bytes().subspan(section.offset, section.size)) {}

  Result<CompiledCircuit> read() {
    if (Result<void> walked = walk(); !walked) return walked.error();
    const std::size_t chunk_count = chunk_offsets_.size();
    CoefficientChunks coefficients(chunk_count, scalar_modulus(header_.curve));
    for (std::size_t m = 0; m < 3; ++m) {
      matrix(m).columns.resize(matrix(m).row_offsets.back());
      matrix(m).coefficients.resize(matrix(m).row_offsets.back());
    }
    std::vector<std::optional<TermFault>> faults(chunk_count);
    for_each_chunk(chunk_count, [&](std::size_t chunk) { faults[chunk] = fill(chunk, coefficients); });
    for (const std::optional<TermFault>& found : faults) {
      if (found) return describe(*found);
    }
    const auto [values, one] = coefficients.merge({1, 0, 0, 0});
    for_each_chunk(chunk_count, [&](std::size_t chunk) {
      for (std::size_t m = 0; m < 3; ++m) coefficients.renumber(chunk, entries_of(m, chunk));
    });
    append_input_rows(one);
    circuit_.dictionary = values;
    algebra::with_curve(header_.curve, [&](auto curve) {
      using Fr = typename decltype(curve)::Fr;
      for (ScalarLimbs& value : circuit_.dictionary) value = Fr::from_standard_unchecked(value).limbs;
    });
    circuit_.curve = header_.curve;
    circuit_.variable_count = header_.wire_count;
    circuit_.public_count = header_.public_count();
    circuit_.constraint_count = header_.constraint_count;
    return std::move(circuit_);
  }

 private:
  SparseMatrix& matrix(std::size_t m) { return m == 0 ? circuit_.a : m == 1 ? circuit_.b : circuit_.c; }

  /// Finds where each row and each chunk begins: after it, every term is known to lie inside the section.
  Result<void> walk() {
    if (header_.constraint_count > bytes_.size() / kLeastConstraintBytes) {
      return fault(source_, "section 2 (constraints)",
                   fmt::format("at least {} bytes for {} constraints",
                               kLeastConstraintBytes * header_.constraint_count, header_.constraint_count),
                   fmt::format("{}", bytes_.size()));
    }
    const std::uint64_t rows = header_.constraint_count + header_.public_count() + 1;
    for (std::size_t m = 0; m < 3; ++m) matrix(m).row_offsets.reserve(rows + 1);
    std::uint64_t offset = 0;
    for (std::uint64_t constraint = 0; constraint < header_.constraint_count; ++constraint) {
      if (constraint % kChunkConstraints == 0) chunk_offsets_.push_back(offset);
      for (std::size_t m = 0; m < 3; ++m) {
        const std::uint64_t left = bytes_.size() - offset;
        const std::uint64_t terms = left < 4 ? 0 : load<std::uint32_t>(&bytes_[offset]);
        if (left < 4 || terms > (left - 4) / kTermBytes) {
          return fault(source_,
                       fmt::format("section 2 (constraints) constraint {} {}", constraint, kMatrixNames[m]),
                       left < 4 ? "a number of terms" : fmt::format("{} terms", terms),
                       fmt::format("the end of the section after {} bytes", left));
        }
        offset += 4 + terms * kTermBytes;
        matrix(m).row_offsets.push_back(matrix(m).row_offsets.back() + terms);
      }
    }
    if (offset != bytes_.size()) {
      return fault(source_, "section 2 (constraints)",
                   fmt::format("{} bytes for {} constraints", offset, header_.constraint_count),
                   fmt::format("{}", bytes_.size()));
    }
    return {};
  }

  std::span<std::uint32_t> entries_of(std::size_t m, std::size_t chunk) {
    const std::vector<std::uint64_t>& rows = matrix(m).row_offsets;
    const std::uint64_t last =
        std::min<std::uint64_t>((chunk + 1) * kChunkConstraints, header_.constraint_count);
    const std::uint64_t first_entry = rows[chunk * kChunkConstraints];
    return std::span(matrix(m).coefficients).subspan(first_entry, rows[last] - first_entry);
  }

  std::optional<TermFault> fill(std::size_t chunk, CoefficientChunks& coefficients) {
    const std::byte* at = &bytes_[chunk_offsets_[chunk]];
    const std::uint64_t first = chunk * kChunkConstraints;
    const std::uint64_t last = std::min<std::uint64_t>(first + kChunkConstraints, header_.constraint_count);
    for (std::uint64_t constraint = first; constraint < last; ++constraint) {
      for (std::size_t m = 0; m < 3; ++m) {
        SparseMatrix& rows = matrix(m);
        at += 4;
        for (std::uint64_t e = rows.row_offsets[constraint]; e < rows.row_offsets[constraint + 1]; ++e) {
          const auto wire = load<std::uint32_t>(at);
          const std::optional<std::uint32_t> index = coefficients.number(chunk, load<ScalarLimbs>(at + 4));
          const bool out_of_range = wire >= header_.wire_count;
          if (out_of_range || !index) return TermFault{constraint, m, wire, out_of_range};
          rows.columns[e] = wire;
          rows.coefficients[e] = *index;
          at += kTermBytes;
        }
      }
    }
    const std::uint64_t begin = section_.offset + chunk_offsets_[chunk];
    source_.drop(begin, section_.offset + static_cast<std::uint64_t>(at - bytes_.data()) - begin);
    return std::nullopt;
  }

  Error describe(const TermFault& found) const {
    const std::string place =
        fmt::format("section 2 (constraints) constraint {} {}", found.constraint, kMatrixNames[found.matrix]);
    if (found.wire_out_of_range) {
      return fault(source_, place, fmt::format("a wire below {}", header_.wire_count),
                   fmt::format("wire {} of {}", found.wire, header_.wire_count));
    }
    return fault(source_, place, "coefficients below the prime",
                 fmt::format("a larger one at wire {}", found.wire));
  }

  void append_input_rows(std::uint32_t one) {
    for (std::uint32_t i = 0; i <= header_.public_count(); ++i) {
      circuit_.a.columns.push_back(i);
      circuit_.a.coefficients.push_back(one);
      circuit_.a.row_offsets.push_back(circuit_.a.columns.size());
      circuit_.b.row_offsets.push_back(circuit_.b.columns.size());
      circuit_.c.row_offsets.push_back(circuit_.c.columns.size());
    }
  }

  const ByteSource& source_;
  const R1csHeader& header_;
  const Section& section_;
  std::span<const std::byte> bytes_;
  std::vector<std::uint64_t> chunk_offsets_;  ///< in the section, of each kChunkConstraints-th constraint
  CompiledCircuit circuit_;
};

}  // namespace

Result<R1csHeader> read_r1cs_header(const ByteSource& source) {
  return guarded(source.name(), [&]() -> Result<R1csHeader> {
    const Result<SectionTable> table = read_section_table(source, "r1cs", 1);
    if (!table) return table.error();
    return parse_header(source, *table);
  });
}

Result<CompiledCircuit> read_r1cs(const ByteSource& source) {
  return guarded(source.name(), [&]() -> Result<CompiledCircuit> {
    const Result<SectionTable> table = read_section_table(source, "r1cs", 1);
    if (!table) return table.error();
    const Result<R1csHeader> header = parse_header(source, *table);
    if (!header) return header.error();
    if (Result<void> none = refuse_custom_gates(source, *table); !none) return none.error();
    const Result<Section> constraints = require(source, *table, kConstraints, "constraints");
    if (!constraints) return constraints.error();
    return Reader(source, *header, *constraints).read();
  });
}

}  // namespace lockstep::formats
