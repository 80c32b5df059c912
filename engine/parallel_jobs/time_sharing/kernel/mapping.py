"""Parts of the kernel: machines, progress, the log and the mapping of jobs (rules 2 to 6 of README.md), compiled.

`tables.py` says what the tables hold.
"""

from engine.compiled.compilation import inlined, part
from engine.parallel_jobs.machine_events.checkpoints import kept_work
from engine.parallel_jobs.records import Happening, Reason
from engine.parallel_jobs.time_sharing.kernel.tables import END_OF_CHAIN, FREE
from engine.parallel_jobs.time_sharing.rules import NOT_NOW, choose_delay_class

START, REJECTION = int(Happening.START), int(Happening.REJECTION)
TOO_FEW_PROCESSORS, DROPPED = int(Reason.TOO_FEW_PROCESSORS), int(Reason.DROPPED)

N_RUNNING, PUT_OFF, N_ROWS, N_ENTRIES, N_AGAIN, MOST_EVER = range(6)
"""Entries of *count*: running jobs; whether an upgrade was put off; rows, machine entries of the log; evicted jobs.

The last: there are never more machines from now on.
"""


GONE = -1
"""The threshold of a machine to which nobody may come."""


# machines -------------------------------------------------------------------------------------------------------------


@inlined
def refresh(machine, place, klass, job, of_load, i):
    """Recompute threshold and availability of machine *i* (section 3.3.2)."""
    lowest = klass.shape[0] - 2
    if machine[i].load > 0:
        for p in range(machine[i].first_place, machine[i].end_place):
            j = place[p].occupant
            if j >= 0:
                lowest = min(lowest, job[j].delay_class)
    machine[i].threshold = GONE if machine[i].gone else lowest
    reclassify(machine, klass, of_load, i)


@inlined
def reclassify(machine, klass, of_load, i):
    """Recompute the availability of machine *i*, whose load or threshold has changed."""
    exact = of_load[i, machine[i].load + 1]
    if exact > machine[i].threshold:
        exact = klass.shape[0] - 1
    if exact != machine[i].exact:
        klass[machine[i].exact].count -= 1
        klass[exact].count += 1
        machine[i].exact = exact


@inlined
def take_stock(klass):
    """Count the availability vector."""
    total = 0
    for k in range(klass.shape[0] - 1):
        total += klass[k].count
        klass[k].available = total


@inlined
def choose_slowest_first(machine, klass, worst_class, size):
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


@part
def choose_keeping(machine, place, klass, job, j, worst_class):
    """Rule 8: the same for job *j*, taken off its machines in thought, which keeps those that are among them."""
    size = others = job[j].processes
    p = job[j].first_place
    while p != END_OF_CHAIN:
        if machine[place[p].machine].exact <= worst_class:
            machine[place[p].machine].marked = 1
            others -= 1
        p = place[p].following
    n, k = 0, worst_class
    while n < size:
        left, i = klass[k].count, 0
        while left > 0 and n < size:
            if machine[i].exact == k:
                left -= 1
                if machine[i].marked or others > 0:
                    others -= 1 - machine[i].marked
                    machine[n].chosen = i
                    n += 1
            i += 1
        k -= 1
    p = job[j].first_place
    while p != END_OF_CHAIN:
        machine[place[p].machine].marked = 0
        p = place[p].following


@inlined
def put_on(machine, place, j, i, chain):
    """Put a process of job *j* on machine *i*; the new head of the chain of its places."""
    for p in range(machine[i].first_place, machine[i].end_place):
        if place[p].occupant == FREE:
            place[p].occupant = j
            place[p].following = chain
            machine[i].load += 1
            return p
    return END_OF_CHAIN  # never: a machine that is available has a free place


@inlined
def vacate(machine, place, klass, job, of_load, p, now):
    """Free place *p*."""
    i = place[p].machine
    place[p].occupant = FREE
    machine[i].load -= 1
    if machine[i].load == 0:
        machine[i].busy += now - machine[i].busy_since
    refresh(machine, place, klass, job, of_load, i)


# progress (rule 5) ----------------------------------------------------------------------------------------------------


@inlined
def current_class(machine, place, job, of_load, j):
    """The highest class of alpha_j load_j over the job's machines."""
    highest = 0
    p = job[j].first_place
    while p != END_OF_CHAIN:
        i = place[p].machine
        highest = max(highest, of_load[i, machine[i].load])
        p = place[p].following
    return highest


@inlined
def remaining_work(job, j, now):
    """Demand that is left right now, s on one machine of speed factor 1."""
    if now <= job[j].since:
        return job[j].remaining
    return max(0.0, job[j].remaining - (now - job[j].since) * job[j].rate)


@inlined
def work_at_checkpoint(job, strain, j, now):
    """Demand that was left at the last checkpoint."""
    own = strain[j]
    return kept_work(now, own.began, own.period, own.changed, own.kept, job[j].since, job[j].remaining, job[j].rate)


@inlined
def proceed(klass, job, strain, j, now, since):
    """Let job *j* run from *since* (now, or when a pause will have ended) at the rate that its class gives it."""
    if strain.shape[0] > 0:
        strain[j].kept = work_at_checkpoint(job, strain, j, now)
        strain[j].changed = now
        delay = strain[job[j].delay_class].delay
    else:
        delay = klass[job[j].delay_class].delay
    job[j].remaining = remaining_work(job, j, now)
    job[j].rate = job[j].pace / delay
    job[j].since = since
    job[j].end = now + ((since - now) + job[j].remaining / job[j].rate)


@inlined
def set_class(machine, place, klass, job, of_load, j, delay_class):
    """Give job *j* its class and let its machines know."""
    job[j].delay_class = delay_class
    p = job[j].first_place
    while p != END_OF_CHAIN:
        refresh(machine, place, klass, job, of_load, place[p].machine)
        p = place[p].following


# the log --------------------------------------------------------------------------------------------------------------


@inlined
def note(machine, log, entries, count, now, happening, j, delay_class, n_chosen):
    """Count a row, and write it down if the log has room (none at all while it is only being counted)."""
    if count[N_ROWS] < log.shape[0]:
        _write(machine, log, entries, count, now, happening, j, delay_class, n_chosen)
    count[N_ROWS] += 1
    count[N_ENTRIES] += n_chosen


@part
def _write(machine, log, entries, count, now, happening, j, delay_class, n_chosen):
    n, e = count[N_ROWS], count[N_ENTRIES]
    log[n].time = now
    log[n].happening = happening
    log[n].job = j
    log[n].delay_class = delay_class
    for x in range(n_chosen):
        entries[e + x] = machine[machine[x].chosen].number
    log[n].end_entry = e + n_chosen


@inlined
def mark_affected(machine, place, job, i):
    """Note that the jobs on machine *i* may now be upgraded."""
    for p in range(machine[i].first_place, machine[i].end_place):
        if place[p].occupant >= 0:
            job[place[p].occupant].affected = True


@inlined
def free_chain(machine, place, klass, job, of_load, p, now):
    """Free a chain of places; whether other jobs are left on their machines, which may now be upgraded."""
    shared = False
    while p != END_OF_CHAIN:
        vacate(machine, place, klass, job, of_load, p, now)
        i = place[p].machine
        if machine[i].load > 0:
            shared = True
            mark_affected(machine, place, job, i)
        p = place[p].following
    return shared


# events ---------------------------------------------------------------------------------------------------------------


@inlined
def leave(job, count, position):
    """Take the job at *position* out of the list of running jobs, which stays in order."""
    for x in range(position, count[N_RUNNING] - 1):
        job[x].running = job[x + 1].running
    count[N_RUNNING] -= 1


@inlined
def join(place, chain, held):
    """One chain of two; *held* is empty but when a job ends in the very instant in which its transfer does."""
    if held == END_OF_CHAIN:
        return chain
    p = chain
    while place[p].following != END_OF_CHAIN:
        p = place[p].following
    place[p].following = held
    return chain


@inlined
def start(machine, place, klass, job, strain, of_load, log, entries, count, jobs, share, j, size, now):
    """Rule 5: put job *j* on the *size* chosen machines."""
    chain = END_OF_CHAIN
    highest = 0
    for x in range(size):
        i = machine[x].chosen
        if machine[i].load == 0:
            machine[i].busy_since = now
        chain = put_on(machine, place, j, i, chain)
        highest = max(highest, of_load[i, machine[i].load])
    job[j].first_place = chain
    job[j].delay_class = highest
    for x in range(size):
        i = machine[x].chosen
        machine[i].threshold = min(machine[i].threshold, highest)
        reclassify(machine, klass, of_load, i)
    job[j].processes = size
    job[j].pace = jobs.speedup[jobs.job_class[j], size] * share
    job[count[N_RUNNING]].running = j
    count[N_RUNNING] += 1
    job[j].since = now
    if strain.shape[0] > 0:
        begin_again(job, strain, j, now)
        proceed(klass, job, strain, j, now, strain[j].began)
    else:
        job[j].start = now
        job[j].remaining = jobs.demand[j]
        proceed(klass, job, strain, j, now, now)
    note(machine, log, entries, count, now, START, j, highest, size)


@inlined
def begin_again(job, strain, j, now):
    """What a start means where jobs can be evicted and start again, after a pause."""
    if strain[j].first_size == 0:
        strain[j].first_size = job[j].processes
        job[j].start = now
    job[j].remaining = strain[j].remaining
    strain[j].kept = strain[j].remaining
    strain[j].changed = now
    strain[j].began = now + strain[j].pause


@inlined
def map_heads(machine, place, klass, job, strain, of_load, log, entries, count, jobs, share, head, tail, now):
    """Rules 3 to 6: start jobs from the head of the queue while they can be; the new head."""
    if count[N_AGAIN] > 0:
        _map_evicted(machine, place, klass, job, strain, of_load, log, entries, count, jobs, share, now)
    if count[N_AGAIN] == 0:
        while head < tail:
            size = _choose_machines(machine, klass, jobs, head)
            if size == NOT_NOW:
                break
            start(machine, place, klass, job, strain, of_load, log, entries, count, jobs, share, head, size, now)
            head = skip_refused(strain, head + 1, tail)
    return head


@inlined
def skip_refused(strain, head, tail):
    """The first job from *head* on that was not sent away."""
    while strain.shape[0] > 0 and head < tail and strain[head].reason != 0:
        head += 1
    return head


@inlined
def refuse(machine, job, strain, log, entries, count, j, now):
    """Send job *j* away: there will never be as many machines as it cannot do without."""
    strain[j].reason = DROPPED if strain[j].first_size > 0 else TOO_FEW_PROCESSORS
    job[j].start = job[j].end = job[j].arrival
    note(machine, log, entries, count, now, REJECTION, j, -1, 0)


@inlined
def _choose_machines(machine, klass, jobs, j):
    """Rules 3 and 4: how many machines job *j* starts on now, which are then chosen, or `NOT_NOW`."""
    take_stock(klass)
    available, scaled = klass["available"][:-1], klass["scaled"][:-1]
    m = choose_delay_class(available, scaled, jobs.min_size[j], jobs.max_size[j])
    if m == NOT_NOW:
        return NOT_NOW
    size = min(klass[m].available, jobs.max_size[j])
    choose_slowest_first(machine, klass, m, size)
    return size


@part
def _map_evicted(machine, place, klass, job, strain, of_load, log, entries, count, jobs, share, now):
    """The same for evicted jobs, who wait before all others."""
    while count[N_AGAIN] > 0:
        j = strain[count[N_AGAIN] - 1].again
        size = _choose_machines(machine, klass, jobs, j)
        if size == NOT_NOW:
            return
        start(machine, place, klass, job, strain, of_load, log, entries, count, jobs, share, j, size, now)
        count[N_AGAIN] -= 1
        x = count[N_RUNNING] - 1
        while x > 0 and job[x - 1].running > j:  # it has begun anew, but keeps its number
            job[x].running = job[x - 1].running
            job[x - 1].running = j
            x -= 1
