// SPDX-License-Identifier: Apache-2.0
// The abstract interfaces over a plugin's C tables.
#include <gmock/gmock.h>

#include "lockstep/algebra/curves.hpp"
#include "lockstep/backend/backend.hpp"
#include "lockstep/timing/analysis.hpp"
#include "test_plugins.hpp"

namespace lockstep::backend {
namespace {

using namespace std::chrono_literals;
using algebra::Bls12_381;
using algebra::Bn254;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using testing::plugin_file;
using testing::quiet_services;
using testing::small_circuit;
using testing::small_key;
using testing::small_witness;

class Adapters : public ::testing::TestWithParam<CurveId> {
 protected:
  void SetUp() override { load("dummy"); }

  void TearDown() override {
    // Every handle of a test is gone: the plugin says so at its deinit.
    services_->deferred().drain();
    if (backend_) {
      EXPECT_EQ(backend_->memory().stats(0)->buffer_count, 0u);
    }
    EXPECT_EQ(services_->memory().host().in_use(), 0u);
  }

  void load(const char* name) {
    backend_.reset();
    const auto loaded = Backend::load(plugin_file(name), services_);
    ASSERT_TRUE(loaded) << loaded.error().message;
    backend_ = *loaded;
  }

  std::unique_ptr<Session> session(const Options& options = {}) {
    auto circuit = backend_->synthesizer()->load(0, small_circuit(GetParam()));
    auto key = backend_->prover()->load_key(0, small_key(GetParam()));
    EXPECT_TRUE(circuit && key);
    auto made = backend_->prover()->create_session(*circuit, *key, options);
    EXPECT_TRUE(made) << made.error().message;
    return *std::move(made);
  }

  std::shared_ptr<HostServices> services_ = quiet_services();
  std::shared_ptr<Backend> backend_;
  circuit::Witness witness_ = small_witness(GetParam());
  ProveRequest request_{.witness = witness_, .r = {5, 6, 0, 1}, .s = {7, 8, 9, 2}};
};

INSTANTIATE_TEST_SUITE_P(BothCurves, Adapters, ::testing::Values(CurveId::kBn254, CurveId::kBls12_381),
                         [](const auto& tested) { return std::string(curve_name(tested.param)); });

TEST_P(Adapters, DevicesAreDescribed) {
  const auto devices = backend_->memory().devices();
  ASSERT_TRUE(devices);
  ASSERT_EQ(devices->size(), 1u);
  const DeviceInfo& device = (*devices)[0];
  EXPECT_EQ(device.device_class, DeviceClass::kCpu);
  EXPECT_TRUE(device.usable);
  EXPECT_TRUE(device.supports(GetParam()));
  EXPECT_EQ(device.name, "dummy device?0");
  EXPECT_EQ(device.memory_total_bytes, 8ull << 30);
  EXPECT_EQ(device.memory_free_bytes, 4ull << 30);
  EXPECT_EQ(device.reason, "");
}

TEST_P(Adapters, BuffersCarryBytesAndGoBackOnTheirOwn) {
  auto buffer = backend_->memory().acquire({.size_bytes = 1000, .secret = true, .zeroed = true});
  ASSERT_TRUE(buffer) << buffer.error().message;
  EXPECT_EQ((*buffer)->size_bytes(), 1000u);
  EXPECT_EQ((*buffer)->kind(), MemoryKind::kPageable);
  EXPECT_EQ((*buffer)->host_bytes().size(), 1000u);
  EXPECT_EQ((*buffer)->host_bytes()[999], std::byte{0});
  EXPECT_EQ(services_->memory().pageable().in_use(), 1000u);
  const std::vector<std::byte> out(10, std::byte{3});
  EXPECT_TRUE((*buffer)->write(990, out));
  std::vector<std::byte> in(10);
  EXPECT_TRUE((*buffer)->read(990, in));
  EXPECT_EQ(in, out);
  const auto past = (*buffer)->write(991, out);
  ASSERT_FALSE(past);
  EXPECT_THAT(past.error().message,
              HasSubstr("dummy: copying to a buffer failed: past the end (invalid argument, driver code 42"));
  (*buffer).reset();
  services_->deferred().drain();
  EXPECT_EQ(services_->memory().pageable().in_use(), 0u);
}

TEST_P(Adapters, ABudgetThatIsPassedIsOutOfMemory) {
  backend_.reset();
  services_ = quiet_services({.host_limit_bytes = 500});
  load("dummy");
  const auto buffer = backend_->memory().acquire({.size_bytes = 501});
  ASSERT_FALSE(buffer);
  EXPECT_EQ(buffer.error().code, ErrorCode::kOutOfMemory);
  EXPECT_THAT(buffer.error().message, HasSubstr("501 bytes of pageable memory are over the limit of 500"));
}

TEST_P(Adapters, KindsThatADeviceLacksAreAnError) {
  const auto buffer = backend_->memory().acquire({.kind = MemoryKind::kDevice, .size_bytes = 1});
  ASSERT_FALSE(buffer);
  EXPECT_EQ(buffer.error().code, ErrorCode::kBackend);
}

TEST_P(Adapters, TheRestOfMemoryWorks) {
  std::vector<std::byte> mine(4096);
  EXPECT_TRUE(backend_->memory().register_host(0, mine));
  EXPECT_TRUE(backend_->memory().unregister_host(0, mine));
  EXPECT_TRUE(backend_->memory().trim(0, 0));
}

TEST_P(Adapters, CircuitsKeysAndSessionsKeepWhatTheyNeed) {
  std::unique_ptr<Session> made = session();
  const std::weak_ptr<Backend> watch = backend_;
  backend_.reset();
  EXPECT_TRUE(watch.expired());
  EXPECT_TRUE(made->prove(request_));  // circuit, key and plugin are alive through the session alone
}

TEST_P(Adapters, ABadCircuitIsMalformed) {
  auto circuit = std::make_shared<circuit::CompiledCircuit>(*small_circuit(GetParam()));
  circuit->b.row_offsets = {0};
  const auto loaded = backend_->synthesizer()->load(0, circuit);
  ASSERT_FALSE(loaded);
  EXPECT_EQ(loaded.error().code, ErrorCode::kMalformed);
  EXPECT_THAT(loaded.error().message,
              HasSubstr("dummy: loading the circuit failed: A and B differ in rows (bad circuit"));
}

TEST_P(Adapters, LoadingAKeyShowsProgressAndCanBeCancelled) {
  std::vector<std::uint64_t> seen;
  const auto progress = [&](std::uint64_t done, std::uint64_t total) {
    EXPECT_EQ(total, 3u);
    seen.push_back(done);
  };
  EXPECT_TRUE(backend_->prover()->load_key(0, small_key(GetParam()), 0, progress));
  EXPECT_EQ(seen, (std::vector<std::uint64_t>{1, 2, 3}));
  CancelSource source = services_->new_cancel_source();
  source.cancel();
  const auto cancelled = backend_->prover()->load_key(0, small_key(GetParam()), source.token());
  ASSERT_FALSE(cancelled);
  EXPECT_EQ(cancelled.error().code, ErrorCode::kCancelled);
}

TEST_P(Adapters, ProgressThatThrowsDoesNotStopTheLoad) {
  EXPECT_TRUE(backend_->prover()->load_key(
      0, small_key(GetParam()), 0, [](std::uint64_t, std::uint64_t) { throw std::runtime_error("no"); }));
}

TEST_P(Adapters, EstimatesAreReadBack) {
  const auto estimate =
      backend_->prover()->estimate(0, *small_circuit(GetParam()), *small_key(GetParam(), 10));
  ASSERT_TRUE(estimate);
  EXPECT_EQ(estimate->device_bytes(), 1024u);
  EXPECT_EQ(estimate->host_bytes(), 1000u);
}

TEST_P(Adapters, EvaluationWritesIntoBuffers) {
  const auto circuit = backend_->synthesizer()->load(0, small_circuit(GetParam()));
  ASSERT_TRUE(circuit);
  std::vector<std::unique_ptr<Buffer>> buffers;
  for (int i = 0; i < 3; ++i)
    buffers.push_back(*backend_->memory().acquire({.size_bytes = 64, .zeroed = true}));
  EXPECT_TRUE(backend_->synthesizer()->evaluate(**circuit, witness_, *buffers[0], *buffers[1], *buffers[2]));
  EXPECT_EQ(buffers[2]->host_bytes()[0], std::byte{1});
  CancelSource source = services_->new_cancel_source();
  source.cancel();
  const auto cancelled = backend_->synthesizer()->evaluate(**circuit, witness_, *buffers[0], *buffers[1],
                                                           *buffers[2], source.token());
  ASSERT_FALSE(cancelled);
  EXPECT_EQ(cancelled.error().code, ErrorCode::kCancelled);
}

TEST_P(Adapters, AProofArrivesCoordinateByCoordinate) {
  const auto made = session();
  request_.witness_is_public = true;
  const auto proof = made->prove(request_);
  ASSERT_TRUE(proof) << proof.error().message;
  std::visit(
      [&](const auto& points) {
        using Fp = std::decay_t<decltype(points.a.x)>;
        typename Fp::Limbs r{5, 6, 0, 1};
        typename Fp::Limbs s{7, 8, 9, 2};
        EXPECT_EQ(points.a.x.to_standard(), r);
        EXPECT_EQ(points.a.y.to_standard(), s);
        EXPECT_EQ(points.b.x.c0, Fp::from_u64(1));
        EXPECT_EQ(points.b.x.c1, Fp::from_u64(2));
        EXPECT_EQ(points.b.y.c0, Fp::from_u64(3));
        EXPECT_EQ(points.b.y.c1, Fp::from_u64(4));
        EXPECT_EQ(points.c.x, Fp::from_u64(3));                   // variables of the witness
        EXPECT_EQ(points.c.y, Fp::from_u64(LKS_WITNESS_PUBLIC));  // its flags
      },
      *proof);
  EXPECT_EQ(std::holds_alternative<groth16::Proof<Bls12_381>>(*proof), GetParam() == CurveId::kBls12_381);
  EXPECT_EQ(made->last_failure().status, 0);
}

TEST_P(Adapters, ProofsThatAreNoneAreErrorsOfTheBackend) {
  const auto coordinate = session({{"answer", "coordinate"}})->prove(request_);
  ASSERT_FALSE(coordinate);
  EXPECT_EQ(coordinate.error().code, ErrorCode::kBackend);
  EXPECT_THAT(coordinate.error().message, HasSubstr("not below the modulus"));
  const auto curve = session({{"answer", "curve"}})->prove(request_);
  ASSERT_FALSE(curve);
  EXPECT_THAT(curve.error().message, HasSubstr("a proof on curve 77"));
}

TEST_P(Adapters, AFailureIsToldInFull) {
  const auto made = session({{"answer", "failure"}});
  const auto proof = made->prove(request_);
  ASSERT_FALSE(proof);
  EXPECT_EQ(proof.error().code, ErrorCode::kOutOfMemory);
  EXPECT_EQ(proof.error().message,
            "dummy: proving failed: the plan does not fit (out of device memory, driver code 42, in msm_h)");
  const BackendFailure failure = made->last_failure();
  EXPECT_EQ(failure.status, LKS_E_OUT_OF_DEVICE_MEMORY);
  EXPECT_EQ(failure.vendor_code, 42);
  EXPECT_TRUE(failure.retryable);
  EXPECT_FALSE(failure.device_lost);
  EXPECT_EQ(failure.phase, timing::Phase::kMsmH);
}

TEST_P(Adapters, AWitnessOfAnotherCircuitIsAMismatch) {
  const auto made = session();
  circuit::Witness shorter = witness_;
  shorter.values = shorter.values.first(2);
  const auto proof = made->prove({.witness = shorter});
  ASSERT_FALSE(proof);
  EXPECT_EQ(proof.error().code, ErrorCode::kMismatch);
  EXPECT_EQ(proof.error().message, "w.wtns: the witness has 2 values, the circuit 3 variables");
  circuit::Witness other = witness_;
  other.curve = GetParam() == CurveId::kBn254 ? CurveId::kBls12_381 : CurveId::kBn254;
  EXPECT_EQ(made->prove({.witness = other}).error().code, ErrorCode::kMismatch);
}

TEST_P(Adapters, ACircuitAndAKeyThatDoNotBelongTogetherAreAMismatch) {
  const CurveId other = GetParam() == CurveId::kBn254 ? CurveId::kBls12_381 : CurveId::kBn254;
  const auto circuit = backend_->synthesizer()->load(0, small_circuit(other));
  const auto key = backend_->prover()->load_key(0, small_key(GetParam()));
  const auto made = backend_->prover()->create_session(*circuit, *key);
  ASSERT_FALSE(made);
  EXPECT_EQ(made.error().code, ErrorCode::kMismatch);
}

TEST_P(Adapters, UnknownOptionsAreErrors) {
  const auto circuit = backend_->synthesizer()->load(0, small_circuit(GetParam()));
  const auto key = backend_->prover()->load_key(0, small_key(GetParam()));
  const auto made = backend_->prover()->create_session(*circuit, *key, {{"speed", "ludicrous"}});
  ASSERT_FALSE(made);
  EXPECT_THAT(made.error().message, HasSubstr("unknown option (not supported"));
}

TEST_P(Adapters, HandlesOfAnotherBackendAreRefused) {
  const auto other = Backend::load(plugin_file("newer_minor"), services_);
  ASSERT_TRUE(other) << other.error().message;
  const auto circuit = (*other)->synthesizer()->load(0, small_circuit(GetParam()));
  const auto key = backend_->prover()->load_key(0, small_key(GetParam()));
  const auto made = backend_->prover()->create_session(*circuit, *key);
  ASSERT_FALSE(made);
  EXPECT_EQ(made.error().code, ErrorCode::kUsage);
  const auto ours = backend_->synthesizer()->load(0, small_circuit(GetParam()));
  auto theirs = (*other)->memory().acquire({.size_bytes = 64});
  auto mine = backend_->memory().acquire({.size_bytes = 64});
  EXPECT_EQ(backend_->synthesizer()->evaluate(**ours, witness_, **mine, **theirs, **mine).error().code,
            ErrorCode::kUsage);
}

TEST_P(Adapters, AJobMayBeStartedAndWaitedFor) {
  const auto made = session();
  ASSERT_TRUE(made->can_start());
  EXPECT_EQ(made->wait(1ms).error().code, ErrorCode::kUsage);
  ASSERT_TRUE(made->start(request_));
  EXPECT_EQ(made->start(request_).error().code, ErrorCode::kUsage);
  EXPECT_EQ(made->prove(request_).error().code, ErrorCode::kUsage);
  const auto running = made->wait(0ns);
  ASSERT_TRUE(running);
  EXPECT_EQ(*running, std::nullopt);
  const auto done = made->wait(std::chrono::nanoseconds::max());
  ASSERT_TRUE(done) << done.error().message;
  EXPECT_EQ(**done, *made->prove(request_));
}

TEST_P(Adapters, AStartedJobMayBeCancelled) {
  const auto made = session();
  ASSERT_TRUE(made->start(request_));
  EXPECT_TRUE(made->cancel());
  const auto done = made->wait(1s);
  ASSERT_FALSE(done);
  EXPECT_EQ(done.error().code, ErrorCode::kCancelled);
  EXPECT_TRUE(made->prove(request_));
}

TEST_P(Adapters, ASessionThatIsDroppedEndsItsJob) {
  auto made = session();
  ASSERT_TRUE(made->start(request_));
  made.reset();  // TearDown sees that the plugin has let go of it
}

TEST_P(Adapters, ABackendThatOnlyBlocksSaysSo) {
  load("blocking_only");
  const auto made = session();
  EXPECT_FALSE(made->can_start());
  EXPECT_EQ(made->start(request_).error().code, ErrorCode::kBackend);
  EXPECT_EQ(made->cancel().error().code, ErrorCode::kBackend);
  EXPECT_TRUE(made->prove(request_));
}

TEST_P(Adapters, TheSpansOfAProofHoldTheRules) {
  const auto recorder = services_->new_recorder();
  using timing::Phase;
  const auto pipeline = [&](Phase phase) { recorder->record_empty({.phase = phase}); };
  for (const Phase phase : {Phase::kQueue, Phase::kWitness, Phase::kHandoff, Phase::kKey}) pipeline(phase);
  const auto made = session();
  request_.parent = recorder->begin({.phase = Phase::kProve});
  EXPECT_TRUE(made->prove(request_));
  recorder->end(request_.parent);
  for (const Phase phase : {Phase::kVerify, Phase::kSerialize, Phase::kPipelineRelease}) pipeline(phase);
  const timing::Report report = timing::make_report(*recorder, {.result = "proved"});
  EXPECT_THAT(timing::check_structure(report), IsEmpty());
}

}  // namespace
}  // namespace lockstep::backend
