"""What a cell takes, estimated: linear in what its jobs come to, with factors measured for each kind of policy.

Fitted to cells of generated scenarios on one core of 2.4 GHz; `dev costs` tells how well they hold.
"""

from typing import NamedTuple

from engine.contract.cost import Cost
from engine.coscheduling.costs.totals import totals
from engine.coscheduling.inputs.hyper_erlang import fit
from engine.coscheduling.inputs.listed import Listed
from engine.coscheduling.inputs.scenario import CoschedulingScenario
from engine.coscheduling.policies import SCHEMES, Gang, OnDelivery, Waiting
from engine.inputs.arrivals import Batch

PER_CELL, PER_JOB, PER_PHASE = 3e-3, 30e-6, 7e-9
"""Seconds of a cell, a job, and one exponential phase of its length that is drawn."""


class Factors(NamedTuple):
    """Seconds for an iteration of a task, a message, a millisecond of work of a task, and that times the level."""

    iteration: float
    message: float
    tick: float
    process_and_tick: float


PERIODIC_BOOST = {
    Waiting.BUSY_WAIT: Factors(75e-9, 50e-9, 9e-9, 9e-9),
    Waiting.SPIN_BLOCK: Factors(90e-9, 75e-9, 2e-9, 3.6e-9),
    Waiting.SPIN_YIELD: Factors(90e-9, 65e-9, 5e-9, 1e-9),
}
OTHERS = {
    Waiting.BUSY_WAIT: Factors(40e-9, 55e-9, 100e-9, 0.0),
    Waiting.SPIN_BLOCK: Factors(80e-9, 65e-9, 50e-9, 0.0),
    Waiting.SPIN_YIELD: Factors(180e-9, 52e-9, 5e-9, 0.0),
}
GANG = Factors(150e-9, 20e-9, 10e-9, 0.0)

PER_SLOT_AND_CELL = 3e-9
"""Seconds of a change of slot of gang scheduling, for each cell of its matrix."""

BYTES_OF_A_CELL, BYTES_OF_A_PROCESS, BYTES_OF_A_MESSAGE, BYTES_OF_A_JOB = 3e6, 200.0, 20.0, 400.0


def cost(scenario: CoschedulingScenario, policy: str) -> Cost:
    """What one cell takes."""
    found, cluster, jobs = totals(scenario), scenario.cluster, scenario.workload.jobs
    level, scheme = cluster.multiprogramming_level, SCHEMES[policy]
    factors = PERIODIC_BOOST if scheme.on_delivery == OnDelivery.PERIODIC_BOOST else OTHERS
    own = GANG if scheme.is_told else factors[Waiting(scheme.waiting)]
    phases = phases_drawn(scenario)
    seconds = PER_CELL + PER_JOB * jobs + PER_PHASE * phases
    seconds += own.iteration * found.iterations + own.message * found.messages
    work, longest = (time * longer_beside_owners(scenario) for time in (found.work, found.longest))
    seconds += 1000 * work * (own.tick + own.process_and_tick * level)
    if scheme.gang != Gang.NO:
        # A long switch after a short quantum takes no longer here; only the quanta in which work is done count.
        slots = max(work / cluster.nodes, longest) * 1000 / cluster.gang_quantum * level
        seconds += PER_SLOT_AND_CELL * slots * cluster.nodes * level
    largest = largest_size(scenario)
    channels = largest if scenario.workload.pattern == "all-to-all" else 3
    ahead = largest if scenario.workload.pattern == "linear" else 2
    processes = cluster.nodes * level
    tables = processes * (BYTES_OF_A_PROCESS + 2 * channels * ahead * BYTES_OF_A_MESSAGE)
    return Cost(seconds, BYTES_OF_A_CELL + tables + jobs * BYTES_OF_A_JOB + 16 * phases)


def longer_beside_owners(scenario: CoschedulingScenario) -> float:
    """How much longer jobs take than alone: each is as late as its task on the most loaded node, and most have one."""
    kinds = scenario.workload.job_types
    computing = sum(kind.weight * kind.computation for kind in kinds) / sum(kind.weight for kind in kinds) / 100
    return 1.0 + (scenario.cluster.longest_computation - 1.0) * computing


def largest_size(scenario: CoschedulingScenario) -> int:
    """Tasks of the largest job that there can be."""
    listed = scenario.workload.listed
    return max(sizes.largest for sizes in scenario.workload.size_classes) if listed is None else listed.largest


def phases_drawn(scenario: CoschedulingScenario) -> float:
    """Exponential phases behind the lengths of jobs and the gaps between them."""
    workload = scenario.workload
    variations = [sizes.variation for sizes in workload.size_classes]
    if not isinstance(workload.arrivals, Batch | Listed):
        variations.append(getattr(workload.arrivals, "variation", 1.0))
    return float(workload.jobs * sum(fit(1.0, one).order for one in variations if one))
