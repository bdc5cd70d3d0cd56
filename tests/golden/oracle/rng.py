# SPDX-License-Identifier: Apache-2.0
"""Values from a seed: SHA-256 in counter mode, the same on every machine and Python."""
import hashlib


class Rng:
    def __init__(self, *seed):
        self._key = hashlib.sha256("/".join(map(str, seed)).encode()).digest()
        self._counter = 0

    def bytes(self, count):
        out = b""
        while len(out) < count:
            out += hashlib.sha256(self._key + self._counter.to_bytes(8, "little")).digest()
            self._counter += 1
        return out[:count]

    def below(self, limit):
        """Uniform up to 2^-128."""
        return int.from_bytes(self.bytes((limit.bit_length() + 7) // 8 + 16), "little") % limit

    def nonzero_below(self, limit):
        return 1 + self.below(limit - 1)

    def choice(self, items):
        return items[self.below(len(items))]
