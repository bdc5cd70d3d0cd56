// SPDX-License-Identifier: Apache-2.0
// One dictionary from coefficients that are read in chunks, by several threads.
#pragma once

#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "lockstep/circuit/compiled_circuit.hpp"
#include "scalar_modulus.hpp"

namespace lockstep::formats {

/// Every chunk numbers its own coefficients; merge() then numbers them all, in the order of chunks and of
/// first occurrence within each, so that the outcome does not depend on the threads. Values are in the file's
/// form, canonical. Different chunks may be used by different threads at once.
class CoefficientChunks {
 public:
  CoefficientChunks(std::size_t chunk_count, const circuit::ScalarLimbs& modulus)
      : modulus_(modulus),
        dictionaries_(chunk_count, circuit::CoefficientDictionary()),
        renumbered_(chunk_count) {}

  /// The chunk's number for the value; nothing when the value is not below the modulus.
  std::optional<std::uint32_t> number(std::size_t chunk, const circuit::ScalarLimbs& value) {
    circuit::CoefficientDictionary& dictionary = dictionaries_[chunk];
    const std::uint32_t known = dictionary.size();
    const std::uint32_t index = dictionary.index_of(value);
    if (index == known && !is_below(value, modulus_)) return std::nullopt;
    return index;
  }

  /// The dictionary of all chunks and of `extra`, whose index comes second.
  std::pair<std::vector<circuit::ScalarLimbs>, std::uint32_t> merge(const circuit::ScalarLimbs& extra) {
    circuit::CoefficientDictionary all;
    for (std::size_t chunk = 0; chunk < dictionaries_.size(); ++chunk) {
      for (const circuit::ScalarLimbs& value : std::move(dictionaries_[chunk]).take()) {
        renumbered_[chunk].push_back(all.index_of(value));
      }
    }
    dictionaries_.clear();
    const std::uint32_t extra_index = all.index_of(extra);
    return {std::move(all).take(), extra_index};
  }

  /// After merge(): a chunk's own numbers become the dictionary's.
  void renumber(std::size_t chunk, std::span<std::uint32_t> indices) const {
    for (std::uint32_t& index : indices) index = renumbered_[chunk][index];
  }

 private:
  circuit::ScalarLimbs modulus_;
  std::vector<circuit::CoefficientDictionary> dictionaries_;
  std::vector<std::vector<std::uint32_t>> renumbered_;
};

}  // namespace lockstep::formats
