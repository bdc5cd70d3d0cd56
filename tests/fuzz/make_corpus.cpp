// SPDX-License-Identifier: Apache-2.0
// Writes what the fuzzers start from: one folder a target below the folder given, small sound files of both
// curves.
#include <cstdio>
#include <filesystem>
#include <fstream>

#include "../core/formats/example_bellman.hpp"
#include "lockstep/formats/bellman.hpp"
#include "lockstep/formats/snarkjs_json.hpp"

namespace lockstep::test {
namespace {

class Corpus {
 public:
  explicit Corpus(std::filesystem::path folder) : folder_(std::move(folder)) {}

  void add(const std::string& target, const std::string& name, const Bytes& file) {
    for (const std::string& folder : {target, std::string("inspect")}) {
      std::filesystem::create_directories(folder_ / folder);
      std::ofstream out(folder_ / folder / (target + "-" + name), std::ios::binary);
      out.write(reinterpret_cast<const char*>(file.data.data()),
                static_cast<std::streamsize>(file.data.size()));
      if (!out) throw std::runtime_error("can't write to " + (folder_ / folder).string());
    }
  }
  void add(const std::string& target, const std::string& name, const std::string& text) {
    add(target, name, Bytes().text(text));
  }

 private:
  std::filesystem::path folder_;
};

template <class Curve>
void add_files_of(Corpus& corpus) {
  const std::string curve(Curve::kName);
  corpus.add("r1cs", curve, example_r1cs<Curve>().build());
  corpus.add("wtns", curve, example_wtns<Curve>().build());
  corpus.add("zkey", curve, example_zkey<Curve>().build());
  corpus.add("verification_key_json", curve, formats::verification_key_json(example_verifying_key<Curve>(1)));
  corpus.add("proof_json", curve, formats::proof_json(example_proof<Curve>()));
  groth16::Proof<Curve> infinite = example_proof<Curve>();
  infinite.c = {};
  corpus.add("proof_json", curve + "-infinity", formats::proof_json(infinite));
  using Fr = typename Curve::Fr;
  corpus.add("public_json", curve,
             formats::public_json(groth16::PublicInputs<Curve>{Fr::zero(), -Fr::one()}));
}

void add_bellman_files(Corpus& corpus) {
  const BellmanFile file;
  corpus.add("bellman_parameters", "plain", file.build());
  corpus.add("bellman_parameters", "transcript", file.build().zeros(100));
  corpus.add("bellman_vk", "plain", file.build_key());
  const auto proof = formats::encode_bellman_proof(example_proof<algebra::Bls12_381>());
  corpus.add("bellman_proof", "one", Bytes().raw(proof));
  corpus.add("bellman_proof", "two", Bytes().raw(proof).raw(proof));
}

}  // namespace
}  // namespace lockstep::test

int main(int argc, char** argv) {
  if (argc != 2) {
    std::fprintf(stderr, "usage: make_corpus FOLDER\n");
    return 2;
  }
  try {
    lockstep::test::Corpus corpus(argv[1]);
    lockstep::test::add_files_of<lockstep::algebra::Bn254>(corpus);
    lockstep::test::add_files_of<lockstep::algebra::Bls12_381>(corpus);
    lockstep::test::add_bellman_files(corpus);
    corpus.add("public_json", "empty", std::string("[]"));
    corpus.add("public_json", "numbers", std::string("[33, 104, 3]"));
  } catch (const std::exception& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 1;
  }
  return 0;
}
