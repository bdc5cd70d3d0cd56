// SPDX-License-Identifier: Apache-2.0
#include "lockstep/formats/check_points.hpp"

#include <algorithm>
#include <atomic>
#include <mutex>

#include "fault.hpp"
#include "lockstep/algebra/curves.hpp"
#include "parallel.hpp"
#include "point_reader.hpp"

namespace lockstep::formats {
namespace {

using groth16::PointEncoding;
using groth16::ProvingKey;
using groth16::Query;

/// Points that one task checks between two reports.
constexpr std::uint64_t kChunkPoints = 1024;

class Progress {
 public:
  Progress(const PointProgress& report, std::uint64_t total) : report_(report), total_(total) {}

  void add(std::uint64_t points) {
    if (!report_) return;
    const std::lock_guard lock(mutex_);
    done_ += points;
    report_(done_, total_);
  }

 private:
  const PointProgress& report_;
  const std::uint64_t total_;
  std::mutex mutex_;
  std::uint64_t done_ = 0;
};

struct QueryPlace {
  std::string_view zkey;
  std::string_view bellman;
};

template <class G>
Result<void> check_query(const ProvingKey& key, const Query& query, const QueryPlace& place,
                         Progress& progress) {
  // A snarkjs key keeps a point for each variable, used or not; bellman drops the infinite ones.
  const Infinity infinity =
      key.encoding == PointEncoding::kMontgomery ? Infinity::kLegal : Infinity::kRefused;
  std::atomic<std::uint64_t> first_bad = query.count;
  for_each_chunk((query.count + kChunkPoints - 1) / kChunkPoints, [&](std::size_t chunk) {
    const std::uint64_t begin = chunk * kChunkPoints;
    const std::uint64_t end = std::min(begin + kChunkPoints, query.count);
    algebra::AffinePoint<G> point;
    for (std::uint64_t i = begin; i < end && i < first_bad.load(std::memory_order_relaxed); ++i) {
      if (!read_point<G>(key.encoding, query.points + i * kPointBytes<G>, infinity, point)) continue;
      std::uint64_t known = first_bad.load();
      while (i < known && !first_bad.compare_exchange_weak(known, i)) {
      }
      break;
    }
    progress.add(end - begin);
  });
  if (first_bad == query.count) return {};
  algebra::AffinePoint<G> point;
  const PointFault found =
      read_point<G>(key.encoding, query.points + first_bad * kPointBytes<G>, infinity, point);
  const std::string_view name = key.encoding == PointEncoding::kMontgomery ? place.zkey : place.bellman;
  return Error{ErrorCode::kMalformed, fmt::format("{}: {} point {}: expected {}, found {}", key.origin, name,
                                                  first_bad.load(), found.expected, found.found)};
}

template <class Curve>
Result<void> check_all(const ProvingKey& key, Progress& progress) {
  using G1 = typename Curve::G1;
  using G2 = typename Curve::G2;
  if (auto r = check_query<G1>(key, key.a, {"section 5 (A)", "query a"}, progress); !r) return r;
  if (auto r = check_query<G1>(key, key.b1, {"section 6 (B1)", "query b_g1"}, progress); !r) return r;
  if (auto r = check_query<G2>(key, key.b2, {"section 7 (B2)", "query b_g2"}, progress); !r) return r;
  if (auto r = check_query<G1>(key, key.l, {"section 8 (C)", "query l"}, progress); !r) return r;
  return check_query<G1>(key, key.h, {"section 9 (H)", "query h"}, progress);
}

}  // namespace

Result<void> check_points(const ProvingKey& key, const PointProgress& report) {
  Progress progress(report, key.a.count + key.b1.count + key.b2.count + key.l.count + key.h.count);
  return guarded(key.origin, [&]() -> Result<void> {
    return algebra::with_curve(key.curve,
                               [&](auto curve) { return check_all<decltype(curve)>(key, progress); });
  });
}

}  // namespace lockstep::formats
