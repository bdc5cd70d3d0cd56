// SPDX-License-Identifier: Apache-2.0
#include "lockstep/formats/iden3_container.hpp"

#include <gtest/gtest.h>

#include "byte_builder.hpp"

namespace lockstep::formats {
namespace {

using test::Bytes;
using test::Container;
using test::source_of;

Container three_sections() {
  return {.magic = "abcd",
          .version = 3,
          .sections = {{7, Bytes().u32(70), {}}, {2, Bytes().zeros(100), {}}, {9, Bytes(), {}}},
          .claimed_count = {}};
}

std::string message_of(const Bytes& file) {
  const auto table = read_section_table(source_of(file), "abcd", 3);
  if (table) return "";
  EXPECT_EQ(table.error().code, ErrorCode::kMalformed);
  return table.error().message;
}

TEST(SectionTable, HasSectionsInAnyOrder) {
  const auto table = read_section_table(source_of(three_sections()), "abcd", 3);
  ASSERT_TRUE(table) << table.error().message;
  ASSERT_EQ(table->sections.size(), 3u);
  EXPECT_EQ(table->find(7)->offset, 24u);
  EXPECT_EQ(table->find(7)->size, 4u);
  EXPECT_EQ(table->find(2)->offset, 40u);
  EXPECT_EQ(table->find(2)->size, 100u);
  EXPECT_EQ(table->find(9)->size, 0u);
  EXPECT_EQ(table->find(1), nullptr);
  EXPECT_EQ(table->end, 152u);
}

TEST(SectionTable, LeavesBytesBeyondTheLastSectionAlone) {
  Bytes file = three_sections().build();
  file.zeros(5);
  const auto table = read_section_table(source_of(file), "abcd", 3);
  ASSERT_TRUE(table) << table.error().message;
  EXPECT_EQ(table->end, 152u);
}

TEST(SectionTable, RefusesEveryTruncation) {
  const Bytes whole = three_sections().build();
  for (std::size_t size = 0; size < whole.data.size(); ++size) {
    Bytes cut;
    cut.raw(std::span(whole.data).first(size));
    EXPECT_NE(message_of(cut), "") << size;
  }
}

TEST(SectionTable, NamesTheSectionThatRunsPastTheEnd) {
  Bytes cut = three_sections().build();
  cut.data.resize(100);
  EXPECT_EQ(message_of(cut),
            "file: section 2 at offset 40: expected 100 bytes, found the end of the file after 60");
}

TEST(SectionTable, RefusesASizeThatWrapsAround) {
  Container file = three_sections();
  for (const std::uint64_t size : {~std::uint64_t{0}, ~std::uint64_t{0} - 39, std::uint64_t{1} << 63}) {
    file.sections[1].claimed_size = size;
    EXPECT_EQ(message_of(file.build()), "file: section 2 at offset 40: expected " + std::to_string(size) +
                                            " bytes, found the end of the file after 112");
  }
}

TEST(SectionTable, RefusesACountBeyondTheFile) {
  Container file = three_sections();
  file.claimed_count = 0xffffffff;
  EXPECT_EQ(message_of(file.build()),
            "file: offset 152: expected the head of section 4 of 4294967295, found the end of the file after "
            "0 bytes");
}

TEST(SectionTable, RefusesASectionGivenTwice) {
  Container file = three_sections();
  file.sections[2].id = 7;
  EXPECT_EQ(message_of(file.build()),
            "file: section 7: expected one section of that id, found more than one");
}

TEST(SectionTable, RefusesAnotherMagic) {
  Container file = three_sections();
  file.magic = "abce";
  EXPECT_EQ(message_of(file.build()), "file: offset 0: expected \"abcd\", found \"abce\"");
  file.magic = std::string("\0\1ab", 4);
  EXPECT_EQ(message_of(file.build()), "file: offset 0: expected \"abcd\", found bytes 00016162");
}

TEST(SectionTable, RefusesAnotherVersion) {
  Container file = three_sections();
  file.version = 4;
  EXPECT_EQ(message_of(file.build()), "file: offset 4: expected version 3, found 4");
}

}  // namespace
}  // namespace lockstep::formats
