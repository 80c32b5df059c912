"""How often the intervals of one log hold the truth: logs of synthetic sites, each replayed once and cut into blocks.

`python3 app.py dev statistics` prints what `run_coverage` finds; with `--store` it is kept, and the page cites it.
"""

from collections.abc import Callable, Iterator
from functools import lru_cache

import numpy as np

from engine.inputs.draws import Draws
from engine.logs.resampling import Resampled, Source, by_users, by_weeks, source_of
from engine.logs.week_clock import WEEK
from engine.logs.weeks import blocks_of, proposed, whole_weeks
from engine.parallel_jobs.inputs.scenario import ParallelJobsScenario
from engine.parallel_jobs.inputs.sources.of_log import rigid_jobs
from engine.parallel_jobs.replication import replicate
from engine.reports.covered import BLOCKS, Covered
from engine.reports.sites import PROCESSORS, SITES, Submitted
from engine.statistics.blocks import of_ratio
from engine.statistics.means import estimate, on_log_scale
from engine.statistics.resampled import of_resampled

WEEKS = (13, 26, 52, 104)
"""Measured ones: with a week of lead-in, and one in which the last jobs are done."""

LOGS = 1000
"""Of each site and length."""

RESAMPLED_LOGS, RESAMPLED_WEEKS, AGAIN = 100, (13, 26, 52), 16
"""Of those that are resampled, which takes longer; and so many logs are made of each, itself included."""

PATHS, LONG = 100, 500
"""What a site is like in the long run is taken from so many paths of so many weeks."""

SEED, TRUTH_SEED = 1, 2
POLICY, THRESHOLD = "EASY", 10.0
METRICS = ("wait_time", "bounded_slowdown")


def run_coverage(
    logs: int = LOGS, paths: int | None = None, sites: tuple[str, ...] = tuple(SITES)
) -> Iterator[Covered]:
    """Site after site and length after length, for each metric; with fewer *logs*, from fewer long *paths*."""
    paths = paths or max(1, PATHS * logs // LOGS)
    for site in sites:
        truth = _truth(site, paths)
        fewer = max(1, RESAMPLED_LOGS * logs // LOGS)
        for weeks in WEEKS:
            for method, ask, times in (
                (BLOCKS, _intervals, logs),
                ("weeks", _by_weeks, fewer),
                ("users", _by_users, fewer),
            ):
                if (method != BLOCKS and weeks not in RESAMPLED_WEEKS) or (method == "users" and not _has_users(site)):
                    continue
                held = dict.fromkeys(METRICS, 0)
                for log in range(times):
                    for name, (low, high) in ask(site, weeks, log).items():
                        held[name] += low <= truth[name] <= high
                for name in METRICS:
                    yield Covered(site, SITES[site].lasting, weeks, proposed(weeks), name, times, held[name], method)


def _has_users(site: str) -> bool:
    return bool((SITES[site].submitted(1, Draws(SEED, 0)).user > 0).any())


def _by_weeks(site: str, weeks: int, log: int) -> dict[str, tuple[float, float]]:
    return _resampled(site, weeks, log, lambda source, draws: by_weeks(source, draws))


def _by_users(site: str, weeks: int, log: int) -> dict[str, tuple[float, float]]:
    return _resampled(site, weeks, log, lambda source, draws: by_users(source, draws))


def _resampled(
    site: str, weeks: int, log: int, make: Callable[[Source, Draws], Resampled]
) -> dict[str, tuple[float, float]]:
    """What one log of a site says, by other logs made of it."""
    submitted = SITES[site].submitted(weeks + 2, Draws(SEED, log))
    (part,) = blocks_of(submitted.arrival, 1)
    source = source_of(submitted.arrival, submitted.user, *whole_weeks(submitted.arrival))
    means = {name: [float(values[part.jobs].mean())] for name, values in _measured(submitted).items()}
    for again in range(1, AGAIN):
        other = make(source, Draws(SEED + log, again))
        jobs = Submitted(other.arrival, *(column[other.row] for column in submitted[1:]))
        inside = slice(*(int(place) for place in np.searchsorted(other.arrival, (WEEK, (weeks + 1) * WEEK))))
        for name, values in _measured(jobs).items():
            means[name].append(float(values[inside].mean()))
    found = {}
    for name, told in means.items():
        interval = on_log_scale(estimate(of_resampled(np.array(told), proposed(weeks), True, True)))
        found[name] = interval.low, interval.high
    return found


def _intervals(site: str, weeks: int, log: int) -> dict[str, tuple[float, float]]:
    """What one log of a site says, by its blocks."""
    submitted = SITES[site].submitted(weeks + 2, Draws(SEED, log))
    parts = blocks_of(submitted.arrival, proposed(weeks))
    jobs = np.array([part.jobs.stop - part.jobs.start for part in parts], dtype=np.float64)
    found = {}
    for name, values in _measured(submitted).items():
        means = np.array([values[part.jobs].mean() if len(values[part.jobs]) else np.nan for part in parts])
        interval = on_log_scale(estimate(of_ratio(means, jobs)))
        found[name] = interval.low, interval.high
    return found


def _truth(site: str, paths: int) -> dict[str, float]:
    """The long-run means over jobs; of each path without its first and last weeks, as of a log."""
    sums, jobs = dict.fromkeys(METRICS, 0.0), 0
    for path in range(paths):
        submitted = SITES[site].submitted(LONG, Draws(TRUTH_SEED, path))
        (part,) = blocks_of(submitted.arrival, 1)
        jobs += part.jobs.stop - part.jobs.start
        for name, values in _measured(submitted).items():
            sums[name] += float(values[part.jobs].sum())
    return {name: value / jobs for name, value in sums.items()}


def _measured(submitted: Submitted) -> dict[str, np.ndarray]:
    """Of each job its values of `METRICS`; float64 (J,)."""
    jobs = rigid_jobs(*submitted[:4], PROCESSORS)
    records = replicate(_scenario(), POLICY, 0, jobs).records
    wait, run = records.start - records.arrival, records.end - records.start
    return {
        "wait_time": wait,
        "bounded_slowdown": np.maximum(1.0, (wait + run) / np.maximum(run, THRESHOLD)),
    }


@lru_cache(maxsize=1)
def _scenario() -> ParallelJobsScenario:
    """The machines; the jobs are put in."""
    demand = {"distribution": "constant", "mean": 1}
    return ParallelJobsScenario.read(
        {
            "family": "parallel-jobs",
            "cluster": {"groups": [{"name": "processor", "count": PROCESSORS, "speed_factor": 1.0}]},
            "workload": {
                "arrivals": {"process": "batch"},
                "job_classes": [{"demand": demand, "min_size": 1, "max_size": 1}],
            },
            "policies": [POLICY],
        }
    )
