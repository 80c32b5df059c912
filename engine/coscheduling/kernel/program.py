"""What a running process does in no time: take messages, send, begin what takes time (rules 1 to 3, 9 and 10)."""

import numpy as np

from engine.compiled.compilation import inlined
from engine.coscheduling.inputs.skew import COMPUTATION, INPUT_OUTPUT, skewed
from engine.coscheduling.kernel.log import note, note_process
from engine.coscheduling.kernel.messages import RECEIVED, TREE, send
from engine.coscheduling.kernel.processor import SOMEBODY_ELSE, stop
from engine.coscheduling.kernel.tables import AFTER_IO, BLOCKED_IO, COMPUTING, FREE, IN_VAIN, NOBODY
from engine.coscheduling.records import Happening

IO, ENDED = int(Happening.BLOCKED_IO), int(Happening.ENDED)

NOWHERE, COMPUTED, SENDS, TAKES = range(4)
"""Where to go on: not at all, after a computation, where communication begins, or with a message that is there."""

RUNS, HOLDS, LEAVES = range(3)
"""What becomes of the processor: the process has it, or holds it, or leaves it."""


@inlined
def end_task(n, p, job, rule, log, total, now):
    """A task has ended, and leaves its node; and so has the job if it was the last one."""
    slot = n.running
    stop(n, p, rule, log, total, now)
    note_process(log, total, now, p, ENDED, slot, p.level)
    p.state = FREE
    n.processes -= 1
    n.last = NOBODY if n.processes == 0 else SOMEBODY_ELSE
    if n.known == slot:
        n.known = NOBODY
    j = job[np.uint64(p.job)]
    j.computing += p.used - p.spun
    j.spinning += p.spun
    j.switching += p.switching
    j.overhead += p.overhead
    j.tasks_left -= 1
    j.end = max(j.end, now)  # not in order of time: nodes are simulated one after the other
    total.last_end = max(total.last_end, now)
    if j.tasks_left == 0:
        total.jobs_over += 1
        total.gang_active -= 1


@inlined
def begin_io(n, p, rule, log, total, now, duration):
    """Rule 9: whether the processor is held or left."""
    slot = n.running
    stop(n, p, rule, log, total, now)
    p.state, p.position, p.left = BLOCKED_IO, AFTER_IO, 0
    p.io_end = now + duration
    n.io = min(n.io, p.io_end)
    note_process(log, total, now, p, IO, slot, p.level)
    if duration > rule.hand_over:
        return LEAVES
    n.holder = slot
    return HOLDS


@inlined
def go_on(
    nodes, processes, pending, inbox, place, job, soonest, log, rule, total, n, p, where, now
):  # fmt: skip
    """Go on until something takes time; progress until *now* has been made."""
    channels = np.uint64((n.first_slot + n.running) * rule.channels)
    while True:
        first, end = 0, 0
        if where == COMPUTED:
            duration = skewed(
                job[np.uint64(p.job)].io, rule.skewness, rule.key, p.job, p.task, p.iteration, INPUT_OUTPUT
            )
            if duration > 0:
                return begin_io(n, p, rule, log, total, now, duration)
            where = SENDS
        if where == SENDS:
            p.step = 0
            end = p.opening
        where = TAKES
        while True:
            for k in range(first, end):
                send(nodes, processes, inbox, place, soonest, log, rule, total, n, p, k, now)
            first, end = 0, 0
            if p.step == p.receives:
                break
            channel = 2 if rule.pattern == TREE and p.step >= p.children else int(p.step)
            x = channels + np.uint64(channel)
            if pending[x] == 0:
                p.position, p.channel, p.left = IN_VAIN, channel, rule.spin
                n.processor = now + rule.spin
                return RUNS
            pending[x] -= 1
            p.there -= 1
            note(log, total, now, p.node, RECEIVED, p.job, p.task, channel, p.iteration)
            p.step += 1
            if rule.pattern == TREE:
                if p.step == p.children and p.task > 0:
                    end = 1
                elif p.step == p.receives:
                    first, end = 1, 1 + p.children
        p.step = 0
        p.iteration += 1
        total.work += job[np.uint64(p.job)].nominal
        if p.iteration == p.iterations:
            end_task(n, p, job, rule, log, total, now)
            return LEAVES
        duration = skewed(p.computation, rule.skewness, rule.key, p.job, p.task, p.iteration, COMPUTATION)
        if duration > 0:
            p.position, p.left = COMPUTING, duration
            n.processor = now + duration
            return RUNS
        where = COMPUTED
