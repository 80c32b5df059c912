"""Which jobs are asked about: all of them if that can be afforded, else some that are drawn, the same each time."""

from typing import NamedTuple

import numpy as np

from engine.inputs.draws import Draws
from engine.parallel_jobs.costs.estimate import cost
from engine.parallel_jobs.inputs.scenario import ParallelJobsScenario

EVERY, DRAWN = 5_000, 2_000
"""Up to so many jobs all are asked about, of more so many."""

FEWEST = 30
"""Fewer drawn jobs say nothing."""

SECONDS = 2.0
"""What all of it may take for a policy, by the formulas of `costs`."""

CALL = 1e-4
"""s; of any simulation, however few jobs it has."""

MACHINE = 2e-8
"""s; of any simulation for each machine, and for what each job class gains by it."""


class Chosen(NamedTuple):
    """The places of the jobs that are asked about, ascending; int64 (n,). None of them if *refused* says why."""

    places: np.ndarray
    refused: str = ""


def choose(scenario: ParallelJobsScenario, policy: str, replication: int, length: np.ndarray) -> Chosen:
    """Some of N jobs, for each of which so many would be simulated; *length* is int64 (N,).

    Drawn without replacement from a stream of their own: which jobs are asked about depends on the seed and the
    replication, and a larger number of them has the smaller one in it.
    """
    count = len(length)
    if not count:
        return Chosen(np.zeros(0, dtype=np.int64), "no job is measured")
    wanted = count if count <= EVERY else DRAWN
    mean = float((fixed_seconds(scenario) + job_seconds(scenario, policy) * length).mean())
    affordable = int(SECONDS / mean)
    if affordable < min(wanted, FEWEST):
        return Chosen(
            np.zeros(0, dtype=np.int64),
            f"it would take {mean:.2g} s for each of {count:,} jobs; for at least {FEWEST} of them, at most "
            f"{SECONDS:g} s in all are allowed: fewer jobs are quicker",
        )
    order = np.argsort(Draws(scenario.study.seed, replication).stream("fair start").random(count), kind="stable")
    return Chosen(np.sort(order[: min(wanted, affordable)]))


def fixed_seconds(scenario: ParallelJobsScenario) -> float:
    """Of a simulation, whatever its jobs."""
    return CALL + MACHINE * scenario.cluster.machines * (1 + len(scenario.workload.job_classes))


def job_seconds(scenario: ParallelJobsScenario, policy: str) -> float:
    """Of each job in it."""
    return cost(scenario, policy).seconds / max(1, scenario.workload.jobs)
