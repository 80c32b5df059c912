"""Parts of the kernel: machines, progress, the log and the mapping of jobs (rules 2 to 6 of README.md), compiled.

`tables.py` says what the tables hold.
"""

from engine.compiled.compilation import part, small
from engine.parallel_jobs.machine_events.checkpoints import kept_work
from engine.parallel_jobs.records import Happening, Reason
from engine.parallel_jobs.time_sharing.kernel.tables import END_OF_CHAIN, FREE
from engine.parallel_jobs.time_sharing.rules import NOT_NOW, choose_delay_class

START, REJECTION = int(Happening.START), int(Happening.REJECTION)
TOO_FEW_PROCESSORS, DROPPED = int(Reason.TOO_FEW_PROCESSORS), int(Reason.DROPPED)

N_RUNNING, PUT_OFF, N_ROWS, N_ENTRIES, N_AGAIN, MOST_EVER = range(6)
"""Entries of the tally: running jobs; whether an upgrade was put off; rows, machine entries of the log; evicted jobs.

The last: there are never more machines from now on.
"""


GONE = -1
"""The threshold of a machine to which nobody may come."""


# machines -------------------------------------------------------------------------------------------------------------


@small
def refresh(state, i):
    """Recompute threshold and availability of machine *i* (section 3.3.2)."""
    lowest = state.classes.shape[0] - 2
    if state.machine[i].load > 0:
        for p in range(state.machine[i].first_place, state.machine[i].end_place):
            j = state.place[p].occupant
            if j >= 0:
                lowest = min(lowest, state.job[j].delay_class)
    state.machine[i].threshold = GONE if state.machine[i].gone else lowest
    reclassify(state, i)


@small
def reclassify(state, i):
    """Recompute the availability of machine *i*, whose load or threshold has changed."""
    exact = state.of_load[i, state.machine[i].load + 1]
    if exact > state.machine[i].threshold:
        exact = state.classes.shape[0] - 1
    if exact != state.machine[i].exact:
        state.classes[state.machine[i].exact].count -= 1
        state.classes[exact].count += 1
        state.machine[i].exact = exact


@small
def take_stock(state):
    """Count the availability vector."""
    total = 0
    for k in range(state.classes.shape[0] - 1):
        total += state.classes[k].count
        state.classes[k].available = total


@small
def choose_slowest_first(state, worst_class, size):
    """Rule 4: choose *size* machines available up to *worst_class*, the slowest first."""
    n = 0
    k = worst_class
    while n < size:
        left = state.classes[k].count
        i = 0
        while left > 0 and n < size:
            if state.machine[i].exact == k:
                state.machine[n].chosen = i
                n += 1
                left -= 1
            i += 1
        k -= 1


@part
def choose_keeping(state, j, worst_class):
    """Rule 8: the same for job *j*, taken off its machines in thought, which keeps those that are among them."""
    size = others = state.job[j].processes
    p = state.job[j].first_place
    while p != END_OF_CHAIN:
        if state.machine[state.place[p].machine].exact <= worst_class:
            state.machine[state.place[p].machine].marked = 1
            others -= 1
        p = state.place[p].following
    n, k = 0, worst_class
    while n < size:
        left, i = state.classes[k].count, 0
        while left > 0 and n < size:
            if state.machine[i].exact == k:
                left -= 1
                if state.machine[i].marked or others > 0:
                    others -= 1 - state.machine[i].marked
                    state.machine[n].chosen = i
                    n += 1
            i += 1
        k -= 1
    p = state.job[j].first_place
    while p != END_OF_CHAIN:
        state.machine[state.place[p].machine].marked = 0
        p = state.place[p].following


@small
def put_on(state, j, i, chain):
    """Put a process of job *j* on machine *i*; the new head of the chain of its places."""
    for p in range(state.machine[i].first_place, state.machine[i].end_place):
        if state.place[p].occupant == FREE:
            state.place[p].occupant = j
            state.place[p].following = chain
            state.machine[i].load += 1
            return p
    return END_OF_CHAIN  # never: a machine that is available has a free place


@small
def vacate(state, p, now):
    """Free place *p*."""
    i = state.place[p].machine
    state.place[p].occupant = FREE
    state.machine[i].load -= 1
    if state.machine[i].load == 0:
        state.machine[i].busy += now - state.machine[i].busy_since
    refresh(state, i)


# progress (rule 5) ----------------------------------------------------------------------------------------------------


@small
def current_class(state, j):
    """The highest class of alpha_j load_j over the job's machines."""
    highest = 0
    p = state.job[j].first_place
    while p != END_OF_CHAIN:
        i = state.place[p].machine
        highest = max(highest, state.of_load[i, state.machine[i].load])
        p = state.place[p].following
    return highest


@small
def remaining_work(state, j, now):
    """Demand that is left right now, s on one machine of speed factor 1."""
    if now <= state.job[j].since:
        return state.job[j].remaining
    return max(0.0, state.job[j].remaining - (now - state.job[j].since) * state.job[j].rate)


@small
def work_at_checkpoint(state, j, now):
    """Demand that was left at the last checkpoint."""
    own = state.disruption[j]
    return kept_work(
        now, own.began, own.period, own.changed, own.kept, state.job[j].since, state.job[j].remaining, state.job[j].rate
    )


@small
def proceed(state, j, now, since):
    """Let job *j* run from *since* (now, or when a pause will have ended) at the rate that its class gives it."""
    if state.disruption.shape[0] > 0:
        state.disruption[j].kept = work_at_checkpoint(state, j, now)
        state.disruption[j].changed = now
        delay = state.disruption[state.job[j].delay_class].delay
    else:
        delay = state.classes[state.job[j].delay_class].delay
    state.job[j].remaining = remaining_work(state, j, now)
    state.job[j].rate = state.job[j].pace / delay
    state.job[j].since = since
    state.job[j].end = now + ((since - now) + state.job[j].remaining / state.job[j].rate)


@small
def set_class(state, j, delay_class):
    """Give job *j* its class and let its machines know."""
    state.job[j].delay_class = delay_class
    p = state.job[j].first_place
    while p != END_OF_CHAIN:
        refresh(state, state.place[p].machine)
        p = state.place[p].following


# the log --------------------------------------------------------------------------------------------------------------


@small
def note(state, now, happening, j, delay_class, n_chosen):
    """Count a row, and write it down if the log has room (none at all while it is only being counted)."""
    if state.tally[N_ROWS] < state.log.shape[0]:
        _write(state, now, happening, j, delay_class, n_chosen)
    state.tally[N_ROWS] += 1
    state.tally[N_ENTRIES] += n_chosen


@part
def _write(state, now, happening, j, delay_class, n_chosen):
    n, e = state.tally[N_ROWS], state.tally[N_ENTRIES]
    state.log[n].time = now
    state.log[n].happening = happening
    state.log[n].job = j
    state.log[n].delay_class = delay_class
    for x in range(n_chosen):
        state.entries[e + x] = state.machine[state.machine[x].chosen].number
    state.log[n].end_entry = e + n_chosen


@small
def mark_affected(state, i):
    """Note that the jobs on machine *i* may now be upgraded."""
    for p in range(state.machine[i].first_place, state.machine[i].end_place):
        if state.place[p].occupant >= 0:
            state.job[state.place[p].occupant].affected = True


@small
def free_chain(state, p, now):
    """Free a chain of places; whether other jobs are left on their machines, which may now be upgraded."""
    shared = False
    while p != END_OF_CHAIN:
        vacate(state, p, now)
        i = state.place[p].machine
        if state.machine[i].load > 0:
            shared = True
            mark_affected(state, i)
        p = state.place[p].following
    return shared


# events ---------------------------------------------------------------------------------------------------------------


@small
def leave(state, position):
    """Take the job at *position* out of the list of running jobs, which stays in order."""
    for x in range(position, state.tally[N_RUNNING] - 1):
        state.job[x].running = state.job[x + 1].running
    state.tally[N_RUNNING] -= 1


@small
def join(state, chain, held):
    """One chain of two; *held* is empty but when a job ends in the very instant in which its transfer does."""
    if held == END_OF_CHAIN:
        return chain
    p = chain
    while state.place[p].following != END_OF_CHAIN:
        p = state.place[p].following
    state.place[p].following = held
    return chain


@small
def start(state, jobs, share, j, size, now):
    """Rule 5: put job *j* on the *size* chosen machines."""
    chain = END_OF_CHAIN
    highest = 0
    for x in range(size):
        i = state.machine[x].chosen
        if state.machine[i].load == 0:
            state.machine[i].busy_since = now
        chain = put_on(state, j, i, chain)
        highest = max(highest, state.of_load[i, state.machine[i].load])
    state.job[j].first_place = chain
    state.job[j].delay_class = highest
    for x in range(size):
        i = state.machine[x].chosen
        state.machine[i].threshold = min(state.machine[i].threshold, highest)
        reclassify(state, i)
    state.job[j].processes = size
    state.job[j].pace = jobs.speedup[jobs.job_class[j], size] * share
    state.job[state.tally[N_RUNNING]].running = j
    state.tally[N_RUNNING] += 1
    state.job[j].since = now
    if state.disruption.shape[0] > 0:
        begin_again(state, j, now)
        proceed(state, j, now, state.disruption[j].began)
    else:
        state.job[j].start = now
        state.job[j].remaining = jobs.demand[j]
        proceed(state, j, now, now)
    note(state, now, START, j, highest, size)


@small
def begin_again(state, j, now):
    """What a start means where jobs can be evicted and start again, after a pause."""
    if state.disruption[j].first_size == 0:
        state.disruption[j].first_size = state.job[j].processes
        state.job[j].start = now
    state.job[j].remaining = state.disruption[j].remaining
    state.disruption[j].kept = state.disruption[j].remaining
    state.disruption[j].changed = now
    state.disruption[j].began = now + state.disruption[j].pause


@small
def map_heads(state, jobs, share, head, tail, now):
    """Rules 3 to 6: start jobs from the head of the queue while they can be; the new head."""
    if state.tally[N_AGAIN] > 0:
        _map_evicted(state, jobs, share, now)
    if state.tally[N_AGAIN] == 0:
        while head < tail:
            size = _choose_machines(state, jobs, head)
            if size == NOT_NOW:
                break
            start(state, jobs, share, head, size, now)
            head = skip_refused(state, head + 1, tail)
    return head


@small
def skip_refused(state, head, tail):
    """The first job from *head* on that was not sent away."""
    while state.disruption.shape[0] > 0 and head < tail and state.disruption[head].reason != 0:
        head += 1
    return head


@small
def refuse(state, j, now):
    """Send job *j* away: there will never be as many machines as it cannot do without."""
    state.disruption[j].reason = DROPPED if state.disruption[j].first_size > 0 else TOO_FEW_PROCESSORS
    state.job[j].start = state.job[j].end = state.job[j].arrival
    note(state, now, REJECTION, j, -1, 0)


@small
def _choose_machines(state, jobs, j):
    """Rules 3 and 4: how many machines job *j* starts on now, which are then chosen, or `NOT_NOW`."""
    take_stock(state)
    available, scaled = state.classes["available"][:-1], state.classes["scaled"][:-1]
    m = choose_delay_class(available, scaled, jobs.min_size[j], jobs.max_size[j])
    if m == NOT_NOW:
        return NOT_NOW
    size = min(state.classes[m].available, jobs.max_size[j])
    choose_slowest_first(state, m, size)
    return size


@part
def _map_evicted(state, jobs, share, now):
    """The same for evicted jobs, who wait before all others."""
    while state.tally[N_AGAIN] > 0:
        j = state.disruption[state.tally[N_AGAIN] - 1].again
        size = _choose_machines(state, jobs, j)
        if size == NOT_NOW:
            return
        start(state, jobs, share, j, size, now)
        state.tally[N_AGAIN] -= 1
        x = state.tally[N_RUNNING] - 1
        while x > 0 and state.job[x - 1].running > j:  # it has begun anew, but keeps its number
            state.job[x].running = state.job[x - 1].running
            state.job[x - 1].running = j
            x -= 1
