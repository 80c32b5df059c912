"""What a list of jobs may not be, given the cluster and the job types."""

from __future__ import annotations  # the scenario asks for these checks

from typing import TYPE_CHECKING

from engine.inputs.rejection import Rejection
from engine.inputs.span import LONGEST_SECONDS, said

if TYPE_CHECKING:
    from engine.coscheduling.inputs.listed import Listed
    from engine.coscheduling.inputs.scenario import CoschedulingScenario

LONGEST_RUN = LONGEST_SECONDS / 4
"""Of what jobs take to arrive, and alone, one after the other, s; the rest is for what they lose to one another."""

MOST_ITERATIONS = 2.0**31 - 1

JOBS_AT_ALL_POINTS = 50_000
"""Of the points of a study: each holds the list, and reading a job takes about 10 µs and 1 KB."""

JOBS = "workload.arrivals.jobs"


def check_list(scenario: CoschedulingScenario, listed: Listed) -> None:
    """Refuse types that there are not, jobs that fit nowhere, and times that no clock can count."""
    types = {kind.name: kind for kind in scenario.workload.job_types}
    known = ", ".join(f"“{name}”" for name in types)
    part = scenario.cluster.nodes // scenario.cluster.partitions
    where = "a partition" if scenario.cluster.partitions > 1 else "the cluster"
    for number, job in enumerate(listed.jobs):
        if job.job_type and job.job_type not in types:
            raise Rejection(
                f"{JOBS}.{number}.job_type",
                f"job {number + 1} is of type “{job.job_type}”, which there is not; there are: {known}",
            )
        if job.tasks > part:
            raise Rejection(
                f"{JOBS}.{number}.tasks",
                f"job {number + 1} has {job.tasks} tasks and needs as many nodes, but {where} has {part}",
            )
    _check_clock(scenario, listed)


def _check_clock(scenario: CoschedulingScenario, listed: Listed) -> None:
    types = {kind.name: kind for kind in scenario.workload.job_types}
    drawn = max((kind.communication for kind in types.values() if kind.weight), default=100.0)
    for number, job in enumerate(listed.jobs):
        share = types[job.job_type].communication if job.job_type else drawn
        iterations = job.run * 1e6 / scenario.shortest_iteration(share)
        if iterations > MOST_ITERATIONS:
            raise Rejection(
                f"{JOBS}.{number}.run",
                f"job {number + 1} could have {iterations:.2g} iterations; at most {MOST_ITERATIONS:.2g} are allowed: "
                "a shorter job or longer messages help",
            )
    slowed = scenario.cluster.multiprogramming_level * scenario.cluster.longest_computation
    span = listed.last_arrival + listed.work * slowed
    if span > LONGEST_RUN:
        raise Rejection(
            JOBS,
            f"the jobs could take {said(span)}, one after the other; at most {said(LONGEST_RUN)} are allowed: earlier, "
            "shorter or fewer jobs help",
        )
