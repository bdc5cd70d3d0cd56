// SPDX-License-Identifier: Apache-2.0
// What a file is, and whether all of it is sound.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "lockstep/algebra/curve_id.hpp"
#include "lockstep/api.hpp"
#include "lockstep/formats/byte_source.hpp"
#include "lockstep/formats/check_points.hpp"
#include "lockstep/result.hpp"

namespace lockstep::formats {

enum class FileKind {
  kUnknown,
  kR1cs,
  kWtns,
  kZkey,
  kVerificationKeyJson,
  kProofJson,
  kPublicJson,
  kBellmanParameters,
  kBellmanVk,
  kBellmanProof,
};

/// "zkey (snarkjs proving key)" and the like.
LOCKSTEP_API std::string_view file_kind_name(FileKind kind);

/// Says what a file is by its magic number, its JSON members, or (bellman's files have neither) its size and
/// first point. A file of a kind may still be unsound. [thread-safe]
LOCKSTEP_API FileKind identify(const ByteSource& source);

struct InspectedSection {
  std::string name;
  std::uint64_t offset = 0;
  std::uint64_t size = 0;
};

struct Inspection {
  FileKind kind = FileKind::kUnknown;
  std::optional<CurveId> curve;                            ///< nothing where the file fits both (public.json)
  std::vector<InspectedSection> sections;                  ///< in the file's order; empty for JSON
  std::vector<std::pair<std::string, std::string>> facts;  ///< name and value, in an order worth reading
};

/// Reads a file of any known kind and checks all that its kind's reader checks and every point beside; of a
/// zkey's ceremony (section 10) only the number of contributions is read. The first fault is the error;
/// kMalformed for an unknown kind too. `progress` is check_points()'s. [thread-safe]
LOCKSTEP_API Result<Inspection> inspect(const ByteSource& source, const PointProgress& progress = {});

}  // namespace lockstep::formats
