// SPDX-License-Identifier: Apache-2.0
// JSON as a tree that keeps numbers as text, so that none is rounded, and with limits, so that no input costs
// more than its size deserves.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "lockstep/formats/byte_source.hpp"
#include "lockstep/result.hpp"

namespace lockstep::formats {

struct JsonMember;

struct JsonValue {
  enum class Kind { kNull, kBoolean, kNumber, kString, kArray, kObject };

  Kind kind = Kind::kNull;
  std::string text;                  ///< of a string, unescaped; of a number, as the file has it
  std::vector<JsonMember> children;  ///< of an array (keys are empty) or an object (no key stands twice)

  bool is_array() const { return kind == Kind::kArray; }
  bool is_object() const { return kind == Kind::kObject; }
  /// The member of an object; null where there is none.
  const JsonValue* find(std::string_view key) const;
};

struct JsonMember {
  std::string key;
  JsonValue value;
};

/// "a string", "an array", ... for messages.
std::string_view kind_name(JsonValue::Kind kind);

/// Whether the first character is that of an array or an object.
bool looks_like_json(const ByteSource& source);

/// Parses a whole file. kMalformed: no JSON, bytes after it, a key that stands twice, arrays and objects more
/// than 16 deep, more than 2^22 values.
Result<JsonValue> parse_json(const ByteSource& source);

}  // namespace lockstep::formats
