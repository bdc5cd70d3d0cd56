// SPDX-License-Identifier: Apache-2.0
#include "sha256.hpp"

#include <vector>

namespace lockstep::circuits {
namespace {

using Bit = LinearCombination;
/// 32 bits, least significant first. Each is a linear combination whose value is 0 or 1.
using Word = std::array<Bit, 32>;

// The first 32 bits of the fractional parts of the cube roots of the first 64 primes (FIPS 180-4, 4.2.2).
constexpr std::array<std::uint32_t, 64> kRoundConstants = {
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
    0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
    0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
    0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
    0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
    0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
    0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
    0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2};

// The same of the square roots of the first 8 primes (FIPS 180-4, 5.3.3).
constexpr std::array<std::uint32_t, 8> kInitialState = {0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a,
                                                        0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19};

Word constant_word(std::uint32_t value) {
  Word word;
  for (unsigned i = 0; i < 32; ++i) word[i] = Bit::constant((value >> i) & 1u);
  return word;
}

const Bit& rotated(const Word& word, unsigned i, unsigned by) {
  return word[(i + by) % 32];
}

/// a xor b = a + b - 2ab.
Bit xor_bits(R1csBuilder& builder, const Bit& a, const Bit& b) {
  return Bit(a).add(b).add(builder.multiply(a, b), -2);
}

/// The xor of three rotations of a word; with `shift`, the third is a shift to the right.
Word sigma(R1csBuilder& builder, const Word& x, unsigned first, unsigned second, unsigned third, bool shift) {
  Word out;
  for (unsigned i = 0; i < 32; ++i) {
    const Bit two = xor_bits(builder, rotated(x, i, first), rotated(x, i, second));
    out[i] = shift && i + third >= 32 ? two : xor_bits(builder, two, rotated(x, i, third));
  }
  return out;
}

/// x ? y : z, as z + x (y - z).
Word choose(R1csBuilder& builder, const Word& x, const Word& y, const Word& z) {
  Word out;
  for (unsigned i = 0; i < 32; ++i) out[i] = Bit(z[i]).add(builder.multiply(x[i], Bit(y[i]).add(z[i], -1)));
  return out;
}

/// The majority of three bits, as yz + x (y + z - 2yz).
Word majority(R1csBuilder& builder, const Word& x, const Word& y, const Word& z) {
  Word out;
  for (unsigned i = 0; i < 32; ++i) {
    const Bit both = builder.multiply(y[i], z[i]);
    out[i] = Bit(both).add(builder.multiply(x[i], Bit(y[i]).add(z[i]).add(both, -2)));
  }
  return out;
}

/// The number that a word's bits stand for.
LinearCombination number(const Word& word) {
  LinearCombination sum;
  for (unsigned i = 0; i < 32; ++i) sum.add(word[i], Int128{1} << i);
  return sum;
}

/// The low 32 bits of a sum below 2^35: fresh bits for them and for the carry, one constraint that ties them.
Word low_word(R1csBuilder& builder, const LinearCombination& sum) {
  const auto value = static_cast<std::uint64_t>(sum.value());
  LinearCombination rest = sum;
  Word word;
  for (unsigned i = 0; i < 35; ++i) {
    const Bit bit = builder.allocate_bit(((value >> i) & 1u) != 0);
    if (i < 32) word[i] = bit;
    rest.add(bit, -(Int128{1} << i));
  }
  builder.enforce(rest, LinearCombination::constant(1), {});
  return word;
}

void compress(R1csBuilder& builder, std::array<Word, 8>& state, std::span<const Word> block) {
  std::vector<Word> schedule(block.begin(), block.end());
  for (unsigned t = 16; t < 64; ++t) {
    LinearCombination sum = number(schedule[t - 16]);
    sum.add(number(sigma(builder, schedule[t - 15], 7, 18, 3, true)));
    sum.add(number(schedule[t - 7]));
    sum.add(number(sigma(builder, schedule[t - 2], 17, 19, 10, true)));
    schedule.push_back(low_word(builder, sum));
  }
  auto [a, b, c, d, e, f, g, h] = state;
  for (unsigned t = 0; t < 64; ++t) {
    LinearCombination t1 = number(h);
    t1.add(number(sigma(builder, e, 6, 11, 25, false)));
    t1.add(number(choose(builder, e, f, g)));
    t1.add(LinearCombination::constant(kRoundConstants[t]));
    t1.add(number(schedule[t]));
    LinearCombination t2 = number(sigma(builder, a, 2, 13, 22, false));
    t2.add(number(majority(builder, a, b, c)));
    h = g;
    g = f;
    f = e;
    e = low_word(builder, number(d).add(t1));
    d = c;
    c = b;
    b = a;
    a = low_word(builder, t1.add(t2));
  }
  const std::array<Word, 8> rounds = {a, b, c, d, e, f, g, h};
  for (unsigned i = 0; i < 8; ++i) state[i] = low_word(builder, number(state[i]).add(number(rounds[i])));
}

/// The message's bits as private wires, padded (FIPS 180-4, 5.1.1), as big-endian words.
std::vector<Word> padded_words(R1csBuilder& builder, std::span<const std::uint8_t> message) {
  std::vector<std::uint8_t> bytes(message.begin(), message.end());
  bytes.push_back(0x80);
  while (bytes.size() % 64 != 56) bytes.push_back(0);
  const std::uint64_t message_bits = 8 * static_cast<std::uint64_t>(message.size());
  for (unsigned i = 0; i < 8; ++i) bytes.push_back(static_cast<std::uint8_t>(message_bits >> (56 - 8 * i)));

  std::vector<Word> words(bytes.size() / 4);
  for (std::size_t position = 0; position < bytes.size(); ++position) {
    for (unsigned bit = 0; bit < 8; ++bit) {
      const bool value = ((bytes[position] >> bit) & 1u) != 0;
      words[position / 4][24 - 8 * (position % 4) + bit] =
          position < message.size() ? builder.allocate_bit(value) : Bit::constant(value ? 1 : 0);
    }
  }
  return words;
}

std::array<std::uint8_t, 32> digest_of(const std::array<Word, 8>& state) {
  std::array<std::uint8_t, 32> digest{};
  for (unsigned i = 0; i < 8; ++i) {
    const auto word = static_cast<std::uint32_t>(number(state[i]).value());
    for (unsigned k = 0; k < 4; ++k) digest[4 * i + k] = static_cast<std::uint8_t>(word >> (24 - 8 * k));
  }
  return digest;
}

}  // namespace

std::array<std::uint8_t, 32> build_sha256(R1csBuilder& builder, std::span<const std::uint8_t> message) {
  // Public wires come first, but the digest is known only at the end: they are allocated empty and set then.
  std::array<LinearCombination, 4> quarters;
  for (LinearCombination& quarter : quarters) quarter = builder.allocate_public(0);
  const std::vector<Word> words = padded_words(builder, message);
  std::array<Word, 8> state;
  for (unsigned i = 0; i < 8; ++i) state[i] = constant_word(kInitialState[i]);
  for (std::size_t first = 0; first < words.size(); first += 16) {
    compress(builder, state, std::span(words).subspan(first, 16));
  }
  for (unsigned i = 0; i < 4; ++i) {
    const LinearCombination packed = number(state[2 * i + 1]).add(number(state[2 * i]), Int128{1} << 32);
    builder.set_value(quarters[i], packed.value());
    builder.enforce(packed, LinearCombination::constant(1), quarters[i]);
  }
  return digest_of(state);
}

}  // namespace lockstep::circuits
