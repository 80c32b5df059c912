"""The model, to be run: the same rules as `reference/`, compiled. The numbers in comments are those of README.md.

There is no queue of events. What a node does until now can reach another node only after the one-way time of a message,
so each node is simulated alone for that long (`node.py`), never across an instant at which jobs may be admitted.
`tables.py` says what the tables hold.
"""

import numpy as np

from engine.compiled.compilation import compiled
from engine.coscheduling.kernel.admission import admit, next_admission
from engine.coscheduling.kernel.gang import change_slot, forget_matrix
from engine.coscheduling.kernel.log import close_intervals
from engine.coscheduling.kernel.node import simulate_node
from engine.coscheduling.kernel.records import records_of
from engine.coscheduling.kernel.tables import (
    MESSAGE,
    NEVER,
    NOBODY,
    ROW,
    job_table,
    node_table,
    process_table,
    rule_table,
    total_table,
)
from engine.coscheduling.policies import Scheme
from engine.coscheduling.records import Activity, Records, Spans, Window
from engine.coscheduling.system import Jobs, System
from engine.inputs.span import SECOND, SpanError, said


@compiled
def _simulate(nodes, processes, pending, inbox, place, job, boosts, soonest, matrix, log, rules, totals):
    """Run the clock until every job has ended; whether they have, before the clock is full.

    Modified in place: all but *rules*.
    """
    rule, total = rules[0], totals[0]
    n_jobs = job.shape[0]
    gang = rule.gang > 0
    idle = True  # gang scheduling: the matrix is empty, and `admission` is the next; else the change of slot
    admission = next_admission(job, total, 0)
    slot_end = NEVER
    while total.jobs_over < n_jobs:
        now = NEVER
        for i in range(rule.nodes):
            now = min(now, soonest[i])
        if gang:
            if idle or now > slot_end:
                if idle:
                    slot_end = admission
                if slot_end >= NEVER:
                    return False
                idle = False
                slot_end = change_slot(
                    nodes, processes, matrix, place, job, soonest, log, rule, total, slot_end
                )  # fmt: skip
                continue
            until = min(now + rule.lookahead, slot_end + 1)
        else:
            if now >= NEVER and admission >= NEVER:
                return False
            if admission <= now:
                admit(nodes, processes, place, job, soonest, log, rule, total, admission)
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
                    admission = next_admission(job, total, again)
                continue
            until = min(now + rule.lookahead, admission)
        for i in range(np.uint64(rule.nodes)):
            if soonest[i] < until:
                simulate_node(
                    nodes, processes, pending, inbox, place, job, boosts, soonest, log, rule, total, i, until
                )  # fmt: skip
        if gang and total.gang_active == 0 and total.next_job < n_jobs:
            forget_matrix(job, total)
            idle = True
            admission = next_admission(job, total, total.last_end + 1)
    if total.logging:
        close_intervals(log, total, nodes)
    return True


# the door -------------------------------------------------------------------------------------------------------------


def run(jobs: Jobs, system: System, scheme: Scheme, window: Window | None = None) -> Records:
    """Simulate one replication; same arrays as `reference.run`.

    With a *window*, the simulation runs twice: once to count the rows of the log, once to write them.
    """
    return _run(jobs, system, scheme, window)[0]


def count_events(jobs: Jobs, system: System, scheme: Scheme) -> int:
    """Events of a replication: deliveries, ends of I/O and of bursts, ticks acted upon, and tasks admitted."""
    return _run(jobs, system, scheme, None)[1]


def run_in_spans(jobs: Jobs, system: System, scheme: Scheme, window: Window, spans: int) -> tuple[Records, Spans]:
    """The same for a window with more in it than anybody can look at: what processors do is only summed up.

    The log has the matrix of gang scheduling, and nothing else.
    """
    sums = (window.end_node - window.first_node) * spans * int(Activity.IDLE)
    return _run(jobs, system, scheme, window, spans=spans, sums=sums)[::2]


def refuse_what_no_clock_can_count(jobs: Jobs) -> None:
    """Look at what was drawn once more, before compiled code is handed it."""
    alone = float(jobs.arrival.max(initial=0)) + float((jobs.nominal * jobs.iterations.astype(float)).sum())
    if not (0 <= alone < NEVER and jobs.arrival.min(initial=0) >= 0 and jobs.iterations.min(initial=1) > 0):
        raise SpanError(f"the jobs take {said(alone / SECOND)} one after the other, which no clock here can count")


def _run(
    jobs: Jobs,
    system: System,
    scheme: Scheme,
    window: Window | None,
    lookahead: int | None = None,
    spans: int = 0,
    sums: int = 0,
) -> tuple[Records, int, Spans]:
    """The records, and the number of events; without *lookahead*, nodes are simulated alone as long as possible.

    The first *sums* rows of the log are those of the spans.
    """
    longest = 2 * system.interface + system.wire
    if longest < 1:
        raise ValueError("a message takes no time")
    refuse_what_no_clock_can_count(jobs)
    rules = rule_table(jobs, system, scheme, longest if lookahead is None else min(lookahead, longest))
    rows = sums
    for _ in range(2 if window else 1):
        nodes, processes, job = node_table(system, rules), process_table(system), job_table(jobs)
        totals = total_table(window)
        totals["spans"], totals["written"] = spans, sums
        log, boosts = np.zeros(rows, dtype=ROW), np.zeros(3 + system.slots, dtype=np.int64)
        pending = np.zeros(len(processes) * int(rules["channels"][0]), dtype=np.int32)
        inbox = np.zeros(system.nodes * (int(rules["ring_mask"][0]) + 1), dtype=MESSAGE)
        place = np.zeros(jobs.size.sum(), dtype=np.int32)
        soonest, matrix = np.full(system.nodes, NEVER), np.full((system.slots, system.nodes), NOBODY)
        if len(job) and not _simulate(
            nodes, processes, pending, inbox, place, job, boosts, soonest, matrix, log, rules, totals
        ):
            raise SpanError(f"the jobs are not done after {said(NEVER / SECOND)}, and no clock here can count more")
        rows = int(totals["written"][0])
    records = records_of(jobs, nodes, job, boosts, log[sums:], totals[0])
    shape = (-1, max(1, spans), int(Activity.IDLE))
    return records, int(totals["events"][0]), Spans(*(log[name][:sums].reshape(shape) for name in ("time", "job")))
