// SPDX-License-Identifier: Apache-2.0
#include "primitives.hpp"

#include <cstring>
#include <optional>

#include "failure.hpp"
#include "host_executor.hpp"
#include "points.hpp"
#include "proof.hpp"
#include "variants.hpp"
#include "witness.hpp"

namespace lockstep::cpu_reference {
namespace {

bool is_aligned(const std::byte* data) {
  return reinterpret_cast<std::uintptr_t>(data) % alignof(std::uint64_t) == 0;
}

/// The job's scalars as aligned values below the modulus; copied to `memory` where they are not aligned.
std::span<const Scalar> read_scalars(const sdk::MsmJob& job, const Scalar& modulus, Block& memory,
                                     Executor& executor) {
  std::span<const Scalar> scalars(reinterpret_cast<const Scalar*>(job.scalars), job.count);
  if (!is_aligned(job.scalars)) {
    memory = executor.scratch(job.count * sizeof(Scalar), true);
    std::memcpy(memory.data(), job.scalars, job.count * sizeof(Scalar));
    scalars = memory.as<Scalar>(job.count);
  }
  check_scalars(scalars, modulus, sdk::Code::kInvalidArgument, executor);
  return scalars;
}

/// The job's points in Montgomery form; a copy in `memory` where they come in another encoding.
template <class G>
PointsView<G> read_points(const sdk::MsmJob& job, Block& memory, Executor& executor) {
  constexpr std::size_t kBytes = sizeof(algebra::AffinePoint<G>);
  if (job.point_encoding == sdk::PointEncoding::kMontgomery || job.count == 0) {
    return {job.points, job.count, job.point_stride_bytes};
  }
  memory = executor.scratch(job.count * kBytes, false);
  for (std::uint64_t i = 0; i < job.count; ++i) {
    std::memcpy(memory.data() + i * kBytes, job.points + i * job.point_stride_bytes, kBytes);
  }
  const std::uint64_t bad = decode_points_in_place<G>(job.point_encoding, memory.data(), job.count, executor);
  if (bad < job.count) {
    throw Failure{
        sdk::Error(sdk::Code::kInvalidArgument, "point ", bad, " is not canonical or not on the curve")};
  }
  return {memory.data(), job.count, kBytes};
}

template <class Curve>
void run_msm(const sdk::MsmJob& job, std::span<std::uint8_t> sum, Executor& executor) {
  Block scalar_memory, point_memory;
  const ScalarsView scalars{read_scalars(job, Curve::Fr::modulus(), scalar_memory, executor).data(), nullptr,
                            job.count};
  const Algorithms<Curve>& algorithms = *variant<Curve>(kDefaultVariant);
  if (job.group == sdk::Group::kG1) {
    const auto points = read_points<typename Curve::G1>(job, point_memory, executor);
    encode_point(algorithms.msm_g1(points, scalars, executor).to_affine(), sum.data());
  } else {
    const auto points = read_points<typename Curve::G2>(job, point_memory, executor);
    encode_point(algorithms.msm_g2(points, scalars, executor).to_affine(), sum.data());
  }
}

template <class Fr>
sdk::Result<Fr> read_nonzero(const char* name, sdk::ScalarBytes bytes) {
  const std::optional<Fr> value = Fr::from_bytes_le(bytes);
  if (value && !value->is_zero()) return *value;
  return sdk::Error(sdk::Code::kInvalidArgument, name,
                    " is zero or not below the order of the curve's groups");
}

template <class Curve>
sdk::Result<void> run_ntt(const sdk::NttJob& job, std::span<std::byte> values, Executor& executor) {
  using Fr = typename Curve::Fr;
  if (job.domain_log2 > Curve::kTwoAdicity) {
    return sdk::Error(sdk::Code::kUnsupported, "a domain of 2^", job.domain_log2, " has no root of unity");
  }
  const sdk::Result<Fr> root = read_nonzero<Fr>("root", job.root);
  if (!root) return root.error();
  const sdk::Result<Fr> shift =
      job.shift ? read_nonzero<Fr>("shift", *job.shift) : sdk::Result<Fr>(Fr::one());
  if (!shift) return shift.error();
  if (!is_primitive_root(*root, job.domain_log2)) {
    return sdk::Error(sdk::Code::kInvalidArgument, "root is no primitive root of unity of order 2^",
                      job.domain_log2);
  }
  const std::uint64_t size = std::uint64_t{1} << job.domain_log2;
  // The caller's memory may stand at any address.
  const Block memory = executor.scratch(size * sizeof(Fr), true);
  std::memcpy(memory.data(), values.data(), size * sizeof(Fr));
  const std::span<Fr> elements = memory.as<Fr>(size);
  for (const Fr& element : elements) {
    if (!Fr::is_canonical(element.limbs)) {
      return sdk::Error(sdk::Code::kInvalidArgument, "a value is not below the order of the curve's groups");
    }
  }
  variant<Curve>(kDefaultVariant)
      ->transform(job.direction == sdk::NttDirection::kInverse, *root, *shift, elements, executor);
  std::memcpy(values.data(), memory.data(), size * sizeof(Fr));
  return {};
}

}  // namespace

sdk::Result<void> CpuMsm::msm(std::uint32_t, const sdk::MsmJob& job, std::span<std::uint8_t> sum) {
  return guarded([&]() -> sdk::Result<void> {
    HostExecutor executor(host_, *pool_, job.cancel.id(), nullptr);
    with_curve(job.curve, [&]<class Curve>(Curve) { run_msm<Curve>(job, sum, executor); });
    return {};
  });
}

sdk::Result<void> CpuNtt::ntt(std::uint32_t, const sdk::NttJob& job, std::span<std::byte> values) {
  return guarded([&]() -> sdk::Result<void> {
    HostExecutor executor(host_, *pool_, job.cancel.id(), nullptr);
    return with_curve(job.curve, [&]<class Curve>(Curve) { return run_ntt<Curve>(job, values, executor); });
  });
}

}  // namespace lockstep::cpu_reference
