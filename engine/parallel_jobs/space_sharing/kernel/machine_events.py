"""What happens to machines, and to the jobs on them, compiled. With machine events a column is a machine."""

import numpy as np

from engine.compiled.compilation import part, small
from engine.parallel_jobs.machine_events.events import MachineEventKind
from engine.parallel_jobs.records import Happening
from engine.parallel_jobs.space_sharing.kernel.columns import column_of, let_in, owner, put_in_place, vacate
from engine.parallel_jobs.space_sharing.kernel.losses import can_leave, give_up, go_on, rescue
from engine.parallel_jobs.space_sharing.kernel.queues import run_time
from engine.parallel_jobs.space_sharing.kernel.site import (
    DOWNGRADE,
    UPGRADE,
    leave_queue,
    note_machines,
    settle,
    slowest,
    write_row,
)
from engine.parallel_jobs.space_sharing.kernel.tables import (
    EASY,
    FF,
    IN_LINE,
    LOOKAHEAD,
    MOST_EVER,
    N_ENTRIES,
    N_LEAVING,
    N_WAITING,
    PROCESSORS,
    UFF,
)
from engine.parallel_jobs.space_sharing.kernel.waiting import NOBODY, ask_anew, leave

USER_ARRIVES, USER_LEAVES, SHUTDOWN, _, RETURN, _, NOTICE_ENDS = (int(kind) for kind in MachineEventKind)
UNCHANGED = -(2**40)
"""Returned by `happen`."""

NOT_WAITING = "a job is to leave a queue in which it is not"
MACHINE = int(Happening.MACHINE)


@part
def happen(site, policy, change, now):
    """Let a machine event happen, but for what the policy does then.

    Returns `UNCHANGED`, or by how much the sum of the least processors of the running jobs has fallen.
    """
    if change.kind == NOTICE_ENDS:
        return _end_notice(site, policy, change, now)
    if site.tally[N_ENTRIES] < site.entry.shape[0]:
        site.entry[site.tally[N_ENTRIES]] = change.machine
    site.tally[N_ENTRIES] += 1
    write_row(site, now, MACHINE, change.kind, -1)
    g = column_of(site, change.machine)
    if change.kind == USER_ARRIVES:
        _set_users(site, now, g, site.column[g].users + 1)
        return 0
    if change.kind == USER_LEAVES:
        if site.column[g].users == 0:
            return UNCHANGED
        _set_users(site, now, g, site.column[g].users - 1)
        return 0
    if site.column[g].leaving:
        if change.kind != RETURN:
            return UNCHANGED
        site.column[g].leaving = False
        site.tally[N_LEAVING] -= 1
        return 0
    if site.column[g].gone != (change.kind == RETURN):
        return UNCHANGED
    if change.kind == RETURN:
        site.column[g].gone = False
        let_in(site, put_in_place(site, g), 1)
        site.tally[PROCESSORS] += 1
        return 0
    k, until = owner(site, g), change.time + change.notice
    if k != NOBODY and (
        site.seat[site.run[k]].end <= until
        or (change.notice > 0 and not can_leave(site, policy, now, k, change.notice))
    ):
        return _stay(site, k, g, until)
    return _take_out(site, policy, now, g, change.notice)


@part
def _stay(site, k, g, until):
    """Let the job at place *k* run on, on the machine of column *g*, as long as there is time; it keeps its size."""
    site.column[g].leaving, site.column[g].until = True, until
    site.tally[N_LEAVING] += 1
    j, number = site.crew[k], site.seat[site.run[k]].number
    fallen = site.low[j] - number
    site.low[j] = site.high[j] = number
    return fallen


@part
def _end_notice(site, policy, change, now):
    """Shut down a machine whose job has not ended in time after all; as `happen`."""
    g = column_of(site, change.machine)
    if not site.column[g].leaving or site.column[g].until > change.time:
        return UNCHANGED
    if site.tally[N_ENTRIES] < site.entry.shape[0]:
        site.entry[site.tally[N_ENTRIES]] = change.machine
    site.tally[N_ENTRIES] += 1
    write_row(site, now, MACHINE, SHUTDOWN, -1)
    site.column[g].leaving = False
    site.tally[N_LEAVING] -= 1
    return _take_out(site, policy, now, g, 0.0)


@part
def _take_out(site, policy, now, g, notice):
    """Let the machine of column *g* be gone; by how much the sum of the least processors has fallen."""
    site.column[g].gone = True
    g = put_in_place(site, g)
    site.tally[PROCESSORS] -= 1
    k = owner(site, g)
    if k == NOBODY:
        let_in(site, g, -1)
        return 0
    freed = rescue(site, policy, now, k, g, notice)
    vacate(site)
    return freed


@part
def set_limit(site, policy, most, arrived, now):
    """Let there never be more than *most* machines again; of the jobs, as many as this have *arrived*.

    Who can do with that asks for no more, who cannot is sent away, or will be when it comes or has lost its machines.
    """
    site.tally[MOST_EVER] = most
    for j in range(site.low.shape[0]):
        past = site.disruption[j]
        past.low, past.high = min(past.low, most), min(past.high, most)
        if past.runs or site.end[j] < np.inf:
            continue
        site.low[j], site.high[j] = min(site.low[j], most), min(site.high[j], most)
        if j < arrived and past.floor > most:
            _leave(site, policy, j)
            give_up(site, now, j)
        elif j < arrived and (policy in (FF, EASY)) and not past.evicted:
            takes = run_time(site, j, site.fastest) if policy == EASY else 0.0
            ask_anew(site.waiting, j, site.low[j], takes, None)


@small
def _leave(site, policy, j):
    """Let job *j* wait no longer."""
    if site.disruption[j].evicted or policy in IN_LINE:
        x = 0
        while x < site.tally[N_WAITING] and site.queue[x] != j:
            x += 1
        if x == site.tally[N_WAITING]:
            raise IndexError(NOT_WAITING)
        leave_queue(site, x)
        if site.tally[LOOKAHEAD] == j:
            site.tally[LOOKAHEAD] = NOBODY
    elif policy in (FF, EASY, UFF):
        leave(site.waiting, j, None)


@part
def _set_users(site, now, g, users):
    """Let a machine be as slow as so many users and one process make it."""
    k = owner(site, g)
    seat = site.run[k] if k != NOBODY else np.uint32(0)
    before = slowest(site, seat)
    column = site.column[g]
    column.users = users
    column.delay_class = site.class_of[column.number, users]
    site.alpha[g] = site.delay[column.delay_class]
    put_in_place(site, g)
    after = slowest(site, seat)
    if k != NOBODY and after != before:
        j = site.crew[k]
        settle(site, now, j, seat)
        if after < before:
            site.disruption[j].upgrades += 1
        kind = UPGRADE if after < before else DOWNGRADE
        note_machines(site, now, kind, np.int64(j), np.int64(seat))
        go_on(site, now, j, seat, max(now, site.seat[seat].since))
