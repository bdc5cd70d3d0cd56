// SPDX-License-Identifier: Apache-2.0
// The C tables of "lockstep.msm/1" and "lockstep.ntt/1" over Msm and Ntt.
#pragma once

#include "lockstep/sdk/detail/runtime.hpp"

namespace lockstep::sdk::detail {

template <class P>
struct MsmTable {
  static lks_status msm(std::uint32_t device, const lks_msm_args* args, void* sum, std::uint64_t sum_bytes,
                        lks_error* error) noexcept {
    return call<P>(error, [&](Runtime& runtime) -> Result<void> {
      if (auto checked = check_pointer(sum, "sum"); !checked) return checked;
      if (auto checked = runtime.check_device(device); !checked) return checked;
      const auto given = read_input(args, "args");
      if (!given) return given.error();
      const auto curve = read_curve(given->curve);
      if (!curve) return curve.error();
      const auto group = read_group(given->group);
      if (!group) return group.error();
      const auto encoding = read_point_encoding(given->point_encoding, *curve);
      if (!encoding) return encoding.error();
      const std::size_t size = point_bytes(*curve, *group);
      if (sum_bytes != size) {
        return Error(Code::kInvalidArgument, "sum_bytes is ", sum_bytes, ", expected ", size);
      }
      if (given->count > 0) {
        if (auto checked = check_pointer(given->points, "args.points"); !checked) return checked;
        if (auto checked = check_pointer(given->scalars, "args.scalars"); !checked) return checked;
        if (given->point_stride_bytes < size) {
          return Error(Code::kInvalidArgument, "args.point_stride_bytes is ", given->point_stride_bytes,
                       ", expected at least ", size);
        }
      }
      return runtime.plugin->msm()->msm(device,
                                        {.curve = *curve,
                                         .group = *group,
                                         .point_encoding = *encoding,
                                         .points = static_cast<const std::byte*>(given->points),
                                         .point_stride_bytes = given->point_stride_bytes,
                                         .scalars = static_cast<const std::byte*>(given->scalars),
                                         .count = given->count,
                                         .cancel = CancelToken(runtime.host, given->cancel),
                                         .parent = given->parent},
                                        {static_cast<std::uint8_t*>(sum), size});
    });
  }

  static lks_msm table() noexcept { return {.struct_size = sizeof(lks_msm), .reserved = 0, .msm = msm}; }
};

template <class P>
struct NttTable {
  static lks_status ntt(std::uint32_t device, const lks_ntt_args* args, void* values,
                        lks_error* error) noexcept {
    return call<P>(error, [&](Runtime& runtime) -> Result<void> {
      if (auto checked = check_pointer(values, "values"); !checked) return checked;
      if (auto checked = runtime.check_device(device); !checked) return checked;
      const auto given = read_input(args, "args");
      if (!given) return given.error();
      const auto curve = read_curve(given->curve);
      if (!curve) return curve.error();
      if (given->direction != LKS_NTT_FORWARD && given->direction != LKS_NTT_INVERSE) {
        return Error(Code::kInvalidArgument, "args.direction is ", given->direction);
      }
      if (given->domain_log2 > 32) return Error(Code::kUnsupported, "a domain of 2^", given->domain_log2);
      const auto root = read_scalar(given->root, "args.root");
      if (!root) return root.error();
      NttJob job{.curve = *curve,
                 .direction = static_cast<NttDirection>(given->direction),
                 .domain_log2 = given->domain_log2,
                 .root = *root,
                 .shift = std::nullopt,
                 .cancel = CancelToken(runtime.host, given->cancel),
                 .parent = given->parent};
      if (given->shift != nullptr) job.shift = ScalarBytes(given->shift, LKS_SCALAR_BYTES);
      return runtime.plugin->ntt()->ntt(
          device, job,
          {static_cast<std::byte*>(values), LKS_SCALAR_BYTES * (std::size_t{1} << given->domain_log2)});
    });
  }

  static lks_ntt table() noexcept { return {.struct_size = sizeof(lks_ntt), .reserved = 0, .ntt = ntt}; }
};

}  // namespace lockstep::sdk::detail
