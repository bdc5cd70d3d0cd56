// SPDX-License-Identifier: Apache-2.0
// Memory that held secrets is overwritten before it is given back.
#pragma once

#include <openssl/crypto.h>

#include <cstddef>
#include <memory>
#include <type_traits>
#include <vector>

namespace lockstep::groth16 {

inline void wipe(void* data, std::size_t size) {
  OPENSSL_cleanse(data, size);
}

// std::allocator, but for the overwriting.
template <class T>
struct WipingAllocator {
  using value_type = T;

  WipingAllocator() = default;
  template <class U>
  explicit WipingAllocator(const WipingAllocator<U>&) {}

  T* allocate(std::size_t count) { return std::allocator<T>().allocate(count); }
  void deallocate(T* data, std::size_t count) {
    wipe(data, count * sizeof(T));
    std::allocator<T>().deallocate(data, count);
  }
  friend bool operator==(const WipingAllocator&, const WipingAllocator&) { return true; }
};

// A vector whose memory is wiped whenever it is given back: at its end and when it grows.
template <class T>
using Wiped = std::vector<T, WipingAllocator<T>>;

}  // namespace lockstep::groth16
