"""Are the intervals honest? Many studies of M/M/1, whose means are known, through the same engine as any other study.

`python3 app.py dev statistics` prints what `run_statistics` returns.
"""

import multiprocessing
import os
from collections.abc import Iterable, Sequence
from concurrent.futures import ProcessPoolExecutor
from math import log, sqrt
from typing import Any, NamedTuple

import numpy as np

from engine.inputs.scenario import Scenario
from engine.reports.covered import BLOCKS, Covered
from engine.statistics.means import estimate
from engine.study.registry import parse_scenario, read_scenario, warm_up
from engine.study.run import run_study

SERVICE = 1000.0
"""Mean demand, s."""

STUDIES = 1000
DRIFT_STUDIES = 100
"""How many studies of each case; a drift study has twenty times the jobs."""

PRECISION = 5.0
"""Asked half-width, % of the mean."""

POLICY = "FCFS"


class Finding(NamedTuple):
    """How often something held, with its 95 % interval, and what is wanted of it; shares are in percent."""

    case: str
    studies: int
    found: float
    low: float
    high: float
    wanted: str
    ok: bool | None


class Outcome(NamedTuple):
    """What one study of M/M/1 says: estimates with intervals by metric, the mean response time of the first ten
    replications, how many there are, and whether the queue settles."""

    estimates: dict[str, tuple[float, float, float]]
    first_ten: float
    replications: int
    settles: bool


def mm1(load: float, jobs: int, seed: int, **study: Any) -> Scenario:
    """A study of one machine with Poisson arrivals and exponential demands."""
    tree = {
        "family": "parallel-jobs",
        "cluster": {"groups": [{"name": "machine", "count": 1, "speed_factor": 1}]},
        "workload": {
            "arrivals": {"process": "poisson", "rate_per_1000_s": load * 1000 / SERVICE},
            "job_classes": [{"demand": {"distribution": "exponential", "mean": SERVICE}, "min_size": 1, "max_size": 1}],
            "jobs": jobs,
        },
        "policies": [POLICY],
        "study": {"replications": 10, "seed": seed} | study,
    }
    return read_scenario(tree)


def theory(load: float) -> dict[str, float]:
    """Steady state of M/M/1 (Kleinrock 1975, section 3.2): response times are exponential."""
    response = SERVICE / (1 - load)
    return {
        "response_time": response,
        "wait_time": load * response,
        "response_time_p50": response * log(2),
        "response_time_p95": response * log(20),
        "utilization": load,
    }


def run_statistics(studies: int = STUDIES) -> list[Finding]:
    """Coverage of the intervals, the stopping rule, and the drift test."""
    warm_up()
    context = multiprocessing.get_context("fork") if "fork" in multiprocessing.get_all_start_methods() else None
    with ProcessPoolExecutor(os.cpu_count() or 1, mp_context=context) as pool:
        found = [*_coverage(pool, studies), *_stopping(pool, studies), *_giving_up(pool, studies)]
        return [*found, *_drift(pool, max(1, studies * DRIFT_STUDIES // STUDIES))]


def of_logs(covered: Sequence[Covered]) -> list[Finding]:
    """What `engine.reports.coverage_of_logs` measured; nothing is wanted of it, since it is what it is."""
    found = []
    for one in covered:
        way = f"in {one.blocks} blocks" if one.method == BLOCKS else f"resampled by {one.method}"
        case = f"one log holds the truth: {one.site}, {one.weeks} weeks {way}, {one.metric}"
        low, high = one.interval
        found.append(Finding(case, one.logs, 100 * one.share, 100 * low, 100 * high, "", None))
    return found


def _coverage(pool: ProcessPoolExecutor, studies: int) -> Iterable[Finding]:
    load, jobs = 0.5, 2_000
    outcomes = _outcomes(pool, studies, load, jobs, {})
    for metric, truth in theory(load).items():
        hits = [low <= truth <= high for _, low, high in (one.estimates[metric] for one in outcomes)]
        case = f"interval holds theory: {metric}, load {load}, 10 x {jobs} jobs"
        yield _share(case, hits, "93 to 97 %", 93, 97)


def _stopping(pool: ProcessPoolExecutor, studies: int) -> Iterable[Finding]:
    load, jobs = 0.5, 1_000
    precision = {"half_width_percent": PRECISION, "maximum_replications": 1000, "maximum_seconds": 900.0}
    outcomes = _outcomes(pool, studies, load, jobs, {"precision": precision})
    case = f"replicated to {PRECISION:g} %, load {load}, {jobs} jobs"
    yield _share(f"{case}: called unsettled", [not one.settles for one in outcomes], "at most 5 %", 0, 5)
    outcomes = [one for one in outcomes if one.settles]
    truth = theory(load)["response_time"]
    found = np.array([one.estimates["response_time"] for one in outcomes])
    means, half = found[:, 0], (found[:, 2] - found[:, 1]) / 2
    asked = PRECISION / 100
    yield _share(f"{case}: half-width is", half <= asked * means, "100 %", 100, 100)
    yield _share(f"{case}: truth is so near", abs(means - truth) <= asked * truth, "at least 95 %", 95, 100)
    covered = (found[:, 1] <= truth) & (truth <= found[:, 2])
    yield _share(f"{case}: interval holds theory", covered, "93 to 97 %", 93, 97)
    first = np.array([one.first_ten for one in outcomes])
    # The first ten replications are stopped by nobody; what is left is the bias of beginning empty.
    for name, bias in (("bias by stopping (%)", means - first), ("bias by beginning empty (%)", first - truth)):
        mean = estimate(100 * bias / truth)
        yield Finding(f"{case}: {name}", len(outcomes), mean.mean, mean.low, mean.high, "about 0", None)
    used = estimate(np.array([float(one.replications) for one in outcomes]))
    yield Finding(f"{case}: replications", len(outcomes), used.mean, used.low, used.high, "", None)


def _giving_up(pool: ProcessPoolExecutor, studies: int) -> Iterable[Finding]:
    precision = {"half_width_percent": PRECISION, "maximum_replications": 1000, "maximum_seconds": 900.0}
    for load, jobs, wanted, least, most in ((0.8, 2_000, "at most 5 %", 0, 5), (1.05, 10_000, "100 %", 100, 100)):
        outcomes = _outcomes(pool, studies if load < 1 else max(1, studies // 10), load, jobs, {"precision": precision})
        case = f"replicated to {PRECISION:g} %, load {load}, {jobs} jobs: called unsettled"
        yield _share(case, [not one.settles for one in outcomes], wanted, least, most)


def _drift(pool: ProcessPoolExecutor, studies: int) -> Iterable[Finding]:
    for load, wanted, low, high in (
        (0.5, "0 %", 0, 0),
        (0.8, "at most 5 %", 0, 5),
        (0.9, "at most 5 %", 0, 5),
        (0.95, "at most 5 %", 0, 5),
        (1.0, "(critical)", None, None),
        (1.02, "at least 70 %", 70, 100),
        (1.05, "at least 95 %", 95, 100),
        (1.1, "100 %", 100, 100),
    ):
        outcomes = _outcomes(pool, studies, load, 10_000, {})
        yield _share(f"“does not settle” at load {load}", [not one.settles for one in outcomes], wanted, low, high)


def _share(case: str, hits: Any, wanted: str, least: float | None, most: float | None) -> Finding:
    """A share with the interval of Wilson 1927. It is as wanted if the interval reaches into what is wanted."""
    n, share = len(hits), float(np.mean(hits))
    z = 1.959964
    center, spread = (share + z * z / (2 * n)), z * sqrt(share * (1 - share) / n + z * z / (4 * n * n))
    low, high = (100 * (center + sign * spread) / (1 + z * z / n) for sign in (-1, 1))
    ok = None if least is None or most is None else bool(high >= least and low <= most)
    return Finding(case, n, 100 * share, max(0.0, low), min(100.0, high), wanted, ok)


def _outcomes(pool: ProcessPoolExecutor, studies: int, load: float, jobs: int, study: dict[str, Any]) -> list[Outcome]:
    scenarios = [mm1(load, jobs, seed, **study).canonical() for seed in range(1, studies + 1)]
    return list(pool.map(_outcome, scenarios, chunksize=max(1, min(20, studies // 8))))


def _outcome(text: bytes) -> Outcome:
    result = run_study(parse_scenario(text))
    estimates = {name: result.estimate(0, POLICY, name)[:3] for name in theory(0.5)}
    first_ten = float(result.samples(0, POLICY, "response_time")[:10].mean())
    return Outcome(estimates, first_ten, result.cells_done, result.settles(0, POLICY))
