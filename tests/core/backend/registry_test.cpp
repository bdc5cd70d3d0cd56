// SPDX-License-Identifier: Apache-2.0
#include "lockstep/backend/registry.hpp"

#include <gmock/gmock.h>

#include <nlohmann/json.hpp>

#include "test_plugins.hpp"

namespace lockstep::backend {
namespace {

using nlohmann::json;
using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;
using testing::plugin_file;
using testing::quiet_services;
using testing::small_circuit;
using testing::small_key;
using ::testing::StartsWith;
using testing::TemporaryFolder;

class Registries : public ::testing::Test {
 protected:
  /// A registry over a folder with these test plugins.
  Registry& with(const std::vector<std::string>& plugins, HostOptions options = {}) {
    for (const std::string& plugin : plugins) folder_.add(plugin);
    SearchOptions search;
    search.directories.push_back({folder_.path(), PluginSource::kEnvironment});
    registry_ = std::make_unique<Registry>(quiet_services(std::move(options)), search);
    return *registry_;
  }

  static Requirements job(std::uint32_t domain_log2, CurveId curve = CurveId::kBn254) {
    static const auto circuit = small_circuit(CurveId::kBn254);
    static std::vector<std::shared_ptr<const groth16::ProvingKey>> keys;
    keys.push_back(small_key(curve, domain_log2));
    return {.curve = curve, .circuit = circuit.get(), .key = keys.back().get()};
  }

  static std::string id_of(const Result<Selection>& selection) {
    return selection ? selection->backend->info().id : selection.error().message;
  }

  TemporaryFolder folder_;
  std::unique_ptr<Registry> registry_;
};

TEST_F(Registries, AnIdIsUsedAndSaysWhy) {
  const auto selection = with({"dummy", "newer_minor"}).select("newer");
  ASSERT_TRUE(selection) << selection.error().message;
  EXPECT_EQ(selection->backend->info().id, "newer");
  EXPECT_EQ(selection->device.ordinal, 0u);
  EXPECT_EQ(selection->reason,
            "newer was asked for by name; device 0 (newer device?0) is its first that can do the job");
}

TEST_F(Registries, AnIdMayNameADevice) {
  Registry& registry = with({"gpu_small"});
  EXPECT_EQ(registry.select("gpu_small:1")->device.ordinal, 1u);
  const auto missing = registry.select("gpu_small:2");
  ASSERT_FALSE(missing);
  EXPECT_THAT(missing.error().message,
              StartsWith("backend gpu_small can't be used: it has no device 2, only 2\n"));
}

TEST_F(Registries, NamesThatAreNoneAreUsageErrors) {
  Registry& registry = with({"dummy"});
  for (const char* name :
       {"", "Dummy", "dummy:", "dummy:x", "dummy:1x", "dummy:-1", "dummy:99999999999", "a b", "../x"}) {
    const auto selection = registry.select(name);
    ASSERT_FALSE(selection) << name;
    EXPECT_EQ(selection.error().code, ErrorCode::kUsage) << name;
  }
}

TEST_F(Registries, AnIdThatIsNotThereFailsWithTheTable) {
  const auto selection = with({"fallback", "undefined_symbol", "note_major", "gpu_broken"}).select("cuda");
  ASSERT_FALSE(selection);
  EXPECT_EQ(selection.error().code, ErrorCode::kBackend);
  const std::string& message = selection.error().message;
  EXPECT_THAT(message, StartsWith("backend cuda was not found\n"));
  EXPECT_THAT(message, HasSubstr("cpu_reference"));
  EXPECT_THAT(message, HasSubstr("not usable: no driver"));
  EXPECT_THAT(message, HasSubstr("undefined symbol: lks_test_symbol_that_nobody_defines"));
  EXPECT_THAT(message, HasSubstr("made for ABI 2.0"));
  EXPECT_THAT(message, HasSubstr(folder_.path().string() + " (environment)"));
}

TEST_F(Registries, AnIdThatCannotBeUsedNeverFallsBack) {
  const auto selection = with({"fallback", "gpu_broken"}).select("gpu_broken");
  ASSERT_FALSE(selection);
  EXPECT_THAT(selection.error().message,
              StartsWith("backend gpu_broken can't be used: device 0 (gpu_broken device?0): no driver\n"));
}

TEST_F(Registries, AnIdThatTwoFilesHaveFailsNamingBoth) {
  const auto selection = with({"dummy", "dummy_twin"}).select("dummy");
  ASSERT_FALSE(selection);
  EXPECT_THAT(selection.error().message,
              AllOf(StartsWith("backend dummy can't be used: several plugins have the id \"dummy\""),
                    HasSubstr("dummy.so"), HasSubstr("dummy_twin.so")));
}

TEST_F(Registries, OnlyTheNamedOneIsLoaded) {
  // The other's init would fail if it ran: its reason is not known before the table is asked for.
  Registry& registry = with({"newer_minor", "init_fails"});
  ASSERT_TRUE(registry.select("newer"));
  const auto candidates = registry.candidates();
  ASSERT_EQ(candidates.size(), 2u);
  EXPECT_THAT(candidates[0].reason, HasSubstr("the licence has run out"));
  EXPECT_TRUE(candidates[1].usable());
}

TEST_F(Registries, AutoTakesTheGpuWithTheMostMemory) {
  const auto selection =
      with({"fallback", "gpu_small", "gpu_large", "gpu_broken", "emulated"}).select("auto");
  EXPECT_EQ(id_of(selection), "gpu_large");
  EXPECT_EQ(selection->reason,
            "auto: gpu_large device 0 (gpu_large device?0) is the usable GPU with the most memory");
}

TEST_F(Registries, AutoWantsTheCurve) {
  Registry& registry = with({"gpu_small", "gpu_bls"});
  EXPECT_EQ(id_of(registry.select("auto", {.curve = CurveId::kBls12_381})), "gpu_bls");
  EXPECT_EQ(id_of(registry.select("auto", {.curve = CurveId::kBn254})), "gpu_small");
}

TEST_F(Registries, AutoWantsTheEstimateToFitFreeMemory) {
  Registry& registry = with({"fallback", "gpu_small", "gpu_large"});
  EXPECT_EQ(id_of(registry.select("auto", job(31))), "gpu_large");
  EXPECT_EQ(registry.select("auto", job(31))->estimate->device_bytes(), 1ull << 31);
  const auto selection = registry.select("auto", job(36));
  EXPECT_EQ(id_of(selection), "cpu_reference");
  EXPECT_THAT(selection->reason, AllOf(StartsWith("auto: no GPU is usable (gpu_large device 0"),
                                       HasSubstr("the job needs 64.0 GiB of device memory, of 32.0 GiB"),
                                       HasSubstr("so cpu_reference device 0")));
}

TEST_F(Registries, ANameMayUseAllOfADevicesMemory) {
  Registry& registry = with({"gpu_large"});
  EXPECT_TRUE(registry.select("gpu_large", job(36)));
  const auto selection = registry.select("gpu_large", job(37));
  ASSERT_FALSE(selection);
  EXPECT_THAT(selection.error().message, HasSubstr("the job needs 128.0 GiB of device memory, of 64.0 GiB"));
}

TEST_F(Registries, LimitsOfTheHostCount) {
  const auto host = with({"dummy"}, {.host_limit_bytes = 999}).select("dummy", job(4));
  ASSERT_FALSE(host);
  EXPECT_THAT(host.error().message, HasSubstr("the job needs 1000 B of host memory, of 999 B allowed"));
}

TEST_F(Registries, AutoNeverTakesAnEmulatedOrAnUnknownDevice) {
  const auto selection = with({"emulated", "dummy"}).select("auto");
  ASSERT_FALSE(selection);
  EXPECT_THAT(selection.error().message,
              StartsWith("auto: no GPU backend was found, and cpu_reference was not found\n"));
  EXPECT_EQ(id_of(registry_->select("emulated")), "emulated");
}

TEST_F(Registries, AutoSaysWhyNoGpuWasTaken) {
  const auto selection = with({"fallback", "gpu_broken"}).select("auto");
  EXPECT_EQ(id_of(selection), "cpu_reference");
  EXPECT_EQ(selection->reason,
            "auto: no GPU is usable (gpu_broken device 0 (gpu_broken device?0): no driver), so cpu_reference "
            "device 0 "
            "(cpu_reference device?0)");
}

TEST_F(Registries, APluginWithoutAProverCannotProve) {
  const auto selection = with({"no_prover"}).select("no_prover");
  ASSERT_FALSE(selection);
  EXPECT_THAT(selection.error().message, HasSubstr("offers no lockstep.groth16/1"));
}

TEST_F(Registries, APluginGivenByItsFileIsTaken) {
  Registry registry(quiet_services(), default_search(plugin_file("emulated")));
  const auto selection = registry.select("auto");
  ASSERT_TRUE(selection) << selection.error().message;
  EXPECT_THAT(selection->reason, StartsWith("its plugin was given by name; "));
  EXPECT_EQ(id_of(registry.select("emulated")), "emulated");
  EXPECT_FALSE(registry.select("cpu_reference"));
}

TEST_F(Registries, APluginGivenByItsFileThatFailsNeverFallsBack) {
  Registry registry(quiet_services(), default_search(plugin_file("init_fails")));
  const auto selection = registry.select("auto");
  ASSERT_FALSE(selection);
  EXPECT_THAT(selection.error().message,
              HasSubstr("init_fails.so can't be used: dummy: init failed: the licence"));
  Registry missing(quiet_services(), default_search("/nonexistent/p.so"));
  EXPECT_THAT(missing.select("auto").error().message,
              StartsWith("/nonexistent/p.so can't be used: cannot be read"));
}

TEST_F(Registries, TheTableHasALineForEveryDeviceAndEveryRefusal) {
  folder_.write("notes.txt", "x");
  Registry& registry = with({"fallback", "gpu_small", "gpu_broken", "wrong_magic"});
  const std::string table = format_candidates(registry.candidates(), registry.search());
  EXPECT_THAT(table, StartsWith("BACKEND "));
  EXPECT_THAT(table, HasSubstr("usable: bn254, bls12_381"));
  EXPECT_THAT(table, HasSubstr("1 gpu"));
  EXPECT_THAT(table, HasSubstr("not usable: no driver"));
  EXPECT_THAT(table, HasSubstr("magic is 0x"));
  EXPECT_THAT(table, HasSubstr("its name does not end in .so"));
  EXPECT_THAT(table, HasSubstr("4.0 GiB of 8.0 GiB free"));
  EXPECT_THAT(table, Not(HasSubstr("\x1b")));
  EXPECT_EQ(table.back(), '\n');
}

TEST_F(Registries, AnEmptySearchSaysWhereItLooked) {
  Registry& registry = with({});
  EXPECT_THAT(format_candidates(registry.candidates(), registry.search()),
              "no plugin was found\nsearched:\n  " + folder_.path().string() + " (environment)\n");
}

TEST_F(Registries, TheSameAsJson) {
  folder_.write("a\xff.so", "x");
  Registry& registry = with({"fallback", "gpu_broken"});
  const json document = json::parse(candidates_to_json(registry.candidates(), registry.search()));
  EXPECT_EQ(document["schema_version"], 1);
  EXPECT_EQ(document["plugin"], nullptr);
  EXPECT_EQ(document["searched"][0]["directory"], folder_.path().string());
  ASSERT_EQ(document["backends"].size(), 3u);
  const json& cpu = document["backends"][1];
  EXPECT_EQ(cpu["id"], "cpu_reference");
  EXPECT_EQ(cpu["usable"], true);
  EXPECT_EQ(cpu["reason"], "");
  EXPECT_EQ(cpu["version"], "1.2.3");
  EXPECT_EQ(cpu["abi"], "1.0");
  EXPECT_EQ(cpu["interfaces"].size(), 3u);
  EXPECT_EQ(cpu["devices"][0]["class"], "cpu");
  EXPECT_EQ(cpu["devices"][0]["curves"], (json{"bn254", "bls12_381"}));
  const json& broken = document["backends"][2];
  EXPECT_EQ(broken["usable"], false);
  EXPECT_EQ(broken["reason"], "no usable device: no driver");
  EXPECT_EQ(broken["devices"][0]["reason"], "no driver");
  EXPECT_EQ(document["backends"][0]["loaded"], false);
}

}  // namespace
}  // namespace lockstep::backend
