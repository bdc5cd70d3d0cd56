// SPDX-License-Identifier: Apache-2.0
#include "json_document.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <optional>

#include "fault.hpp"

namespace lockstep::formats {
namespace {

constexpr std::size_t kDeepest = 16;
constexpr std::size_t kMostValues = std::size_t{1} << 22;

/// Builds the tree from the parser's events; the parser itself does not recurse.
class TreeBuilder : public nlohmann::json_sax<nlohmann::json> {
 public:
  explicit TreeBuilder(const ByteSource& source) : source_(source) {}

  bool null() override { return add({JsonValue::Kind::kNull, {}, {}}); }
  bool boolean(bool) override { return add({JsonValue::Kind::kBoolean, {}, {}}); }
  // Called for what begins with a minus sign alone; -0 keeps it.
  bool number_integer(number_integer_t value) override {
    return add({JsonValue::Kind::kNumber, value == 0 ? "-0" : fmt::format("{}", value), {}});
  }
  bool number_unsigned(number_unsigned_t value) override {
    return add({JsonValue::Kind::kNumber, fmt::format("{}", value), {}});
  }
  // Also integers that are too large for the parser: the text is exact.
  bool number_float(number_float_t, const string_t& text) override {
    return add({JsonValue::Kind::kNumber, text, {}});
  }
  bool string(string_t& text) override { return add({JsonValue::Kind::kString, std::move(text), {}}); }
  bool binary(binary_t&) override { return refuse("JSON text", "binary data"); }
  bool start_object(std::size_t) override { return open(JsonValue::Kind::kObject); }
  bool start_array(std::size_t) override { return open(JsonValue::Kind::kArray); }
  bool end_object() override { return close(); }
  bool end_array() override { return close(); }

  bool key(string_t& key) override {
    if (open_.back()->find(key) != nullptr) {
      return refuse("each key once", in_quotes(key) + " twice");
    }
    key_ = std::move(key);
    return true;
  }

  bool parse_error(std::size_t position, const std::string&, const nlohmann::detail::exception&) override {
    // `position` counts the characters read, the wrong one included.
    const std::size_t offset = position == 0 ? 0 : position - 1;
    error_ = fault(
        source_, fmt::format("offset {}", offset), "JSON",
        offset < source_.size() ? show_octets(source_.bytes().subspan(offset, 1)) : "the end of the file");
    return false;
  }

  const std::optional<Error>& error() const { return error_; }
  JsonValue take_root() && { return std::move(root_); }

 private:
  bool refuse(std::string_view expected, std::string_view found) {
    error_ = fault(source_, "JSON", expected, found);
    return false;
  }

  bool add(JsonValue value) {
    if (++value_count_ > kMostValues) {
      return refuse(fmt::format("at most {} values", kMostValues), "more");
    }
    const JsonValue::Kind kind = value.kind;
    JsonValue* place = &root_;
    if (open_.empty()) {
      root_ = std::move(value);
    } else {
      // Growing the list moves its elements, none of which is open: only the last one ever is.
      open_.back()->children.push_back({std::move(key_), std::move(value)});
      key_.clear();
      place = &open_.back()->children.back().value;
    }
    if (kind == JsonValue::Kind::kArray || kind == JsonValue::Kind::kObject) open_.push_back(place);
    return true;
  }

  bool open(JsonValue::Kind kind) {
    if (open_.size() >= kDeepest) {
      return refuse(fmt::format("arrays and objects at most {} deep", kDeepest), "deeper ones");
    }
    return add({kind, {}, {}});
  }

  bool close() {
    open_.pop_back();
    return true;
  }

  const ByteSource& source_;
  JsonValue root_;
  std::vector<JsonValue*> open_;
  std::string key_;
  std::size_t value_count_ = 0;
  std::optional<Error> error_;
};

}  // namespace

const JsonValue* JsonValue::find(std::string_view key) const {
  const auto found = std::find_if(children.begin(), children.end(),
                                  [&](const JsonMember& member) { return member.key == key; });
  return found == children.end() ? nullptr : &found->value;
}

std::string_view kind_name(JsonValue::Kind kind) {
  switch (kind) {
    case JsonValue::Kind::kNull:
      return "null";
    case JsonValue::Kind::kBoolean:
      return "a boolean";
    case JsonValue::Kind::kNumber:
      return "a number";
    case JsonValue::Kind::kString:
      return "a string";
    case JsonValue::Kind::kArray:
      return "an array";
    case JsonValue::Kind::kObject:
      return "an object";
  }
  return "something else";
}

bool looks_like_json(const ByteSource& source) {
  const std::string_view text(reinterpret_cast<const char*>(source.bytes().data()), source.size());
  const std::size_t first = text.find_first_not_of(" \t\r\n");
  return first != std::string_view::npos && (text[first] == '{' || text[first] == '[');
}

Result<JsonValue> parse_json(const ByteSource& source) {
  // nlohmann's parser takes a zero byte for the end of its input, whatever follows.
  if (const auto zero = std::ranges::find(source.bytes(), std::byte{0}); zero != source.bytes().end()) {
    return fault(source, fmt::format("offset {}", zero - source.bytes().begin()), "JSON", "a zero byte");
  }
  TreeBuilder builder(source);
  const auto* text = reinterpret_cast<const char*>(source.bytes().data());
  const bool parsed = nlohmann::json::sax_parse(text, text + source.size(), &builder);
  if (builder.error()) return *builder.error();
  if (!parsed) return fault(source, "offset 0", "JSON", "something else");
  return std::move(builder).take_root();
}

}  // namespace lockstep::formats
