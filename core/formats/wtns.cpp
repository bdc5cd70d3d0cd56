// SPDX-License-Identifier: Apache-2.0
#include "lockstep/formats/wtns.hpp"

#include <strings.h>

#include <algorithm>
#include <vector>

#include "fault.hpp"
#include "little_endian.hpp"
#include "lockstep/formats/iden3_container.hpp"
#include "parallel.hpp"
#include "scalar_modulus.hpp"

namespace lockstep::formats {
namespace {

using circuit::ScalarLimbs;
using circuit::Witness;

constexpr std::uint64_t kHeaderBytes = 4 + kScalarBytes + 4;
/// Values that one task copies and checks: 1 MiB.
constexpr std::size_t kChunkValues = std::size_t{1} << 15;

/// Values of a witness, wiped when they go.
class SecretValues {
 public:
  explicit SecretValues(std::size_t count) : values_(count) {}
  ~SecretValues() { ::explicit_bzero(values_.data(), values_.size() * sizeof(ScalarLimbs)); }
  SecretValues(const SecretValues&) = delete;
  SecretValues& operator=(const SecretValues&) = delete;

  std::span<ScalarLimbs> all() { return values_; }

 private:
  std::vector<ScalarLimbs> values_;
};

Result<Witness> read(const ByteSource& source) {
  const Result<SectionTable> table = read_section_table(source, "wtns", 2);
  if (!table) return table.error();
  constexpr std::string_view kHeaderPlace = "section 1 (header)";
  constexpr std::string_view kValuesPlace = "section 2 (values)";
  const Section* header = table->find(1);
  const Section* values = table->find(2);
  if (header == nullptr) return fault(source, kHeaderPlace, "a section", "none");
  if (values == nullptr) return fault(source, kValuesPlace, "a section", "none");

  const std::byte* at = source.bytes().data() + header->offset;
  if (header->size >= 4 && load<std::uint32_t>(at) != kScalarBytes) {
    return fault(source, kHeaderPlace, fmt::format("field elements of {} bytes", kScalarBytes),
                 fmt::format("{}", load<std::uint32_t>(at)));
  }
  if (header->size != kHeaderBytes) {
    return fault(source, kHeaderPlace, fmt::format("{} bytes", kHeaderBytes),
                 fmt::format("{}", header->size));
  }
  const Result<CurveId> curve = curve_of_scalar_modulus(source, kHeaderPlace, {at + 4, kScalarBytes});
  if (!curve) return curve.error();
  const std::uint64_t count = load<std::uint32_t>(at + 4 + kScalarBytes);
  if (values->size != count * kScalarBytes) {
    return fault(source, kValuesPlace, fmt::format("{} bytes for {} values", count * kScalarBytes, count),
                 fmt::format("{}", values->size));
  }
  if (count == 0) return fault(source, kHeaderPlace, "at least the value 1", "no values");

  const ScalarLimbs modulus = scalar_modulus(*curve);
  auto secret = std::make_shared<SecretValues>(count);
  const std::span<ScalarLimbs> copy = secret->all();
  const std::size_t chunk_count = (count + kChunkValues - 1) / kChunkValues;
  std::vector<std::uint64_t> first_fault(chunk_count, count);
  for_each_chunk(chunk_count, [&](std::size_t chunk) {
    const std::size_t first = chunk * kChunkValues;
    const std::size_t size = std::min<std::size_t>(kChunkValues, count - first);
    const std::uint64_t offset = values->offset + first * kScalarBytes;
    std::memcpy(copy[first].data(), &source.bytes()[offset], size * kScalarBytes);
    source.drop(offset, size * kScalarBytes);
    for (std::size_t i = first; i < first + size; ++i) {
      if (is_below(copy[i], modulus)) continue;
      first_fault[chunk] = i;
      return;
    }
  });
  if (const std::uint64_t at_fault = *std::min_element(first_fault.begin(), first_fault.end());
      at_fault != count) {
    return fault(source, fmt::format("{} value {}", kValuesPlace, at_fault), "a value below the prime",
                 "a larger one");
  }
  if (copy[0] != ScalarLimbs{1, 0, 0, 0}) {
    return fault(source, fmt::format("{} value 0", kValuesPlace), "1", "another value");
  }
  return Witness{.curve = *curve, .values = copy, .storage = std::move(secret), .origin = source.name()};
}

}  // namespace

Result<Witness> read_wtns(const ByteSource& source) {
  return guarded(source.name(), [&] { return read(source); });
}

}  // namespace lockstep::formats
