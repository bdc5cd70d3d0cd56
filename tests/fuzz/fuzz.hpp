// SPDX-License-Identifier: Apache-2.0
// What the fuzz targets share. A target reads its input as a file of one format: the sanitizers watch the
// reader, and what the reader accepts must keep the promises of its header.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <span>
#include <string>
#include <string_view>

#include "lockstep/circuit/compiled_circuit.hpp"
#include "lockstep/formats/byte_source.hpp"

namespace lockstep::fuzz {

inline formats::ByteSource input(const std::uint8_t* data, std::size_t size) {
  return formats::ByteSource::borrow(std::as_bytes(std::span(data, size)), "input");
}

/// Ends the process, as a sanitizer would, where a promise is broken.
inline void require(bool promise, const char* what) {
  if (promise) return;
  std::fprintf(stderr, "broken promise: %s\n", what);
  std::abort();
}

/// An error is one sentence that begins with the file's name.
inline void require_sentence(const std::string& message) {
  require(message.starts_with("input: "), "an error names its file");
  require(message.find('\n') == std::string::npos, "an error is one line");
}

inline void require_sound(const circuit::CompiledCircuit& circuit) {
  for (const circuit::SparseMatrix* matrix : {&circuit.a, &circuit.b, &circuit.c}) {
    if (matrix == &circuit.c && circuit.c_is_product) continue;
    require(matrix->row_count() == circuit.row_count(), "a matrix has every row");
    require(matrix->row_offsets.front() == 0 && matrix->row_offsets.back() == matrix->columns.size(),
            "row offsets cover the entries");
    require(matrix->columns.size() == matrix->coefficients.size(), "an entry has column and coefficient");
    for (std::size_t i = 0; i + 1 < matrix->row_offsets.size(); ++i) {
      require(matrix->row_offsets[i] <= matrix->row_offsets[i + 1], "row offsets ascend");
    }
    for (const std::uint32_t column : matrix->columns) {
      require(column < circuit.variable_count, "a column is a variable");
    }
    for (const std::uint32_t coefficient : matrix->coefficients) {
      require(coefficient < circuit.dictionary.size(), "a coefficient is in the dictionary");
    }
  }
}

}  // namespace lockstep::fuzz
