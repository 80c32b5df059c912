"""The model, to be run: the same rules as `reference.py`, compiled. The numbers in comments are those of README.md.

`kernel_tables.py` says what the tables hold.
"""

import numba as nb
import numpy as np

from engine.parallel_jobs.kernel_tables import (
    END_OF_CHAIN,
    FREE,
    LOG,
    NEVER,
    class_table,
    job_table,
    log_of,
    machine_table,
    place_table,
)
from engine.parallel_jobs.policies import (
    NOT_NOW,
    PolicyCode,
    choose_delay_class,
    choose_migration_class,
    migration_pays,
    rigid_size,
)
from engine.parallel_jobs.records import Happening, Records
from engine.parallel_jobs.workload import Jobs, Machines, Rules

SED, SED_NU, SED_NM, FCFS = (int(code) for code in PolicyCode)
ARRIVAL, START, END, UPGRADE, MIGRATION, RELEASE = (int(happening) for happening in Happening)
# for speed: nothing is allocated here, so numba need not count references (_nrt=False; the counting took 80 % of the
# time), and what is called for every machine of a job must not even copy array headers (inline)
compiled = nb.njit(cache=True, _nrt=False)
inlined = nb.njit(inline="always", _nrt=False)

N_RUNNING, PUT_OFF, N_ROWS, N_ENTRIES = range(4)
"""Entries of *count*: running jobs; whether an upgrade was put off; rows and machine entries of the log."""


# machines -------------------------------------------------------------------------------------------------------------


@inlined
def _refresh(machine, place, klass, job, of_load, i):
    """Recompute threshold and availability of machine *i* (section 3.3.2)."""
    lowest = klass.shape[0] - 2
    if machine[i].load > 0:
        for p in range(machine[i].first_place, machine[i].end_place):
            j = place[p].occupant
            if j >= 0:
                lowest = min(lowest, job[j].delay_class)
    machine[i].threshold = lowest
    _reclassify(machine, klass, of_load, i)


@inlined
def _reclassify(machine, klass, of_load, i):
    exact = of_load[i, machine[i].load + 1]
    if exact > machine[i].threshold:
        exact = klass.shape[0] - 1
    if exact != machine[i].exact:
        klass[machine[i].exact].count -= 1
        klass[exact].count += 1
        machine[i].exact = exact


@inlined
def _take_stock(klass):
    total = 0
    for k in range(klass.shape[0] - 1):
        total += klass[k].count
        klass[k].available = total


@inlined
def _choose_slowest_first(machine, klass, worst_class, size):
    """Rule 4: choose *size* machines available up to *worst_class*, the slowest first."""
    n = 0
    k = worst_class
    while n < size:
        left = klass[k].count
        i = 0
        while left > 0 and n < size:
            if machine[i].exact == k:
                machine[n].chosen = i
                n += 1
                left -= 1
            i += 1
        k -= 1


@inlined
def _choose_fastest_free(machine, size):
    """First-Come-First-Served: choose the fastest idle machines; False if there are not so many."""
    n = 0
    for x in range(machine.shape[0]):
        i = machine[x].fastest_first
        if machine[i].load == 0:
            machine[n].chosen = i
            n += 1
            if n == size:
                return True
    return False


@inlined
def _put_on(machine, place, j, i, chain):
    """Put a process of job *j* on machine *i*; the new head of the chain of its places."""
    for p in range(machine[i].first_place, machine[i].end_place):
        if place[p].occupant == FREE:
            place[p].occupant = j
            place[p].following = chain
            machine[i].load += 1
            return p
    return END_OF_CHAIN  # never: a machine that is available has a free place


@inlined
def _vacate(machine, place, klass, job, of_load, p, now):
    """Free place *p*."""
    i = place[p].machine
    place[p].occupant = FREE
    machine[i].load -= 1
    if machine[i].load == 0:
        machine[i].busy += now - machine[i].busy_since
    _refresh(machine, place, klass, job, of_load, i)


# progress (rule 5) ----------------------------------------------------------------------------------------------------


@inlined
def _current_class(machine, place, job, of_load, j):
    """The highest class of alpha_j load_j over the job's machines."""
    highest = 0
    p = job[j].first_place
    while p != END_OF_CHAIN:
        i = place[p].machine
        highest = max(highest, of_load[i, machine[i].load])
        p = place[p].following
    return highest


@inlined
def _remaining(job, j, now):
    if now <= job[j].since:
        return job[j].remaining
    return max(0.0, job[j].remaining - (now - job[j].since) * job[j].rate)


@inlined
def _proceed(klass, job, j, now, since):
    job[j].remaining = _remaining(job, j, now)
    job[j].rate = job[j].processes / klass[job[j].delay_class].delay
    job[j].since = since
    job[j].end = now + ((since - now) + job[j].remaining / job[j].rate)


@inlined
def _set_class(machine, place, klass, job, of_load, j, delay_class):
    """Give job *j* its class and let its machines know."""
    job[j].delay_class = delay_class
    p = job[j].first_place
    while p != END_OF_CHAIN:
        _refresh(machine, place, klass, job, of_load, place[p].machine)
        p = place[p].following


# the log --------------------------------------------------------------------------------------------------------------


@inlined
def _note(machine, log, entries, count, now, happening, j, delay_class, n_chosen):
    """Count a row, and write it down if the log has room (none at all while it is only being counted)."""
    if count[N_ROWS] < log.shape[0]:
        _write(machine, log, entries, count, now, happening, j, delay_class, n_chosen)
    count[N_ROWS] += 1
    count[N_ENTRIES] += n_chosen


@compiled
def _write(machine, log, entries, count, now, happening, j, delay_class, n_chosen):
    n, e = count[N_ROWS], count[N_ENTRIES]
    log[n].time = now
    log[n].happening = happening
    log[n].job = j
    log[n].delay_class = delay_class
    for x in range(n_chosen):
        entries[e + x] = machine[machine[x].chosen].number
    log[n].end_entry = e + n_chosen


# events ---------------------------------------------------------------------------------------------------------------


@inlined
def _start(machine, place, klass, job, of_load, log, entries, count, demand, j, size, now):
    chain = END_OF_CHAIN
    highest = 0
    for x in range(size):
        i = machine[x].chosen
        if machine[i].load == 0:
            machine[i].busy_since = now
        chain = _put_on(machine, place, j, i, chain)
        highest = max(highest, of_load[i, machine[i].load])
    job[j].first_place = chain
    job[j].delay_class = highest
    for x in range(size):
        i = machine[x].chosen
        machine[i].threshold = min(machine[i].threshold, highest)
        _reclassify(machine, klass, of_load, i)
    job[j].start = now
    job[j].processes = size
    job[count[N_RUNNING]].running = j
    count[N_RUNNING] += 1
    job[j].remaining = demand[j]
    job[j].since = now
    _proceed(klass, job, j, now, now)
    _note(machine, log, entries, count, now, START, j, highest, size)


@inlined
def _map_heads(machine, place, klass, job, of_load, log, entries, count, jobs, policy, head, tail, now):
    """Rules 3 to 6: start jobs from the head of the queue while they can be; the new head."""
    while head < tail:
        if policy == FCFS:
            size = rigid_size(jobs.max_size[head], machine.shape[0])
            if not _choose_fastest_free(machine, size):
                return head
        else:
            _take_stock(klass)
            available, scaled = klass["available"][:-1], klass["scaled"][:-1]
            m = choose_delay_class(available, scaled, jobs.min_size[head], jobs.max_size[head])
            if m == NOT_NOW:
                return head
            size = min(klass[m].available, jobs.max_size[head])
            _choose_slowest_first(machine, klass, m, size)
        _start(machine, place, klass, job, of_load, log, entries, count, jobs.demand, head, size, now)
        head += 1
    return head


@inlined
def _mark_affected(machine, place, job, i):
    for p in range(machine[i].first_place, machine[i].end_place):
        if place[p].occupant >= 0:
            job[place[p].occupant].affected = True


@inlined
def _free_chain(machine, place, klass, job, of_load, p, now):
    """Free a chain of places; whether other jobs are left on their machines, which may now be upgraded."""
    shared = False
    while p != END_OF_CHAIN:
        _vacate(machine, place, klass, job, of_load, p, now)
        i = place[p].machine
        if machine[i].load > 0:
            shared = True
            _mark_affected(machine, place, job, i)
        p = place[p].following
    return shared


@compiled
def _upgrade(machine, place, klass, job, of_load, log, entries, count, now):
    """Rule 7: lower the class of every running job whose machines allow it."""
    for x in range(count[N_RUNNING]):
        j = job[x].running
        if not (job[j].affected or count[PUT_OFF]):
            continue
        job[j].affected = False
        current = _current_class(machine, place, job, of_load, j)
        if current < job[j].delay_class:
            _set_class(machine, place, klass, job, of_load, j, current)
            job[j].upgrades += 1
            _note(machine, log, entries, count, now, UPGRADE, j, current, 0)
            if job[j].end > now:
                _proceed(klass, job, j, now, max(now, job[j].since))
    count[PUT_OFF] = 0


@inlined
def _can_gain(machine, place, klass, job, of_load, j):
    """Whether a faster class could have enough machines; for speed, an upper bound before the job is taken off."""
    own, size = job[j].delay_class, job[j].processes
    found = 0
    for k in range(own):
        found += klass[k].count
    p = job[j].first_place
    while p != END_OF_CHAIN and found < size:
        i = place[p].machine
        if of_load[i, machine[i].load] < own:
            found += 1
        p = place[p].following
    return found >= size


@compiled
def _lift(machine, place, klass, job, of_load, j, occupant, step):
    """Take job *j* off its machines in thought (FREE, -1), or put it back (j, +1)."""
    p = job[j].first_place
    while p != END_OF_CHAIN:
        i = place[p].machine
        place[p].occupant = occupant
        machine[i].load += step
        _refresh(machine, place, klass, job, of_load, i)
        p = place[p].following


@compiled
def _mark_chosen(machine, size, mark):
    for x in range(size):
        machine[machine[x].chosen].marked = mark


@compiled
def _count_moved(machine, place, job, j):
    """Processes that change their machine when job *j* goes to the chosen ones."""
    moved = job[j].processes
    _mark_chosen(machine, job[j].processes, 1)
    p = job[j].first_place
    while p != END_OF_CHAIN:
        moved -= machine[place[p].machine].marked
        p = place[p].following
    _mark_chosen(machine, job[j].processes, 0)
    return moved


@compiled
def _try_to_migrate(machine, place, klass, job, of_load, log, entries, count, process_size, rules, j, now):
    """Rule 8 for one job; 0 if it stays, 1 if it moved, 2 if it moved away from machines that it shared."""
    size = job[j].processes
    _lift(machine, place, klass, job, of_load, j, FREE, -1)
    _take_stock(klass)
    target = choose_migration_class(klass["available"][:-1], job[j].delay_class, size)
    if target != NOT_NOW:
        _choose_slowest_first(machine, klass, target, size)
    _lift(machine, place, klass, job, of_load, j, j, 1)
    if target == NOT_NOW:
        return 0
    moved = _count_moved(machine, place, job, j)
    if moved == 0:
        return 0
    pause = rules.checkpoint + moved * (rules.latency + rules.transfer_per_kb * process_size[j])
    if rules.migrate_only_if_it_pays and not migration_pays(
        pause, _remaining(job, j, now), size / klass[target].delay, job[j].rate
    ):
        return 0
    shared = _move(machine, place, klass, job, of_load, log, entries, count, j, pause, rules.hold_old_machines, now)
    return 2 if shared else 1


@compiled
def _move(machine, place, klass, job, of_load, log, entries, count, j, pause, hold, now):
    """Put job *j* on the chosen machines; whether other jobs are on the machines that it left."""
    size = job[j].processes
    _mark_chosen(machine, size, 1)
    chain, left = END_OF_CHAIN, END_OF_CHAIN
    p = job[j].first_place
    while p != END_OF_CHAIN:  # places on machines that were chosen again are kept; that uses up the mark
        following = place[p].following
        i = place[p].machine
        if machine[i].marked:
            machine[i].marked = 0
            place[p].following = chain
            chain = p
        else:
            place[p].following = left
            left = p
        p = following
    for x in range(size):
        i = machine[x].chosen
        if machine[i].marked:
            machine[i].marked = 0
            if machine[i].load == 0:
                machine[i].busy_since = now
            chain = _put_on(machine, place, j, i, chain)
    job[j].first_place = chain
    shared = False
    if hold:
        job[j].first_held = left
        p = left
        while p != END_OF_CHAIN:
            place[p].occupant = -2 - j
            _refresh(machine, place, klass, job, of_load, place[p].machine)
            p = place[p].following
    else:
        shared = _free_chain(machine, place, klass, job, of_load, left, now)
    _set_class(machine, place, klass, job, of_load, j, _current_class(machine, place, job, of_load, j))
    job[j].migrations += 1
    _note(machine, log, entries, count, now, MIGRATION, j, job[j].delay_class, size)
    _proceed(klass, job, j, now, now + pause)
    if hold:
        job[j].release = now + (job[j].since - now)
    return shared


@inlined
def _migrate(machine, place, klass, job, of_load, log, entries, count, process_size, rules, upgrading, now):
    """Rule 8: slowest class first, then lowest number, each job at most once."""
    for x in range(count[N_RUNNING]):
        job[job[x].running].tried = False
    while True:
        best = -1
        for x in range(count[N_RUNNING]):
            j = job[x].running
            in_transfer = now < job[j].since or job[j].first_held != END_OF_CHAIN
            may_move = not job[j].tried and not in_transfer and now < job[j].end
            if may_move and (best == -1 or job[j].delay_class > job[best].delay_class):
                best = j
        if best == -1 or job[best].delay_class == 0:
            return  # nobody is left, or only jobs in the fastest class
        job[best].tried = True
        if not _can_gain(machine, place, klass, job, of_load, best):
            continue
        outcome = _try_to_migrate(
            machine, place, klass, job, of_load, log, entries, count, process_size, rules, best, now
        )
        if upgrading and (outcome == 2 or (outcome == 1 and count[PUT_OFF])):
            _upgrade(machine, place, klass, job, of_load, log, entries, count, now)


@inlined
def _next_end(job, count, hold):
    """Rule 9: the soonest end or release as (instant, position among the running jobs, whether it is a release)."""
    soonest, position, is_release = NEVER, -1, False
    for x in range(count[N_RUNNING]):
        end = job[job[x].running].end
        if end < soonest:
            soonest, position = end, x
    if hold:
        for x in range(count[N_RUNNING]):
            release = job[job[x].running].release
            if release != NEVER and (release < soonest or (release == soonest and not is_release)):
                soonest, position, is_release = release, x, True
    return soonest, position, is_release


@inlined
def _leave(job, count, position):
    """Take the job at *position* out of the list of running jobs, which stays in order."""
    for x in range(position, count[N_RUNNING] - 1):
        job[x].running = job[x + 1].running
    count[N_RUNNING] -= 1


@inlined
def _join(place, chain, held):
    """One chain of two; *held* is empty but when a job ends in the very instant in which its transfer does."""
    if held == END_OF_CHAIN:
        return chain
    p = chain
    while place[p].following != END_OF_CHAIN:
        p = place[p].following
    place[p].following = held
    return chain


@compiled
def _simulate(machine, place, klass, job, of_load, log, entries, count, jobs, rules, policy):
    """Run the clock until every job has ended. Modified in place: all but *of_load*, *jobs* and *rules*."""
    n_jobs = jobs.gap.shape[0]
    upgrading = policy in (SED, SED_NM)
    migrating = policy in (SED, SED_NU)
    head, tail = 0, 0  # the queue is head .. tail - 1: jobs are numbered in order of arrival, and start in that order
    next_arrival = jobs.gap[0]
    while tail < n_jobs or count[N_RUNNING] > 0:
        now, position, is_release = _next_end(job, count, rules.hold_old_machines)
        is_arrival = tail < n_jobs and next_arrival < now
        if is_arrival:
            now = next_arrival
            job[tail].arrival = now
            _note(machine, log, entries, count, now, ARRIVAL, tail, -1, 0)
            tail += 1
            if tail < n_jobs:
                next_arrival = now + jobs.gap[tail]
            if head < tail - 1:
                continue  # the head of the queue is blocked, and an arrival does not change that
        else:
            j = job[position].running
            if is_release:
                _note(machine, log, entries, count, now, RELEASE, j, job[j].delay_class, 0)
                chain = job[j].first_held
            else:
                _note(machine, log, entries, count, now, END, j, -1, 0)
                _leave(job, count, position)
                chain = _join(place, job[j].first_place, job[j].first_held)
            job[j].first_held = END_OF_CHAIN
            job[j].release = NEVER
            shared = _free_chain(machine, place, klass, job, of_load, chain, now)
            if upgrading:
                if rules.upgrade_only_when_queue_empty and head < tail:
                    count[PUT_OFF] = 1
                elif shared or count[PUT_OFF]:
                    _upgrade(machine, place, klass, job, of_load, log, entries, count, now)
        head = _map_heads(machine, place, klass, job, of_load, log, entries, count, jobs, policy, head, tail, now)
        if migrating and head == tail and not is_arrival:
            _migrate(machine, place, klass, job, of_load, log, entries, count, jobs.process_size, rules, upgrading, now)


# the door -------------------------------------------------------------------------------------------------------------


def run(jobs: Jobs, machines: Machines, rules: Rules, policy: int, with_log: bool = False) -> Records:
    """Simulate one replication; same arrays as `reference.run`.

    With *with_log*, the simulation runs twice: once to count the rows of the log, once to write them.
    """
    rows = entries = 0
    for _ in range(2 if with_log else 1):
        machine, of_load = machine_table(machines)
        job, log = job_table(len(jobs.gap)), np.zeros(rows, dtype=LOG)
        entry, count = np.zeros(entries, dtype=np.int32), np.zeros(4, dtype=np.int64)
        place, klass = place_table(machine), class_table(machines, machine)
        _simulate(machine, place, klass, job, of_load, log, entry, count, jobs, rules, int(policy))
        rows, entries = int(count[N_ROWS]), int(count[N_ENTRIES])
    busy = np.empty(len(machine))
    busy[machine["number"]] = machine["busy"]
    columns = ("arrival", "start", "end", "processes", "upgrades", "migrations")
    return Records(*(np.ascontiguousarray(job[name]) for name in columns), busy=busy, log=log_of(log, entry))
