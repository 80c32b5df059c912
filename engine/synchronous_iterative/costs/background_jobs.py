"""How many background jobs come to the machines that are taken, and how many streams of random numbers they take."""

from typing import NamedTuple

import numpy as np

from engine.synchronous_iterative.formulas.run_length import shortest_and_longest
from engine.synchronous_iterative.inputs.imbalance import work_law
from engine.synchronous_iterative.inputs.scenario import SynchronousIterativeScenario
from engine.synchronous_iterative.inputs.service import variation
from engine.synchronous_iterative.inputs.workload import MARGIN

LONGER = 3.0
"""Mean times that are left of a job: how much later the last machine comes, about."""


class BackgroundJobs(NamedTuple):
    """Jobs that are drawn, also those that an hour of less load leaves out; and that come while the run lasts."""

    drawn: float
    simulated: float


def background_jobs(
    scenario: SynchronousIterativeScenario, counts: tuple[int, ...], predicted: float
) -> BackgroundJobs:
    """On *counts* machines of each group, for a run that is *predicted* to take so long, s."""
    cluster, background = scenario.cluster, scenario.background
    hours = background.by_hour or (1.0,)
    busy = sum(n * g.load / g.delta for n, g in zip(counts, cluster.groups, strict=True)) * cluster.baseline
    rate = busy * background.intensity / background.mean_service
    least, most = shortest_and_longest(scenario, counts)
    length = min(max(predicted, least), _of_long_iterations(scenario, counts))
    horizon = drawn = MARGIN * min(max(predicted, least), most)
    while horizon < length:  # the longest is too short for very uneven work: jobs are drawn anew, for twice as long
        horizon *= 2
        drawn += horizon
    return BackgroundJobs(rate * max(hours) * drawn, rate * sum(hours) / len(hours) * length)


def _of_long_iterations(scenario: SynchronousIterativeScenario, counts: tuple[int, ...]) -> float:
    """About how long a run takes at most, s: the formulas take those found at the begin of an iteration for all of it.

    In a long one each machine is shared as in the mean, and the one with the most to do is waited for.
    """
    application, background, cluster = scenario.application, scenario.background, scenario.cluster
    machines, factor = sum(counts), max(background.by_hour, default=1.0) * background.intensity
    law = work_law(application, machines)
    most = float((1 - np.minimum(np.cumsum(law.probability), 1.0) ** machines).sum())  # of all of them
    slowness = max(
        group.delta / cluster.baseline / (1 - group.load * factor)
        for group, count in zip(cluster.groups, counts, strict=True)
        if count
    )
    part = application.parallel_time / machines * most / law.mean * slowness
    fixed = application.serial_time + application.overhead_of(machines)
    longer = LONGER * background.mean_service * variation(background) ** 2 * slowness
    return application.iterations * (fixed + part + min(part, longer))


def streams(scenario: SynchronousIterativeScenario, counts: tuple[int, ...]) -> float:
    """Of random numbers, of *counts* machines of each group."""
    background = scenario.background
    by_phases = background.service == "hyperexponential"
    found = 1 + (background.service != "exponential")
    coming = 3 + by_phases + (len(set(background.by_hour)) > 1)
    work = scenario.application.imbalance != "ideal"
    busy = sum(n for n, g in zip(counts, scenario.cluster.groups, strict=True) if g.load * background.intensity > 0)
    return float(sum(counts) * (found + work) + busy * coming)
