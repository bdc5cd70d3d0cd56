// SPDX-License-Identifier: Apache-2.0
// A folder with a small circuit, its witnesses and its keys.
#pragma once

#include <gtest/gtest.h>
#include <stdlib.h>

#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "iden3_export.hpp"
#include "lockstep/pipeline/engine.hpp"
#include "lockstep/pipeline/files.hpp"

namespace lockstep::pipeline {

/// x y = z with z public and then w = z z: two constraints, both curves.
inline circuits::R1csBuilder two_products(circuits::Int128 z) {
  circuits::R1csBuilder builder;
  const auto product = builder.allocate_public(z);
  const auto x = builder.allocate(3);
  const auto y = builder.allocate(11);
  builder.enforce(x, y, product);
  builder.multiply(product, product);
  return builder;
}

class PipelineFiles : public ::testing::TestWithParam<CurveId> {
 protected:
  void SetUp() override {
    std::string name = (std::filesystem::temp_directory_path() / "lockstep_pipeline_XXXXXX").string();
    ASSERT_NE(::mkdtemp(name.data()), nullptr);
    folder_ = name;
    write("good.r1cs", circuits::r1cs_file(two_products(33), GetParam()));
    write("good.wtns", circuits::wtns_file(two_products(33), GetParam()));
    write("bad.wtns", circuits::wtns_file(two_products(34), GetParam()));
    make_key("key.zkey", "vk.json");
  }
  void TearDown() override { std::filesystem::remove_all(folder_); }

  std::filesystem::path file(const std::string& name) const { return folder_ / name; }
  bool exists(const std::string& name) const { return std::filesystem::exists(file(name)); }

  void write(const std::string& name, const std::vector<std::uint8_t>& content) const {
    std::ofstream out(file(name), std::ios::binary);
    out.write(reinterpret_cast<const char*>(content.data()), static_cast<std::streamsize>(content.size()));
  }
  void write(const std::string& name, const std::string& content) const {
    write(name, std::vector<std::uint8_t>(content.begin(), content.end()));
  }

  void make_key(const std::string& key, const std::string& vk) const {
    const Result<void> made = setup_files({.r1cs = file("good.r1cs"),
                                           .key = file(key),
                                           .verifying_key = file(vk),
                                           .seed = std::string(64, '7'),
                                           .threads = 2});
    ASSERT_TRUE(made) << made.error().message;
  }

  ProveJob job(const std::string& witness = "good.wtns") const {
    ProveJob job{.key = file("key.zkey"), .witness = file(witness)};
    job.proof_output = file("proof.json");
    job.public_output = file("public.json");
    return job;
  }

  std::filesystem::path folder_;
};

inline std::string curve_test_name(const ::testing::TestParamInfo<CurveId>& info) {
  return std::string(curve_name(info.param));
}

}  // namespace lockstep::pipeline
