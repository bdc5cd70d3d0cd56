// SPDX-License-Identifier: Apache-2.0
#include "zkey_coefficients.hpp"

#include <tbb/parallel_invoke.h>

#include <algorithm>
#include <array>

#include "coefficient_chunks.hpp"
#include "fault.hpp"
#include "little_endian.hpp"
#include "parallel.hpp"
#include "scalar_modulus.hpp"

namespace lockstep::formats {
namespace {

using circuit::CompiledCircuit;
using circuit::ScalarLimbs;
using circuit::SparseMatrix;

constexpr std::string_view kPlace = "section 4 (coefficients)";
constexpr std::uint64_t kCountBytes = 4;
constexpr std::uint64_t kEntryBytes = 4 + 4 + 4 + kScalarBytes;
/// Entries that one task reads: 1.4 MB.
constexpr std::uint64_t kChunkEntries = std::uint64_t{1} << 15;

struct Entry {
  std::uint32_t matrix;  ///< 0 is A, 1 is B
  std::uint32_t row;
  std::uint32_t variable;
};

/// What the first pass learns of a chunk; arrays by matrix.
struct ChunkScan {
  std::array<std::uint64_t, 2> counts{};
  std::array<std::uint32_t, 2> first_rows{};  ///< of the entries of a matrix, where counts is not 0
  std::array<std::uint32_t, 2> last_rows{};
  std::uint32_t highest_row = 0;
  bool ascending = true;               ///< rows never fall within a matrix
  std::optional<std::uint64_t> fault;  ///< the first entry with an index out of range
};

/// Where a chunk's entries go; arrays by matrix.
struct ChunkPlace {
  std::array<std::uint64_t, 2> begin{};
  std::array<std::int64_t, 2> previous_row{-1, -1};  ///< of the entry before
};

class Reader {
 public:
  Reader(const ByteSource& source, const Section& section, const ZkeyCounts& counts)
      : source_(source), section_(section), counts_(counts), modulus_(scalar_modulus(counts.curve)) {}

  Result<CompiledCircuit> read() {
    if (Result<void> sized = check_size(); !sized) return sized.error();
    source_.read_ahead(section_.offset, section_.size);
    scans_.resize(chunk_count());
    for_each_chunk(chunk_count(), [&](std::size_t chunk) { scans_[chunk] = scan(chunk); });
    if (Result<void> placed = place(); !placed) return placed.error();
    std::optional<std::uint64_t> bad_value;
    if (ascending_) {
      bad_value = fill_ascending();
    } else {
      bad_value = fill_any_order();
    }
    if (bad_value) {
      return fault(source_, fmt::format("{} coefficient {}", kPlace, *bad_value), "a value below the prime",
                   "a larger one");
    }
    if (Result<void> checked = check_input_rows(); !checked) return checked.error();
    algebra::with_curve(counts_.curve, [&](auto curve) {
      using Fr = typename decltype(curve)::Fr;
      // The file has v R^2; reducing it once gives v R, Montgomery form.
      for (ScalarLimbs& value : circuit_.dictionary) value = Fr{value}.to_standard();
    });
    circuit_.curve = counts_.curve;
    circuit_.variable_count = counts_.variable_count;
    circuit_.public_count = counts_.public_count;
    circuit_.constraint_count = row_count_ - counts_.public_count - 1;
    circuit_.c_is_product = true;
    return std::move(circuit_);
  }

 private:
  std::size_t chunk_count() const { return (entry_count_ + kChunkEntries - 1) / kChunkEntries; }
  std::uint64_t chunk_end(std::size_t chunk) const {
    return std::min<std::uint64_t>((chunk + 1) * kChunkEntries, entry_count_);
  }
  SparseMatrix& matrix(std::size_t m) { return m == 0 ? circuit_.a : circuit_.b; }
  Entry entry(std::uint64_t index) const { return load<Entry>(entries_ + index * kEntryBytes); }
  ScalarLimbs value(std::uint64_t index) const {
    return load<ScalarLimbs>(entries_ + index * kEntryBytes + sizeof(Entry));
  }

  Result<void> check_size() {
    const std::byte* start = source_.bytes().data() + section_.offset;
    if (section_.size < kCountBytes) {
      return fault(source_, kPlace, "a count of 4 bytes", fmt::format("{} bytes", section_.size));
    }
    entry_count_ = load<std::uint32_t>(start);
    entries_ = start + kCountBytes;
    const std::uint64_t expected = kCountBytes + entry_count_ * kEntryBytes;
    if (section_.size != expected) {
      return fault(source_, kPlace, fmt::format("{} bytes for {} coefficients", expected, entry_count_),
                   fmt::format("{}", section_.size));
    }
    return {};
  }

  bool is_in_range(const Entry& entry) const {
    return entry.matrix <= 1 && entry.row < counts_.domain_size && entry.variable < counts_.variable_count;
  }

  ChunkScan scan(std::size_t chunk) const {
    ChunkScan scan;
    for (std::uint64_t i = chunk * kChunkEntries; i < chunk_end(chunk); ++i) {
      const Entry found = entry(i);
      if (!is_in_range(found)) {
        scan.fault = i;
        break;
      }
      std::uint64_t& count = scan.counts[found.matrix];
      if (count == 0)
        scan.first_rows[found.matrix] = found.row;
      else
        scan.ascending = scan.ascending && scan.last_rows[found.matrix] <= found.row;
      ++count;
      scan.last_rows[found.matrix] = found.row;
      scan.highest_row = std::max(scan.highest_row, found.row);
    }
    return scan;
  }

  Error describe(std::uint64_t index) const {
    const Entry found = entry(index);
    const std::string place = fmt::format("{} coefficient {}", kPlace, index);
    if (found.matrix > 1)
      return fault(source_, place, "matrix 0 or 1", fmt::format("matrix {}", found.matrix));
    if (found.variable >= counts_.variable_count) {
      return fault(source_, place, fmt::format("a signal below {}", counts_.variable_count),
                   fmt::format("signal {} of {}", found.variable, counts_.variable_count));
    }
    return fault(source_, place, fmt::format("a constraint below the domain size {}", counts_.domain_size),
                 fmt::format("constraint {}", found.row));
  }

  /// Adds the chunks up: where each one's entries go, how many rows there are, whether they ascend.
  Result<void> place() {
    places_.resize(scans_.size());
    ChunkPlace next;
    std::uint32_t highest_row = 0;
    for (std::size_t chunk = 0; chunk < scans_.size(); ++chunk) {
      const ChunkScan& scan = scans_[chunk];
      if (scan.fault) return describe(*scan.fault);
      ascending_ = ascending_ && scan.ascending;
      highest_row = std::max(highest_row, scan.highest_row);
      places_[chunk] = next;
      for (std::size_t m = 0; m < 2; ++m) {
        if (scan.counts[m] == 0) continue;
        ascending_ = ascending_ && next.previous_row[m] <= std::int64_t{scan.first_rows[m]};
        next.begin[m] += scan.counts[m];
        next.previous_row[m] = scan.last_rows[m];
      }
    }
    end_ = next;
    row_count_ = std::uint64_t{highest_row} + 1;
    if (entry_count_ == 0 || row_count_ < counts_.public_count + 1) {
      return fault(source_, kPlace,
                   fmt::format("a row for each of {} public inputs and the constant 1", counts_.public_count),
                   fmt::format("{} rows", entry_count_ == 0 ? 0 : row_count_));
    }
    return {};
  }

  /// Zeroing this memory is much of the work on a large key, so the arrays are made at once.
  void allocate() {
    const auto resize = [](std::vector<std::uint32_t>& values, std::uint64_t size) {
      return [&values, size] { values.resize(size); };
    };
    if (entry_count_ < kChunkEntries) {
      for (std::size_t m = 0; m < 2; ++m) {
        matrix(m).columns.resize(end_.begin[m]);
        matrix(m).coefficients.resize(end_.begin[m]);
      }
    } else {
      tbb::parallel_invoke(
          resize(circuit_.a.columns, end_.begin[0]), resize(circuit_.b.columns, end_.begin[1]),
          resize(circuit_.a.coefficients, end_.begin[0]), resize(circuit_.b.coefficients, end_.begin[1]));
    }
    for (std::size_t m = 0; m < 2; ++m) matrix(m).row_offsets.resize(row_count_ + 1);
  }

  /// Returns the first coefficient that is not canonical.
  std::optional<std::uint64_t> fill_ascending() {
    allocate();
    CoefficientChunks coefficients(chunk_count(), modulus_);
    std::vector<std::optional<std::uint64_t>> faults(chunk_count());
    for_each_chunk(chunk_count(),
                   [&](std::size_t chunk) { faults[chunk] = fill_chunk(chunk, coefficients); });
    for (const std::optional<std::uint64_t>& found : faults) {
      if (found) return found;
    }
    for (std::size_t m = 0; m < 2; ++m) {
      std::vector<std::uint64_t>& offsets = matrix(m).row_offsets;
      std::fill(offsets.begin() + end_.previous_row[m] + 1, offsets.end(), end_.begin[m]);
    }
    circuit_.dictionary = coefficients.merge(one()).first;
    for_each_chunk(chunk_count(), [&](std::size_t chunk) {
      for (std::size_t m = 0; m < 2; ++m) {
        coefficients.renumber(
            chunk,
            std::span(matrix(m).coefficients).subspan(places_[chunk].begin[m], scans_[chunk].counts[m]));
      }
    });
    return std::nullopt;
  }

  std::optional<std::uint64_t> fill_chunk(std::size_t chunk, CoefficientChunks& coefficients) {
    ChunkPlace at = places_[chunk];
    for (std::uint64_t i = chunk * kChunkEntries; i < chunk_end(chunk); ++i) {
      const Entry found = entry(i);
      const std::optional<std::uint32_t> index = coefficients.number(chunk, value(i));
      if (!index) return i;
      SparseMatrix& rows = matrix(found.matrix);
      std::int64_t& previous = at.previous_row[found.matrix];
      std::uint64_t& position = at.begin[found.matrix];
      // A row begins here, and so do the empty ones before it.
      while (previous < std::int64_t{found.row})
        rows.row_offsets[static_cast<std::size_t>(++previous)] = position;
      rows.columns[position] = found.variable;
      rows.coefficients[position] = *index;
      ++position;
    }
    source_.drop(section_.offset + kCountBytes + chunk * kChunkEntries * kEntryBytes,
                 (chunk_end(chunk) - chunk * kChunkEntries) * kEntryBytes);
    return std::nullopt;
  }

  /// Counting sort by rows; entries of a row keep their order.
  std::optional<std::uint64_t> fill_any_order() {
    allocate();
    std::array<std::vector<std::uint64_t>, 2> next;
    for (std::size_t m = 0; m < 2; ++m) next[m].resize(row_count_ + 1);
    for (std::uint64_t i = 0; i < entry_count_; ++i) {
      const Entry found = entry(i);
      ++next[found.matrix][found.row + 1];
    }
    for (std::size_t m = 0; m < 2; ++m) {
      for (std::uint64_t row = 0; row < row_count_; ++row) next[m][row + 1] += next[m][row];
      matrix(m).row_offsets = next[m];
    }
    circuit::CoefficientDictionary dictionary;
    for (std::uint64_t i = 0; i < entry_count_; ++i) {
      const Entry found = entry(i);
      if (!is_below(value(i), modulus_)) return i;
      const std::uint64_t position = next[found.matrix][found.row]++;
      matrix(found.matrix).columns[position] = found.variable;
      matrix(found.matrix).coefficients[position] = dictionary.index_of(value(i));
    }
    circuit_.dictionary = std::move(dictionary).take();
    source_.drop(section_.offset, section_.size);
    return std::nullopt;
  }

  /// 1 as the file writes it: R^2 mod r.
  ScalarLimbs one() const {
    return algebra::with_curve(counts_.curve,
                               [](auto curve) { return decltype(curve)::Fr::kMontgomeryRadixSquared; });
  }

  Result<void> check_input_rows() const {
    const std::uint64_t first = row_count_ - counts_.public_count - 1;
    for (std::uint64_t i = 0; i <= counts_.public_count; ++i) {
      const std::uint64_t row = first + i;
      const std::uint64_t begin = circuit_.a.row_offsets[row];
      const bool is_input_row = circuit_.a.row_offsets[row + 1] == begin + 1 &&
                                circuit_.a.columns[begin] == i &&
                                circuit_.dictionary[circuit_.a.coefficients[begin]] == one() &&
                                circuit_.b.row_offsets[row + 1] == circuit_.b.row_offsets[row];
      if (!is_input_row) {
        return fault(source_, fmt::format("{} constraint {}", kPlace, row),
                     fmt::format("the input row of signal {} (1 in A alone)", i), "another row");
      }
    }
    return {};
  }

  const ByteSource& source_;
  const Section& section_;
  const ZkeyCounts& counts_;
  const ScalarLimbs modulus_;
  std::uint64_t entry_count_ = 0;
  const std::byte* entries_ = nullptr;
  std::vector<ChunkScan> scans_;
  std::vector<ChunkPlace> places_;
  ChunkPlace end_;  ///< beyond the last chunk
  std::uint64_t row_count_ = 0;
  bool ascending_ = true;
  CompiledCircuit circuit_;
};

}  // namespace

Result<CompiledCircuit> read_zkey_coefficients(const ByteSource& source, const Section& section,
                                               const ZkeyCounts& counts) {
  return Reader(source, section, counts).read();
}

}  // namespace lockstep::formats
