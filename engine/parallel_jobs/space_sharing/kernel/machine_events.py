"""What happens to machines, and to the jobs on them, compiled. With machine events a column is a machine."""

import numpy as np

from engine.compiled.compilation import inlined, part
from engine.parallel_jobs.machine_events.events import MachineEventKind
from engine.parallel_jobs.records import Happening, Reason
from engine.parallel_jobs.space_sharing.kernel.profits import look_at
from engine.parallel_jobs.space_sharing.kernel.queues import run_time
from engine.parallel_jobs.space_sharing.kernel.site import (
    DOWNGRADE,
    NO_SEAT,
    RESIZE,
    UPGRADE,
    account,
    estimated,
    give_back,
    kept,
    leave_queue,
    note_machines,
    proceed,
    reject,
    remaining_work,
    settle,
    slowest,
    stand_up,
    take,
    write_row,
)
from engine.parallel_jobs.space_sharing.kernel.tables import (
    EASY,
    FF,
    FOR_PROFIT,
    FREE,
    IN_LINE,
    LOOKAHEAD,
    MOST_EVER,
    N_ENTRIES,
    N_LEAVING,
    N_REFUSED,
    N_RUNNING,
    N_WAITING,
    PROCESSORS,
    SIMPLE,
    SIMPLE_R,
    UFF,
)
from engine.parallel_jobs.space_sharing.rules.waiting import NOBODY, ask_anew, leave

USER_ARRIVES, USER_LEAVES, SHUTDOWN, _, RETURN, _, NOTICE_ENDS = (int(kind) for kind in MachineEventKind)
UNCHANGED = -(2**40)
"""Returned by `happen`."""

NO_MACHINE, NOT_WAITING = "there is no machine of that number", "a job is to leave a queue in which it is not"
TOO_FEW_PROCESSORS, DROPPED = int(Reason.TOO_FEW_PROCESSORS), int(Reason.DROPPED)
EVICTION, MACHINE, MIGRATION = int(Happening.EVICTION), int(Happening.MACHINE), int(Happening.MIGRATION)


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
    g = _column(site, change.machine)
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
        _let_in(site, _put_in_place(site, g), 1)
        site.tally[PROCESSORS] += 1
        return 0
    k, until = _owner(site, g), change.time + change.notice
    if k != NOBODY and site.seat[site.run[k]].end <= until:
        return _stay(site, k, g, until)
    return _take_out(site, policy, now, g, change.notice)


@part
def _column(site, machine):
    """Where a machine stands."""
    g = 0
    while g < site.column.shape[0] and site.column[g].number != machine:
        g += 1
    if g == site.column.shape[0]:
        raise IndexError(NO_MACHINE)
    return g


@part
def _stay(site, k, g, until):
    """Let the job at place *k*, which does so in time, end on the machine of column *g*; it keeps its size."""
    site.column[g].leaving, site.column[g].until = True, until
    site.tally[N_LEAVING] += 1
    j, number = site.crew[k], site.seat[site.run[k]].number
    fallen = site.low[j] - number
    site.low[j] = site.high[j] = number
    return fallen


@part
def _end_notice(site, policy, change, now):
    """Shut down a machine whose job has not ended in time after all; as `happen`."""
    g = _column(site, change.machine)
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
    g = _put_in_place(site, g)
    site.tally[PROCESSORS] -= 1
    k = _owner(site, g)
    if k == NOBODY:
        _let_in(site, g, -1)
        return 0
    freed = _rescue(site, policy, now, k, g, notice)
    vacate(site)
    return freed


@part
def vacate(site):
    """Let the machines go that were only there for a job which has left them; whether there were any."""
    found = False
    for g in range(site.column.shape[0]):
        if site.column[g].leaving and site.free[g] > 0:
            found = True
            site.column[g].leaving, site.column[g].gone = False, True
            site.tally[N_LEAVING] -= 1
            site.tally[PROCESSORS] -= 1
            _let_in(site, _put_in_place(site, g), -1)
    return found


@inlined
def _let_in(site, g, change):
    """Let an idle machine be there (1) or not (-1)."""
    site.free[g] += change
    site.tally[FREE] += change


@inlined
def _owner(site, g):
    """The place in *run* of the job that has the machine of column *g*."""
    found = NOBODY
    for k in range(site.tally[N_RUNNING]):
        if site.held[site.run[k], g] > 0:
            found = k
    return found


# machines that never come again ---------------------------------------------------------------------------------------


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
            _give_up(site, now, j)
        elif j < arrived and (policy in (FF, EASY)) and not past.evicted:
            ask_anew(site.waiting, j, site.low[j], run_time(site, j, site.fastest) if policy == EASY else 0.0)


@inlined
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
        leave(site.waiting, j)


@inlined
def _give_up(site, now, j):
    """Send job *j* away, since it could never start (again)."""
    reject(site, now, j, DROPPED if site.disruption[j].evicted else TOO_FEW_PROCESSORS)
    site.tally[N_REFUSED] += 1


# the order of the columns ---------------------------------------------------------------------------------------------


@inlined
def _stands_before(site, a, b):
    """Whether the machine of column *a* is to stand before that of column *b*."""
    one, other = site.column[a], site.column[b]
    if one.gone != other.gone:
        return one.gone
    return site.alpha[a] < site.alpha[b] or (site.alpha[a] == site.alpha[b] and one.number < other.number)


@part
def _exchange(site, a, b):
    """Let two columns change places."""
    for k in range(site.tally[N_RUNNING]):
        seat = site.run[k]
        site.held[seat, a], site.held[seat, b] = site.held[seat, b], site.held[seat, a]
    site.alpha[a], site.alpha[b] = site.alpha[b], site.alpha[a]
    site.free[a], site.free[b] = site.free[b], site.free[a]
    site.busy[a], site.busy[b] = site.busy[b], site.busy[a]
    site.busy_since[a], site.busy_since[b] = site.busy_since[b], site.busy_since[a]
    site.used[a], site.used[b] = site.used[b], site.used[a]
    one, other = site.column[a], site.column[b]
    one.number, other.number = other.number, one.number
    one.users, other.users = other.users, one.users
    one.gone, other.gone = other.gone, one.gone
    one.leaving, other.leaving = other.leaving, one.leaving
    one.until, other.until = other.until, one.until
    one.delay_class, other.delay_class = other.delay_class, one.delay_class


@part
def _put_in_place(site, g):
    """Move column *g*, which alone may be out of order; where it is then."""
    while g > 0 and _stands_before(site, g, g - 1):
        _exchange(site, g - 1, g)
        g -= 1
    while g < site.alpha.shape[0] - 1 and _stands_before(site, g + 1, g):
        _exchange(site, g, g + 1)
        g += 1
    return g


# users ----------------------------------------------------------------------------------------------------------------


@part
def _set_users(site, now, g, users):
    """Let a machine be as slow as so many users and one process make it."""
    k = _owner(site, g)
    seat = site.run[k] if k != NOBODY else np.uint32(0)
    before = slowest(site, seat)
    column = site.column[g]
    column.users = users
    column.delay_class = site.class_of[column.number, users]
    site.alpha[g] = site.delay[column.delay_class]
    _put_in_place(site, g)
    after = slowest(site, seat)
    if k != NOBODY and after != before:
        j = site.crew[k]
        settle(site, now, j, seat)
        if after < before:
            site.disruption[j].upgrades += 1
        note_machines(site, now, UPGRADE if after < before else DOWNGRADE, j, seat)
        _go_on(site, now, j, seat, max(now, site.seat[seat].since))


@inlined
def _go_on(site, now, j, seat, since):
    """Run from *since* on, and let the user estimate the end anew, as wrong as before."""
    own = site.seat[seat]
    proceed(site, now, j, seat, since)
    own.expected_end = now + ((since - now) + estimated(site, j, own.remaining, own.rate))


# machines that go -----------------------------------------------------------------------------------------------------


@part
def _rescue(site, policy, now, k, g, notice):
    """Let the job at place *k* leave the machine of column *g* within the *notice* (-inf for none)."""
    seat, j = site.run[k], site.crew[k]
    own, past = site.seat[seat], site.disruption[j]
    ready = max(now, own.since)
    pause = site.checkpoint + 1 * past.process
    freed = 0
    if notice >= 0 and _can_spare(site, policy, now, k):
        settle(site, now, j, seat)
        _take_away(site, now, g, seat)
        own.resizes += 1
        note_machines(site, now, RESIZE, j, seat)
        proceed(site, now, j, seat, ready + site.resize_cost)
    elif site.tally[FREE] > 0 and (ready - now) + pause <= notice:
        settle(site, now, j, seat)
        _take_away(site, now, g, seat)
        take(site, now, seat, 1)
        past.migrations += 1
        note_machines(site, now, MIGRATION, j, seat)
        _go_on(site, now, j, seat, ready + pause)
    else:
        freed = _evict(site, policy, now, k, notice)
        _let_in(site, g, -1)
    return freed


@inlined
def _take_away(site, now, g, seat):
    """Take the machine of column *g* from its job, and out of the cluster."""
    site.seat[seat].number -= 1
    site.held[seat, g] = 0
    account(site, g, now, -1)
    _let_in(site, g, -1)


@inlined
def _can_spare(site, policy, now, k):
    """Whether the job at place *k* can do with one machine less."""
    j, number = site.crew[k], site.seat[site.run[k]].number
    least = number
    if policy == UFF and not site.moldable[j]:
        least = site.low[j]
    elif policy in FOR_PROFIT:
        look_at(site, now, k)
        least = site.contender[j].least
    return number > least


@inlined
def _evict(site, policy, now, k, notice):
    """Take all machines from the job at place *k*: with a checkpoint if there is time, otherwise without its work.

    Returns its least processors.
    """
    seat, j = site.run[k], site.crew[k]
    past, least = site.disruption[j], site.low[j]
    remaining, left = remaining_work(site, now, seat), kept(site, now, j, seat)
    cost = site.checkpoint + site.seat[seat].number * past.process
    if cost <= notice:
        past.checkpoints += 1
        site.work[j], past.pause = remaining, cost
    else:
        past.failures += 1
        past.lost += left - remaining
        site.work[j], past.pause = left, 0.0
    past.evicted, past.runs = True, False
    give_back(site, now, seat, site.seat[seat].number)
    stand_up(site, k)
    note_machines(site, now, EVICTION, j, NO_SEAT)
    site.low[j], site.high[j] = past.low, past.high
    if past.floor > site.tally[MOST_EVER]:
        _give_up(site, now, j)
    else:
        _wait_again(site, policy, j)
    return least


@part
def preempt(site, policy, now, k):
    """Take all machines from the job at place *k*, which has all the time that a checkpoint takes."""
    _evict(site, policy, now, k, np.inf)
    if site.tally[N_LEAVING] > 0:
        vacate(site)


@inlined
def _wait_again(site, policy, j):
    """Let job *j* wait before all others, or under Simple Profit behind those that were evicted before."""
    n = site.tally[N_WAITING]
    if policy != SIMPLE and policy != SIMPLE_R:
        for x in range(n, 0, -1):
            site.queue[x] = site.queue[x - 1]
        n = 0
    site.queue[n] = j
    site.tally[N_WAITING] += 1
