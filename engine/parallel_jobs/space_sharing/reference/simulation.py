"""Space sharing, to be read: which class simulates which policy."""

from engine.parallel_jobs.inputs.workload import Jobs, Machines, Rules
from engine.parallel_jobs.machine_events.events import NO_EVENTS, MachineEvents
from engine.parallel_jobs.policies import PolicyCode
from engine.parallel_jobs.records import Records
from engine.parallel_jobs.space_sharing.reference.profits import LazyProfit, SimpleProfit
from engine.parallel_jobs.space_sharing.reference.queues import Conservative, Easy, FirstComeFirstServed, FirstFit
from engine.parallel_jobs.space_sharing.reference.shares import UniformFirstFit
from engine.parallel_jobs.space_sharing.reference.struck import StruckClock

MODELS: dict[int, type[StruckClock]] = {
    PolicyCode.FCFS: FirstComeFirstServed,
    PolicyCode.FF: FirstFit,
    PolicyCode.EASY: Easy,
    PolicyCode.CONSERVATIVE: Conservative,
    PolicyCode.UFF: UniformFirstFit,
    PolicyCode.SIMPLE: SimpleProfit,
    PolicyCode.SIMPLE_R: SimpleProfit,
    PolicyCode.LAZY: LazyProfit,
    PolicyCode.LAZY_R: LazyProfit,
}


def run(
    jobs: Jobs, machines: Machines, rules: Rules, policy: int, machine_events: MachineEvents = NO_EVENTS
) -> Records:
    """Simulate one replication; the log is always complete.

    A job that can never start or end, since machines are gone for good, has start or end infinite.
    """
    return MODELS[policy](jobs, machines, rules, policy, machine_events=machine_events).run()
