// SPDX-License-Identifier: Apache-2.0
// Eight values of a prime field worked on side by side: the interface, and the twin that runs on every CPU.
//
// Batched additions of points and NTTs are written once, as templates over a class of lanes, and compiled for
// PortableLanes (this file) and for IfmaLanes (lanes_ifma.hpp: AVX-512 with 52-bit multiplications). The
// portable twin is the test oracle of the other.
//
// Forms. Memory holds Field objects: x 2^A mod p with A = 64 N ("stored form"). A product of lanes divides by
// 2^B; B is A for the portable twin and 52 times the number of 52-bit limbs for the other, and no value is
// ever converted between the two: it is the constants that carry the difference.
//   data        stands at 2^A, as loaded from memory
//   multiplier  stands at 2^B, so that data times multiplier is data; made by multiplier() and broadcast()
//
// Ranges. Every function says which multiple of p bounds its operands and its result; the portable twin is
// always canonical and ignores it. `loose` lanes have limbs that are not carried: they may be added,
// subtracted and settled, but not multiplied. settle() carries. Values are never negative.
//
// Everything is [thread-safe] and allocates nothing. Time does not depend on values, except in invert_each().
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string_view>

#include "lockstep/algebra/batch.hpp"
#include "lockstep/algebra/fp2.hpp"

namespace lockstep::algebra {

inline constexpr std::size_t kLaneCount = 8;

/// Where the eight lanes of a load or store stand in memory; no alignment is needed.
using LaneSources = std::array<const std::byte*, kLaneCount>;
using LaneTargets = std::array<std::byte*, kLaneCount>;

template <class F>
struct PortableLanes {
  using Field = F;
  using Constant = F;  ///< one value for all lanes, as tables keep it
  static constexpr std::string_view kName = "portable";

  std::array<F, kLaneCount> lane;

  /// The constant by which data is multiplied to give data times x; and to give the standard form of that.
  static Constant multiplier(const F& x) { return x; }
  static Constant multiplier_to_standard(const F& x) { return F{x.to_standard()}; }
  static PortableLanes broadcast(const Constant& constant) {
    PortableLanes r;
    r.lane.fill(constant);
    return r;
  }
  /// Multipliers, lane by lane, from fields.
  static PortableLanes multipliers(const std::array<F, kLaneCount>& values) { return {values}; }

  /// out[m], lane i = the m-th of M consecutive stored fields at from[i], canonical.
  template <std::size_t M>
  static void load(std::array<PortableLanes, M>& out, const LaneSources& from) {
    for (std::size_t i = 0; i < kLaneCount; ++i) {
      for (std::size_t m = 0; m < M; ++m) std::memcpy(&out[m].lane[i], from[i] + m * F::kBytes, F::kBytes);
    }
  }
  /// The mirror; the operands are canonical.
  template <std::size_t M>
  static void store(const std::array<PortableLanes, M>& in, const LaneTargets& to) {
    for (std::size_t i = 0; i < kLaneCount; ++i) {
      for (std::size_t m = 0; m < M; ++m) std::memcpy(to[i] + m * F::kBytes, &in[m].lane[i], F::kBytes);
    }
  }

  /// a + b; loose, bounds add up.
  friend PortableLanes add(const PortableLanes& a, const PortableLanes& b) {
    PortableLanes r;
    for (std::size_t i = 0; i < kLaneCount; ++i) r.lane[i] = a.lane[i] + b.lane[i];
    return r;
  }
  /// a - b + k p for b <= k p; loose, below a's bound + k p.
  template <unsigned k>
  static PortableLanes sub(const PortableLanes& a, const PortableLanes& b) {
    PortableLanes r;
    for (std::size_t i = 0; i < kLaneCount; ++i) r.lane[i] = a.lane[i] - b.lane[i];
    return r;
  }
  /// k p - a in the lanes whose bit of `where` is set, else a, for a <= k p; loose.
  template <unsigned k>
  static PortableLanes negate_where(std::uint8_t where, const PortableLanes& a) {
    PortableLanes r;
    for (std::size_t i = 0; i < kLaneCount; ++i) r.lane[i] = ((where >> i) & 1) != 0 ? -a.lane[i] : a.lane[i];
    return r;
  }
  /// Carries the limbs of loose lanes; the value stays.
  friend PortableLanes settle(const PortableLanes& a) { return a; }
  /// A value below 4 p or so, loose, less 2 p where that is not negative: below 2 p and a little; loose.
  friend PortableLanes trim(const PortableLanes& a) { return a; }
  /// The canonical value of loose lanes below k p, k = 1, 2, 4 ... 32; settled.
  template <unsigned k>
  static PortableLanes canonical(const PortableLanes& a) {
    return a;
  }

  /// a b / 2^B; operands settled, their product of bounds at most 2^B / p; settled, below 2 p.
  friend PortableLanes mul(const PortableLanes& a, const PortableLanes& b) {
    PortableLanes r;
    for (std::size_t i = 0; i < kLaneCount; ++i) r.lane[i] = a.lane[i] * b.lane[i];
    return r;
  }
  friend PortableLanes square(const PortableLanes& a) {
    PortableLanes r;
    for (std::size_t i = 0; i < kLaneCount; ++i) r.lane[i] = a.lane[i].square();
    return r;
  }
  /// Data from two multipliers: a b / 2^(2 B - A). Otherwise as mul().
  friend PortableLanes mul_multipliers(const PortableLanes& a, const PortableLanes& b) { return mul(a, b); }
  friend PortableLanes square_multiplier(const PortableLanes& a) { return square(a); }

  /// (r0 + r1 u) = (a0 + a1 u)(b0 + b1 u) / 2^B in Fp2 = Fp[u]/(u^2 + 1); operands settled and below 4 p;
  /// settled, below 4 p.
  static void mul_fp2(PortableLanes& r0, PortableLanes& r1, const PortableLanes& a0, const PortableLanes& a1,
                      const PortableLanes& b0, const PortableLanes& b1) {
    for (std::size_t i = 0; i < kLaneCount; ++i) {
      const Fp2<F> r = Fp2<F>{a0.lane[i], a1.lane[i]} * Fp2<F>{b0.lane[i], b1.lane[i]};
      r0.lane[i] = r.c0;
      r1.lane[i] = r.c1;
    }
  }
  /// (a0^2 + a1^2) / 2^B: the norm; operands settled and below 4 p; settled, below 2 p.
  static PortableLanes norm_fp2(const PortableLanes& a0, const PortableLanes& a1) {
    return add(square(a0), square(a1));
  }

  /// 2^(2 B) / a, lane by lane, settled and below 2 p; false, with a as it was, when a lane is 0 modulo p.
  /// Operand settled and below 2 p. This is what the last prefix product of Montgomery's trick is turned
  /// into: with it every element's inverse comes out at 2^(2 B - A), and data times that is a multiplier.
  static bool invert_each(PortableLanes& a) {
    std::array<F, kLaneCount> scratch;
    for (const F& value : a.lane) {
      if (value.is_zero()) return false;
    }
    batch_invert<F>(a.lane, scratch);
    return true;
  }
};

}  // namespace lockstep::algebra
