// SPDX-License-Identifier: Apache-2.0
#include "session.hpp"

#include <optional>

#include "failure.hpp"
#include "host_executor.hpp"
#include "proof.hpp"
#include "witness.hpp"

namespace lockstep::cpu_reference {
namespace {

/// One phase: its span in the backend layer, its span in the device layer, and the threads that the latter
/// measures.
class PhaseRun {
 public:
  PhaseRun(sdk::Host host, MemoryPool& pool, const sdk::ProveJob& job, sdk::Phase phase)
      : backend_(host, job.parent, phase),
        device_(backend_, 0, host.worker_count()),
        executor_(host, pool, job.cancel.id(), &device_) {}

  Executor& executor() { return executor_; }

 private:
  sdk::BackendSpan backend_;
  sdk::DeviceSpan device_;  // told before the backend span ends: destroyed first
  HostExecutor executor_;
};

/// The blinding scalars as field elements; secret.
template <class Fr>
struct BlindingScalars {
  Fr r, s;
  ~BlindingScalars() {
    ::explicit_bzero(&r, sizeof r);
    ::explicit_bzero(&s, sizeof s);
  }
};

template <class Fr>
BlindingScalars<Fr> read_blinding(const sdk::ProveJob& job) {
  const auto read = [](const char* name, sdk::ScalarBytes bytes) {
    const std::optional<Fr> value = Fr::from_bytes_le(bytes);
    if (!value) {
      throw Failure{
          sdk::Error(sdk::Code::kInvalidArgument, name, " is not below the order of the curve's groups")};
    }
    return *value;
  };
  return {read("r", job.r), read("s", job.s)};
}

template <class Curve>
struct Sums {
  typename Curve::G1Jacobian h, l, a, b1;
  typename Curve::G2Jacobian b2;
};

/// The three elements of the proof from the five sums; every constant has its place in the equations of
/// design.
///   A = alpha + sum_a + r delta,  B = beta + sum_b + s delta,  C = sum_l + sum_h + s A + r B1 - r s delta
template <class Curve>
sdk::Proof assemble(const CpuKey<Curve>& key, const Sums<Curve>& sums,
                    const BlindingScalars<typename Curve::Fr>& blinding) {
  const auto& [r, s] = blinding;
  const auto delta_g1 = Curve::G1Jacobian::from_affine(key.delta_g1);
  const auto a = sums.a.add_mixed(key.alpha_g1).add(delta_g1.mul(r));
  const auto b1 = sums.b1.add_mixed(key.beta_g1).add(delta_g1.mul(s));
  const auto b2 = sums.b2.add_mixed(key.beta_g2).add(Curve::G2Jacobian::from_affine(key.delta_g2).mul(s));
  const auto c = sums.l.add(sums.h).add(a.mul(s)).add(b1.mul(r)).add(-delta_g1.mul(r * s));
  return encode_proof<Curve>(a.to_affine(), b2.to_affine(), c.to_affine());
}

}  // namespace

template <class Curve>
sdk::Result<sdk::Proof> CpuSession<Curve>::prove(const sdk::ProveJob& job) {
  return guarded([&]() -> sdk::Result<sdk::Proof> {
    using Fr = typename Curve::Fr;
    const auto& key = static_cast<const CpuKey<Curve>&>(*key_);
    const sdk::CircuitView& circuit = static_cast<const CpuCircuit&>(*circuit_).view();
    const BlindingScalars<Fr> blinding = read_blinding<Fr>(job);
    const auto phase = [&](sdk::Phase which) { return PhaseRun(host_, *pool_, job, which); };
    sdk::record_empty_phase(host_, job.parent, sdk::Phase::kWait);

    Witness witness;
    {
      PhaseRun run = phase(sdk::Phase::kUpload);
      witness = read_witness(job.witness, Fr::modulus(), run.executor());
    }
    const std::uint64_t domain_size = std::uint64_t{1} << key.domain.log_size;
    const bool secret = !job.witness.is_public();
    Block a_memory, b_memory, c_memory;
    std::span<Fr> a, b, c;
    {
      PhaseRun run = phase(sdk::Phase::kSynthesize);
      for (auto [memory, values] :
           {std::pair(&a_memory, &a), std::pair(&b_memory, &b), std::pair(&c_memory, &c)}) {
        *memory = pool_->acquire(domain_size * sizeof(Fr), secret);
        *values = memory->template as<Fr>(domain_size);
      }
      algorithms_.evaluate(circuit, witness.values, a, b, c, run.executor());
    }
    {
      PhaseRun run = phase(sdk::Phase::kQuotient);
      algorithms_.quotient(key.domain, a, b, c, run.executor());
      b_memory = {};
      c_memory = {};
    }
    Sums<Curve> sums;
    {
      PhaseRun run = phase(sdk::Phase::kMsmH);
      const std::span scalars = a_memory.template as<Scalar>(domain_size);
      sums.h = algorithms_.msm_g1(key.h.points, key.h.scalars(scalars), run.executor());
      a_memory = {};
    }
    {
      PhaseRun run = phase(sdk::Phase::kMsmL);
      sums.l = algorithms_.msm_g1(key.l.points, key.l.scalars(witness.values), run.executor());
    }
    {
      PhaseRun run = phase(sdk::Phase::kMsmA);
      sums.a = algorithms_.msm_g1(key.a.points, key.a.scalars(witness.values), run.executor());
    }
    {
      PhaseRun run = phase(sdk::Phase::kMsmB1);
      sums.b1 = algorithms_.msm_g1(key.b1.points, key.b1.scalars(witness.values), run.executor());
    }
    {
      PhaseRun run = phase(sdk::Phase::kMsmB2);
      sums.b2 = algorithms_.msm_g2(key.b2.points, key.b2.scalars(witness.values), run.executor());
    }
    sdk::Proof proof;
    {
      PhaseRun run = phase(sdk::Phase::kAssemble);
      run.executor().run(
          1, 1, [&](std::uint64_t, std::uint64_t, std::uint32_t) { proof = assemble(key, sums, blinding); });
    }
    sdk::record_empty_phase(host_, job.parent, sdk::Phase::kDownload);
    {
      PhaseRun run = phase(sdk::Phase::kRelease);
      witness = {};
    }
    return proof;
  });
}

template <class Curve>
std::uint64_t CpuSession<Curve>::peak_bytes(const Algorithms<Curve>& algorithms, const sdk::KeyView& key,
                                            std::uint32_t workers) {
  constexpr std::uint64_t kVectors = 3;  // a, b and c
  return kVectors * key.domain_size() * sizeof(typename Curve::Fr) +
         algorithms.scratch_bytes(key.domain_log2, key.variable_count, workers);
}

template class CpuSession<algebra::Bn254>;
template class CpuSession<algebra::Bls12_381>;

}  // namespace lockstep::cpu_reference
