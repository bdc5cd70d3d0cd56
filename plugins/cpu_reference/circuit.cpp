// SPDX-License-Identifier: Apache-2.0
#include "circuit.hpp"

#include "failure.hpp"
#include "host_executor.hpp"
#include "variants.hpp"
#include "witness.hpp"

namespace lockstep::cpu_reference {

sdk::Result<void> CpuCircuit::evaluate(const sdk::EvaluateJob& job, sdk::Buffer& a, sdk::Buffer& b,
                                       sdk::Buffer& c) {
  return guarded([&]() -> sdk::Result<void> {
    return with_curve(curve(), [&]<class Curve>(Curve) -> sdk::Result<void> {
      using Fr = typename Curve::Fr;
      HostExecutor executor(host_, *pool_, job.cancel.id(), nullptr);
      const Witness witness = read_witness(job.witness, Fr::modulus(), executor);
      const auto values = [&](sdk::Buffer& buffer) {
        return std::span<Fr>(reinterpret_cast<Fr*>(buffer.host_address()), row_count());
      };
      variant<Curve>(kDefaultVariant)
          ->evaluate(view_, witness.values, values(a), values(b), values(c), executor);
      return {};
    });
  });
}

}  // namespace lockstep::cpu_reference
