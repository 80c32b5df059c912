"""One replication from start to end: jobs, machines, and what happens to the machines meanwhile."""

from typing import NamedTuple

from engine.parallel_jobs import simulation
from engine.parallel_jobs.inputs.scenario import ParallelJobsScenario
from engine.parallel_jobs.inputs.workload import machines_of, simulated_as
from engine.parallel_jobs.machine_events.as_far_as_needed import complete
from engine.parallel_jobs.machine_events.events import NO_EVENTS, MachineEvents
from engine.parallel_jobs.model import Jobs, Machines
from engine.parallel_jobs.records import Records


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
