// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <iostream>
#include <vector>

#include "iden3_export.hpp"
#include "lockstep/formats/file_writer.hpp"
#include "options.hpp"
#include "sha256.hpp"
#include "terminal.hpp"

namespace lockstep::app {
namespace {

constexpr std::size_t kBlockBytes = 64;
constexpr std::size_t kPaddingBytes = 9;  // SHA-256's least padding: one bit, and the length in 8 bytes

std::optional<CurveId> curve_named(const std::string& name) {
  for (const CurveId curve : {CurveId::kBn254, CurveId::kBls12_381}) {
    if (curve_name(curve) == name) return curve;
  }
  return std::nullopt;
}

Result<void> write(const std::string& path, const std::vector<std::uint8_t>& content) {
  Result<formats::FileWriter> writer = formats::FileWriter::create(path);
  if (!writer) return writer.error();
  if (Result<void> written = writer->write(std::as_bytes(std::span(content))); !written) return written;
  return writer->commit();
}

}  // namespace

int run_example(const ExampleOptions& options) {
  const std::optional<CurveId> curve = curve_named(options.curve);
  if (!curve) {
    return fail(
        {ErrorCode::kUsage, fmt::format("--curve: expected bn254 or bls12_381, found {}", options.curve)});
  }
  std::vector<std::uint8_t> message(options.blocks * kBlockBytes - kPaddingBytes);
  for (std::size_t i = 0; i < message.size(); ++i) message[i] = static_cast<std::uint8_t>(i);

  circuits::R1csBuilder builder;
  const auto digest = circuits::build_sha256(builder, message);
  if (Result<void> written = write(options.r1cs, circuits::r1cs_file(builder, *curve)); !written) {
    return fail(written.error());
  }
  if (Result<void> written = write(options.witness, circuits::wtns_file(builder, *curve)); !written) {
    return fail(written.error());
  }
  std::string hex;
  for (const std::uint8_t byte : digest) hex += fmt::format("{:02x}", byte);
  std::cout << fmt::format("SHA-256 of {} bytes is {}: {} constraints, {} variables on {}\n", message.size(),
                           hex, builder.constraints().size(), builder.wire_count(), options.curve);
  return kExitOk;
}

}  // namespace lockstep::app
