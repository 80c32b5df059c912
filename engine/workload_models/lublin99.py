"""lublin99: rigid jobs with a day (Lublin & Feitelson 2003)."""

from collections.abc import Sequence
from functools import lru_cache
from math import floor, inf
from typing import NamedTuple

import numpy as np

from engine.compiled import elementwise
from engine.compiled.elementary import LN_2, exp, ln, log2, total
from engine.inputs.draws import Draws
from engine.workload_models.clock import PeriodicClock
from engine.workload_models.gamma_law import GammaLaw
from engine.workload_models.jobs import RigidJobs

# The constants of lublin99, as the authors' program has them.

MADE_FOR = 128
"""Processors of the machines that the sizes were fitted to."""

LONGEST = 12.0
"""ln of the longest run time, s: 45 h."""

FARTHEST = 13.0
"""ln of the most seconds that are paid between two jobs."""

CANDIDATES = 4
"""A value beyond a limit is drawn again; so many are drawn of each, so that every job takes as many numbers."""


class Kind(NamedTuple):
    """Jobs of one kind.

    Attributes
    ----------
    serial, power_of_two : shares of jobs of size 1, and of those on a power of two of several processors
    low, middle, high, lower : log2 of the size is uniform in two parts, of which the lower has that share; for 128
    short, long : of ln of the run time in seconds
    by_size, at_zero : the share of short ones is by_size x size + at_zero, cut to 0..1
    between : of ln of what is paid between two jobs, in seconds of the mean hour
    day : of the arrivals in half hours from 5:30 on
    """

    serial: float
    power_of_two: float
    low: float
    middle: float
    high: float
    lower: float
    short: GammaLaw
    long: GammaLaw
    by_size: float
    at_zero: float
    between: GammaLaw
    day: GammaLaw


ALL = Kind(
    *(0.244, 0.576, 0.8, 4.5, 7.0, 0.86),
    *(GammaLaw(4.2, 0.94), GammaLaw(312.0, 0.03), -0.0054, 0.78),
    *(GammaLaw(10.2303 * 1.0225, 0.4871), GammaLaw(8.1737, 3.9631)),
)
BATCH = Kind(
    *(0.2927, 0.6686, 1.2, 5.0, 7.0, 0.875),
    *(GammaLaw(6.57, 0.823), GammaLaw(639.1, 0.0156), -0.003, 0.6986),
    *(GammaLaw(6.0415 * 1.0519, 0.8531), GammaLaw(6.1271, 5.2740)),
)
INTERACTIVE = Kind(
    *(0.1541, 0.625, 1.0, 3.0, 5.5, 0.705),
    *(GammaLaw(3.8351, 0.6605), GammaLaw(7.073, 0.6856), -0.0118, 0.9156),
    *(GammaLaw(6.5510 * 0.9797, 0.6621), GammaLaw(8.9186, 3.6680)),
)
KINDS = {"all": (ALL,), "two-types": (BATCH, INTERACTIVE), "batch": (BATCH,), "interactive": (INTERACTIVE,)}
"""By name; of two types, ties go to the last."""


# When jobs of lublin99 arrive: points are paid between two of them, and more are paid at noon than at night.

HALF_HOUR = 1800.0
HALF_HOURS = 48
WORKDAYS, DAYS = 5, 7
SHIFT = 11
"""Half hours after midnight at which the day begins."""


@lru_cache(64)
def day_clock(day: GammaLaw, weekend: float = 1.0) -> PeriodicClock:
    """The clock of a day: points in each half hour from 0:00 on, 1 in the mean.

    It is one of a week from Monday on, where on each day of the *weekend* so many times as many jobs come as on others.
    """
    weights = [0.0] * HALF_HOURS
    for i in range(SHIFT, SHIFT + HALF_HOURS):
        weights[(i - 1) % HALF_HOURS] = day.below(i + 0.5) - day.below(i - 0.5)
    mean = total(weights) / HALF_HOURS
    if weekend == 1.0:
        return PeriodicClock(tuple(weight / mean for weight in weights), HALF_HOUR)
    mean *= (WORKDAYS + (DAYS - WORKDAYS) * weekend) / DAYS
    days = [1.0] * WORKDAYS + [weekend] * (DAYS - WORKDAYS)
    return PeriodicClock(tuple(times * weight / mean for times in days for weight in weights), HALF_HOUR)


def points_between(kind: Kind, where: np.ndarray) -> np.ndarray:
    """What is paid before each job by uniform numbers (J, candidates), in half hours of mean weight; float64 (J,).

    Of the candidates the first that is not too large is taken, else the limit.
    """
    found, left = np.full(len(where), FARTHEST), np.arange(len(where))
    for number in range(where.shape[1]):
        if not left.size:
            break
        g = kind.between.quantile(where[left, number])
        good = g <= FARTHEST
        found[left[good]] = g[good]
        left = left[~good]
    return elementwise.exp(found) / HALF_HOUR


def mean_gap(kind: Kind) -> float:
    """Mean time between two jobs, s: exact, as points are half hours in the mean."""
    return kind.between.mean_exponential(FARTHEST) / kind.between.below(FARTHEST)


# How long a job of lublin99 runs: two gamma laws of the logarithm, the longer one more often for large jobs.

POINTS = 512
"""Of an integral over the logarithm of run times."""

TERMS = 256
"""So many terms of the sum over whole seconds are added one by one; Euler and Maclaurin do the others."""


def short_share(kind: Kind, size: np.ndarray) -> np.ndarray:
    """The share of the short ones among jobs of a *size*; float64 (J,)."""
    return np.clip(kind.by_size * size + kind.at_zero, 0.0, 1.0)


def run_times(kind: Kind, size: np.ndarray, which: np.ndarray, where: np.ndarray) -> np.ndarray:
    """Whole seconds; float64 (J,).

    *which* and *where* are uniform numbers, (J, candidates): the branch and the value are drawn again together while
    the run time is too long. Of as many as there are the first that is short enough is taken, else the longest.
    """
    share = short_share(kind, size)
    found, left = np.full(len(size), LONGEST), np.arange(len(size))
    for number in range(which.shape[1]):
        if not left.size:
            break
        short = which[left, number] <= share[left]
        uniform = where[left, number]
        x = np.where(short, kind.short.quantile(uniform), kind.long.quantile(uniform))
        good = x <= LONGEST
        found[left[good]] = x[good]
        left = left[~good]
    return np.floor(elementwise.exp(found))


def shares_up_to(kind: Kind, sizes: Sequence[int], seconds: float) -> list[float]:
    """Of the jobs of each of these *sizes*, the share that run for at most so many whole seconds."""
    x = min(LONGEST, ln(seconds + 1.0))
    of_short, of_long = kind.short.below(x), kind.long.below(x)
    return [_mixed(kind, size, of_short, of_long) for size in sizes]


def mean_run(kind: Kind, size: int, cut: float = inf) -> float:
    """E[r] of the jobs of a *size*, s, longer ones cut to so many whole seconds: exact, floors included."""
    return _mixed(kind, size, _mean_floor(kind.short, cut), _mean_floor(kind.long, cut))


def mean_square_run(kind: Kind, size: int, cut: float = inf) -> float:
    """E[r^2] of the same, s^2, to within a thousandth."""
    return _mixed(kind, size, _mean_square(kind.short, cut), _mean_square(kind.long, cut))


def _mixed(kind: Kind, size: int, of_short: float, of_long: float) -> float:
    """What becomes of means over both laws, each up to the longest run time, at a *size*."""
    part = min(1.0, max(0.0, kind.by_size * size + kind.at_zero))
    allowed = part * _share_allowed(kind.short) + (1.0 - part) * _share_allowed(kind.long)
    return (part * of_short + (1.0 - part) * of_long) / allowed


@lru_cache(64)
def _share_allowed(law: GammaLaw) -> float:
    return law.below(LONGEST)


@lru_cache(64)
def _mean_floor(law: GammaLaw, cut: float) -> float:
    """E[floor(e^X); X <= longest]: the sum over k from 1 to *cut* of the share of those that are at least k."""
    last = min(cut, float(int(exp(LONGEST))))
    least = law.below(LONGEST)
    found = 0.0
    for k in range(1, TERMS):
        found += least - law.below(ln(float(k)))
    first, at_first, at_last = float(TERMS), least - law.below(ln(float(TERMS))), least - law.below(ln(last))
    within = law.mean_exponential(ln(last)) - law.mean_exponential(ln(first))
    integral = last * at_last - first * at_first + within
    slopes = -law.density(ln(last)) / last + law.density(ln(first)) / first
    return found + integral + (at_first + at_last) / 2 + slopes / 12


@lru_cache(64)
def _mean_square(law: GammaLaw, cut: float) -> float:
    """E[e^2X; X <= longest] by Simpson's rule; floors hardly change it."""
    end = LONGEST if cut == inf else min(LONGEST, ln(cut))
    width, found = end / POINTS, exp(2.0 * end) * (law.below(LONGEST) - law.below(end))
    found *= 3 / width
    for n in range(1, POINTS + 1):
        weight = 1.0 if n == POINTS else (4.0 if n % 2 else 2.0)
        found += weight * law.density(n * width) * exp(2.0 * n * width)
    return found * width / 3


# How many processors a job of lublin99 asks for.


def fitted(kind: Kind, processors: int) -> Kind:
    """The *kind* for so many *processors*: middle and high are moved by log2(processors / 128).

    `ValueError` if the middle would not be above the low end.
    """
    shift = log2(processors) - log2(MADE_FOR)
    moved = kind._replace(middle=kind.middle + shift, high=kind.high + shift)
    if moved.middle <= moved.low:
        raise ValueError(f"lublin99 is for larger clusters; at least {fewest(kind)} processors are needed")
    return moved


def fewest(kind: Kind) -> int:
    """The smallest power of two of processors that the sizes of a *kind* can be made for."""
    found = 1
    while log2(found) - log2(MADE_FOR) + kind.middle <= kind.low:
        found *= 2
    return found


def sizes_of(kind: Kind, processors: int, which: np.ndarray, where: np.ndarray) -> np.ndarray:
    """Sizes by uniform numbers for the kind of size and for the size; int32 (J,), processors."""
    kind = fitted(kind, processors)
    lower = kind.low + where * ((kind.middle - kind.low) / kind.lower)
    upper = kind.middle + (where - kind.lower) * ((kind.high - kind.middle) / (1.0 - kind.lower))
    x = np.where(where < kind.lower, lower, upper)
    plain = np.floor(elementwise.exp(x * LN_2) + 0.5).astype(np.int64)
    rounded = np.left_shift(1, np.floor(x + 0.5).astype(np.int64))
    parallel = np.where(which <= kind.serial + kind.power_of_two, rounded, plain)
    sizes = np.where(which <= kind.serial, 1, parallel)
    return np.where(sizes > processors, _power_below(processors), sizes).astype(np.int32)


@lru_cache(64)
def size_shares(kind: Kind, processors: int) -> tuple[float, ...]:
    """The share of jobs of size 0 to *processors*: what `sizes_of` gives in the mean, exactly."""
    kind = fitted(kind, processors)
    shares = np.zeros(processors + 1)
    shares[1] = kind.serial
    most = _power_below(processors)
    for k in range(floor(kind.low + 0.5), floor(kind.high + 0.5) + 1):
        size = 1 << k
        within = _below(kind, k + 0.5) - _below(kind, k - 0.5)
        shares[size if size <= processors else most] += kind.power_of_two * within
    before = 0.0
    for size in range(1, processors + 2):
        upto = _below(kind, log2(size + 0.5))
        shares[size if size <= processors else most] += (1.0 - kind.serial - kind.power_of_two) * (upto - before)
        before = upto
    return tuple(shares.tolist())


def _below(kind: Kind, x: float) -> float:
    """The share of x, log2 of the size, up to *x*."""
    if x < kind.middle:
        return kind.lower * max(0.0, (x - kind.low) / (kind.middle - kind.low))
    return kind.lower + (1.0 - kind.lower) * min(1.0, (x - kind.middle) / (kind.high - kind.middle))


def _power_below(processors: int) -> int:
    """The largest power of two not above."""
    return 1 << (processors.bit_length() - 1)


# What lublin99 gives in the mean, exactly: truncations and floors included.


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


# Jobs as lublin99 draws them: sizes, run times by size, and arrivals of each kind on its own day, merged by time.


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
