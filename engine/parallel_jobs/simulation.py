"""One replication of any policy: space sharing and time sharing have a kernel each, and counting processors a third."""

from engine.parallel_jobs.inputs.site.own_policies import may_follow
from engine.parallel_jobs.machine_events.events import NO_EVENTS, MachineEvents
from engine.parallel_jobs.model import Jobs, Machines, Rules
from engine.parallel_jobs.policies import COUNTING, TIME_SHARING
from engine.parallel_jobs.records import Records
from engine.parallel_jobs.side_by_side import side_by_side
from engine.parallel_jobs.space_sharing.kernel import simulation as space_sharing
from engine.parallel_jobs.space_sharing.kernel.counting import run as counting
from engine.parallel_jobs.time_sharing.kernel import simulation as time_sharing


def run(
    jobs: Jobs,
    machines: Machines,
    rules: Rules,
    policy: int,
    with_log: bool = False,
    machine_events: MachineEvents = NO_EVENTS,
) -> Records:
    """Simulate one replication with the kernel of the policy.

    `ValueError` if jobs follow others under a policy that does not know of this.
    """
    if len(jobs.partition):
        if len(machine_events.time):
            raise ValueError("partitions with queues of their own are on machines to which nothing happens")
        return side_by_side(jobs, machines, lambda some, own: run(some, own, rules, policy, with_log))
    if len(jobs.after):
        knows = policy in COUNTING if rules.own is None else may_follow(rules.own)
        if not knows or not counting.is_enough(machines, policy, machine_events):
            raise ValueError("jobs that follow others need a queue of jobs of one size, and machines that are alike")
        return counting.run(jobs, machines, rules, policy, with_log)
    if policy in TIME_SHARING:
        return time_sharing.run(jobs, machines, rules, policy, with_log, machine_events)
    if counting.is_enough(machines, policy, machine_events) and counting.is_quicker(jobs, machines, policy, rules):
        return counting.run(jobs, machines, rules, policy, with_log)
    return space_sharing.run(jobs, machines, rules, policy, with_log, machine_events)
