// SPDX-License-Identifier: Apache-2.0
// Reads the committed golden vectors: lines of words, "=" between arguments and results (see
// make_vectors.py).
#pragma once

#include <gtest/gtest.h>

#include <array>
#include <cstdint>
#include <fstream>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

#include "lockstep/algebra/curves.hpp"

namespace lockstep::golden {

/// One line behind the words that it was asked for by. Words are taken from the front.
class Vector {
 public:
  Vector(std::string text, std::vector<std::string> words)
      : text_(std::move(text)), words_(std::move(words)) {}

  const std::string& text() const { return text_; }
  bool at_end() const { return next_ == words_.size(); }

  std::string word() {
    if (at_end()) {
      ADD_FAILURE() << "too few words: " << text_;
      return "0";
    }
    return words_[next_++];
  }
  /// Steps over a word that must be this one.
  void expect(std::string_view word) { EXPECT_EQ(this->word(), word) << text_; }
  std::uint64_t number() { return std::stoull(word()); }

  /// Hexadecimal digits of an integer below 2^(64 N), big-endian.
  template <std::size_t N>
  std::array<std::uint64_t, N> limbs() {
    return limbs_of<N>(word());
  }
  template <std::size_t N>
  static std::array<std::uint64_t, N> limbs_of(const std::string& hex) {
    std::array<std::uint64_t, N> limbs{};
    std::size_t digit = hex.size();
    for (std::size_t i = 0; i < N && digit > 0; ++i) {
      const std::size_t count = std::min<std::size_t>(16, digit);
      digit -= count;
      limbs[i] = std::stoull(hex.substr(digit, count), nullptr, 16);
    }
    EXPECT_EQ(digit, 0u) << hex;
    return limbs;
  }
  std::vector<std::uint8_t> bytes() {
    const std::string hex = word();
    std::vector<std::uint8_t> bytes;
    for (std::size_t i = 0; i + 1 < hex.size(); i += 2) {
      bytes.push_back(static_cast<std::uint8_t>(std::stoul(hex.substr(i, 2), nullptr, 16)));
    }
    return bytes;
  }

  /// A canonical element of Fp or Fr, of Fp2 (c0 c1), or of Fp12 (in the order of the tower).
  template <class F>
  requires requires { F::kLimbs; }
  F element() {
    const auto value = F::from_standard(limbs<F::kLimbs>());
    EXPECT_TRUE(value.has_value()) << text_;
    return value.value_or(F::zero());
  }
  template <class F>
  requires requires(F f) { f.c0; }
  F element() {
    F value;
    value.c0 = element<decltype(value.c0)>();
    value.c1 = element<decltype(value.c1)>();
    if constexpr (requires { value.c2; }) value.c2 = element<decltype(value.c2)>();
    return value;
  }
  /// x y; infinity is all zero, as AffinePoint has it.
  template <class G>
  algebra::AffinePoint<G> point() {
    algebra::AffinePoint<G> point;
    point.x = element<typename G::Field>();
    point.y = element<typename G::Field>();
    return point;
  }

 private:
  std::string text_;
  std::vector<std::string> words_;
  std::size_t next_ = 0;
};

/// The lines of the file that begin with these words; a file without any is a failure.
inline std::vector<Vector> read_vectors(const std::string& file, std::string_view beginning) {
  std::ifstream stream(std::string(LOCKSTEP_GOLDEN_VECTORS) + "/" + file);
  EXPECT_TRUE(stream.is_open()) << file;
  std::vector<Vector> vectors;
  const std::string wanted = std::string(beginning) + " ";
  for (std::string line; std::getline(stream, line);) {
    if (!line.starts_with(wanted)) continue;
    std::istringstream rest(line.substr(wanted.size()));
    std::vector<std::string> words;
    for (std::string word; rest >> word;) words.push_back(word);
    vectors.emplace_back(line, std::move(words));
  }
  EXPECT_FALSE(vectors.empty()) << file << " has no line that begins with " << beginning;
  return vectors;
}

}  // namespace lockstep::golden
