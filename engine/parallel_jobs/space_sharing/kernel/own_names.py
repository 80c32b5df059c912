"""What the rules of own policies may ask for, compiled: a table of the waiting jobs, block by block."""

from engine.compiled.compilation import part, small
from engine.parallel_jobs.space_sharing.kernel.own_tables import ALL_USAGE, CLOCK
from engine.parallel_jobs.space_sharing.kernel.queues import run_time
from engine.parallel_jobs.space_sharing.kernel.site import is_disrupted
from engine.parallel_jobs.space_sharing.kernel.tables import FREE, N_RUNNING, N_WAITING, PROCESSORS
from engine.parallel_jobs.space_sharing.rules.fair_share import fair_share, share_out
from engine.parallel_jobs.space_sharing.rules.own_names import (
    fading,
    fairness,
    hour_of,
    share_of,
    submitted,
    time_left,
    usage_after,
    weekday_of,
)
from engine.rules.blocks import BLOCK, evaluate
from engine.rules.names import COLUMN

QUEUE, QUEUE_PRIORITY = COLUMN["queue"], COLUMN["queue_priority"]
SUBMIT, WAIT, ESTIMATE, SIZE, AREA, DEADLINE_IN, PROFIT, CLASS, SMALLEST, LARGEST, STARTED = (
    COLUMN[name]
    for name in (
        *("submit", "wait", "estimate", "size", "area", "deadline_in", "profit", "class"),
        *("smallest", "largest", "started"),
    )
)
USER_RUNNING, USER_WAITING, USER_USAGE, USER_SHARE, FAIR = (
    COLUMN[name] for name in ("user_running", "user_waiting", "user_usage", "user_share", "fair")
)
NOW, HOUR, WEEKDAY, IDLE, ALL_PROCESSORS, BUSY, WAITING, WAITING_AREA, RUNNING = (
    COLUMN[name]
    for name in ("now", "hour", "weekday", "idle", "processors", "busy", "waiting", "waiting_area", "running")
)


@small
def asks_for_users(own):
    """Whether any rule does."""
    names = own.reads
    return names[USER_RUNNING] or names[USER_WAITING] or names[USER_USAGE] or names[USER_SHARE] or names[FAIR]


@small
def _empty(counts):
    for x in range(counts.shape[0]):
        counts[x] = 0


@part
def count_usage(own, now):
    """What users have used until now, with as many processors as they had since the last pass."""
    if asks_for_users(own):
        less = fading(now - own.clock[CLOCK], own.half_life)
        for user in range(own.usage.shape[0]):
            own.usage[user] = usage_after(own.usage[user], float(own.in_use[user]), own.half_life, less)
    own.clock[CLOCK] = now


@part
def in_use_now(site, own):
    """As many processors does each user have from now on."""
    if asks_for_users(own):
        _empty(own.in_use)
        for k in range(site.tally[N_RUNNING]):
            own.in_use[own.user[site.crew[k]]] += site.seat[site.run[k]].number


@small
def _by_number(jobs, count):
    """Put the first *count* of *jobs* in order (Shell 1959): no order is given that would make it slow."""
    step = count // 2
    while step > 0:
        for x in range(step, count):
            j, y = jobs[x], x
            while y >= step and jobs[y - step] > j:
                jobs[y] = jobs[y - step]
                y -= step
            jobs[y] = j
        step //= 2


@part
def look_round(site, own, now):
    """What is the same for all jobs in this pass."""
    free, there = site.tally[FREE], site.tally[PROCESSORS]
    own.common[NOW], own.common[HOUR], own.common[WEEKDAY] = now, hour_of(now), weekday_of(now)
    own.common[IDLE], own.common[ALL_PROCESSORS] = free, there
    own.common[BUSY] = share_of(float(there - free), float(there))
    own.common[WAITING], own.common[RUNNING] = site.tally[N_WAITING], site.tally[N_RUNNING]
    if own.reads[WAITING_AREA]:
        for x in range(site.tally[N_WAITING]):
            own.behind[x] = site.queue[x]
        _by_number(own.behind, site.tally[N_WAITING])  # so that the sum does not depend on what the queue is like
        area = 0.0
        for x in range(site.tally[N_WAITING]):
            j = own.behind[x]
            area = area + run_time(site, j, site.fastest) * site.low[j]
        own.common[WAITING_AREA] = area
    if asks_for_users(own):
        _empty(own.running)
        _empty(own.in_line)
        for k in range(site.tally[N_RUNNING]):
            own.running[own.user[site.crew[k]]] += site.seat[site.run[k]].number
        for x in range(site.tally[N_WAITING]):
            own.in_line[own.user[site.queue[x]]] += 1
        used = 0.0
        for user in range(own.usage.shape[0]):
            used = used + own.usage[user]
        own.clock[ALL_USAGE] = used
        if own.reads[FAIR]:
            if own.grouped:
                share_out(own.sharing, own.usage, used)
            for user in range(own.usage.shape[0]):
                if own.in_line[user] > 0:
                    look_at_share(own, user)


@part
def look_at_share(own, user):
    """How fair it is that this user has used so much."""
    share = share_of(own.usage[user], own.clock[ALL_USAGE])
    if own.grouped:
        own.fair[user] = fair_share(own.sharing, user, share)
    else:
        own.fair[user] = fairness(share, float(own.usage.shape[0]) / own.sharing.damping)


@part
def worth(site, own, now, program, jobs, count, found):
    """The values of a rule for the first *count* of *jobs*; into *found*, float64 (J,), by job."""
    for base in range(0, count, BLOCK):
        n = min(BLOCK, count - base)
        fill(site, own, now, jobs, base, n)
        evaluate(program, own.table, n, own.stack, own.out)
        for x in range(n):
            found[jobs[base + x]] = own.out[x]


@small
def fill(site, own, now, jobs, base, n):
    """What rules ask for of n of *jobs* from place *base* on, into the table."""
    reads, table = own.reads, own.table
    for name in range(NOW, NOW + 9):
        if reads[name]:
            for x in range(n):
                table[name, x] = own.common[name]
    for x in range(n):
        j = jobs[base + x]
        if reads[SUBMIT]:
            table[SUBMIT, x] = submitted(site.arrival[j], site.arrival[0])
        if reads[WAIT]:
            table[WAIT, x] = now - site.arrival[j]
        if reads[ESTIMATE] or reads[AREA]:
            takes = run_time(site, j, site.fastest)
            table[ESTIMATE, x] = takes
            table[AREA, x] = takes * site.low[j]
        if reads[SIZE]:
            table[SIZE, x] = site.low[j]
        if reads[DEADLINE_IN]:
            table[DEADLINE_IN, x] = time_left(site.arrival[j], site.due[j], now)
        if reads[PROFIT]:
            table[PROFIT, x] = own.profit[j]
        if reads[CLASS]:
            table[CLASS, x] = site.curve[j] + 1
        if reads[QUEUE]:
            table[QUEUE, x] = own.recorded_queue[j]
        if reads[QUEUE_PRIORITY]:
            table[QUEUE_PRIORITY, x] = own.queue_priority[j]
        if reads[SMALLEST]:
            table[SMALLEST, x] = own.smallest[j]
        if reads[LARGEST]:
            table[LARGEST, x] = own.largest[j]
        if reads[STARTED]:
            lost = 0
            if is_disrupted(site):
                lost = site.disruption[j].checkpoints + site.disruption[j].failures
            table[STARTED, x] = lost
        if asks_for_users(own):
            user = own.user[j]
            share = share_of(own.usage[user], own.clock[ALL_USAGE])
            table[USER_RUNNING, x], table[USER_WAITING, x] = own.running[user], own.in_line[user]
            table[USER_USAGE, x], table[USER_SHARE, x] = own.usage[user], share
            if reads[FAIR]:
                table[FAIR, x] = own.fair[user]
