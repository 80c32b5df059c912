"""All randomness: a seed and a replication give named, independent streams; a policy never changes what is drawn."""

from zlib import crc32

import numpy as np


class Draws:
    """The random streams of one replication.

    A stream depends on (seed, replication, name) only. Asking for more numbers of a stream keeps the first ones, so a
    longer run begins with the same jobs, and policies and neighbouring points see common random numbers.
    """

    def __init__(self, seed: int, replication: int) -> None:
        self.seed = seed
        self.replication = replication

    def stream(self, name: str) -> np.random.Generator:
        """A fresh generator at the start of the stream called *name*."""
        sequence = np.random.SeedSequence(self.seed, spawn_key=(self.replication, crc32(name.encode())))
        return np.random.Generator(np.random.PCG64(sequence))
