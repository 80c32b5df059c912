"""What a cell takes, estimated: linear in what is drawn, simulated and looked at, with measured factors.

Fitted to cells of generated scenarios on one core of 2.4 GHz; `dev costs` tells how well they hold.
"""

from math import prod
from typing import NamedTuple

from engine.contract.cost import Cost
from engine.synchronous_iterative.costs.background_jobs import background_jobs, streams
from engine.synchronous_iterative.costs.likely_choice import likely_choice
from engine.synchronous_iterative.costs.tail_lengths import tails_looked_at
from engine.synchronous_iterative.inputs.imbalance import work_law
from engine.synchronous_iterative.inputs.scenario import SynchronousIterativeScenario


class Work(NamedTuple):
    """What there is to do, and in `FACTORS` the seconds for each of it.

    Attributes
    ----------
    cell : 1
    streams : of random numbers, of the machines on which the application runs
    parts, uneven : of iterations; those whose work is drawn
    drawn, simulated : jobs of the background
    nodes : of integrals of the gamma law of the length-aware factor
    inversions : of transforms of the law of Leland and Ott
    laws : of work and load that have tails of their own
    products : of work and processes, from which tails are filled
    sets : of machines that the formulas look at
    steps : along tails, of all sets
    """

    cell: float
    streams: float
    parts: float
    uneven: float
    drawn: float
    simulated: float
    nodes: float
    inversions: float
    laws: float
    products: float
    sets: float
    steps: float


FACTORS = Work(2.3e-3, 88e-6, 45e-9, 120e-9, 125e-9, 25e-9, 65e-9, 0.26e-3, 0.5e-3, 14e-9, 0.54e-6, 6.2e-9)

BYTES = Work(3e6, 1e3, 40.0, 0.0, 60.0, 0.0, 40.0, 1e5, 0.0, 8.0, 60.0, 0.0)
"""Of memory; sets are looked at in pieces."""

MOST_SETS_AT_ONCE = 2**15


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
    chosen = likely_choice(scenario, policy)
    counts, taken = tuple(chosen.counts[0].tolist()), float(chosen.processors[0])
    present, moments = sum(1 for count in counts if count), max(1, len(set(background.by_hour)))
    law = work_law(application, int(taken))
    parts = taken * application.iterations
    tails = tails_looked_at(scenario, policy != "All Machines")
    jobs = background_jobs(scenario, counts, float(chosen.run_time[0]))
    sets = float(sets_looked_at(scenario, policy) * moments)
    return Work(
        cell=1.0,
        streams=streams(scenario, counts),
        parts=parts,
        uneven=parts if application.imbalance != "ideal" else 0.0,
        drawn=jobs.drawn,
        simulated=jobs.simulated,
        nodes=float(present * min(len(law.probability) - 1, 32) * 96 * moments),
        inversions=float(present * moments if background.service == "leland-ott" else 0),
        laws=tails.laws * moments,
        products=tails.products * moments,
        sets=sets,
        steps=sets * tails.length,
    )


def sets_looked_at(scenario: SynchronousIterativeScenario, policy: str) -> int:
    """Sets of machines, at each moment of the day."""
    groups, machines = [group for group in scenario.cluster.groups if group.count], scenario.cluster.machines
    if policy == "Exact":
        return prod(group.count + 1 for group in groups)
    exchanged = 3 * (len(groups) ** 2 + 2 * len(groups)) if policy == "Prefix and Exchange" else 0
    return 1 if policy == "All Machines" else machines + exchanged
