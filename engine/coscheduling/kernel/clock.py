"""The clock of the model: who is simulated next, and until when.

There is no queue of events. What a node does until now can reach another node only after the one-way time of a message,
so each node is simulated alone for that long (`node.py`), never across an instant at which jobs may be admitted.
"""

import numpy as np

from engine.compiled.compilation import compiled
from engine.coscheduling.kernel.admission import next_admission
from engine.coscheduling.kernel.dedicated import may_be_last, next_arrival, serve_before
from engine.coscheduling.kernel.gang import change_slot, forget_matrix
from engine.coscheduling.kernel.log import close_intervals
from engine.coscheduling.kernel.node import simulate_node
from engine.coscheduling.kernel.processor import process_at, progress
from engine.coscheduling.kernel.shared import admit
from engine.coscheduling.kernel.state import State
from engine.coscheduling.kernel.tables import NEVER, NO_PAUSE, NOBODY
from engine.inputs.span import SECOND, SpanError, said

FULL, DONE, PAUSED = range(3)
"""How a call of the clock ends: it cannot count more, every job has ended, or it goes on another time."""


@compiled
def _simulate(nodes, processes, pending, inbox, place, job, boosts, soonest, matrix, log, rules, totals):
    """Run the clock until every job has ended, it is full, or it is to pause: which of these.

    Modified in place: all but *rules*.
    """
    rule, total = rules[0], totals[0]
    n_jobs = job.shape[0]
    gang, dedicated = rule.gang > 0, rule.queue > 0
    idle = total.idle > 0  # gang scheduling: the matrix is empty, and `admission` is the next; else the change of slot
    admission, slot_end, until = total.admission, total.slot_end, total.horizon
    farthest = until  # where jobs begin beside others that are simulated ahead, this is later than `until`
    if admission < 0:
        admission = next_arrival(job, total) if dedicated else next_admission(job, total, 0)
    while total.jobs_over < n_jobs:
        now = NEVER
        for i in range(rule.nodes):
            now = min(now, soonest[i])
        coming = min(now, slot_end if gang and not idle else admission)
        if coming >= total.pause_time or total.events >= total.pause_events:
            total.idle, total.admission, total.slot_end = np.int64(idle), admission, slot_end
            total.horizon = max(farthest, until)
            return PAUSED
        if gang:
            if idle or now > slot_end:
                if idle:
                    slot_end = admission
                if slot_end >= NEVER:
                    return FULL
                idle = False
                until = slot_end + 1
                slot_end = change_slot(
                    nodes, processes, matrix, place, job, soonest, log, rule, total, slot_end
                )  # fmt: skip
                continue
            until = min(now + rule.lookahead, slot_end + 1)
        elif dedicated:
            if coming >= NEVER:
                return FULL
            until = min(
                coming + (1 if may_be_last(processes, place, job, rule, total) else rule.lookahead), admission + 1
            )
            farthest = max(farthest, until)
        else:
            if now >= NEVER and admission >= NEVER:
                return FULL
            if admission <= now:
                admit(nodes, processes, place, job, soonest, log, rule, total, admission)
                until = admission + 1
                if total.next_job == n_jobs:
                    admission = NEVER
                else:
                    # whoever has to wait now has to until somebody has ended, and nothing happens before `now`
                    now = NEVER
                    for i in range(rule.nodes):
                        now = min(now, soonest[i])
                    again = admission + 1
                    if job[total.next_job].arrival <= admission:
                        again = max(admission, now) + 1
                        if rule.backfill and total.arrived < n_jobs:
                            again = min(again, job[total.arrived].arrival)
                    admission = next_admission(job, total, again)
                continue
            until = min(now + rule.lookahead, admission)
        for i in range(np.uint64(rule.nodes)):
            if soonest[i] < until:
                simulate_node(
                    nodes, processes, pending, inbox, place, job, boosts, soonest, log, rule, total, i, until
                )  # fmt: skip
        if dedicated and (admission < until or total.jobs_over > total.jobs_left):
            serve_before(nodes, processes, matrix, place, job, soonest, log, rule, total, until)
            admission = next_arrival(job, total)
        if gang and total.gang_active == 0 and total.next_job < n_jobs:
            forget_matrix(job, total)
            idle = True
            admission = next_admission(job, total, total.last_end + 1)
    if total.logging:
        close_intervals(log, total, nodes)
    return DONE


@compiled
def _close_window(nodes, processes, log, totals):
    """Log what processors do until the end of the window, beyond which nothing is simulated.

    Modified in place: all; nothing can go on from here.
    """
    total = totals[0]
    for i in range(nodes.shape[0]):
        n = nodes[i]
        if n.running != NOBODY:
            progress(n, process_at(processes, n, n.running), log, total, total.until)
    total.last_end = max(total.last_end, total.until)
    close_intervals(log, total, nodes)


# the door -------------------------------------------------------------------------------------------------------------


def go_on(state: State, log: np.ndarray, pause_events: int = NO_PAUSE, pause_time: int = NO_PAUSE) -> bool:
    """Go on until every job has ended, so many events are over, or only what is from *pause_time* (ns) on is left.

    Returns whether every job has ended. Modified in place: *state*, and *log*, ROW (rows,).
    """
    state.totals["pause_events"], state.totals["pause_time"] = pause_events, pause_time
    if not len(state.job):
        return True
    *tables, totals, rules = state
    outcome = _simulate(*tables, log, rules, totals)
    if outcome == FULL:
        raise SpanError(f"the jobs are not done after {said(NEVER / SECOND)}, and no clock here can count more")
    return outcome == DONE


def go_on_in_window(state: State, log: np.ndarray) -> None:
    """Go on to the end of the window that is looked at, and no further. As `go_on`."""
    if not go_on(state, log, pause_time=int(state.totals["until"][0])):
        _close_window(state.nodes, state.processes, log, state.totals)
