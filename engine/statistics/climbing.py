"""Where is a noisy function of a few whole numbers largest? A Latin hypercube, and from it differential evolution."""

from collections.abc import Callable, Sequence
from zlib import crc32

import numpy as np

Ask = Callable[[list[tuple[int, ...]]], list[float]]
"""(places) -> the function there; -inf where it has no value. May raise `engine.statistics.bisection.Waiting`."""

POPULATION = 20
"""Places of the Latin hypercube, and of each generation after it; fewer where fewer are asked for."""

FEWEST_OF_A_POPULATION = 5
"""With fewer there is nothing to combine."""


def climb(counts: Sequence[int], points: int, seed: int, ask: Ask) -> None:
    """Ask for at most so many *points*, places of a grid that has *counts* steps in each direction.

    The first are a Latin hypercube (McKay, Beckman & Conover 1979); then scipy's differential evolution (Storn & Price
    1997) goes on from them, one generation after the other. It compares and never follows a slope, so noise leads it
    astray now and then and no further; and a generation can be computed side by side. Whoever asked remembers what was
    found. The same places for the same answers, since all randomness comes from *seed*.
    """
    # Imported by whoever searches: it takes longer than all else.
    from scipy.optimize import differential_evolution
    from scipy.stats.qmc import LatinHypercube

    size = max(FEWEST_OF_A_POPULATION, min(POPULATION, points))
    first = LatinHypercube(len(counts), rng=_random(seed, "latin hypercube")).random(size)
    begun = np.floor(first * np.asarray(counts))

    def found(places: np.ndarray) -> np.ndarray:
        """(D,) or (D, S): what is to be small, at one place or at each of several."""
        whole = np.atleast_2d(np.rint(places.T).astype(int))
        values = -np.array(ask([tuple(place) for place in whole.tolist()]))
        return values if places.ndim > 1 else values[0]

    differential_evolution(
        found,
        [(0, count - 1) for count in counts],
        init=begun,
        maxiter=max(0, points // size - 1),
        tol=0,
        strategy="best1bin",
        mutation=(0.5, 1.0),
        polish=False,
        updating="deferred",
        vectorized=True,
        integrality=[True] * len(counts),
        rng=_random(seed, "differential evolution"),
    )


def _random(seed: int, name: str) -> np.random.Generator:
    """Apart from everything that is drawn for a replication: its streams have another key."""
    return np.random.Generator(np.random.PCG64(np.random.SeedSequence(seed, spawn_key=(crc32(name.encode()),))))
