"""What a cell takes, estimated: linear in what is drawn, simulated and looked at, with measured factors.

Fitted to cells of generated scenarios on one core of 2.4 GHz; `bench --costs` tells how well they hold.
"""

from math import log, prod
from typing import NamedTuple

import numpy as np

from engine.contract.cost import Cost
from engine.synchronous_iterative.formulas.imbalance import work_law
from engine.synchronous_iterative.formulas.queue_length import sharers
from engine.synchronous_iterative.formulas.tails import NOTHING
from engine.synchronous_iterative.inputs.scenario import SynchronousIterativeScenario


class Work(NamedTuple):
    """What there is to do, and in `FACTORS` the seconds for each of it.

    Attributes
    ----------
    cell : 1
    machines : on which the application runs
    parts : of iterations
    jobs : of the background, drawn and simulated
    nodes : of integrals of the gamma law of the length-aware factor
    inversions : of transforms of the law of Leland and Ott
    sets : of machines that the formulas look at
    entries : of tails that are filled
    steps : along tails, of all sets
    """

    cell: float
    machines: float
    parts: float
    jobs: float
    nodes: float
    inversions: float
    sets: float
    entries: float
    steps: float


FACTORS = Work(1.5e-3, 0.386e-3, 72e-9, 335e-9, 830e-9, 0.5e-3, 0.75e-6, 3e-9, 3.2e-9)

BYTES = Work(3e6, 5e3, 40.0, 60.0, 40.0, 1e5, 60.0, 8.0, 0.0)
"""Of memory; sets are looked at in pieces."""

MOST_SETS_AT_ONCE = 2**15

TAKEN_FOR_TIME, TAKEN_FOR_COST = 0.6, 0.3
"""Share of the machines that a choice takes, on average: which ones is not known before it is made."""


def cost(scenario: SynchronousIterativeScenario, policy: str) -> Cost:
    """What one cell takes."""
    found = work(scenario, policy)
    at_once = found._replace(sets=min(found.sets, MOST_SETS_AT_ONCE))
    return Cost(
        sum(one * each for one, each in zip(found, FACTORS, strict=True)),
        sum(one * each for one, each in zip(at_once, BYTES, strict=True)),
    )


def work(scenario: SynchronousIterativeScenario, policy: str) -> Work:
    """What there is to do."""
    application, background = scenario.application, scenario.background
    groups = [group for group in scenario.cluster.groups if group.count]
    machines, moments = scenario.cluster.machines, max(1, len(set(background.by_hour)))
    factor = max(background.by_hour, default=1.0) * background.intensity
    sets = {"All Machines": 1, "Figure 5": machines, "Prefix Scan": machines, "Exact": 0}.get(policy)
    if policy == "Exact":
        sets = prod(group.count + 1 for group in groups)
    elif sets is None:
        sets = machines + 3 * (len(groups) ** 2 + 2 * len(groups))
    for_time = scenario.choice.objective == "run-time"
    taken = 1.0 if policy == "All Machines" else TAKEN_FOR_TIME if for_time else TAKEN_FOR_COST
    law = work_law(application, machines)
    uneven = application.imbalance != "ideal"
    numbers = 1 if not uneven or policy == "All Machines" else machines  # each has a law of its own
    units = (len(law.probability) - 1) if uneven else 1
    entries = sum(_length(scenario, group.load * factor) for group in groups) * min(units, 400)
    bins = min(units, 32)
    return Work(
        cell=1.0,
        machines=machines * taken,
        parts=machines * taken * application.iterations,
        jobs=jobs_drawn(scenario) * taken,
        nodes=float(len(groups) * bins * 96 * moments),
        inversions=float(len(groups) * moments if background.service == "leland-ott" else 0),
        sets=float(sets * moments),
        entries=float(numbers * entries * moments),
        steps=float(sets * entries * moments),
    )


def jobs_drawn(scenario: SynchronousIterativeScenario) -> float:
    """Background jobs that come to all machines while the slowest one does its share of uneven work."""
    application, cluster, background = scenario.application, scenario.cluster, scenario.background
    groups, machines = [group for group in cluster.groups if group.count], cluster.machines
    hours = background.by_hour or (1.0,)
    highest, mean = max(hours) * background.intensity, sum(hours) / len(hours) * background.intensity
    slowest = max(group.delta / (cluster.baseline * (1 - group.load * highest)) for group in groups)
    rate = sum(group.count * group.load * cluster.baseline / group.delta for group in groups) * mean
    law = work_law(application, machines)
    largest = int(np.searchsorted(np.cumsum(law.probability), 1 - 0.5 / machines))  # of all machines, about
    share = application.parallel_time / machines * max(1.0, largest / law.mean)
    fixed = application.serial_time + application.overhead_of(machines)
    return float(rate / background.mean_service * application.iterations * (fixed + 1.3 * slowest * share))


def _length(scenario: SynchronousIterativeScenario, load: float) -> float:
    """Of the tail of the number of processes that share a machine."""
    law = sharers(scenario.background, scenario.options.queue, load)
    ratio = min(1 - 1e-9, max(law.ratio, law.other_ratio))
    return log(NOTHING) / log(ratio) if ratio > 0 else 1.0
