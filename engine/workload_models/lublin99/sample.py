"""Jobs as lublin99 draws them: sizes, run times by size, and arrivals of each kind on its own day, merged by time."""

from collections.abc import Sequence
from math import inf

import numpy as np

from engine.inputs.draws import Draws
from engine.workload_models.clock import PeriodicClock
from engine.workload_models.jobs import RigidJobs
from engine.workload_models.lublin99.arrivals import day_clock, points_between
from engine.workload_models.lublin99.constants import CANDIDATES, Kind
from engine.workload_models.lublin99.run_times import run_times
from engine.workload_models.lublin99.sizes import sizes_of


def sample(
    kinds: Sequence[Kind],
    processors: int,
    draws: Draws,
    jobs: int,
    factor: float = 1.0,
    capacity_load: float | None = None,
    cut: float = inf,
    weekend: float = 1.0,
) -> RigidJobs:
    """So many *jobs* of these *kinds* on so many *processors*; `ValueError` if these are too few for the model.

    The points between jobs are multiplied by *factor*: the day stays a day, and there are more or fewer jobs in it.
    With *capacity_load*, processor-seconds of work for each second, they are then all multiplied once more, so that
    the work of all the jobs over the time until the last one arrives is that, to within a second. Run times above *cut*
    (s) are cut to it before that. On each day of the *weekend* so many times as many jobs come as on others.
    """
    points = [np.cumsum(points_between(kind, _uniform(draws, n, "gap", jobs))) * factor for n, kind in enumerate(kinds)]
    clocks = [day_clock(kind.day, weekend) for kind in kinds]
    times = [np.floor(clock.at(one)) for clock, one in zip(clocks, points, strict=True)]
    order = _merged(times)[:jobs]
    of_kind = [int(np.count_nonzero(order // jobs == n)) for n in range(len(kinds))]
    size, run = np.empty(len(kinds) * jobs, dtype=np.int32), np.empty(len(kinds) * jobs)
    for n, kind in enumerate(kinds):
        part = slice(n * jobs, n * jobs + of_kind[n])
        which, where = (_uniform(draws, n, name, jobs, 1)[: of_kind[n], 0] for name in ("kind of size", "size"))
        size[part] = sizes_of(kind, processors, which, where)
        branch, value = (_uniform(draws, n, name, of_kind[n]) for name in ("branch", "run time"))
        run[part] = np.minimum(run_times(kind, size[part], branch, value), cut)
    if capacity_load is not None:
        work = float(np.cumsum(run[order] * size[order])[-1])
        times = _stretched(clocks, points, of_kind, work / capacity_load)
        order = _merged([one[:count] for one, count in zip(times, of_kind, strict=True)], jobs)
    return RigidJobs(np.concatenate(times)[order], size[order], run[order], (order // jobs).astype(np.int32))


def _uniform(draws: Draws, kind: int, name: str, jobs: int, each: int = CANDIDATES) -> np.ndarray:
    """Uniform numbers of the stream for one quantity of one kind of job; float64 (J, each)."""
    return draws.stream(f"lublin99 {kind} {name}").random((jobs, each))


def _merged(times: list[np.ndarray], stride: int | None = None) -> np.ndarray:
    """Places in order of arrival, kind after kind; at one instant the last kind goes first."""
    stride = len(times[0]) if stride is None else stride
    place = np.concatenate([n * stride + np.arange(len(one)) for n, one in enumerate(times)])
    kind = place // stride
    return place[np.lexsort((place, -kind, np.concatenate(times)))]


def _stretched(
    clocks: list[PeriodicClock], points: list[np.ndarray], of_kind: list[int], end: float
) -> list[np.ndarray]:
    """When the jobs arrive if the last of so many of each kind arrives at the *end*, s."""
    last = [one[count - 1] for one, count in zip(points, of_kind, strict=True) if count]
    paid = [clock.paid(end) for clock, count in zip(clocks, of_kind, strict=True) if count]
    by = min(to / of for to, of in zip(paid, last, strict=True))
    return [np.floor(clock.at(one * by)) for clock, one in zip(clocks, points, strict=True)]
