"""All randomness: a seed and a replication give named, independent streams; a policy never changes what is drawn."""

from zlib import crc32

import numpy as np

from engine.compiled import elementwise
from engine.compiled.compilation import compiled
from engine.compiled.elementary import ln

Shape = int | tuple[int, ...]

LEAST = 2.0**-54
"""What a uniform number of 0 counts as, where its quantile would be infinite."""

FACTORS = 16
"""So many uniform numbers of 53 bits can be multiplied before their product could be too small for a float."""

AT_A_TIME = 2**16


class Stream:
    """The numbers of one name, from the first on; asking for more goes on where the last ones ended.

    A whole number of uniform numbers (PCG64, exact in 53 bits) is behind each, and everything else comes of them by
    `engine.compiled.elementary`: numpy's own exponential, normal and gamma numbers ask the C library for logarithms,
    whose last bit depends on the processor.
    """

    def __init__(self, sequence: np.random.SeedSequence) -> None:
        self._generator = np.random.Generator(np.random.PCG64(sequence))

    def random(self, shape: Shape) -> np.ndarray:
        """Uniform in [0, 1)."""
        return self._generator.random(shape)

    def integers(self, low: int, high: int, shape: Shape) -> np.ndarray:
        """Whole numbers from *low* to *high* - 1, all equally likely; int64."""
        return self._generator.integers(low, high, shape)

    def exponential(self, shape: Shape) -> np.ndarray:
        """Exponential of mean 1: the larger the uniform number, the larger."""
        found = self.random(shape)
        _exponential(found.reshape(-1))
        return found

    def normal(self, shape: Shape) -> np.ndarray:
        """Standard normal, by the quantile of one uniform number each."""
        return elementwise.normal_quantile(np.maximum(self.random(shape), LEAST))

    def erlang(self, order: int, count: int) -> np.ndarray:
        """Sums of *order* exponentials of mean 1 (gamma of that shape); float64 (count,)."""
        found, rows = np.empty(count), max(1, AT_A_TIME // order)
        for begin in range(0, count, rows):
            part = found[begin : begin + rows]
            _erlang(self.random((len(part), order)), part)
        return found


class Draws:
    """The random streams of one replication.

    A stream depends on (seed, replication, name) only. Asking for more numbers of a stream keeps the first ones, so a
    longer run begins with the same jobs, and policies and neighbouring points see common random numbers.
    """

    def __init__(self, seed: int, replication: int) -> None:
        self.seed = seed
        self.replication = replication

    def stream(self, name: str) -> Stream:
        """A fresh stream, at its start, called *name*."""
        return Stream(np.random.SeedSequence(self.seed, spawn_key=(self.replication, crc32(name.encode()))))


@compiled
def _exponential(uniform: np.ndarray) -> None:
    """In place; 1 - u is exact, and never 0."""
    for i in range(uniform.shape[0]):
        uniform[i] = 0.0 - ln(1.0 - uniform[i])


@compiled
def _erlang(uniform: np.ndarray, found: np.ndarray) -> None:
    """The logarithm of a product is quicker than the sum of logarithms."""
    for i in range(uniform.shape[0]):
        total, product = 0.0, 1.0
        for j in range(uniform.shape[1]):
            product *= 1.0 - uniform[i, j]
            if j % FACTORS == FACTORS - 1:
                total -= ln(product)
                product = 1.0
        found[i] = total - ln(product)
