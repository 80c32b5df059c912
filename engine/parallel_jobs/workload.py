"""From a scenario and a replication to arrays: the only place where this family draws random numbers."""

from typing import NamedTuple

import numpy as np

from engine.draws import Draws
from engine.parallel_jobs.delay_classes import DelayClasses, delay_classes
from engine.parallel_jobs.scenario import ParallelJobsScenario


class Jobs(NamedTuple):
    """J jobs in order of arrival.

    Attributes
    ----------
    gap : float64 (J,), time between the arrival before and this one, s
    demand : float64 (J,), time on one machine of speed factor 1, s
    min_size, max_size : int32 (J,), machines
    process_size : float64 (J,), KB
    job_class : int32 (J,), index into the scenario's job classes
    """

    gap: np.ndarray
    demand: np.ndarray
    min_size: np.ndarray
    max_size: np.ndarray
    process_size: np.ndarray
    job_class: np.ndarray


class Machines(NamedTuple):
    """M machines and their delay classes.

    Attributes
    ----------
    group : int32 (M,), index into the scenario's machine groups
    speed_factor : float64 (G,), of each group
    classes : the delay classes
    """

    group: np.ndarray
    speed_factor: np.ndarray
    classes: DelayClasses


class Rules(NamedTuple):
    """The options of a scenario as plain numbers (times in s)."""

    upgrade_only_when_queue_empty: bool
    migrate_only_if_it_pays: bool
    hold_old_machines: bool
    checkpoint: float
    latency: float
    transfer_per_kb: float


def draw_jobs(scenario: ParallelJobsScenario, replication: int) -> Jobs:
    """The jobs of one replication.

    Every job consumes one number of each stream that is used, whatever its class, so that a changed class leaves the
    draws of the other jobs as they were.
    """
    workload = scenario.workload
    draws = Draws(scenario.study.seed, replication)
    job_class = _draw_classes(scenario, draws)
    demand = np.empty(workload.jobs)
    for number, kind in enumerate(workload.job_classes):
        of_kind = job_class == number
        demand[of_kind] = kind.demand.sample(draws, workload.jobs)[of_kind]
    return Jobs(
        gap=workload.arrivals.gaps(draws, workload.jobs),
        demand=demand,
        min_size=np.array([kind.min_size for kind in workload.job_classes], dtype=np.int32)[job_class],
        max_size=np.array([kind.max_size for kind in workload.job_classes], dtype=np.int32)[job_class],
        process_size=np.array([kind.process_size_kb for kind in workload.job_classes])[job_class],
        job_class=job_class,
    )


def _draw_classes(scenario: ParallelJobsScenario, draws: Draws) -> np.ndarray:
    kinds = scenario.workload.job_classes
    if len(kinds) == 1:
        return np.zeros(scenario.workload.jobs, dtype=np.int32)
    bounds = np.cumsum([kind.weight for kind in kinds])
    uniform = draws.stream("job class").random(scenario.workload.jobs) * bounds[-1]
    return np.minimum(np.searchsorted(bounds, uniform, side="right"), len(kinds) - 1).astype(np.int32)


def machines_of(scenario: ParallelJobsScenario) -> Machines:
    """The machines of the scenario's cluster, numbered group after group."""
    groups = scenario.cluster.groups
    return Machines(
        group=np.repeat(np.arange(len(groups), dtype=np.int32), [group.count for group in groups]),
        speed_factor=np.array([group.speed_factor for group in groups]),
        classes=delay_classes(scenario.cluster),
    )


def rules_of(scenario: ParallelJobsScenario) -> Rules:
    """The scenario's options as plain numbers."""
    options, cost = scenario.options, scenario.options.migration
    return Rules(
        options.upgrade_only_when_queue_empty,
        options.migrate_only_if_it_pays,
        options.hold_old_machines,
        cost.checkpoint,
        cost.latency,
        cost.transfer_per_kb,
    )
