"""Where it is enough to count processors, and the run of a replication there."""

import numpy as np

from engine.parallel_jobs.inputs.large_clusters import ONE_BY_ONE
from engine.parallel_jobs.inputs.site.own_policies import is_asked_at_passes, is_known_beforehand
from engine.parallel_jobs.machine_events.events import NO_EVENTS, MachineEvents
from engine.parallel_jobs.model import Jobs, Machines, Rules
from engine.parallel_jobs.policies import COUNTING, PolicyCode
from engine.parallel_jobs.records import Records, empty_records
from engine.parallel_jobs.space_sharing.kernel.counting import conservative, ordered, queues
from engine.parallel_jobs.space_sharing.kernel.counting.conservative import no_plan
from engine.parallel_jobs.space_sharing.kernel.counting.feedback import OF_A_JOB, Feedback, feedback_of
from engine.parallel_jobs.space_sharing.kernel.counting.own import moving_rule, queue_by_rule
from engine.parallel_jobs.space_sharing.kernel.counting.tables import CONSERVATIVE, Counted, counted
from engine.parallel_jobs.space_sharing.kernel.counting.tape import of_groups, rows_of
from engine.parallel_jobs.space_sharing.rules.orders import MOVING, ORDERS
from engine.parallel_jobs.space_sharing.rules.placement import with_machines


def is_enough(machines: Machines, policy: int, machine_events: MachineEvents = NO_EVENTS) -> bool:
    """Whether nothing depends on which machines a job gets: all are equally fast, and nothing happens to them."""
    factors = machines.speed_factor
    counts = policy in COUNTING or policy == PolicyCode.OWN
    return counts and len(machine_events.time) == 0 and bool((factors == factors[0]).all())


def is_quicker(jobs: Jobs, machines: Machines, policy: int, rules: Rules) -> bool:
    """Whether it also takes less time than to know every machine; with thousands of them nothing else is possible.

    Conservative backfilling of jobs that end early spends its time on moving reservations, in either way.
    """
    if rules.own is not None:
        return rules.operation is None and (is_known_beforehand(rules.own) or is_asked_at_passes(rules.own))
    if policy != CONSERVATIVE or rules.reservation_depth or len(machines.group) > ONE_BY_ONE:
        return True
    return bool((jobs.estimate == 1.0).all() and not jobs.expected.any())


def run(jobs: Jobs, machines: Machines, rules: Rules, policy: int, with_log: bool = False) -> Records:
    """Simulate one replication; same arrays as `reference.run`.

    Machines get names only for the log. Which group a job is on is found afterwards, where there are several. Of jobs
    that follow others arrivals are those that come true.
    """
    groups = len(machines.speed_factor)
    site = counted(jobs, machines, rules, int(policy), with_log or groups > 1)
    feedback, follow_others = feedback_of(jobs, site), len(jobs.after) > 0
    if follow_others:
        site = site._replace(**{name: getattr(site, name).copy() for name in OF_A_JOB})
    if policy == CONSERVATIVE:
        plan = no_plan(len(jobs.gap), len(machines.group))
        conservative.simulate(site, plan, rules.reservation_depth or len(jobs.gap), feedback)
    elif policy in ORDERS:
        order, behind = (int(one) for one in ORDERS[policy])
        if not follow_others:
            queue = ordered.queue_of(site, order, jobs.deadline)
            other = queue if behind == order else ordered.queue_of(site, behind, jobs.deadline)
            line = ordered.nobody_waits(jobs.deadline if order >= MOVING else jobs.deadline[:1])
        else:
            queue = other = ordered.queue_of(site, MOVING, jobs.deadline)
            line = ordered.nobody_waits(jobs.deadline.copy())
        ordered.simulate(site, queue, other, behind != order, line, order, behind, None, 1, feedback)
    elif rules.own is not None:
        own = rules.own
        if is_asked_at_passes(own) or follow_others:
            queue, line = ordered.queue_of(site, MOVING, jobs.deadline), ordered.nobody_waits(jobs.deadline.copy())
            rule = moving_rule(site, own.order, jobs)
            ordered.simulate(site, queue, queue, False, line, MOVING, MOVING, rule, own.reservation, feedback)
            return _records(site, jobs, machines, with_log, feedback)
        queue = queue_by_rule(site, own.order, jobs)
        other = queue if own.backfill == own.order else queue_by_rule(site, own.backfill, jobs)
        line = ordered.nobody_waits(jobs.deadline[:1])
        ordered.simulate(site, queue, other, own.backfill != own.order, line, 0, 0, None, own.reservation, feedback)
    else:
        queues.simulate(site, int(policy), feedback)
    return _records(site, jobs, machines, with_log, feedback)


def _records(site: Counted, jobs: Jobs, machines: Machines, with_log: bool, feedback: Feedback) -> Records:
    """What has come of it."""
    groups = len(machines.speed_factor)
    busy = site.account[:1]
    records = empty_records(len(jobs.gap), 0)
    if with_log or groups > 1:
        rows = rows_of(site)
        busy, held = of_groups(site, machines, rows, with_log)
        if len(feedback.job):
            rows["job"] = feedback.job[rows["job"]]
        if with_log:
            records = records._replace(log=with_machines(rows, held, machines))
    each: np.ndarray = busy / np.bincount(machines.group, minlength=groups)
    columns = {"arrival": site.arrival, "start": site.start, "end": site.end, "size": site.size}
    if len(feedback.job):
        number = np.argsort(feedback.job)  # as which each job came
        columns = {name: column[number] for name, column in columns.items()}
    return records._replace(**columns, busy=each[machines.group])
