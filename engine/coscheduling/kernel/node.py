"""A node alone, until a given instant: its events in the order of rule 17."""

from engine.compiled.compilation import inlined
from engine.coscheduling.kernel.delivery import OTHERS, deliver
from engine.coscheduling.kernel.log import note_process
from engine.coscheduling.kernel.processor import (
    SPIN_YIELD,
    dispatch,
    process_at,
    progress,
    stop,
    to_head,
    to_the_front,
    work,
)
from engine.coscheduling.kernel.program import COMPUTED, NOWHERE, RUNS, SENDS, TAKES, go_on
from engine.coscheduling.kernel.tables import (
    AFTER_IO,
    BLOCKED_MESSAGE,
    COMPUTING,
    IN_VAIN,
    NEVER,
    NOBODY,
    READY,
    RUNNING,
)
from engine.coscheduling.kernel.ticks import decide, expect_tick, lift_all, poll, yield_to_another
from engine.coscheduling.records import Happening

IO_ENDED, BLOCKED = int(Happening.IO_ENDED), int(Happening.BLOCKED_MESSAGE)

DELIVERY, IO, PROCESSOR, TICK = range(4)


@inlined
def _end_io(processes, n, rule, log, total, now):
    """The I/O of the first slot whose I/O ends now has ended (rule 9)."""
    ended, n.io = NOBODY, NEVER
    for slot in range(rule.slots):
        p = process_at(processes, n, slot)
        if p.io_end == now and ended == NOBODY:
            ended = slot
            p.io_end = NEVER
        elif p.io_end < n.io:
            n.io = p.io_end
    p = process_at(processes, n, ended)
    if n.holder == ended:
        n.holder = NOBODY
    if rule.told == 0:
        to_the_front(n, p, ended, OTHERS)
    else:
        p.state = READY
        if n.cell == ended:
            resume(n, p, ended, now)
    note_process(log, total, now, p, IO_ENDED, ended, p.level)


@inlined
def resume(n, p, slot, now):
    """A node that is told whom to run: that process has the processor, when the switch is done."""
    p.state = RUNNING
    n.running = slot
    n.since = max(now, n.work_end)
    n.processor = n.since + p.left


@inlined
def _end_burst(processes, n, rule, log, total, now):
    """The running process has computed, or spun, for as long as it has to: where it goes on."""
    slot = n.running
    p = process_at(processes, n, slot)
    progress(n, p, log, total, now)
    if p.position == COMPUTING:
        return COMPUTED
    if p.position == AFTER_IO:
        return SENDS
    if p.position != IN_VAIN:
        return TAKES
    if rule.waiting == SPIN_YIELD:
        yield_to_another(processes, n, p, rule, log, total, now)
    else:
        stop(n, p, rule, log, total, now)
        p.state = BLOCKED_MESSAGE
        work(n, p, log, total, now, rule.move)
        note_process(log, total, now, p, BLOCKED, slot, p.level)
    return NOWHERE


@inlined
def simulate_node(
    nodes, processes, pending, inbox, place, job, boosts, soonest, log, rule, total, i, until
):  # fmt: skip
    """Simulate node *i* until just before *until*; until then nothing can come in that is not in its ring yet."""
    n = nodes[i]
    polls_last = False
    while True:
        now, event = n.delivery, DELIVERY
        if n.io < now:
            now, event = n.io, IO
        if n.processor < now:
            now, event = n.processor, PROCESSOR
        if n.tick < now:
            now, event = n.tick, TICK
        if now >= until:
            break
        total.events += 1
        where, changed, back, ticks = NOWHERE, True, NOBODY, False
        if event == DELIVERY:
            takes, changed = deliver(processes, pending, inbox, log, rule, total, n, now)
            if takes:
                where = TAKES
        elif event == PROCESSOR:
            where = _end_burst(processes, n, rule, log, total, now)
            changed = where == NOWHERE
        elif event == IO:
            _end_io(processes, n, rule, log, total, now)
        else:
            ticks = True
            n.ticked = now
            if now == n.lift:
                lift_all(processes, n, rule, log, total, now)
            polls_last = rule.boost and rule.poll_last
            if rule.boost and not polls_last:
                poll(processes, boosts, n, rule, log, total, now)
            back = decide(processes, n, rule, log, total, now)
        if where != NOWHERE:
            p = process_at(processes, n, n.running)
            outcome = go_on(
                nodes, processes, pending, inbox, place, job, soonest, log, rule, total, n, p, where, now
            )  # fmt: skip
            changed = changed or outcome != RUNS
        if changed:
            if n.running == NOBODY and n.holder == NOBODY and rule.told == 0:
                dispatch(processes, n, rule, log, total, now)
                if back != NOBODY:
                    to_head(n, process_at(processes, n, back), back)
            if ticks:
                if polls_last:
                    poll(processes, boosts, n, rule, log, total, now)
                n.known, n.changed = n.running, now
            expect_tick(processes, n, rule, now)
    soonest[i] = now
