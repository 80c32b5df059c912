"""One replication of one policy: the jobs, the machines, and what became of them; and its jobs as they come."""

from typing import NamedTuple

import numpy as np

from engine.parallel_jobs import simulation
from engine.parallel_jobs.inputs.scenario import ParallelJobsScenario
from engine.parallel_jobs.inputs.workload import draw_jobs, gaps_of, machines_of, simulated_as
from engine.parallel_jobs.machine_events.as_far_as_needed import complete
from engine.parallel_jobs.machine_events.events import NO_EVENTS, MachineEvents
from engine.parallel_jobs.model import NO_THINK_TIMES, NOBODYS, Jobs, Machines
from engine.parallel_jobs.records import Records

# One replication from start to end: jobs, machines, and what happens to the machines meanwhile.


class Replication(NamedTuple):
    """What was simulated and what came out."""

    jobs: Jobs
    machines: Machines
    machine_events: MachineEvents
    records: Records


def replicate(
    scenario: ParallelJobsScenario, policy: str, replication: int, jobs: Jobs, with_log: bool = False
) -> Replication:
    """Let *policy* serve *jobs* on the cluster of *scenario*, with the machine events of this replication."""
    machines = machines_of(scenario)
    code, rules = simulated_as(scenario, policy)
    used = NO_EVENTS

    def simulate(machine_events: MachineEvents) -> Records:
        nonlocal used
        used = machine_events
        return simulation.run(jobs, machines, rules, code, with_log, machine_events)

    records = complete(scenario, replication, simulate)
    return Replication(jobs, machines, used, records)


# The jobs as they come under a policy: where some follow others, that depends on it.

OF_ALL = ("speedup", "after", "think")
"""What `Jobs` has that is not a column."""


def submitted_jobs(scenario: ParallelJobsScenario, policy: str, replication: int) -> Jobs:
    """The jobs of a replication in the order in which they come under *policy*, as if all came of themselves.

    The policy serves them as it serves those that follow others, and whoever draws or explains a schedule need not know
    of these.
    """
    return coming_as(*submitted(scenario, policy, replication))


def submitted(scenario: ParallelJobsScenario, policy: str, replication: int) -> tuple[Jobs, np.ndarray | None]:
    """The jobs as drawn, and when each of them comes under *policy*: float64 (J,), s.

    None in place of the times if all come of themselves.
    """
    jobs = draw_jobs(scenario, replication)
    if not len(jobs.after):
        return jobs, None
    return jobs, replicate(scenario, policy, replication, jobs).records.arrival


def coming_as(jobs: Jobs, arrival: np.ndarray | None) -> Jobs:
    """The *jobs* in the order of these arrivals."""
    if arrival is None:
        return jobs
    order = order_of(arrival)
    columns = {name: column[order] for name, column in jobs._asdict().items() if name not in OF_ALL and len(column)}
    return jobs._replace(
        **columns | {"gap": gaps_of(arrival[order].tolist()), "after": NOBODYS, "think": NO_THINK_TIMES}
    )


def order_of(arrival: np.ndarray) -> np.ndarray:
    """Who comes first, second and so on; those that come together stand as they were drawn. int64 (J,)."""
    found: np.ndarray = np.argsort(arrival, kind="stable")
    return found
