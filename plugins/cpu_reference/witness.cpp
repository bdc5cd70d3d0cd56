// SPDX-License-Identifier: Apache-2.0
#include "witness.hpp"

#include <algorithm>
#include <atomic>
#include <cstring>

#include "failure.hpp"

namespace lockstep::cpu_reference {
namespace {

constexpr std::uint64_t kGrain = 1 << 14;

bool is_one_array(const sdk::WitnessView& view) {
  if (view.segment_count() != 1) return false;
  const sdk::WitnessSegment segment = view.segment(0);
  return segment.kind == sdk::WitnessKind::kField && segment.stride_bytes == sizeof(Scalar) &&
         reinterpret_cast<std::uintptr_t>(segment.data) % alignof(Scalar) == 0;
}

void copy_segment(const sdk::WitnessSegment& segment, std::span<Scalar> values, Executor& executor) {
  executor.run(segment.count, kGrain, [&](std::uint64_t begin, std::uint64_t end, std::uint32_t) {
    for (std::uint64_t i = begin; i < end; ++i) {
      Scalar& to = values[segment.first + i];
      if (segment.kind == sdk::WitnessKind::kBits) {
        to = {segment.bit(i) ? std::uint64_t{1} : 0, 0, 0, 0};
      } else {
        std::memcpy(&to, segment.field(i).data(), sizeof to);
      }
    }
  });
}

bool below(const Scalar& value, const Scalar& modulus) {
  return std::lexicographical_compare(value.rbegin(), value.rend(), modulus.rbegin(), modulus.rend());
}

}  // namespace

void check_scalars(std::span<const Scalar> scalars, const Scalar& modulus, sdk::Code code,
                   Executor& executor) {
  std::atomic<std::uint64_t> bad{scalars.size()};
  executor.run(scalars.size(), kGrain, [&](std::uint64_t begin, std::uint64_t end, std::uint32_t) {
    for (std::uint64_t i = begin; i < end; ++i) {
      if (!below(scalars[i], modulus)) bad = i;
    }
  });
  if (bad == scalars.size()) return;
  throw Failure{sdk::Error(code, "scalar ", bad.load(), " is not below the order of the curve's groups")};
}

Witness read_witness(const sdk::WitnessView& view, const Scalar& modulus, Executor& executor) {
  Witness witness;
  if (is_one_array(view)) {
    witness.values = {reinterpret_cast<const Scalar*>(view.segment(0).data), view.variable_count()};
  } else {
    witness.copy = executor.scratch(view.variable_count() * sizeof(Scalar), !view.is_public());
    const std::span<Scalar> values = witness.copy.as<Scalar>(view.variable_count());
    for (std::uint64_t i = 0; i < view.segment_count(); ++i) copy_segment(view.segment(i), values, executor);
    witness.values = values;
  }
  check_scalars(witness.values, modulus, sdk::Code::kBadWitness, executor);
  return witness;
}

}  // namespace lockstep::cpu_reference
