"""What lublin99 gives in the mean, exactly: truncations and floors included."""

from functools import lru_cache
from math import inf
from typing import NamedTuple

from engine.compiled.elementary import total
from engine.workload_models.lublin99.arrivals import mean_gap
from engine.workload_models.lublin99.constants import Kind
from engine.workload_models.lublin99.run_times import mean_run, shares_up_to
from engine.workload_models.lublin99.sizes import size_shares


class Expected(NamedTuple):
    """Means of one or two kinds of jobs together.

    Attributes
    ----------
    gap : between two arrivals, s
    size, run : processors, s
    work : of run time times size, processor-seconds
    shares : of each kind among the jobs
    """

    gap: float
    size: float
    run: float
    work: float
    shares: tuple[float, ...]

    def load(self, processors: int) -> float:
        """Work that arrives over the work that so many *processors* can do."""
        return self.work / (processors * self.gap)


@lru_cache(64)
def expected(kinds: tuple[Kind, ...], processors: int, cut: float = inf) -> Expected:
    """Of jobs of these *kinds* on so many *processors*; `ValueError` if these are too few for the model.

    Run times above *cut* (at least 256 whole seconds) are cut to it.
    """
    rates = [1.0 / mean_gap(kind) for kind in kinds]
    rate = total(rates)
    shares = [one / rate for one in rates]
    size = run = work = 0.0
    for share, kind in zip(shares, kinds, strict=True):
        for n, part in enumerate(size_shares(kind, processors)):
            if part:
                mean = mean_run(kind, n, cut)
                size += share * part * n
                run += share * part * mean
                work += share * part * n * mean
    return Expected(1.0 / rate, size, run, work, tuple(shares))


def run_up_to(kind: Kind, processors: int, seconds: float) -> float:
    """The share of all jobs of a *kind* that run for at most so many whole *seconds*."""
    parts = size_shares(kind, processors)
    return total(
        part * share for part, share in zip(parts, shares_up_to(kind, range(len(parts)), seconds), strict=True)
    )
