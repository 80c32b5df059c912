"""The processor of a node: kernel work, progress, the queue of who is ready, and dispatch (rules 6 to 8)."""

import numpy as np

from engine.compiled.compilation import inlined
from engine.coscheduling.kernel.log import note_process, spend
from engine.coscheduling.kernel.tables import AFTER_IO, IN_VAIN, LEVEL, NEVER, NOBODY, NOT_QUEUED, READY, RUNNING
from engine.coscheduling.policies import Waiting
from engine.coscheduling.records import Activity, Happening
from engine.coscheduling.system import HIGHEST, MILLISECOND, QUANTUM

COMPUTING, SPINNING = int(Activity.COMPUTING), int(Activity.SPINNING)
SWITCHING, OVERHEAD = int(Activity.SWITCHING), int(Activity.OVERHEAD)
DISPATCHED, READY_AGAIN = int(Happening.DISPATCHED), int(Happening.READY)
SPIN_YIELD = int(Waiting.SPIN_YIELD)
FRESH = int(QUANTUM[HIGHEST])

SOMEBODY_ELSE = -2
"""The process that ran last has ended, while others were there."""


@inlined
def process_at(processes, n, slot):
    """The process in a slot of a node."""
    return processes[np.uint64(n.first_slot + slot)]


# time -----------------------------------------------------------------------------------------------------------------


@inlined
def progress(n, p, log, total, now):
    """The running process has gone on until *now*."""
    passed = now - n.since
    if passed > 0:
        p.left -= passed
        p.used += passed
        if p.position <= AFTER_IO:
            n.computing += passed
            spend(log, total, n, COMPUTING, n.since, now, p.job, p.task)
        else:
            n.spinning += passed
            p.spun += passed
            spend(log, total, n, SPINNING, n.since, now, p.job, p.task)
        n.since = now


@inlined
def work(n, p, log, total, now, duration):
    """Rule 7: kernel work that comes up now, on account of *p*; *progress* until now has been made."""
    begin = max(now, n.work_end)
    n.work_end = begin + duration
    n.overhead += duration
    p.overhead += duration
    spend(log, total, n, OVERHEAD, begin, n.work_end, -1, -1)


@inlined
def put_off(n, p, now):
    """Rule 7: the running process goes on, or begins, when kernel work is done."""
    if now <= n.began:
        n.began = n.work_end
    n.since = n.work_end
    n.processor = n.since + p.left


# the queue ------------------------------------------------------------------------------------------------------------


@inlined
def to_head(n, p, slot):
    """A process, not in the queue, becomes the head of its level."""
    p.state = READY
    p.key = (HIGHEST - p.level) * LEVEL + n.front
    n.front -= 1
    n.ready += 1
    if p.key < n.best_key:
        n.best, n.best_key = slot, p.key


@inlined
def to_tail(n, p, slot):
    """A process, not in the queue, becomes the tail of its level."""
    p.state = READY
    p.key = (HIGHEST - p.level) * LEVEL + n.back
    n.back += 1
    n.ready += 1
    if p.key < n.best_key:
        n.best, n.best_key = slot, p.key


@inlined
def to_the_front(n, p, slot, mark):
    """A process, not in the queue, becomes the head of the highest level, with a fresh quantum."""
    p.level, p.mark, p.quantum = HIGHEST, mark, FRESH
    to_head(n, p, slot)


@inlined
def boost(n, p, slot, mark):
    """The same for one that is in the queue."""
    n.ready -= 1
    to_the_front(n, p, slot, mark)


# who was running at the last tick (rule 11) ---------------------------------------------------------------------------


@inlined
def known(n, now):
    """Who was running at the last tick before *now*, or NOBODY. What has not changed since then is not kept."""
    last = n.phase + (now - 1 - n.phase) // MILLISECOND * MILLISECOND
    if last >= n.phase and n.changed <= last:
        return n.running
    return n.known


@inlined
def changes(n, rule, now):
    """Keep that, for another one will be running from now on."""
    if rule.demand:
        n.known = known(n, now)
        n.changed = now + (n.ticked == now)


# dispatch -------------------------------------------------------------------------------------------------------------


@inlined
def stop(n, p, rule, log, total, now):
    """The running process leaves the processor."""
    progress(n, p, log, total, now)
    p.quantum -= max(0, now - n.began)
    changes(n, rule, now)
    n.running = NOBODY
    n.processor = NEVER


@inlined
def take_head(processes, n, rule):
    """Take the head of the highest level out of the queue, and give its slot."""
    slot = n.best
    processes[np.uint64(n.first_slot + slot)].key = NOT_QUEUED
    n.ready -= 1
    n.best, n.best_key = NOBODY, NOT_QUEUED
    if n.ready > 0:
        for other in range(rule.slots):
            key = process_at(processes, n, other).key
            if key < n.best_key:
                n.best, n.best_key = other, key
    return slot


@inlined
def run(n, p, slot, rule, log, total, now):
    """Let a process that has been taken out of the queue run, after a switch if need be (rule 8)."""
    changes(n, rule, now)
    begin = max(now, n.work_end)
    if slot != n.last and n.last != NOBODY:
        n.work_end = begin + rule.context_switch
        n.switching += rule.context_switch
        p.switching += rule.context_switch
        spend(log, total, n, SWITCHING, begin, n.work_end, p.job, p.task)
        begin = n.work_end
    n.running = n.last = slot
    n.since = n.began = begin
    p.state, p.mark = RUNNING, 0
    if rule.waiting == SPIN_YIELD and p.position == IN_VAIN:
        p.left = rule.spin
    n.processor = begin + p.left
    note_process(log, total, now, p, DISPATCHED, slot, p.level)


@inlined
def dispatch(processes, n, rule, log, total, now):
    """Let the head of the queue run, if there is one."""
    if n.ready > 0:
        slot = take_head(processes, n, rule)
        run(n, process_at(processes, n, slot), slot, rule, log, total, now)
