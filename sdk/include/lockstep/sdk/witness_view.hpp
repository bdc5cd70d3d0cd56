// SPDX-License-Identifier: Apache-2.0
// A witness as the host lends it (lks_witness), in C++ types.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <limits>
#include <type_traits>

#include "lockstep/sdk/curve.hpp"
#include "lockstep/sdk/structs.hpp"

namespace lockstep::sdk {

enum class WitnessKind : std::uint32_t {
  kField = LKS_WITNESS_FIELD,  ///< 32-byte STANDARD-form values, stride_bytes apart, not aligned
  kBits = LKS_WITNESS_BITS,    ///< one bit each, least significant first, in aligned 64-bit words
};

/// The variables [first, first + count), all of one kind.
struct WitnessSegment {
  WitnessKind kind = WitnessKind::kField;
  std::uint64_t first = 0;
  std::uint64_t count = 0;
  const std::byte* data = nullptr;
  std::uint64_t stride_bytes = 0;  ///< 0 for kBits

  /// Value `index` < count of a kField segment.
  ScalarBytes field(std::uint64_t index) const noexcept {
    return ScalarBytes(reinterpret_cast<const std::uint8_t*>(data) + index * stride_bytes, LKS_SCALAR_BYTES);
  }
  /// Value `index` < count of a kBits segment.
  bool bit(std::uint64_t index) const noexcept {
    std::uint64_t word;
    std::memcpy(&word, data + index / 64 * sizeof word, sizeof word);
    return (word >> (index % 64) & 1u) != 0;
  }
};

/// The assignment z. Its segments ascend, touch and cover [0, variable_count()) exactly, and z_0 is 1: view()
/// has checked that. That the values lie below r is left to who reads them.
class WitnessView {
 public:
  /// Reads the description; the arrays behind it stay the host's. Contradictions are kBadWitness.
  static Result<WitnessView> view(const lks_witness* given) noexcept {
    const auto read = read_input(given, "witness");
    if (!read) return read.error();
    if ((read->flags & ~LKS_WITNESS_PUBLIC) != 0) {
      return Error(Code::kUnsupported, "witness.flags has unknown bits: ", read->flags);
    }
    if (read->segments == nullptr && read->segment_count > 0) {
      return Error(Code::kInvalidArgument, "witness.segments is NULL");
    }
    const WitnessView view(*read);
    std::uint64_t next = 0;
    for (std::uint64_t i = 0; i < view.segment_count(); ++i) {
      const auto segment = view.read_segment(i);
      if (!segment) return segment.error();
      if (segment->first != next) {
        return Error(Code::kBadWitness, "segment ", i, " of the witness begins at variable ", segment->first,
                     ", expected ", next);
      }
      if (segment->count > view.variable_count() - next) {
        return Error(Code::kBadWitness, "segment ", i, " of the witness passes its ", view.variable_count(),
                     " variables");
      }
      next += segment->count;
    }
    if (next != view.variable_count() || next == 0) {
      return Error(Code::kBadWitness, "the segments of the witness cover ", next, " of ",
                   view.variable_count(), " variables");
    }
    if (!view.begins_with_one()) return Error(Code::kBadWitness, "variable 0 of the witness is not 1");
    return view;
  }

  std::uint64_t variable_count() const noexcept { return witness_.variable_count; }
  /// Not a secret: buffers that hold it need not be wiped.
  bool is_public() const noexcept { return (witness_.flags & LKS_WITNESS_PUBLIC) != 0; }
  std::uint64_t segment_count() const noexcept { return witness_.segment_count; }

  /// Segment `index` < segment_count(). Some may be empty.
  WitnessSegment segment(std::uint64_t index) const noexcept {
    const lks_witness_segment raw = raw_segment(index);
    return {static_cast<WitnessKind>(raw.kind), raw.first, raw.count, static_cast<const std::byte*>(raw.data),
            raw.stride_bytes};
  }

 private:
  explicit WitnessView(const lks_witness& witness) noexcept : witness_(witness) {}

  const lks_witness_segment* address(std::uint64_t index) const noexcept {
    return reinterpret_cast<const lks_witness_segment*>(
        reinterpret_cast<const std::byte*>(witness_.segments) + index * witness_.segment_stride_bytes);
  }

  lks_witness_segment raw_segment(std::uint64_t index) const noexcept {
    lks_witness_segment raw{};
    const lks_witness_segment* given = address(index);
    std::memcpy(&raw, given, std::min<std::size_t>(given->struct_size, sizeof raw));
    return raw;
  }

  Result<WitnessSegment> read_segment(std::uint64_t index) const noexcept {
    const std::uint64_t stride = witness_.segment_stride_bytes;
    if (stride < sizeof(std::uint32_t) || stride > kLargestStructBytes ||
        stride % alignof(lks_witness_segment) != 0) {
      return Error(Code::kInvalidArgument, "witness.segment_stride_bytes is ", stride);
    }
    const auto raw = read_input(address(index), "witness.segments[]");
    if (!raw) return raw.error();
    if (raw->struct_size > stride) {
      return Error(Code::kInvalidArgument, "segment ", index, " of the witness is larger than the stride");
    }
    if (raw->count > 0 && raw->data == nullptr) {
      return Error(Code::kInvalidArgument, "data of segment ", index, " of the witness is NULL");
    }
    switch (raw->kind) {
      case LKS_WITNESS_FIELD:
        if (raw->stride_bytes < LKS_SCALAR_BYTES) {
          return Error(Code::kBadWitness, "stride of segment ", index, " of the witness is ",
                       raw->stride_bytes, ", expected at least ", LKS_SCALAR_BYTES);
        }
        break;
      case LKS_WITNESS_BITS:
        if (raw->stride_bytes != 0) {
          return Error(Code::kBadWitness, "stride of the bits of segment ", index, " of the witness is ",
                       raw->stride_bytes, ", expected 0");
        }
        break;
      default:
        return Error(Code::kUnsupported, "kind ", raw->kind, " of segment ", index,
                     " of the witness is not known");
    }
    return segment(index);
  }

  // Requires at least one variable.
  bool begins_with_one() const noexcept {
    std::uint64_t i = 0;
    while (segment(i).count == 0) ++i;
    const WitnessSegment first = segment(i);
    if (first.kind == WitnessKind::kBits) return first.bit(0);
    const ScalarBytes value = first.field(0);
    return value[0] == 1 &&
           std::all_of(value.begin() + 1, value.end(), [](std::uint8_t b) { return b == 0; });
  }

  lks_witness witness_;
};

}  // namespace lockstep::sdk
