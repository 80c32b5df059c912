"""Space sharing, to be read: which class simulates which policy."""

from engine.parallel_jobs.machine_events.events import NO_EVENTS, MachineEvents
from engine.parallel_jobs.model import Jobs, Machines, Rules
from engine.parallel_jobs.policies import PolicyCode
from engine.parallel_jobs.records import Records
from engine.parallel_jobs.space_sharing.reference.disruption import DisruptedClock
from engine.parallel_jobs.space_sharing.reference.operated import OperatedQueue
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
    return model_of(policy, rules)(jobs, machines, rules, policy, machine_events=machine_events).run()


def model_of(policy: int, rules: Rules) -> type[DisruptedClock]:
    """The class that simulates a policy, where a site is run as the *rules* say."""
    return MODELS[policy] if rules.operation is None else OperatedQueue
