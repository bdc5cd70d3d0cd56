// SPDX-License-Identifier: Apache-2.0
#include "iden3_export.hpp"

#include <array>
#include <initializer_list>
#include <string_view>

#include "lockstep/algebra/curves.hpp"

namespace lockstep::circuits {
namespace {

constexpr std::size_t kFieldBytes = 32;

/// Little-endian bytes of a container file under construction.
class Bytes {
 public:
  template <class Integer>
  void integer(Integer value) {
    for (std::size_t i = 0; i < sizeof(value); ++i) {
      content_.push_back(static_cast<std::uint8_t>(static_cast<std::uint64_t>(value) >> (8 * i)));
    }
  }
  void header(std::string_view magic, std::uint32_t version, std::uint32_t sections) {
    content_.insert(content_.end(), magic.begin(), magic.end());
    integer(version);
    integer(sections);
  }
  void section(std::uint32_t id, const Bytes& body) {
    integer(id);
    integer(static_cast<std::uint64_t>(body.content_.size()));
    content_.insert(content_.end(), body.content_.begin(), body.content_.end());
  }
  std::uint8_t* extend(std::size_t bytes) {
    content_.resize(content_.size() + bytes);
    return content_.data() + content_.size() - bytes;
  }
  std::vector<std::uint8_t> take() && { return std::move(content_); }

 private:
  std::vector<std::uint8_t> content_;
};

/// A signed integer as an element of Fr, standard form.
template <class Fr>
void put_field(Bytes& bytes, Int128 value) {
  const bool negative = value < 0;
  const auto magnitude = negative ? -value : value;
  const Fr element = Fr::from_standard_unchecked(
      {static_cast<std::uint64_t>(magnitude), static_cast<std::uint64_t>(magnitude >> 64), 0, 0});
  std::span<std::uint8_t, kFieldBytes> to(bytes.extend(kFieldBytes), kFieldBytes);
  (negative ? -element : element).to_bytes_le(to);
}

template <class Fr>
void put_modulus(Bytes& bytes) {
  bytes.integer(static_cast<std::uint32_t>(kFieldBytes));
  for (const std::uint64_t limb : Fr::modulus()) bytes.integer(limb);
}

template <class Fr>
void put_terms(Bytes& bytes, const std::vector<Term>& terms) {
  bytes.integer(static_cast<std::uint32_t>(terms.size()));
  for (const Term& term : terms) {
    bytes.integer(term.wire);
    put_field<Fr>(bytes, term.coefficient);
  }
}

}  // namespace

std::vector<std::uint8_t> r1cs_file(const R1csBuilder& builder, CurveId curve) {
  return algebra::with_curve(curve, [&](auto curve_tag) {
    using Fr = typename decltype(curve_tag)::Fr;
    Bytes constraints;
    for (const Constraint& constraint : builder.constraints()) {
      for (const auto* terms : {&constraint.a, &constraint.b, &constraint.c})
        put_terms<Fr>(constraints, *terms);
    }
    Bytes header;
    put_modulus<Fr>(header);
    header.integer(builder.wire_count());
    header.integer(builder.public_count());  // public outputs
    header.integer(std::uint32_t{0});        // public inputs
    header.integer(builder.wire_count() - builder.public_count() - 1);
    header.integer(static_cast<std::uint64_t>(builder.wire_count()));  // labels
    header.integer(static_cast<std::uint32_t>(builder.constraints().size()));
    Bytes labels;
    for (std::uint64_t wire = 0; wire < builder.wire_count(); ++wire) labels.integer(wire);

    Bytes file;
    file.header("r1cs", 1, 3);
    file.section(2, constraints);
    file.section(1, header);
    file.section(3, labels);
    return std::move(file).take();
  });
}

std::vector<std::uint8_t> wtns_file(const R1csBuilder& builder, CurveId curve) {
  return algebra::with_curve(curve, [&](auto curve_tag) {
    using Fr = typename decltype(curve_tag)::Fr;
    Bytes header;
    put_modulus<Fr>(header);
    header.integer(builder.wire_count());
    Bytes values;
    for (const Int128 value : builder.values()) put_field<Fr>(values, value);

    Bytes file;
    file.header("wtns", 2, 2);
    file.section(1, header);
    file.section(2, values);
    return std::move(file).take();
  });
}

}  // namespace lockstep::circuits
