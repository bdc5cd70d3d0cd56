// SPDX-License-Identifier: Apache-2.0
#include "lockstep/formats/byte_source.hpp"

#include <utility>

namespace lockstep::formats {

ByteSource::ByteSource(std::span<const std::byte> bytes, std::string name,
                       std::shared_ptr<const void> storage, const MappedFile* file)
    : bytes_(bytes), name_(std::move(name)), storage_(std::move(storage)), file_(file) {}

Result<ByteSource> ByteSource::open(const std::filesystem::path& path) {
  Result<std::shared_ptr<const MappedFile>> file = MappedFile::open(path);
  if (!file) return std::move(file).error();
  const MappedFile* mapped = file->get();
  return ByteSource(mapped->bytes(), path.string(), *std::move(file), mapped);
}

ByteSource ByteSource::own(std::vector<std::byte> bytes, std::string name) {
  auto owned = std::make_shared<const std::vector<std::byte>>(std::move(bytes));
  const std::span<const std::byte> view(*owned);
  return {view, std::move(name), std::move(owned), nullptr};
}

ByteSource ByteSource::borrow(std::span<const std::byte> bytes, std::string name) {
  return {bytes, std::move(name), nullptr, nullptr};
}

void ByteSource::drop(std::uint64_t offset, std::uint64_t size) const {
  if (file_ != nullptr) file_->drop(offset, size);
}

void ByteSource::read_ahead(std::uint64_t offset, std::uint64_t size) const {
  if (file_ != nullptr) file_->read_ahead(offset, size);
}

}  // namespace lockstep::formats
