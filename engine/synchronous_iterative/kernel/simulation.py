"""The simulation, to be run: the same rules as `reference/`, compiled.

Machines meet at barriers only. So there is no queue of events: from the begin of an iteration on each machine is
simulated alone until its part is done, and the last of these instants is the barrier.
"""

import numpy as np

from engine.compiled.compilation import compiled, inlined
from engine.inputs.span import LONGEST, LONGEST_SECONDS, SpanError, said
from engine.synchronous_iterative.records import Log, Records, Window
from engine.synchronous_iterative.system import Run

NEVER = np.int64(2**62)
LAST = np.int64(LONGEST)
"""Up to where the clock counts, ns."""

CROWDED, LATE = np.int64(-1), np.int64(-2)
"""Instead of an instant: too many jobs for the table; later than the clock counts."""

MACHINE = np.dtype(
    [
        ("attained", np.int64),  # what a process that is there all the time has got, ns
        ("settled_at", np.int64),
        ("jobs", np.int64),
        ("next", np.int64),  # the next job to arrive
        ("last", np.int64),  # the end of the machine's jobs in the table
        ("goal", np.int64),  # `attained` at which the application's part is done; NEVER if it is not there
        ("presence", np.int64),
        ("completed", np.int64),
        ("row", np.int64),  # the last row of the log
        ("crowd", np.int64),  # the most background jobs so far
    ],
    align=True,
)

MOST_GOALS = 2**24
"""Room for background jobs of all machines; 134 MB."""

CROWD = 32
"""Background jobs on a machine for which there is room at first."""


@inlined
def _settle(m, now):
    """Share out the time that has passed."""
    passed = now - m.settled_at
    if passed > 0:
        sharing = m.jobs + (m.goal != NEVER)
        if sharing > 0:
            m.attained += passed // sharing
        m.presence += passed * m.jobs
        m.settled_at = now


@inlined
def _note(log, written, m, number, now, since, until):
    """Write down what is so on a machine from now on; the row of the same instant is written over."""
    if now < since or now > until:
        return
    if m.row < 0 or log[m.row, 0] != now:
        m.row = written[0]
        written[0] += 1
        if m.row >= log.shape[0]:
            m.row = -1
            return
        log[m.row, 0] = now
        log[m.row, 1] = number
    log[m.row, 2] = m.jobs
    log[m.row, 3] = m.goal != NEVER


@inlined
def _admit(m, goals, number, now, demand):
    """A background job joins; the goals are kept in descending order, so that the next one is the last."""
    _settle(m, now)
    goal = m.attained + demand
    place = m.jobs
    while place > 0 and goals[number, place - 1] < goal:
        goals[number, place] = goals[number, place - 1]
        place -= 1
    goals[number, place] = goal
    m.jobs += 1
    m.crowd = max(m.crowd, m.jobs)


@inlined
def _serve(m, goals, arrival, demand, log, written, number, until, since, log_until):
    """Simulate a machine until the application's part on it is done, or until everything up to *until* has happened.

    The instant at which the part was done, NEVER if it was not, or CROWDED if there are too many jobs for the table.
    """
    while True:
        at_arrival = arrival[m.next] if m.next < m.last else NEVER
        goal = m.goal
        if m.jobs > 0:
            goal = min(goal, goals[number, m.jobs - 1])
        at_end = NEVER
        if goal != NEVER:
            left, sharing = goal - m.attained, m.jobs + (m.goal != NEVER)
            if float(left) * float(sharing) <= LAST:  # otherwise it would not even be a number
                at_end = m.settled_at + left * sharing
        now = min(at_arrival, at_end)
        if now > until:
            return NEVER
        if at_arrival < at_end:
            if m.jobs == goals.shape[1]:
                return CROWDED
            _admit(m, goals, number, now, demand[m.next])
            m.next += 1
            _note(log, written, m, number, now, since, log_until)
            continue
        _settle(m, now)
        while m.jobs > 0 and goals[number, m.jobs - 1] <= m.attained:
            m.jobs -= 1
            m.completed += 1
        arrives = m.goal <= m.attained
        if arrives:
            m.goal = NEVER
        _note(log, written, m, number, now, since, log_until)
        if arrives:
            return now


@compiled
def _simulate(
    machines, goals, arrival, demand, work, before, after, begin, barrier, arrived, log, written, since, until
):
    """Run the clock until the application is done; its end, CROWDED if there are too many jobs for the table, or LATE.

    Modified in place: *machines*, *goals*, *begin*, *barrier*, *arrived*, *log* and *written*, the rows it has.
    """
    now = np.int64(0)
    for i in range(work.shape[1]):
        now += before
        begin[i] = now
        latest = now
        for j in range(machines.shape[0]):
            m = machines[j]
            if _serve(m, goals, arrival, demand, log, written, j, now, since, until) < 0:
                return CROWDED
            _settle(m, now)
            m.goal = m.attained + work[j, i]
            _note(log, written, m, j, now, since, until)
            done = _serve(m, goals, arrival, demand, log, written, j, NEVER - 1, since, until)
            if done < 0:
                return CROWDED
            if done > LAST:
                return LATE
            arrived[j, i] = done
            latest = max(latest, done)
        barrier[i] = now = latest
        now += after
        if now > LAST:
            return LATE
    if work.shape[1] == 0:
        now += before
    for j in range(machines.shape[0]):
        m = machines[j]
        if _serve(m, goals, arrival, demand, log, written, j, now, since, until) < 0:
            return CROWDED
        m.presence += (now - m.settled_at) * m.jobs
    return now


# the door -------------------------------------------------------------------------------------------------------------


def simulate(run: Run, window: Window | None = None) -> Records:
    """Simulate one run; same arrays as `reference.simulate`.

    Where a machine turns out to be more crowded, or the log longer, than there is room for, it begins again.
    """
    room, rows = CROWD, 0
    since, until = window or (1, 0)
    processors, iterations = run.work.shape
    while True:
        machines = np.zeros(processors, dtype=MACHINE)
        machines["next"], machines["last"] = run.first[:-1], run.first[1:]
        machines["goal"], machines["row"] = NEVER, -1
        goals, log = np.zeros((processors, room), dtype=np.int64), np.zeros((rows, 4), dtype=np.int64)
        begin, barrier = np.zeros(iterations, dtype=np.int64), np.zeros(iterations, dtype=np.int64)
        arrived, written = np.zeros((processors, iterations), dtype=np.int64), np.zeros(1, dtype=np.int64)
        end = _simulate(
            machines, goals, run.arrival, run.demand, run.work, run.before, run.after,
            begin, barrier, arrived, log, written, since, until,
        )  # fmt: skip
        if end == LATE or int(end) * int(machines["crowd"].max(initial=0)) >= NEVER:
            raise SpanError(
                f"the run takes longer than the {said(LONGEST_SECONDS)} that can be counted, or as long for "
                "all background jobs together: fewer iterations or less work help"
            )
        if end == CROWDED:
            room *= 4
            if room * processors > MOST_GOALS:
                raise SpanError(f"more than {room // 4:,} background jobs share a machine: less load helps")
        elif written[0] > rows:
            rows = int(written[0])  # or a little less, since rows that there is no room for are not written over
        else:
            break
    log = log[: written[0]]
    log = log[np.lexsort((log[:, 1], log[:, 0]))]
    columns = (log[:, 0].copy(), log[:, 1].copy(), log[:, 2].copy(), log[:, 3].astype(bool))
    presence, completed = machines["presence"].copy(), machines["completed"].copy()
    return Records(begin, barrier, arrived, int(end), presence, completed, Log(*columns))
