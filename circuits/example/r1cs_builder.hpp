// SPDX-License-Identifier: Apache-2.0
// A small builder of constraint systems whose wires hold small integers: enough for circuits made of bits,
// and the same system on every curve, since coefficients are signed integers until they are written.
#pragma once

#include <cstdint>
#include <vector>

namespace lockstep::circuits {

// NOLINTNEXTLINE(modernize-use-using): __extension__ takes no alias
__extension__ typedef __int128 Int128;

/// coefficient * wire. Wire 0 is the constant 1.
struct Term {
  std::uint32_t wire;
  Int128 coefficient;
};

/// A sum of terms and its value under the assignment built so far. A value stays below 2^127 in size.
class LinearCombination {
 public:
  LinearCombination() = default;
  static LinearCombination constant(Int128 value);
  static LinearCombination of_wire(std::uint32_t wire, Int128 value);

  /// *this += factor * other.
  LinearCombination& add(const LinearCombination& other, Int128 factor = 1);

  bool is_constant() const;
  Int128 value() const { return value_; }
  const std::vector<Term>& terms() const { return terms_; }  ///< by ascending wire, no zero coefficient

 private:
  std::vector<Term> terms_;
  Int128 value_ = 0;
};

/// a * b = c.
struct Constraint {
  std::vector<Term> a, b, c;
};

/// Wires are numbered 0 for the constant 1, then the public ones, then the private ones, as circom does: all
/// public wires are allocated before the first private one.
class R1csBuilder {
 public:
  LinearCombination allocate_public(Int128 value);
  LinearCombination allocate(Int128 value);
  /// Gives a wire, as it was allocated, another value; combinations built from it before keep the old one.
  void set_value(const LinearCombination& wire, Int128 value) { values_[wire.terms().front().wire] = value; }
  void enforce(const LinearCombination& a, const LinearCombination& b, const LinearCombination& c);

  /// A wire that is 0 or 1.
  LinearCombination allocate_bit(bool value);
  /// The product as a wire of its own; no wire where a factor is constant.
  LinearCombination multiply(const LinearCombination& a, const LinearCombination& b);

  std::uint32_t wire_count() const { return static_cast<std::uint32_t>(values_.size()); }
  std::uint32_t public_count() const { return public_count_; }
  const std::vector<Constraint>& constraints() const { return constraints_; }
  const std::vector<Int128>& values() const { return values_; }

 private:
  std::uint32_t public_count_ = 0;
  std::vector<Int128> values_{1};
  std::vector<Constraint> constraints_;
};

}  // namespace lockstep::circuits
