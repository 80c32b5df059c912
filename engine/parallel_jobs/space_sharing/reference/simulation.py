"""Space sharing, to be read: which class simulates which policy."""

from engine.parallel_jobs.inputs.workload import Jobs, Machines, Rules
from engine.parallel_jobs.machine_events.events import NO_EVENTS, MachineEvents
from engine.parallel_jobs.policies import PolicyCode
from engine.parallel_jobs.records import Records
from engine.parallel_jobs.space_sharing.reference.disruption import DisruptedClock
from engine.parallel_jobs.space_sharing.reference.own import OwnQueue
from engine.parallel_jobs.space_sharing.reference.profits import PROFITS
from engine.parallel_jobs.space_sharing.reference.queues import QUEUES
from engine.parallel_jobs.space_sharing.reference.shares import SHARES

MODELS: dict[int, type[DisruptedClock]] = {**QUEUES, **SHARES, **PROFITS, PolicyCode.OWN: OwnQueue}


def run(
    jobs: Jobs, machines: Machines, rules: Rules, policy: int, machine_events: MachineEvents = NO_EVENTS
) -> Records:
    """Simulate one replication; the log is always complete.

    A job that can never start or end, since machines are gone for good, has start or end infinite.
    """
    return MODELS[policy](jobs, machines, rules, policy, machine_events=machine_events).run()
