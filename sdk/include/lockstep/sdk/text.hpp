// SPDX-License-Identifier: Apache-2.0
// Text of bounded length, put together without allocation: log lines and error messages must be possible when
// memory is out.
#pragma once

#include <array>
#include <charconv>
#include <concepts>
#include <cstddef>
#include <cstring>
#include <string_view>

namespace lockstep::sdk {

/// Up to N - 1 bytes of UTF-8 and a NUL. What does not fit is cut off at a character's border.
template <std::size_t N>
class FixedText {
  static_assert(N > 1);

 public:
  FixedText() noexcept = default;

  /// Joins the parts: text, single characters, bool, integers (decimal) and floating point (shortest form).
  template <class... Parts>
  static FixedText of(const Parts&... parts) noexcept {
    FixedText text;
    (text.append(parts), ...);
    return text;
  }

  void append(std::string_view part) noexcept {
    std::size_t bytes = part.size();
    if (bytes > N - 1 - size_) {
      bytes = N - 1 - size_;
      while (bytes > 0 && is_continuation(part[bytes])) --bytes;
    }
    if (bytes > 0) std::memcpy(&bytes_[size_], part.data(), bytes);
    size_ += bytes;
    bytes_[size_] = '\0';
  }
  void append(const char* part) noexcept { append(std::string_view(part == nullptr ? "(null)" : part)); }
  void append(char part) noexcept { append(std::string_view(&part, 1)); }
  void append(bool part) noexcept { append(std::string_view(part ? "true" : "false")); }

  template <class Number>
  requires std::integral<Number> || std::floating_point<Number>
  void append(Number part) noexcept {
    std::array<char, 64> digits;
    const auto end = std::to_chars(digits.data(), digits.data() + digits.size(), part).ptr;
    append(std::string_view(digits.data(), static_cast<std::size_t>(end - digits.data())));
  }

  std::string_view view() const noexcept { return {bytes_.data(), size_}; }
  const char* c_str() const noexcept { return bytes_.data(); }

 private:
  static bool is_continuation(char c) noexcept { return (static_cast<unsigned char>(c) & 0xC0u) == 0x80u; }

  std::array<char, N> bytes_{};
  std::size_t size_ = 0;
};

/// Copies text into a field of a C struct, cut off at a character's border, NUL-terminated and NUL-padded.
template <std::size_t N>
void copy_text(char (&field)[N], std::string_view text) noexcept {
  FixedText<N> fitted;
  fitted.append(text);
  std::memset(field, 0, N);
  std::memcpy(field, fitted.view().data(), fitted.view().size());
}

}  // namespace lockstep::sdk
