"""A job that begins, and the first step of its processes."""

from engine.compiled.compilation import inlined, part
from engine.coscheduling.inputs.background import beside_owners
from engine.coscheduling.inputs.skew import COMPUTATION, skewed
from engine.coscheduling.kernel.messages import ALL_TO_ALL, LINEAR, TREE
from engine.coscheduling.kernel.processor import FRESH, process_at
from engine.coscheduling.kernel.tables import COMPUTING, READY
from engine.coscheduling.records import Happening
from engine.coscheduling.system import EVERY_SECOND, HIGHEST, MILLISECOND

ADMITTED = int(Happening.ADMITTED)
SECOND = EVERY_SECOND * MILLISECOND


@inlined
def soonest_event(n):
    """The next instant at which something happens on a node."""
    return min(min(n.delivery, n.io), min(n.processor, n.tick))


@inlined
def take_job(job, total, number, now):
    """Take a job out of the queue."""
    begin(job[number], total, now)
    while total.next_job < job.shape[0] and job[total.next_job].start >= 0:
        total.next_job += 1


@inlined
def begin(j, total, now):
    """A job begins."""
    j.start = now
    total.last_admission, total.work_at_last_admission = now, total.work


@inlined
def make_process(processes, place, rule, n, slot, j, number, task, now):
    """Put a task into a slot, before its first iteration; it is ready, but not in the queue."""
    p = process_at(processes, n, slot)
    place[j.place + task] = n.first_slot + slot
    p.used, p.admitted, p.place = 0, now, j.place
    p.computation = beside_owners(j.computation, n.load)
    p.spun = p.switching = p.overhead = 0
    p.level, p.mark, p.quantum, p.state = HIGHEST, 0, FRESH, READY
    p.job, p.task, p.tasks, p.iterations = number, task, j.tasks, j.iterations
    p.iteration, p.step, p.there, p.position = 0, 0, 0, COMPUTING
    p.left = skewed(p.computation, rule.skewness, rule.key, number, task, 0, COMPUTATION)
    p.children, p.receives, p.opening = 0, 2, 2
    if rule.pattern == LINEAR:
        p.receives = p.opening = 1
    elif rule.pattern == ALL_TO_ALL:
        p.receives = p.opening = j.tasks - 1
    elif rule.pattern == TREE:
        p.children = min(2, max(0, j.tasks - (2 * task + 1)))
        p.receives = p.children + (task > 0)
        p.opening = p.children == 0
    return p


@part
def next_admission(job, total, not_before):
    """The whole millisecond from *not_before* on at which the first of the queue is there."""
    instant = max(not_before, job[total.next_job].arrival)
    return (instant + MILLISECOND - 1) // MILLISECOND * MILLISECOND
