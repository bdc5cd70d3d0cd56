// SPDX-License-Identifier: Apache-2.0
// Files of the iden3 family as byte arrays that a test can build, and then break.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "lockstep/formats/byte_source.hpp"

namespace lockstep::test {

/// Bytes that grow.
class Bytes {
 public:
  Bytes& number(std::uint64_t value, std::size_t size) {
    for (std::size_t i = 0; i < size; ++i) data.push_back(static_cast<std::byte>(value >> (8 * i)));
    return *this;
  }
  Bytes& u32(std::uint64_t value) { return number(value, 4); }
  Bytes& u64(std::uint64_t value) { return number(value, 8); }
  Bytes& u32_be(std::uint64_t value) {
    for (unsigned shift = 32; shift > 0; shift -= 8)
      data.push_back(static_cast<std::byte>(value >> (shift - 8)));
    return *this;
  }
  Bytes& limbs(std::span<const std::uint64_t> limbs) {
    for (const std::uint64_t limb : limbs) u64(limb);
    return *this;
  }
  Bytes& text(std::string_view text) { return raw(std::as_bytes(std::span(text))); }
  Bytes& raw(std::span<const std::byte> bytes) {
    data.insert(data.end(), bytes.begin(), bytes.end());
    return *this;
  }
  Bytes& zeros(std::size_t count) {
    data.resize(data.size() + count);
    return *this;
  }
  /// Overwrites what is there already.
  Bytes& put_u32(std::size_t offset, std::uint64_t value) { return put(offset, Bytes().u32(value).data); }
  Bytes& put_u64(std::size_t offset, std::uint64_t value) { return put(offset, Bytes().u64(value).data); }
  Bytes& put(std::size_t offset, std::span<const std::byte> bytes) {
    if (offset > data.size() || bytes.size() > data.size() - offset) throw std::out_of_range("Bytes::put");
    std::copy(bytes.begin(), bytes.end(), data.begin() + static_cast<std::ptrdiff_t>(offset));
    return *this;
  }

  std::vector<std::byte> data;
};

struct SectionBytes {
  std::uint32_t id = 0;
  Bytes bytes;
  std::optional<std::uint64_t> claimed_size;  ///< where it is not the true one
};

/// A file of sections.
struct Container {
  std::string magic;
  std::uint32_t version = 1;
  std::vector<SectionBytes> sections;
  std::optional<std::uint32_t> claimed_count;

  SectionBytes& section(std::uint32_t id) {
    for (SectionBytes& section : sections) {
      if (section.id == id) return section;
    }
    throw std::out_of_range("Container::section");
  }
  Bytes& operator[](std::uint32_t id) { return section(id).bytes; }

  void erase(std::uint32_t id) {
    std::erase_if(sections, [&](const SectionBytes& section) { return section.id == id; });
  }

  Bytes build() const {
    Bytes file;
    file.text(magic).u32(version).u32(claimed_count.value_or(static_cast<std::uint32_t>(sections.size())));
    for (const SectionBytes& section : sections) {
      file.u32(section.id)
          .u64(section.claimed_size.value_or(section.bytes.data.size()))
          .raw(section.bytes.data);
    }
    return file;
  }
};

/// A source over an exact copy, so that a sanitizer sees a read past its end.
inline formats::ByteSource source_of(const Bytes& bytes, std::string name = "file") {
  std::vector<std::byte> exact(bytes.data.begin(), bytes.data.end());
  exact.shrink_to_fit();
  return formats::ByteSource::own(std::move(exact), std::move(name));
}
inline formats::ByteSource source_of(const Container& container, std::string name = "file") {
  return source_of(container.build(), std::move(name));
}
inline formats::ByteSource source_of(std::string_view text, std::string name = "file") {
  return source_of(Bytes().text(text), std::move(name));
}

}  // namespace lockstep::test
