// SPDX-License-Identifier: Apache-2.0
#include "lockstep/algebra/curves.hpp"
#include "ntt_kernel.hpp"

namespace lockstep::cpu_reference {
template <class Fr>
std::unique_ptr<NttKernel<Fr>> make_ifma_ntt_kernel(std::size_t, const Fr&, std::span<const Fr>) {
  return nullptr;
}

template std::unique_ptr<NttKernel<algebra::Bn254::Fr>> make_ifma_ntt_kernel(
    std::size_t, const algebra::Bn254::Fr&, std::span<const algebra::Bn254::Fr>);
template std::unique_ptr<NttKernel<algebra::Bls12_381::Fr>> make_ifma_ntt_kernel(
    std::size_t, const algebra::Bls12_381::Fr&, std::span<const algebra::Bls12_381::Fr>);

}  // namespace lockstep::cpu_reference
